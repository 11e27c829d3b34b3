/**
 * Why a job waits. BUSY: the maximum number of jobs is running, and jobs before it came first. FAIR_SHARE: later
 * jobs of other callers start first, because callers share the queue. PRIORITY: later jobs of higher priority start
 * first. PAUSED: an operator has paused the queue. WORKER_AWAY, of a queue of many processes: the worker cannot be reached
 * or is not ready; the job will be submitted again.
 */
export const queueReasons = ['BUSY', 'FAIR_SHARE', 'PRIORITY', 'WORKER_AWAY', 'PAUSED'] as const
export type QueueReason = (typeof queueReasons)[number]

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
