import type { PerformanceCounts } from '../performance.js'
import { performanceReport } from '../performance.js'
import type { WorkerReport } from '../worker-report.js'
import type { ModelState } from '../backends/backend.js'
import type { QueueOrder } from './queue-order.js'

/** What a worker reports with its heartbeat. */
export interface Heartbeat extends PerformanceCounts {
  readonly modelState: ModelState
}

const none: PerformanceCounts = { accepted: 0, active: 0, completed: 0, failed: 0, answeringMs: 0, maxConcurrent: 0 }

/** The body of `GET /performance` for all workers of a kind that are alive; `reports` are those of their heartbeats. */
export function queueReport(reports: readonly string[], { positions }: QueueOrder): WorkerReport {
  const workers = reports.map((report) => JSON.parse(report) as Heartbeat)
  const counts = workers.reduce<PerformanceCounts>(sum, none)
  const { active: running, accepted } = counts
  const waiting = positions.size
  const queue = [...positions.values()].map(({ position, reason, priority }) => {
    return { position, reason, estimated_start: null, priority }
  })
  const all = { ...counts, accepted: accepted + waiting, active: running + waiting }
  return { ...performanceReport(all), running, waiting, queue, model_state: modelStateOf(workers) }
}

/** `ready` when that of any worker is; else that of the first one. */
function modelStateOf(workers: readonly Heartbeat[]): ModelState {
  const states = workers.map(({ modelState }) => modelState)
  return states.find((state) => state === 'ready') ?? states[0] ?? 'loading'
}

function sum(one: PerformanceCounts, other: PerformanceCounts): PerformanceCounts {
  return {
    accepted: one.accepted + other.accepted,
    active: one.active + other.active,
    completed: one.completed + other.completed,
    failed: one.failed + other.failed,
    answeringMs: one.answeringMs + other.answeringMs,
    maxConcurrent: one.maxConcurrent + other.maxConcurrent,
  }
}
