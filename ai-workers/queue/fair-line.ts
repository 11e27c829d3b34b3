import type { Place } from './place.js'

/** Jobs by turns (start-time fair queueing, ADR 0042): a caller's second one comes after the first of every other caller. */
export class FairLine {
  /** In the order in which they will run: by round, then as they came. */
  readonly places: Place[] = []
  private round = 0

  /** The turn of a caller's next place, given those of the same line that run. */
  nextRoundOf(caller: string, running: Iterable<Place>): number {
    const own = [...running, ...this.places].filter((place) => place.caller === caller)
    return Math.max(this.round, ...own.map(({ entry }) => entry.round)) + 1
  }

  join(place: Place): void {
    const after = this.places.findIndex(({ entry }) => entry.round > place.entry.round)
    this.places.splice(after < 0 ? this.places.length : after, 0, place)
  }

  remove(place: Place): void {
    const index = this.places.indexOf(place)
    if (index >= 0) this.places.splice(index, 1)
  }

  /** Removes and returns the first one: its turn has come. */
  start(place: Place): void {
    this.remove(place)
    this.round = place.entry.round
  }
}
