import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import type { QueueSlot } from './queue-slot.js'

/** The distance between the tags of two jobs of one caller, by the priority of the later one. */
export const tagIncrements: Readonly<Record<JobPriority, number>> = { high: 1, normal: 4 }

/** Weighted fair queueing by caller (ADR 0075): the lowest tag starts first, equal tags in order of arrival. */
export class FairQueue {
  /** In the order in which they will start. */
  readonly slots: QueueSlot[] = []
  #startedTag = 0

  /** The tag of a caller's next slot: after the slot that started last and after the caller's last waiting one. */
  nextTagOf(caller: string, priority: JobPriority): number {
    const own = this.slots.findLast((slot) => slot.caller === caller)
    return Math.max(this.#startedTag, own?.entry.tag ?? 0) + tagIncrements[priority]
  }

  join(slot: QueueSlot): void {
    const after = this.slots.findIndex(({ entry }) => entry.tag > slot.entry.tag)
    this.slots.splice(after < 0 ? this.slots.length : after, 0, slot)
  }

  remove(slot: QueueSlot): void {
    const index = this.slots.indexOf(slot)
    if (index >= 0) this.slots.splice(index, 1)
  }

  /** Removes a slot that starts. */
  start(slot: QueueSlot): void {
    this.remove(slot)
    this.#startedTag = slot.entry.tag
  }
}
