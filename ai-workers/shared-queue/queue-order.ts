import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import { reasonsOf } from '../queue/start-times.js'
import type { QueuePosition } from '../queue/queue-position.js'

interface WaitingEntry {
  readonly priority: JobPriority
  readonly arrival: number
  readonly tag: number
}

export interface QueueOrder {
  readonly isWorkerReady: boolean
  readonly isPaused: boolean
  /** The position of each waiting job by its id, in the order in which they will start. */
  readonly positions: ReadonlyMap<string, QueuePosition & { readonly priority: JobPriority }>
}

/** Jobs that go before all others, the jobs that may run at the same time, id and entry of each waiting job, 1 if paused. */
export type QueueOverview = readonly [first: number, slots: number, entries: readonly string[], paused: number]

/** Reads the answer of the script `queueOverview`. */
export function queueOrder([first, slots, flat, paused]: QueueOverview): QueueOrder {
  const waiting: (WaitingEntry & { id: string })[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    waiting.push({ id: flat[index] ?? '', ...(JSON.parse(flat[index + 1] ?? '') as WaitingEntry) })
  }
  waiting.sort((one, other) => one.tag - other.tag || one.arrival - other.arrival)
  const reasons = reasonsOf(waiting)
  const [isWorkerReady, isPaused] = [slots > 0, paused === 1]
  const positions = waiting.map(({ id, priority }, index) => {
    const reason = isPaused ? 'PAUSED' : isWorkerReady ? (reasons[index] ?? 'BUSY') : 'WORKER_AWAY'
    return [id, { position: first + index + 1, reason, startAt: null, priority }] as const
  })
  return { isWorkerReady, isPaused, positions: new Map(positions) }
}
