/** Limits concurrency. Further calls wait in the order of arrival, without a timeout. */
export class ConcurrencyLimit {
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(private readonly limit: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.limit) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // the next call inherits this slot
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
