import type { ReplyPart } from '@parley/engine'

/** A reply with its text in one piece, and then its tool calls. */
export async function joinedParts(parts: AsyncIterable<ReplyPart>): Promise<ReplyPart[]> {
  let text = ''
  const calls: ReplyPart[] = []
  for await (const part of parts)
    if (typeof part === 'string') text += part
    else calls.push(part)
  return [text, ...calls]
}
