import { hash } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { AppError, type ErrorCode, largerShares, limitOf, networkOf, networksOf } from '@parley/runtime'
import type { Database, Queries } from '@parley/statements'
import { limitedActs, type LimitedAct, type RateLimit } from '../limits.js'
import { Counter } from './counter.js'

/** The address and the account for which an act is counted. */
interface Payer {
  /** The client's address; null when it is no longer known. */
  readonly ipAddress: string | null
  /** The e-mail address in the request as sent, whether or not an account has it; the id of an account that is signed in. */
  readonly account?: string | undefined
}

interface Counters {
  readonly perAddress: Counter | undefined
  /** Of larger networks of IPv6, by the multiple of the limit of one address that they may use. */
  readonly perNetwork: ReadonlyMap<number, Counter>
  readonly perAccount: Counter | undefined
  readonly inARow: Counter | undefined
  readonly inAll: Counter | undefined
}

const yearMs = 31_536_000_000
/** The refusals of a caller that has authenticated. */
const authenticatedCodes: readonly ErrorCode[] = ['FORBIDDEN', 'AWAITING_APPROVAL', 'SECOND_FACTOR_REQUIRED']
/** The payer of a limit of all clients together. */
const everyone = 'all'

/**
 * Limits how often an act may happen, per address and per account; src/config/limits/rate-limits.ts has the defaults.
 * Use cases charge acts, so every executed field counts, whatever interface it was called through.
 */
export class RateLimits {
  readonly #counters: ReadonlyMap<LimitedAct, Counters>
  /** The last running try of each account. */
  readonly #runningTries = new Map<string, Promise<unknown>>()

