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
  readonly #byAddress = new Map<string, number>()
  readonly #byUser = new Map<string, number>()
  #all = 0

  constructor(private readonly bounds: SocketBounds) {}

  /** The limit that refuses a socket from this network (an IPv6 address counts by its /64), if any. */
  refusal(network: string): QuotaExceeded | undefined {
    if (this.#all >= this.bounds.perProcess) return 'process'
    return countOf(this.#byAddress, network) >= this.bounds.perAddress ? 'address' : undefined
  }

  acquire(network: string): SocketLease {
    this.#all += 1
    let uncount = counted(this.#byAddress, network)
    let isOpen = true
    return {
      signIn: (userId) => {
        if (countOf(this.#byUser, String(userId)) >= this.bounds.perUser) return false
        uncount()
        uncount = counted(this.#byUser, String(userId))
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

function countOf(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0
}

/** Adds one to a count; the returned function releases it. */
function counted(counts: Map<string, number>, key: string): () => void {
  counts.set(key, countOf(counts, key) + 1)
  return () => {
    const left = countOf(counts, key) - 1
    if (left > 0) counts.set(key, left)
    else counts.delete(key)
  }
}
