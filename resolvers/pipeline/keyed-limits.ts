import { ConcurrencyLimit } from '../../src/concurrency-limit.js'

/** Limits concurrency for each name on its own. */
export class KeyedLimits {
  readonly #limits = new Map<string, { readonly limit: ConcurrencyLimit; calls: number }>()

  constructor(private readonly limit: number) {}

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const own = this.#limits.get(name) ?? { limit: new ConcurrencyLimit(this.limit), calls: 0 }
    this.#limits.set(name, own)
    own.calls += 1
    try {
      return await own.limit.run(work)
    } finally {
      own.calls -= 1
      if (own.calls === 0) this.#limits.delete(name)
    }
  }
}
