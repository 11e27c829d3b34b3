import type { QueueSlot } from './queue-slot.js'
import type { ReplyDurations } from './reply-durations.js'

export interface LineNow {
  readonly running: Iterable<QueueSlot>
  /** In the order in which they will run. */
  readonly waiting: readonly QueueSlot[]
  readonly durations: ReplyDurations
  /** Epoch milliseconds. */
  readonly now: number
}

/** A reply that runs longer than the average is expected to need a quarter more, then a quarter more than that, and so on. */
const lateFactor = 1.25

/**
 * When each of the waiting will start, in epoch milliseconds, if every reply takes as long as replies of its model do;
 * nulls until one has ended.
 */
export function startTimes({ running, waiting, durations, now }: LineNow): (number | null)[] {
  let ends = [...running].map((slot) => endOf(slot, durations, now))
  let last = now
  return waiting.map(({ entry: { atOnce, model, deadline } }) => {
    const takesMs = durations.of(model)
    if (takesMs === undefined) return null
    ends.sort((one, other) => one - other)
    // as many must have ended by then that one of `atOnce` is free
    const start = Math.max(last, ends[ends.length - atOnce] ?? now)
    last = start
    // a job that has left delays no other
    const own = start < deadline ? [Math.min(start + takesMs, deadline)] : []
    ends = [...ends.filter((end) => end > start), ...own]
    return start
  })
}

function endOf({ startedAt = 0, entry }: QueueSlot, durations: ReplyDurations, now: number): number {
  const usualMs = Math.max(1, durations.of(entry.model) ?? 0)
  const timesLate = Math.max(0, Math.floor(Math.log(Math.max(0, now - startedAt) / usualMs) / Math.log(lateFactor)) + 1)
  return Math.min(startedAt + usualMs * lateFactor ** timesLate, Math.max(now, entry.deadline))
}
