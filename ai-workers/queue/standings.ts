import type { Place } from './place.js'
import type { Standing } from './standing.js'
import { startTimes } from './start-times.js'
import type { LineNow } from './start-times.js'

export interface PlaceStanding extends Standing {
  readonly place: Place
}

/** Of all who wait, in the order in which they will run. */
export function standingsOf(line: LineNow): PlaceStanding[] {
  const starts = startTimes(line)
  let newest = 0
  let hasHigh = false
  return line.waiting.map((place, index) => {
    const { priority, arrival } = place.entry
    const reason = hasHigh && priority === 'normal' ? 'PRIORITY' : newest > arrival ? 'FAIR_SHARE' : 'BUSY'
    newest = Math.max(newest, arrival)
    hasHigh ||= priority === 'high'
    return { place, position: index + 1, reason, startAt: starts[index] ?? null }
  })
}
