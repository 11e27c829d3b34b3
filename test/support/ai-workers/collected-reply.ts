import type { ReplyPart } from '@parley/engine'

export interface CollectedReply {
  readonly text: string
  readonly thoughts: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
}

/** The text of a reply, its thoughts, and its calls with their whole arguments. */
export function collected(parts: readonly ReplyPart[]): CollectedReply {
  const calls: { id: string; name: string; arguments: string }[] = []
  let [text, thoughts] = ['', '']
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if ('thought' in part) thoughts += part.thought
    else if ('index' in part) {
      const known = calls[part.index]
      if (!known === !part.head) throw new Error('a call has its head in its first part, and only there')
      if (known) known.arguments += part.arguments
      else if (part.head) calls[part.index] = { ...part.head, arguments: part.arguments }
    }
  }
  return { text, thoughts, calls }
}
