import { wokenOrAborted } from '@parley/runtime'

/**
 * Jobs that the worker refused, oldest first. Only the first one is submitted again; the next follows when it is
 * accepted.
 */
export class RetryQueue {
  readonly #slots: RetrySlot[] = []

  get isEmpty(): boolean {
    return this.#slots.length === 0
  }

  /** Waits at the position given by `age`; smaller is older. */
  join(age: number): RetrySlot {
    const slot: RetrySlot = new RetrySlot(age, {
      position: () => this.#slots.indexOf(slot) + 1,
      // a job whose reader is slow to read its last event must not block the others
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

export class RetrySlot {
  /** True while its reader has not read the last reported position. */
  isReporting = false
  #reported = 0
  #wake: (() => void) | undefined

  constructor(
    readonly age: number,
    private readonly queue: { position(): number; isFirst(): boolean; changed(): void; leave(): void },
  ) {}

  /**
   * Yields the position at each change. Ends when the job is the first to submit again, or when the signal is aborted.
   */
  async *turn(signal: AbortSignal): AsyncGenerator<number, void, undefined> {
    while (!signal.aborted) {
      const position = this.queue.position()
      if (position !== this.#reported) {
        this.#reported = position
        this.isReporting = true
        this.queue.changed()
        yield position
        this.isReporting = false
      } else if (this.queue.isFirst()) return
      // several slots that join or leave together count as one change
      else await wokenOrAborted(signal, (wake) => (this.#wake = () => setImmediate(wake)))
    }
  }

  wake(): void {
    this.#wake?.()
  }

  leave(): void {
    this.queue.leave()
  }
}
