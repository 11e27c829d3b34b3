import { hash } from 'node:crypto'

/**
 * The messages of a model's conversation, and whose it is. The messages identify the conversation that a reply
 * continues.
 */
export interface Conversation {
  /** Only conversations with the same value may continue from its tokens. */
  readonly reusableBy: string
  /** A digest of each message, oldest first: 32 bytes for any length, and no words are kept. */
  readonly messages: readonly string[]
}

/** `messages`: the texts of a user, oldest first. `reusableBy`: see Conversation. */
export function conversationOf(reusableBy: string, messages: readonly string[]): Conversation {
  return { reusableBy, messages: messages.map((text) => hash('sha256', text, 'base64')) }
}

/**
 * How many earlier messages both have in common, 0 for different conversations. A first message counts only if neither
 * has another: a greeting does not identify a conversation. A wrong guess costs time but never changes a reply.
 */
export function commonMessages(next: Conversation, earlier: Conversation): number {
  if (next.reusableBy !== earlier.reusableBy) return 0
  const [first, ...others] = next.messages
  if (others.length === 0) return earlier.messages.length === 1 && earlier.messages[0] === first ? 1 : 0
  const known = new Set(earlier.messages)
  return next.messages.slice(0, -1).filter((message) => known.has(message)).length
}
