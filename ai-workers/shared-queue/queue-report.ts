import type { PerformanceCounts } from '../performance.js'
import { performanceReport } from '../performance.js'
import type { WorkerReport } from '../worker-report.js'
import type { QueueOrder } from './queue-order.js'

const none: PerformanceCounts = { accepted: 0, active: 0, completed: 0, failed: 0, answeringMs: 0, maxConcurrent: 0 }

/** The body of `GET /performance` for all workers of a kind that are alive; `reports` are those of their heartbeats. */
export function queueReport(reports: readonly string[], { positions }: QueueOrder): WorkerReport {
  const counts = reports.map((report) => JSON.parse(report) as PerformanceCounts).reduce(sum, none)
  const { active: running, accepted } = counts
  const waiting = positions.size
  const queue = [...positions.values()].map(({ position, reason, priority }) => {
    return { position, reason, estimated_start: null, priority }
  })
  const all = { ...counts, accepted: accepted + waiting, active: running + waiting }
  return { ...performanceReport(all), running, waiting, queue }
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
