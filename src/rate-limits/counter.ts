import { LRUCache } from 'lru-cache'
import { RateLimiterRes } from 'rate-limiter-flexible'
import StoreLimiter from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js'
import { type Database, moreThan, type Queries } from '@parley/statements'
import { countPoints } from '../database/statements/count-points.js'
import { RateCountTable } from '../database/tables/rate-limits.js'
import type { RateCount } from './rate-count.js'

interface CounterOptions {
  readonly keyPrefix: string
  readonly limit: number
  readonly windowMs: number
  /** Epoch milliseconds. */
  readonly clock: () => number
}

type Count = Pick<RateCount, 'points' | 'expiresAt'>

interface Spent extends Count {
  /** Epoch milliseconds. */
  readonly isKnownUntil: number
}

/** For this time a refused key is refused without a read, so that a flood hardly loads the store. */
const spentMs = 5_000

/**
 * One limit, counted in the relational store, so instances share it and it survives restarts. Fixed windows that begin
 * with the first act. The library calls the methods with an underscore.
 */
export class Counter extends StoreLimiter {
  readonly #spent = new LRUCache<string, Spent>({ max: 10_000 })
  readonly #limit: number
  readonly #clock: () => number

  constructor(
    private readonly database: Database,
    { keyPrefix, limit, windowMs, clock }: CounterOptions,
  ) {
    super({ keyPrefix, points: limit, duration: windowMs / 1000, storeClient: undefined })
    this.#limit = limit
    this.#clock = clock
  }

  /** The refusal of a key that is known to be used up, without a read of the store; otherwise undefined. */
  knownRefusal(key: string): RateLimiterRes | undefined {
    const spent = this.#knownSpent(this.getKey(key))
    return spent && this._getRateLimiterRes(key, 0, spent)
  }

  /** For how many milliseconds a key stays used up; undefined while it is not. Counts nothing. */
  async spentForMs(key: string): Promise<number | undefined> {
    const now = this.#clock()
    const where = { key: this.getKey(key), expiresAt: moreThan(now) }
    const count = await this.database.read((db) => db.selectOne(RateCountTable, where))
    return count && count.points >= this.#limit ? count.expiresAt - now : undefined
  }

  /** Resets a key in a transaction. */
  async resetIn(db: Queries, key: string): Promise<void> {
    this.#spent.delete(this.getKey(key))
    await db.delete(RateCountTable, { key: this.getKey(key) })
  }

  async _upsert(key: string, points: number, windowMs: number): Promise<Count> {
    const now = this.#clock()
    const spent = this.#knownSpent(key)
    if (spent) return spent
    const count = await this.database.write((db) =>
      countPoints(db, { key, points, expiresAt: now + Math.round(windowMs) }, now),
    )
    if (count.points > this.#limit)
      this.#spent.set(key, { ...count, isKnownUntil: Math.min(count.expiresAt, now + spentMs) })
    return count
  }

  async _delete(key: string): Promise<boolean> {
    this.#spent.delete(key)
    const deleted = await this.database.write((db) => db.delete(RateCountTable, { key }))
    return deleted === 1
  }

  _getRateLimiterRes(_key: string, changed: number, { points, expiresAt }: Count): RateLimiterRes {
    const msBeforeNext = Math.max(expiresAt - this.#clock(), 0)
    return new RateLimiterRes(Math.max(this.#limit - points, 0), msBeforeNext, points, points === changed)
  }

  #knownSpent(key: string): Spent | undefined {
    const spent = this.#spent.get(key)
    return spent && spent.isKnownUntil > this.#clock() ? spent : undefined
  }
}
