import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import { FairQueue } from './fair-queue.js'
import type { QueueSlot } from './queue-slot.js'

/** Slots of high priority that start in a row while a normal one waits: then it is a normal one's turn (ADR 0046). */
export const highInARow = 3

/** All who wait: a fair line for each priority, the high ones first, but never so that normal ones wait for ever. */
export class PriorityQueue {
  private readonly lines: Readonly<Record<JobPriority, FairQueue>> = { high: new FairQueue(), normal: new FairQueue() }
  private highStarts = 0

  get length(): number {
    return this.lines.high.slots.length + this.lines.normal.slots.length
  }

  /** The one that starts next. */
  get first(): QueueSlot | undefined {
    const [high, normal] = [this.lines.high.slots[0], this.lines.normal.slots[0]]
    return high && normal ? (this.highStarts < highInARow ? high : normal) : (high ?? normal)
  }

  /** The order in which they would start if no job came or left any more. */
  order(): QueueSlot[] {
    const [high, normal] = [[...this.lines.high.slots], [...this.lines.normal.slots]]
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
    return this.lines[priority].nextRoundOf(caller, alike)
  }

  join(slot: QueueSlot): void {
    this.lines[slot.entry.priority].join(slot)
  }

  remove(slot: QueueSlot): void {
    this.lines[slot.entry.priority].remove(slot)
  }

  /** Removes and returns the first one: its turn has come. */
  start(slot: QueueSlot): void {
    const { priority } = slot.entry
    this.lines[priority].start(slot)
    const passesNormal = priority === 'high' && this.lines.normal.slots.length > 0
    this.highStarts = passesNormal ? this.highStarts + 1 : 0
  }
}
