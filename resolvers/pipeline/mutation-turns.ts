import { AppError, networksOf } from '@parley/runtime'

interface MutatingClient {
  readonly accountId: number
  readonly ipAddress: string | null
  /** Whether it has disconnected: its mutations do not begin then. */
  readonly isGone: () => boolean
}

interface WaitingMutation extends Pick<MutatingClient, 'isGone'> {
  readonly counts: ReturnType<typeof countsOf>
  readonly begin: () => void
  readonly refuse: (error: AppError) => void
}

/**
 * The most that run at the same time: of an account, and of all accounts of one address. The write of a client at another
 * address waits behind no more of them.
 */
const [ofAccount, ofAddress] = [24, 36]

/**
 * Limits the mutations that run at the same time. The accounts of an address have their turns one after the other, not by
 * `FairTurns`: there the turns of other addresses would delay those of a new account.
 */
export class MutationTurns {
  /** By account and by network. */
  readonly #running = new Map<string, number>()
  /** Those of each account at each address; the client whose turn is next is the first. */
  readonly #waiting = new Map<string, WaitingMutation[]>()

  /** Throws UNAVAILABLE when the client disconnects before the turn of its mutation. */
  async run<T>({ accountId, ipAddress, isGone }: MutatingClient, mutation: () => T | Promise<T>): Promise<T> {
    const counts = countsOf(accountId, ipAddress)
    if (this.#fits(counts)) this.#count(counts, 1)
    else await new Promise<void>((begin, refuse) => this.#wait({ counts, isGone, begin, refuse }))
    try {
      return await mutation()
    } finally {
      this.#count(counts, -1)
      this.#beginNext()
    }
  }

  #fits(counts: WaitingMutation['counts']): boolean {
    return counts.every(({ name, most }) => (this.#running.get(name) ?? 0) < most)
  }

  #count(counts: WaitingMutation['counts'], change: 1 | -1): void {
    for (const { name } of counts) {
      const count = (this.#running.get(name) ?? 0) + change
      if (count === 0) this.#running.delete(name)
      else this.#running.set(name, count)
    }
  }

  #wait(mutation: WaitingMutation): void {
    const client = mutation.counts.map(({ name }) => name).join()
    const own = this.#waiting.get(client)
    if (own) own.push(mutation)
    else this.#waiting.set(client, [mutation])
  }

  /** Begins those that have room, and refuses those whose clients have disconnected. */
  #beginNext(): void {
    for (const [client, own] of this.#waiting) {
      while (own[0]?.isGone()) own.shift()?.refuse(new AppError('UNAVAILABLE'))
      const [next] = own
      if (next && !this.#fits(next.counts)) continue
      own.shift()
      this.#waiting.delete(client)
      // at the end, where this loop reaches it again
      if (own.length > 0) this.#waiting.set(client, own)
      if (!next) continue
      // counted here: until its promise resolves another one could begin in its place
      this.#count(next.counts, 1)
      next.begin()
    }
  }
}

/** What a mutation counts for, with the most of each: its account, and the networks of its address with their shares. */
function countsOf(accountId: number, ipAddress: string | null) {
  const networks = networksOf(ipAddress).map(({ name, share }) => ({ name, most: ofAddress * share }))
  return [{ name: `account ${accountId}`, most: ofAccount }, ...networks]
}