  constructor(
    database: Database,
    private readonly options: {
      readonly limits: Readonly<Record<LimitedAct, RateLimit>>
      /** Converts an e-mail address into the form in which addresses are compared. */
      readonly canonical: (email: string) => string
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {
    const countersOf = (act: LimitedAct): Counters => ({
      perAddress: this.#counter(database, act, 'perAddress'),
      perNetwork: this.#networkCounters(database, act),
      perAccount: this.#counter(database, act, 'perAccount'),
      inARow: this.#counter(database, act, 'inARow'),
      inAll: this.#counter(database, act, 'inAll'),
    })
    this.#counters = new Map(limitedActs.map((act) => [act, countersOf(act)]))
  }

  /**
   * Counts one act, or `points` of them, for its address, the larger networks of an IPv6 address, and its
   * account. Throws RATE_LIMITED with `retryAfterMs` when one of them has reached its limit; a refused address does
   * not count for the account. UNAVAILABLE when the store cannot be reached.
   */
  async charge(act: LimitedAct, { ipAddress, account }: Payer, points = 1): Promise<void> {
    const counters = this.#counters.get(act)
    const [network, ...larger] = networksOf(ipAddress)
    await consume(counters?.perAddress, network.name, points)
    for (const { name, share } of larger) await consume(counters?.perNetwork.get(share), name, points)
    if (account !== undefined) {
      await consume(counters?.perAccount, this.options.canonical(account), points)
      await consume(counters?.inARow, this.options.canonical(account), points)
    }
  }

  /** Counts one act for all clients together. Throws as `charge`. */
  async chargeAll(act: LimitedAct): Promise<void> {
    await consume(this.#counters.get(act)?.inAll, everyone, 1)
  }

  /** Throws RATE_LIMITED as `charge` when the next act would exceed a limit of the address or account. Counts nothing. */
  async requireLeft(act: LimitedAct, { ipAddress, account }: Payer): Promise<void> {
    const counters = this.#counters.get(act)
    const [network, ...larger] = networksOf(ipAddress)
    const waits = [await counters?.perAddress?.spentForMs(digest(network.name))]
    for (const { name, share } of larger) waits.push(await counters?.perNetwork.get(share)?.spentForMs(digest(name)))
    if (account !== undefined) waits.push(await this.#spentForMs(counters?.perAccount, account))
    const [retryAfterMs] = waits.filter((ms) => ms !== undefined)
    if (retryAfterMs !== undefined) throw new AppError('RATE_LIMITED', { retryAfterMs })
  }

  /** Whether an account has reached a limit, of its window or of acts in a row. Counts nothing. */
  async isSpent(act: LimitedAct, limit: 'perAccount' | 'inARow', account: string): Promise<boolean> {
    return (await this.#spentForMs(this.#counters.get(act)?.[limit], account)) !== undefined
  }

  /** Ends the acts in a row of an account, after a success. */
  async endRow(db: Queries, act: LimitedAct, account: string): Promise<void> {
    await this.#counters.get(act)?.inARow?.resetIn(db, digest(this.options.canonical(account)))
  }

  /** Throws RATE_LIMITED when the address is known to have reached the limit, without reading the store. */
  refuseKnown(act: LimitedAct, { ipAddress }: Payer): void {
    const refusal = this.#counters.get(act)?.perAddress?.knownRefusal(digest(networkOf(ipAddress)))
    if (refusal) throw rateLimited(refusal)
  }

  /**
   * Charges for `attempt` and resets the account's count when it succeeds, so that only failures add up. FORBIDDEN,
   * AWAITING_APPROVAL and SECOND_FACTOR_REQUIRED do not count: the password was right. Tries for one account run one after
   * the other, so that concurrent valid tries cannot exceed its limit. Throws the errors of `charge` and `attempt`.
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
        if (error instanceof AppError && authenticatedCodes.includes(error.code)) await this.forgive(act, payer.account)
        throw error
      })
      await this.forgive(act, payer.account)
      return outcome
    })
  }

  /** Resets the count of an account. */
  async forgive(act: LimitedAct, account: string): Promise<void> {
    await this.#counters.get(act)?.perAccount?.delete(digest(this.options.canonical(account)))
  }

  #spentForMs(counter: Counter | undefined, account: string): Promise<number | undefined> {
    return counter?.spentForMs(digest(this.options.canonical(account))) ?? Promise.resolve(undefined)
  }

  async #inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#runningTries.get(account) ?? Promise.resolve()).then(work)
    const over = Promise.allSettled([turn])
    this.#runningTries.set(account, over)
    try {
      return await turn
    } finally {
      if (this.#runningTries.get(account) === over) this.#runningTries.delete(account)
    }
  }

  #counter(
    database: Database,
    act: LimitedAct,
    payer: 'perAddress' | 'perAccount' | 'inARow' | 'inAll',
    { share, keyPrefix } = { share: 1, keyPrefix: `${act}.${payer}` },
  ): Counter | undefined {
    const { windowMs, inAll = Infinity, [payer]: limit } = this.options.limits[act]
    if (limit === undefined) return undefined
    const ms = payer === 'inARow' ? yearMs : windowMs
    return new Counter(database, {
      keyPrefix,
      limit: limitOf({ share, limit, inAll }),
      windowMs: ms,
      clock: this.options.clock,
    })
  }

  #networkCounters(database: Database, act: LimitedAct): ReadonlyMap<number, Counter> {
    const counters = new Map<number, Counter>()
    for (const share of largerShares) {
      const keyPrefix = `${act}.perAddress.${share}`
      const counter = this.#counter(database, act, 'perAddress', { share, keyPrefix })
      if (counter) counters.set(share, counter)
    }
    return counters
  }
}

async function consume(counter: Counter | undefined, payer: string, points: number): Promise<void> {
  try {
    await counter?.consume(digest(payer), points)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw rateLimited(refusal)
  }
}

function rateLimited({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError('RATE_LIMITED', { retryAfterMs: msBeforeNext })
}

/** Has a fixed length, and hides the address in the table. */
function digest(payer: string): string {
  return hash('sha256', payer, 'base64url')
}
