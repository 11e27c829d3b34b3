import type { QueueReason } from '@parley/queue'
import type { KnownPosition } from '../ports/reply-generator/reply-generator.js'

/** The queue position of a waiting generation, as the instance that runs it knows it; all null otherwise. */
export interface QueuePosition {
  /** Position in the worker's queue; 1 is next. Null also while unknown. */
  readonly position: number | null
  readonly queueReason: QueueReason | null
  /** Epoch milliseconds; null also while unknown. */
  readonly estimatedStartAt: number | null
}

export const notWaiting: QueuePosition = { position: null, queueReason: null, estimatedStartAt: null }

/** Whether the two are the same for a client. */
export function isSamePosition(one: QueuePosition, other: QueuePosition): boolean {
  return (
    one.position === other.position &&
    one.queueReason === other.queueReason &&
    one.estimatedStartAt === other.estimatedStartAt
  )
}

/** The position that a worker reported, in the time of this process's clock. */
export function positionOf({ position, reason, startsInMs }: KnownPosition, now: number): QueuePosition {
  return { position, queueReason: reason, estimatedStartAt: startsInMs === null ? null : now + startsInMs }
}
