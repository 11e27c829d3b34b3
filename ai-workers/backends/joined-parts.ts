import type { ReplyPart } from '@parley/engine'

/** A reply with its thoughts in one piece, its text in another, and then its tool calls. */
export async function joinedParts(parts: AsyncIterable<ReplyPart>): Promise<ReplyPart[]> {
  let [thought, text] = ['', '']
  const calls: ReplyPart[] = []
  for await (const part of parts)
    if (typeof part === 'string') text += part
    else if ('thought' in part) thought += part.thought
    else calls.push(part)
  return thought === '' ? [text, ...calls] : [{ thought }, text, ...calls]
}
