import type { QueueSlot } from './queue-slot.js'

/** Start-time fair queueing (ADR 0042): the second job of a caller comes after the first job of every other caller. */
export class FairQueue {
  /** In the order in which they will start: by round, then by arrival. */
  readonly slots: QueueSlot[] = []
  private round = 0

  /** The round of a caller's next slot. `running` are the running slots of the same priority. */
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

  /** Removes a slot that starts. */
  start(slot: QueueSlot): void {
    this.remove(slot)
    this.round = slot.entry.round
  }
}
