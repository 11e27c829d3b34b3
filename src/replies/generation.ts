import type { ReplyReceipt } from '../ports/reply-generator/reply-generator.js'
import type { QueuePosition } from './queue-position.js'

export type GenerationStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
export type GenerationErrorCode =
  'TIMED_OUT' | 'GENERATION_FAILED' | 'PROMPT_TOO_LONG' | 'HOSTED_FAILED' | 'UNAVAILABLE' | 'INTERRUPTED' | 'ENTRY_GONE'

/** One run that produces a reply, detached from every connection. Instants are epoch milliseconds. */
export interface Generation {
  /** UUID */
  readonly id: string
  readonly roomId: string
  readonly ownerId: number
  /** The message of the user. */
  readonly message: string
  readonly model: string
  readonly searchAccess: boolean
  status: GenerationStatus
  /** 1, 2, ...: a fallback or a run after a crash starts the next one, at offset 0. */
  attempt: number
  /** The text of this attempt so far; saved at intervals while running, whole at the end. */
  text: string
  errorCode: GenerationErrorCode | null
  /** Set before the entry is written: from here on the reply is complete and a cancel comes too late. */
  sealedAt: number | null
  /** How the reply was made, once a model that counts has ended it. */
  receipt: ReplyReceipt | null
  /** About as many tokens as its prompt has, once it runs; what it costs where they are not counted. */
  promptEstimate: number
  /** The log entry, once COMPLETED. */
  entryIndex: number | null
  /** The entry that it makes another reply for, and the version it had then; null for one that appends its own. */
  readonly regeneratesIndex: number | null
  readonly regeneratesVersion: number | null
  /** The instance that runs it may do so until then; later any instance may end it. */
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
  /** Opaque; resume with `after: cursor`. */
  readonly cursor: string
  readonly status: GenerationStatus
  readonly errorCode: GenerationErrorCode | null
  readonly roomId: string
  readonly entryIndex: number | null
}

export function isFinal(status: GenerationStatus): boolean {
  return status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED'
}
