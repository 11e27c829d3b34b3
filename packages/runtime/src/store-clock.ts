/**
 * The clock of a store that several processes share, as this process estimates it. Between two reads it follows the
 * monotonic clock, so that a step of the machine's clock changes nothing. Before the first read it is the machine's.
 */
export class StoreClock {
  #known: { readonly time: number; readonly at: number } | undefined

  /** `machine`: epoch milliseconds. */
  constructor(private readonly machine: () => number = Date.now) {}

  /** Epoch milliseconds, whole. */
  readonly now = (): number => {
    if (!this.#known) return this.machine()
    return Math.floor(this.#known.time + performance.now() - this.#known.at)
  }

  /** The machine's clock minus that of the store, in milliseconds; 0 before the first read. */
  get differenceMs(): number {
    return this.#known ? this.machine() - this.now() : 0
  }

  /** Asks the store for its time, in epoch milliseconds, and returns it. The estimate changes only as far as it must. */
  async read(ask: () => Promise<number>): Promise<number> {
    const askedAt = performance.now()
    const time = await ask()
    const at = performance.now()
    // the store read its clock in between, and left out the fraction
    const latest = time + 1 + at - askedAt
    const estimate = this.#known ? this.#known.time + at - this.#known.at : (time + latest) / 2
    this.#known = { at, time: Math.min(Math.max(estimate, time), latest) }
    return time
  }
}
