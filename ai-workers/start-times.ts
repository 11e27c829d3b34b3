import type { Place } from './place.js'
import type { ReplyDurations } from './reply-durations.js'

export interface LineNow {
  readonly running: Iterable<Place>
  /** In the order in which they will run. */
  readonly waiting: readonly Place[]
  readonly durations: ReplyDurations
  /** Epoch milliseconds. */
  readonly now: number
}

/** What has run for this share of its time over again is expected to go on for it. */
const lateShare = 0.25

/**
 * When each of the waiting will start, in epoch milliseconds, if every reply takes as long as replies of its model do;
 * nulls until one has ended.
 */
export function startTimes({ running, waiting, durations, now }: LineNow): (number | null)[] {
  const ends = [...running].map((place) => endOf(place, durations, now))
  let last = now
  return waiting.map(({ entry: { atOnce, model, deadline } }) => {
    const takesMs = durations.of(model)
    if (takesMs === undefined) return null
    ends.sort((one, other) => one - other)
    // as many must have ended by then that one of `atOnce` is free
    last = Math.max(last, ends[ends.length - atOnce] ?? now)
    // who is not there any more keeps nobody waiting
    if (last < deadline) ends.push(Math.min(last + takesMs, deadline))
    return last
  })
}

function endOf({ startedAt = 0, entry }: Place, durations: ReplyDurations, now: number): number {
  const ranMs = now - startedAt
  const takesMs = durations.of(entry.model) ?? 0
  const leftMs = Math.max(takesMs - ranMs, ranMs * lateShare)
  return Math.max(now, Math.min(now + leftMs, entry.deadline))
}
