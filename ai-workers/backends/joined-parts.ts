import type { ReplyPart } from '@parley/engine'

/** A reply with its other fields in one piece, its thoughts in another, its text in a third, and then its tool calls. */
export async function joinedParts(parts: AsyncIterable<ReplyPart>): Promise<ReplyPart[]> {
  let [messageFields, thought, text] = ['', '', '']
  const calls: ReplyPart[] = []
  for await (const part of parts)
    if (typeof part === 'string') text += part
    else if ('thought' in part) thought += part.thought
    else if ('messageFields' in part) messageFields += part.messageFields
    else calls.push(part)
  const fields = messageFields === '' ? [] : [{ messageFields }]
  return [...fields, ...(thought === '' ? [] : [{ thought }]), text, ...calls]
}
