import type { JobPriority, QueueReason, WorkerQueue } from '@parley/queue'
import type { ModelState } from '../src/ports/reply-generator/reply-generator.js'
import type { PerformanceReport } from './performance.js'

/** A waiting job, without names and texts. */
export interface WaitingReport {
  /** 1 is the next to start. */
  readonly position: number
  readonly reason: QueueReason
  /** ISO 8601 in UTC; null without an estimate. */
  readonly estimated_start: string | null
  readonly priority: JobPriority
}

/** The keys of `GET /performance` in addition to the five documented ones. */
interface QueueReport {
  readonly running: number
  readonly waiting: number
  /** Whether an operator has paused the queue. */
  readonly paused: boolean
  /** In the order in which they will start. */
  readonly queue: readonly WaitingReport[]
}

export interface WorkerReport extends PerformanceReport, QueueReport {
  readonly model_state: ModelState
  /** The name of the model `Local`; null until it is loaded. */
  readonly model: string | null
  /** Its context, in tokens of prompt and reply; null while unknown. */
  readonly context_tokens: number | null
  /** Whether it shows thoughts before its replies; null while unknown. */
  readonly thoughts: boolean | null
}

export function reportQueue(queue: WorkerQueue): QueueReport {
  const positions = queue.positions()
  return {
    running: queue.runningCount,
    waiting: positions.length,
    paused: queue.isPaused,
    queue: positions.map(({ slot, position, reason, startAt }) => ({
      position,
      reason,
      estimated_start: startAt === null ? null : new Date(startAt).toISOString(),
      priority: slot.entry.priority,
    })),
  }
}
