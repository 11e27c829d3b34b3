import type { ReplyReceipt } from '../ports/reply-generator/reply-generator.js'
import type { QueuePosition } from './queue-position.js'

export type GenerationStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
export type GenerationErrorCode =
  | 'TIMED_OUT'
  | 'GENERATION_FAILED'
  | 'PROMPT_TOO_LONG'
  | 'HOSTED_FAILED'
  | 'UNAVAILABLE'
  | 'INTERRUPTED'
  | 'ENTRY_GONE'

/** One run that produces a reply, independent of any connection. Instants are epoch milliseconds. */
export interface Generation {
  /** UUID */
  readonly id: string
  readonly roomId: string
  readonly ownerId: number
  readonly message: string
  readonly model: string
  readonly searchAccess: boolean
  /** The image of the message. */
  readonly imageId: string | null
  status: GenerationStatus
  /** The attempt that `text` belongs to, from 1. The first text of a fallback or of a run after a crash is the next one. */
  attempt: number
  /** The text of this attempt so far; saved at intervals while running, complete at the end. */
  text: string
  /** How often it was running when its worker or its instance ended. Such a generation runs again once. */
  interruptions: number
  errorCode: GenerationErrorCode | null
  /** Set before the entry is written. From then on the reply is complete, and a cancel has no effect. */
  sealedAt: number | null
  /** When it was cancelled. One with text is sealed at that time. */
  cancelledAt: number | null
  /** The measurements of the reply, once a model that measures them has ended it. */
  receipt: ReplyReceipt | null
  /** The estimated tokens of its prompt, set when it runs; charged if the model does not count tokens. */
  promptEstimate: number
  /** The index after the newest entry of its prompt, set when it runs: a run after a crash uses no newer entries. */
  historyEnd: number | null
  /** The index of its log entry, once COMPLETED, or CANCELLED with text. */
  entryIndex: number | null
  /**
   * The entry that it regenerates, and the version of the entry at that time; null for a reply that appends a new
   * entry.
   */
  readonly regeneratesIndex: number | null
  readonly regeneratesVersion: number | null
  /** The instance that runs it: another one changes nothing. Empty in rows of earlier releases. */
  owner: string
  /** Where the next reader of its progress continues after `text`: see ReplyJob. Null unless a shared queue runs it and it has started. */
  resumeAt: string | null
  /** The end of the lease of its owner. Later any instance may claim it. */
  leaseUntil: number
  readonly createdAt: number
  finishedAt: number | null
}

/** One step of a generation as a client sees it: `text = text.slice(0, offset) + delta`. Offsets are UTF-16 code units. */
export interface GenerationEvent extends QueuePosition {
  readonly generationId: string
  readonly attempt: number
  readonly offset: number
  readonly delta: string
  /** Opaque; the client resumes with `after: cursor`. */
  readonly cursor: string
  readonly status: GenerationStatus
  readonly errorCode: GenerationErrorCode | null
  readonly roomId: string
  readonly entryIndex: number | null
}

export function isFinal(status: GenerationStatus): boolean {
  return status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED'
}
