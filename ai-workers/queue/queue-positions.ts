import type { QueueSlot } from './queue-slot.js'
import type { QueuePosition } from './queue-position.js'
import { startTimes } from './start-times.js'
import type { QueueState } from './start-times.js'

export interface SlotPosition extends QueuePosition {
  readonly slot: QueueSlot
}

/** The positions of all waiting slots, in the order in which they will start. */
export function positionsOf(state: QueueState): SlotPosition[] {
  const starts = startTimes(state)
  let newest = 0
  let hasHigh = false
  return state.waiting.map((slot, index) => {
    const { priority, arrival } = slot.entry
    const reason = hasHigh && priority === 'normal' ? 'PRIORITY' : newest > arrival ? 'FAIR_SHARE' : 'BUSY'
    newest = Math.max(newest, arrival)
    hasHigh ||= priority === 'high'
    return { slot, position: index + 1, reason, startAt: starts[index] ?? null }
  })
}
