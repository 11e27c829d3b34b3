import { hash } from 'node:crypto'
import type { ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'

/** The messages of a model's conversation and its caller. A job names no room: its messages identify the conversation it continues. */
export interface Conversation {
  readonly caller: string | undefined
  /** A digest of each message, oldest first: of a text of any length it keeps 32 bytes and no words. */
  readonly messages: readonly string[]
}

type Said = Pick<ReplyJob, 'caller' | 'history' | 'message'>

export function conversationOf({ caller, history, message }: Said): Conversation {
  return {
    caller,
    messages: [...history.map(({ inputData }) => inputData), message].map((text) => hash('sha256', text, 'base64')),
  }
}

/**
 * How many earlier messages both have, 0 for different conversations. A first message alone counts only when there is
 * no other: a greeting does not identify a conversation. A wrong guess costs time but never changes a reply.
 */
export function commonMessages(next: Conversation, earlier: Conversation): number {
  if (next.caller !== earlier.caller) return 0
  const [first, ...others] = next.messages
  if (others.length === 0) return earlier.messages.length === 1 && earlier.messages[0] === first ? 1 : 0
  const known = new Set(earlier.messages)
  return next.messages.slice(0, -1).filter((message) => known.has(message)).length
}
