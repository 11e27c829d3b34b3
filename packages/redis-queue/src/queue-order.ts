import { type JobPriority, type QueuePosition, reasonsOf } from '@parley/queue'
import type { BullQueueState } from './shared-queue.js'

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
  /** The jobs whose priority in BullMQ is not their tag yet, in the same order. */
  readonly lowered: readonly { readonly id: string; readonly tag: number }[]
}

/** The answer of lua/queue-overview.lua. */
export type QueueOverview = readonly [slots: number, entries: readonly string[], lowered: readonly string[]]

export function queueOrder([slots, flat, lowered]: QueueOverview, { first, isPaused }: BullQueueState): QueueOrder {
  const waiting: (WaitingEntry & { id: string })[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    waiting.push({ id: flat[index] ?? '', ...(JSON.parse(flat[index + 1] ?? '') as WaitingEntry) })
  }
  waiting.sort((one, other) => one.tag - other.tag || one.arrival - other.arrival)
  const reasons = reasonsOf(waiting)
  const isWorkerReady = slots > 0
  const positions = waiting.map(({ id, priority }, index) => {
    const reason = isPaused ? 'PAUSED' : isWorkerReady ? (reasons[index] ?? 'BUSY') : 'WORKER_AWAY'
    return [id, { position: first + index + 1, reason, startAt: null, priority }] as const
  })
  return {
    isWorkerReady,
    isPaused,
    positions: new Map(positions),
    lowered: waiting.filter(({ id }) => lowered.includes(id)),
  }
}
