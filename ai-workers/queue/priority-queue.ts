import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import { FairQueue } from './fair-queue.js'
import type { QueueSlot } from './queue-slot.js'

/** How many slots of high priority start in a row while a normal one waits (ADR 0046). */
export const highInARow = 3

/** All waiting slots: a fair queue for each priority, high first, but normal slots are never starved. */
export class PriorityQueue {
  private readonly queues: Readonly<Record<JobPriority, FairQueue>> = { high: new FairQueue(), normal: new FairQueue() }
  private highStarts = 0

  get length(): number {
    return this.queues.high.slots.length + this.queues.normal.slots.length
  }

  /** The slot that starts next. */
  get first(): QueueSlot | undefined {
    const [high, normal] = [this.queues.high.slots[0], this.queues.normal.slots[0]]
    return high && normal ? (this.highStarts < highInARow ? high : normal) : (high ?? normal)
  }

  /** The order of starts if no job arrives or leaves. */
  order(): QueueSlot[] {
    const [high, normal] = [[...this.queues.high.slots], [...this.queues.normal.slots]]
    const order: QueueSlot[] = []
    let room = highInARow - this.highStarts
    while (high.length > 0 && normal.length > 0) {
      order.push(...high.splice(0, room), ...normal.splice(0, high.length > 0 ? 1 : 0))
      room = highInARow
    }
    return [...order, ...high, ...normal]
  }

  nextRoundOf(caller: string, priority: JobPriority, running: Iterable<QueueSlot>): number {
    const alike = [...running].filter(({ entry }) => entry.priority === priority)
    return this.queues[priority].nextRoundOf(caller, alike)
  }

  join(slot: QueueSlot): void {
    this.queues[slot.entry.priority].join(slot)
  }

  remove(slot: QueueSlot): void {
    this.queues[slot.entry.priority].remove(slot)
  }

  /** Removes a slot that starts. */
  start(slot: QueueSlot): void {
    const { priority } = slot.entry
    this.queues[priority].start(slot)
    const passesNormal = priority === 'high' && this.queues.normal.slots.length > 0
    this.highStarts = passesNormal ? this.highStarts + 1 : 0
  }
}
