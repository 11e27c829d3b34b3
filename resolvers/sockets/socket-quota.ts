import { KeyedCounts } from '../../src/keyed-counts.js'

/** Limits of open sockets in one process. */
export interface SocketBounds {
  readonly perUser: number
  /** For clients that have not signed in. */
  readonly perAddress: number
  readonly perProcess: number
}

/** The limit that refuses one more socket. */
export type QuotaExceeded = 'process' | 'address'

export interface SocketLease {
  /** Counts the socket for the account instead of its address; false when the account has the maximum. */
  signIn(userId: number): boolean
  release(): void
}

/** Counts open sockets by account and network. */
export class SocketQuota {
  readonly #byAddress = new KeyedCounts()
  readonly #byUser = new KeyedCounts()
  #all = 0

  constructor(private readonly bounds: SocketBounds) {}

  /** The limit that refuses a socket from this network (an IPv6 address counts by its /64), if any. */
  refusal(network: string): QuotaExceeded | undefined {
    if (this.#all >= this.bounds.perProcess) return 'process'
    return this.#byAddress.of(network) >= this.bounds.perAddress ? 'address' : undefined
  }

  acquire(network: string): SocketLease {
    this.#all += 1
    let uncount = this.#byAddress.acquire(network)
    let isOpen = true
    return {
      signIn: (userId) => {
        if (this.#byUser.of(String(userId)) >= this.bounds.perUser) return false
        uncount()
        uncount = this.#byUser.acquire(String(userId))
        return true
      },
      release: () => {
        if (!isOpen) return
        isOpen = false
        this.#all -= 1
        uncount()
      },
    }
  }
}
