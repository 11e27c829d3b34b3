import { AppError, countedKeysOf, KeyedCounts, refusedRequests } from '@parley/runtime'

/** Limits of open subscriptions in one process. */
interface SubscriptionBounds {
  /** Of one account, over all its sockets and event streams. */
  readonly subscriptionsPerUser: number
  /** Of one address, without an account. */
  readonly subscriptionsPerAddress: number
  readonly subscriptionsPerProcess: number
}

/** The client of a subscription. */
export interface Subscriber {
  /** Undefined for a client without an account, which counts by its address. */
  readonly accountId: string | undefined
  readonly ipAddress: string | null
}

/** A slot becomes free when another subscription ends. */
const retryAfterMs = 5_000

/**
 * Counts open subscriptions over sockets and event streams: the bounds of operations for each socket and of sockets for
 * each client would allow their product.
 */
export class SubscriptionQuota {
  readonly #counts = new KeyedCounts()
  #all = 0

  constructor(private readonly bounds: SubscriptionBounds) {}

  /**
   * Counts a subscription until the returned function is called. Throws RATE_LIMITED when the client has the maximum,
   * UNAVAILABLE when the process has.
   */
  acquire({ accountId, ipAddress }: Subscriber): () => void {
    const { subscriptionsPerUser, subscriptionsPerAddress, subscriptionsPerProcess } = this.bounds
    const [kind, most] =
      accountId === undefined
        ? (['address', subscriptionsPerAddress] as const)
        : (['account', subscriptionsPerUser] as const)
    const keys = countedKeysOf(accountId, ipAddress)
    if (this.#counts.isFull(keys, most, subscriptionsPerProcess))
      throw refusal('RATE_LIMITED', `Too many subscriptions of this ${kind}`)
    if (this.#all >= subscriptionsPerProcess) throw refusal('UNAVAILABLE', 'Too many subscriptions of all clients')
    const release = this.#counts.acquire(keys)
    this.#all += 1
    let isHeld = true
    return () => {
      release()
      if (isHeld) this.#all -= 1
      isHeld = false
    }
  }
}

function refusal(code: 'RATE_LIMITED' | 'UNAVAILABLE', message: string): AppError {
  refusedRequests.inc({ reason: 'subscriptions' })
  return new AppError(code, { message, retryAfterMs })
}
