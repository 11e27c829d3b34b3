/** Who was turned away, oldest first: only the first asks again, and the others follow once it was let in. */
export class ResubmissionLine {
  readonly #places: Place[] = []

  get isEmpty(): boolean {
    return this.#places.length === 0
  }

  /** Takes the place that `age` gives it; smaller is older. */
  join(age: number): Place {
    const place: Place = new Place(age, {
      isFirst: () => this.#places[0] === place,
      leave: () => this.#remove(place),
    })
    const next = this.#places.findIndex((other) => other.age > age)
    this.#places.splice(next === -1 ? this.#places.length : next, 0, place)
    return place
  }

  #remove(place: Place): void {
    const index = this.#places.indexOf(place)
    if (index >= 0) this.#places.splice(index, 1)
    this.#places[0]?.wake()
  }
}

interface Line {
  isFirst(): boolean
  leave(): void
}

export class Place {
  #wake: (() => void) | undefined

  constructor(
    readonly age: number,
    private readonly line: Line,
  ) {}

  /** Resolves when it is first, or the signal is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    while (!this.line.isFirst() && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  wake(): void {
    this.#wake?.()
  }

  leave(): void {
    this.line.leave()
  }
}
