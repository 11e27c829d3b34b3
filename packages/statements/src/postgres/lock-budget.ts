/** What a transaction may wait for one more lock when it has spent its budget, in milliseconds. */
const leastMs = 250

/**
 * The time that a transaction on PostgreSQL may wait for its locks. `lock_timeout` limits each statement, and a
 * transaction that gets one lock late would wait as long for the next one.
 */
export class LockBudget {
  readonly #begunAt = performance.now()
  #givenMs: number

  constructor(private readonly lockMs: number) {
    this.#givenMs = lockMs
  }

  /** The statement that shortens the limit; undefined in a transaction that is not slow. */
  shortening(): string | undefined {
    const leftMs = Math.round(this.lockMs - (performance.now() - this.#begunAt))
    if (leftMs > this.#givenMs - leastMs || this.#givenMs <= leastMs) return undefined
    this.#givenMs = Math.max(leftMs, leastMs)
    return `SET LOCAL lock_timeout = ${String(this.#givenMs)}`
  }
}
