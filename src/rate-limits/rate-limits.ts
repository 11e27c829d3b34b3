import { createHash } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.js'
import { AppError } from '../errors.js'
import { Counter } from './counter.js'
import { networkOf } from './network.js'
import type { LimitedAct, RateLimit } from './rate-limit.js'

/** Who pays for an act. */
export interface Payer {
  /** Where the request came from; null when nobody can say any more. */
  readonly ipAddress: string | null
  /** The e-mail address that the act is about, as it was sent, whether anybody has it or not. */
  readonly account?: string | undefined
}

export interface RateLimitsOptions {
  readonly limits: Readonly<Record<LimitedAct, RateLimit>>
  /** The form in which e-mail addresses are compared. */
  readonly canonical: (email: string) => string
  /** Epoch milliseconds. */
  readonly clock: () => number
}

interface Counters {
  readonly perAddress: Counter | undefined
  readonly perAccount: Counter | undefined
}

/**
 * How often something may be done (by default 100 of each kind in 10 minutes for an address, of API keys the wrong ones, 300 refreshes; for an account 10 failed logins,
 * 10 verifies, 5 sends). A use case charges as its first line, so every executed field counts, through every door.
 */
export class RateLimits {
  readonly #counters: Readonly<Record<LimitedAct, Counters>>
  /** The last try of each account that is being tried. */
  readonly #trying = new Map<string, Promise<unknown>>()

  constructor(
    database: Database,
    private readonly options: RateLimitsOptions,
  ) {
    const countersOf = (act: LimitedAct): Counters => ({
      perAddress: this.#counter(database, act, 'perAddress'),
      perAccount: this.#counter(database, act, 'perAccount'),
    })
    this.#counters = {
      login: countersOf('login'),
      register: countersOf('register'),
      send: countersOf('send'),
      verify: countersOf('verify'),
      apiKey: countersOf('apiKey'),
      refresh: countersOf('refresh'),
    }
  }

  /**
   * Counts one act, for its address and then for its account. Throws RATE_LIMITED with `retryAfterMs` when either has had
   * its share; an address that has does not use up an account. UNAVAILABLE when the store cannot be reached.
   */
  async charge(act: LimitedAct, { ipAddress, account }: Payer): Promise<void> {
    const { perAddress, perAccount } = this.#counters[act]
    await consume(perAddress, networkOf(ipAddress))
    if (account !== undefined) await consume(perAccount, this.options.canonical(account))
  }

  /**
   * Charges for `attempt`, and forgets what the account was charged when it succeeds: only failures add up. FORBIDDEN is none:
   * it is told to whoever is known and may not. Tries for one account run one after the other, so that those which will succeed cannot use up its share at the same moment. Throws
   * what `charge` and `attempt` throw.
   */
  async attempt<T>(
    act: LimitedAct,
    payer: Payer & { readonly account: string },
    attempt: () => Promise<T>,
  ): Promise<T> {
    const account = this.options.canonical(payer.account)
    return this.#inTurn(digest(account), async () => {
      await this.charge(act, payer)
      const outcome = await attempt().catch(async (error: unknown) => {
        if (error instanceof AppError && error.code === 'FORBIDDEN') await this.forgive(act, payer.account)
        throw error
      })
      await this.forgive(act, payer.account)
      return outcome
    })
  }

  /** Forgets what an account was charged: it begins anew. */
  async forgive(act: LimitedAct, account: string): Promise<void> {
    await this.#counters[act].perAccount?.delete(digest(this.options.canonical(account)))
  }

  async #inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#trying.get(account) ?? Promise.resolve()).then(work)
    const over = turn.catch(() => undefined)
    this.#trying.set(account, over)
    try {
      return await turn
    } finally {
      if (this.#trying.get(account) === over) this.#trying.delete(account)
    }
  }

  #counter(database: Database, act: LimitedAct, payer: 'perAddress' | 'perAccount'): Counter | undefined {
    const { windowMs, [payer]: limit } = this.options.limits[act]
    if (limit === undefined) return undefined
    return new Counter(database, { keyPrefix: `${act}.${payer}`, limit, windowMs, clock: this.options.clock })
  }
}

async function consume(counter: Counter | undefined, payer: string): Promise<void> {
  try {
    await counter?.consume(digest(payer))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new AppError('RATE_LIMITED', { retryAfterMs: refusal.msBeforeNext })
  }
}

/** Of one length whatever was sent, and no address to read for whoever sees the table. */
function digest(payer: string): string {
  return createHash('sha256').update(payer).digest('base64url')
}
