import { type CountedKey, KeyedCounts } from '@parley/runtime'

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

  /** The limit that refuses a socket from an address of these networks, if any. */
  refusal(networks: readonly CountedKey[]): QuotaExceeded | undefined {
    const { perAddress, perProcess } = this.bounds
    if (this.#all >= perProcess) return 'process'
    return this.#byAddress.isFull(networks, perAddress, perProcess) ? 'address' : undefined
  }

  acquire(networks: readonly CountedKey[]): SocketLease {
    this.#all += 1
    let uncount = this.#byAddress.acquire(networks)
    let isOpen = true
    return {
      signIn: (userId) => {
        const account = [{ name: String(userId), share: 1 }]
        if (this.#byUser.isFull(account, this.bounds.perUser)) return false
        uncount()
        uncount = this.#byUser.acquire(account)
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
