import type { QueueReason } from '../../src/ports/reply-generator/reply-generator.js'

/** Where a slot stands in the line. */
export interface QueuePosition {
  /** 1 is the next. */
  readonly position: number
  readonly reason: QueueReason
  /** An estimate of when it will start, in epoch milliseconds of this process; null when nothing is known yet. */
  readonly startAt: number | null
}

const leastMoveMs = 1_000
const leastMove = 0.1

/** An estimate that moves by less than a second, or by less than a tenth of the time that is left, is not reported. */
export function isNews(last: QueuePosition, next: QueuePosition, now: number): boolean {
  if (last.position !== next.position || last.reason !== next.reason) return true
  if (last.startAt === null || next.startAt === null) return last.startAt !== next.startAt
  const leftMs = Math.max(0, last.startAt - now)
  return Math.abs(next.startAt - last.startAt) > Math.max(leastMoveMs, leftMs * leastMove)
}
