import type { QueueReason } from '../../src/ports/reply-generator/reply-generator.js'

export interface QueuePosition {
  /** 1 starts next. */
  readonly position: number
  readonly reason: QueueReason
  /** The estimated start, in epoch milliseconds of this process; null without an estimate. */
  readonly startAt: number | null
}

const minMoveMs = 1_000
const minMove = 0.1

/** An estimate that moves by less than a second, or by less than a tenth of the remaining time, is not reported. */
export function isReportable(last: QueuePosition, next: QueuePosition, now: number): boolean {
  if (last.position !== next.position || last.reason !== next.reason) return true
  if (last.startAt === null || next.startAt === null) return last.startAt !== next.startAt
  const leftMs = Math.max(0, last.startAt - now)
  return Math.abs(next.startAt - last.startAt) > Math.max(minMoveMs, leftMs * minMove)
}
