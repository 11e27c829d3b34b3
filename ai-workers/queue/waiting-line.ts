import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import { FairLine } from './fair-line.js'
import type { Place } from './place.js'

/** Places of high priority that start in a row while a normal one waits: then it is a normal one's turn (ADR 0046). */
export const highInARow = 3

/** All who wait: a fair line for each priority, the high ones first, but never so that normal ones wait for ever. */
export class WaitingLine {
  private readonly lines: Readonly<Record<JobPriority, FairLine>> = { high: new FairLine(), normal: new FairLine() }
  private highStarts = 0

  get length(): number {
    return this.lines.high.places.length + this.lines.normal.places.length
  }

  /** The one that starts next. */
  get first(): Place | undefined {
    const [high, normal] = [this.lines.high.places[0], this.lines.normal.places[0]]
    return high && normal ? (this.highStarts < highInARow ? high : normal) : (high ?? normal)
  }

  /** The order in which they would start if no job came or left any more. */
  order(): Place[] {
    const [high, normal] = [[...this.lines.high.places], [...this.lines.normal.places]]
    const order: Place[] = []
    let room = highInARow - this.highStarts
    while (high.length > 0 && normal.length > 0) {
      order.push(...high.splice(0, room), ...normal.splice(0, high.length > 0 ? 1 : 0))
      room = highInARow
    }
    return [...order, ...high, ...normal]
  }

  nextRoundOf(caller: string, priority: JobPriority, running: Iterable<Place>): number {
    const alike = [...running].filter(({ entry }) => entry.priority === priority)
    return this.lines[priority].nextRoundOf(caller, alike)
  }

  join(place: Place): void {
    this.lines[place.entry.priority].join(place)
  }

  remove(place: Place): void {
    this.lines[place.entry.priority].remove(place)
  }

  /** Removes and returns the first one: its turn has come. */
  start(place: Place): void {
    const { priority } = place.entry
    this.lines[priority].start(place)
    const passesSomebody = priority === 'high' && this.lines.normal.places.length > 0
    this.highStarts = passesSomebody ? this.highStarts + 1 : 0
  }
}
