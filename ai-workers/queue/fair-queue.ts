import type { QueueSlot } from './queue-slot.js'

/** Jobs by turns (start-time fair queueing, ADR 0042): a caller's second one comes after the first of every other caller. */
export class FairQueue {
  /** In the order in which they will run: by round, then as they came. */
  readonly slots: QueueSlot[] = []
  private round = 0

  /** The turn of a caller's next slot, given those of the same line that run. */
  nextRoundOf(caller: string, running: Iterable<QueueSlot>): number {
    const own = [...running, ...this.slots].filter((slot) => slot.caller === caller)
    return Math.max(this.round, ...own.map(({ entry }) => entry.round)) + 1
  }

  join(slot: QueueSlot): void {
    const after = this.slots.findIndex(({ entry }) => entry.round > slot.entry.round)
    this.slots.splice(after < 0 ? this.slots.length : after, 0, slot)
  }

  remove(slot: QueueSlot): void {
    const index = this.slots.indexOf(slot)
    if (index >= 0) this.slots.splice(index, 1)
  }

  /** Removes and returns the first one: its turn has come. */
  start(slot: QueueSlot): void {
    this.remove(slot)
    this.round = slot.entry.round
  }
}
