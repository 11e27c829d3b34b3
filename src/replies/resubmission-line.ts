/** Who was turned away, oldest first: only the first asks again, and the others follow once it was let in. */
export class ResubmissionLine {
  readonly #places: Place[] = []

  get isEmpty(): boolean {
    return this.#places.length === 0
  }

  /** Waits at the position of its `age`; smaller is older. */
  join(age: number): Place {
    const place: Place = new Place(age, {
      position: () => this.#places.indexOf(place) + 1,
      // no other waits for one whose reader has not read its last event
      isFirst: () => this.#places.find(({ isTelling }) => !isTelling) === place,
      changed: () => this.#wakeAll(),
      leave: () => this.#remove(place),
    })
    const next = this.#places.findIndex((other) => other.age > age)
    this.#places.splice(next === -1 ? this.#places.length : next, 0, place)
    this.#wakeAll()
    return place
  }

  #remove(place: Place): void {
    const index = this.#places.indexOf(place)
    if (index >= 0) this.#places.splice(index, 1)
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const place of this.#places) place.wake()
  }
}

interface Line {
  position(): number
  isFirst(): boolean
  changed(): void
  leave(): void
}

export class Place {
  /** While its reader has not taken where it stands. */
  isTelling = false
  #told = 0
  #wake: (() => void) | undefined

  constructor(
    readonly age: number,
    private readonly line: Line,
  ) {}

  /** Where it stands, as it changes; over when it is the first that can ask again, or the signal is aborted. */
  async *turn(signal: AbortSignal): AsyncGenerator<number, void, undefined> {
    while (!signal.aborted) {
      const position = this.line.position()
      if (position !== this.#told) {
        this.#told = position
        this.isTelling = true
        this.line.changed()
        yield position
        this.isTelling = false
      } else if (this.line.isFirst()) return
      else await this.#change(signal)
    }
  }

  wake(): void {
    this.#wake?.()
  }

  leave(): void {
    this.line.leave()
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#wake = undefined
        signal.removeEventListener('abort', done)
        // those who join or leave together are one change
        setImmediate(resolve)
      }
      this.#wake = done
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
