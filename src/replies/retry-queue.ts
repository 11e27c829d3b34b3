/** Refused jobs, oldest first: only the first is submitted again, and the others follow once it is accepted. */
export class RetryQueue {
  readonly #slots: RetrySlot[] = []

  get isEmpty(): boolean {
    return this.#slots.length === 0
  }

  /** Waits at the position of its `age`; smaller is older. */
  join(age: number): RetrySlot {
    const slot: RetrySlot = new RetrySlot(age, {
      position: () => this.#slots.indexOf(slot) + 1,
      // no other waits for one whose reader has not read its last event
      isFirst: () => this.#slots.find(({ isReporting }) => !isReporting) === slot,
      changed: () => this.#wakeAll(),
      leave: () => this.#remove(slot),
    })
    const next = this.#slots.findIndex((other) => other.age > age)
    this.#slots.splice(next === -1 ? this.#slots.length : next, 0, slot)
    this.#wakeAll()
    return slot
  }

  #remove(slot: RetrySlot): void {
    const index = this.#slots.indexOf(slot)
    if (index >= 0) this.#slots.splice(index, 1)
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const slot of this.#slots) slot.wake()
  }
}

interface Line {
  position(): number
  isFirst(): boolean
  changed(): void
  leave(): void
}

export class RetrySlot {
  /** While its reader has not taken where it stands. */
  isReporting = false
  #reported = 0
  #wake: (() => void) | undefined

  constructor(
    readonly age: number,
    private readonly line: Line,
  ) {}

  /**
   * The position as it changes; ends when the job is the first that can be submitted again, or the signal is aborted.
   */
  async *turn(signal: AbortSignal): AsyncGenerator<number, void, undefined> {
    while (!signal.aborted) {
      const position = this.line.position()
      if (position !== this.#reported) {
        this.#reported = position
        this.isReporting = true
        this.line.changed()
        yield position
        this.isReporting = false
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
