import { LRUCache } from 'lru-cache'
import { networksOf } from '@parley/runtime'

interface RequestingClient {
  readonly address: string | null
  /** Whether it has disconnected: its request does not begin then. */
  readonly isGone: () => boolean
}

interface WaitingRequest extends RequestingClient {
  /** Its start tag. */
  readonly tag: number
  readonly run: () => void
}

/** Requests begin at once until those of one round of the event loop have run for this time, in milliseconds. */
const roundMs = 5

/**
 * Begins requests of all kinds, not only operations. When they pile up, a round of the event loop begins only some of
 * them, and the addresses have their turns one after the other, by start tags as in `FairTurns`: however many requests one
 * address sends, on however many connections, a request of another address is among the next ones.
 */
class RequestTurns {
  /** In the order of their turns. */
  readonly #waiting: WaitingRequest[] = []
  /** The tag after the last request of each network. */
  readonly #nextTags = new LRUCache<string, number>({ max: 3_000 })
  /** That of the request that began last. */
  #tag = 0
  #roundBeganAt: number | undefined

  /** Runs now, or in a later round. */
  begin(client: RequestingClient, run: () => void): void {
    this.#roundBeganAt ??= this.#startRound()
    if (this.#waiting.length === 0 && performance.now() - this.#roundBeganAt < roundMs) {
      run()
      return
    }
    const request = { ...client, tag: this.#tagOf(client.address), run }
    const before = this.#waiting.findLastIndex(({ tag }) => tag <= request.tag)
    this.#waiting.splice(before + 1, 0, request)
  }

  #tagOf(address: string | null): number {
    const networks = networksOf(address)
    const tag = Math.max(this.#tag, ...networks.map(({ name }) => this.#nextTags.get(name) ?? 0))
    for (const { name, share } of networks) this.#nextTags.set(name, tag + 1 / share)
    return tag
  }

  #startRound(): number {
    setImmediate(() => this.#endRound())
    return performance.now()
  }

  #endRound(): void {
    this.#roundBeganAt = undefined
    if (this.#waiting.length === 0) return
    const beganAt = (this.#roundBeganAt = this.#startRound())
    while (performance.now() - beganAt < roundMs) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#tag = next.tag
      if (!next.isGone()) next.run()
    }
  }
}

/** Of all listeners of the process. */
export const requestTurns = new RequestTurns()
