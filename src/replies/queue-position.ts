import type { QueueReason, ReplyQueued } from '../ports/reply-generator/reply-generator.js'

/** Where a generation stands while it waits for its worker, as the instance that runs it knows; all null otherwise. */
export interface QueuePosition {
  /** Place in the worker's queue, 1 is next. */
  readonly position: number | null
  readonly queueReason: QueueReason | null
  /** Epoch milliseconds; null also while nothing is known. */
  readonly estimatedStartAt: number | null
}

export const notWaiting: QueuePosition = { position: null, queueReason: null, estimatedStartAt: null }

/** Whether a client that received the one must receive the other. */
export function isSamePosition(one: QueuePosition, other: QueuePosition): boolean {
  return (
    one.position === other.position &&
    one.queueReason === other.queueReason &&
    one.estimatedStartAt === other.estimatedStartAt
  )
}

/** What a worker reported, on the clock of this process. */
export function positionOf({ position, reason, startsInMs }: ReplyQueued, now: number): QueuePosition {
  return { position, queueReason: reason, estimatedStartAt: startsInMs === null ? null : now + startsInMs }
}
