import type { QueueReason, QueuePosition } from './queue-position.js'
import type { QueueSlot } from './queue-slot.js'
import type { JobDurations } from './job-durations.js'

interface QueueState {
  readonly running: Iterable<QueueSlot>
  /** In the order in which they will start. */
  readonly waiting: readonly QueueSlot[]
  readonly durations: JobDurations
  /** Epoch milliseconds. */
  readonly now: number
}

/** A late job is expected to need a quarter longer than the average, then a quarter longer than that, and so on. */
const lateFactor = 1.25

/**
 * The estimated start of each waiting slot, in epoch milliseconds, if every job has the average duration of its
 * model; null until a job has ended.
 */
function startTimes({ running, waiting, durations, now }: QueueState): (number | null)[] {
  let ends = [...running].map((slot) => endOf(slot, durations, now))
  let last = now
  return waiting.map(({ entry: { atOnce, model, deadline } }) => {
    const takesMs = durations.averageOf(model)
    if (takesMs === undefined) return null
    ends.sort((one, other) => one - other)
    // fewer than `atOnce` slots must be running by then
    const start = Math.max(last, ends[ends.length - atOnce] ?? now)
    last = start
    // a job past its deadline delays no other
    const own = start < deadline ? [Math.min(start + takesMs, deadline)] : []
    ends = [...ends.filter((end) => end > start), ...own]
    return start
  })
}

function endOf({ startedAt = 0, entry }: QueueSlot, durations: JobDurations, now: number): number {
  const usualMs = Math.max(1, durations.averageOf(entry.model) ?? 0)
  const timesLate = Math.max(0, Math.floor(Math.log(Math.max(0, now - startedAt) / usualMs) / Math.log(lateFactor)) + 1)
  return Math.min(startedAt + usualMs * lateFactor ** timesLate, Math.max(now, entry.deadline))
}

export interface SlotPosition extends QueuePosition {
  readonly slot: QueueSlot
}

/** The positions of all waiting slots, in the order in which they will start. */
export function positionsOf(state: QueueState): SlotPosition[] {
  const starts = startTimes(state)
  const reasons = reasonsOf(state.waiting.map(({ entry }) => entry))
  return state.waiting.map((slot, index) => {
    return { slot, position: index + 1, reason: reasons[index] ?? 'BUSY', startAt: starts[index] ?? null }
  })
}

/** Why each job waits, in the order in which they will start. */
export function reasonsOf(waiting: readonly Pick<QueueSlot['entry'], 'priority' | 'arrival'>[]): QueueReason[] {
  // the newest arrivals so far, of any priority and of high priority
  let [newest, newestHigh] = [0, 0]
  return waiting.map(({ priority, arrival }) => {
    const isPassedByHigh = priority === 'normal' && newestHigh > arrival
    const reason = isPassedByHigh ? 'PRIORITY' : newest > arrival ? 'FAIR_SHARE' : 'BUSY'
    newest = Math.max(newest, arrival)
    if (priority === 'high') newestHigh = Math.max(newestHigh, arrival)
    return reason
  })
}
