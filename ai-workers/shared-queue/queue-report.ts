import { z } from 'zod'
import { isAstray, parsedJson } from '@parley/runtime'
import { type PerformanceCounts, performanceReport } from '../performance.js'
import type { WorkerReport } from '../worker-report.js'
import type { Kind } from '../../src/kinds.js'
import type { ServiceStatus } from '../../src/ports/reply-generator/service-status.js'
import type { QueueOrder } from '@parley/redis-queue'
import { type ModelState, modelStates } from '../../src/ports/reply-generator/reply-generator.js'

const count = z.int().min(0)
const heartbeatShape = z.object({
  accepted: count,
  active: count,
  completed: count,
  failed: count,
  answeringMs: z.number().min(0),
  maxConcurrent: count,
  modelState: z.enum(modelStates),
  /** The name of the model `Local`. Absent, like `name`, in reports of earlier releases. */
  model: z.string().nullish(),
  contextTokens: count.nullish(),
  thoughts: z.boolean().nullish(),
  /** Its clock minus that of Redis, in milliseconds; absent in reports of earlier releases. */
  clockMs: z.number().optional(),
  /** The name of the worker. */
  name: z.string().optional(),
})

/** What a worker reports with its heartbeat. */
export type Heartbeat = z.output<typeof heartbeatShape>

const none: PerformanceCounts = { accepted: 0, active: 0, completed: 0, failed: 0, answeringMs: 0, maxConcurrent: 0 }

/** The body of `GET /performance` for all workers of a kind that are alive; `reports` are those of their heartbeats. */
export function queueReport(reports: readonly string[], { positions, isPaused: paused }: QueueOrder): WorkerReport {
  const workers = heartbeatsOf(reports)
  const counts = workers.reduce<PerformanceCounts>(sum, none)
  const { active: running, accepted } = counts
  const waiting = positions.size
  const queue = [...positions.values()].map(({ position, reason, priority }) => {
    return { position, reason, estimated_start: null, priority }
  })
  const all = { ...counts, accepted: accepted + waiting, active: running + waiting }
  const loaded: Partial<Heartbeat> = workers.find((worker) => worker.model) ?? {}
  const { model = null, contextTokens: context_tokens = null, thoughts = null } = loaded
  const modelReport = { model_state: modelStateOf(workers), model, context_tokens, thoughts }
  return { ...performanceReport(all), running, waiting, paused, queue, ...modelReport }
}

/** The workers that are alive, for operators. */
export function queueStatus(
  kind: Kind,
  reports: readonly string[],
  { positions, isPaused }: QueueOrder,
): ServiceStatus {
  const workers = heartbeatsOf(reports).map((report) => {
    const {
      name = null,
      modelState,
      model = null,
      active,
      maxConcurrent,
      contextTokens = null,
      thoughts = null,
    } = report
    return { name, state: modelState, model, running: active, concurrency: maxConcurrent, contextTokens, thoughts }
  })
  const byName = workers.toSorted((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1))
  return { kind, waiting: positions.size, paused: isPaused, workers: byName }
}

/** Whether a worker other than `name` is known to have the clock of Redis. */
export function hasRightClock(reports: readonly string[], name: string): boolean {
  return heartbeatsOf(reports).some((other) => {
    return other.name !== name && other.clockMs !== undefined && !isAstray(other.clockMs)
  })
}

/** Without those that this release cannot read: another release, or another program, may have written them. */
function heartbeatsOf(reports: readonly string[]): Heartbeat[] {
  return reports.flatMap((report) => heartbeatShape.safeParse(parsedJson(report)).data ?? [])
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
