/** Open sockets, in one process. */
export interface SocketBounds {
  readonly perUser: number
  /** For clients that are not signed in, or not yet. */
  readonly perAddress: number
  readonly perProcess: number
}

/** Why there is no room for one more. */
export type QuotaExceeded = 'process' | 'address'

/** One socket that is counted. */
export interface SocketLease {
  /** It is an account's from now on, no address's; false when the account has all it may have. */
  signIn(userId: number): boolean
  release(): void
}

/** Counts open sockets by account and network. */
export class SocketQuota {
  readonly #byAddress = new Map<string, number>()
  readonly #byUser = new Map<string, number>()
  #all = 0

  constructor(private readonly bounds: SocketBounds) {}

  /** Why there is no room for a socket from this network (an IPv6 address stands for its /64); undefined when there is. */
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

/** Counts one more; the returned function releases it. */
function counted(counts: Map<string, number>, key: string): () => void {
  counts.set(key, countOf(counts, key) + 1)
  return () => {
    const left = countOf(counts, key) - 1
    if (left > 0) counts.set(key, left)
    else counts.delete(key)
  }
}
