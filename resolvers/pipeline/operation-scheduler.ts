import { LRUCache } from 'lru-cache'
import { networkOf } from '../../src/network.js'

interface WaitingOperation {
  readonly client: string
  readonly begin: () => void
}

interface OperationSchedulerOptions {
  /** Monotonic milliseconds. */
  readonly clock?: () => number
  /** Calls back in the next round of the event loop. */
  readonly nextRound?: (callback: () => void) => void
}

/**
 * Operations begin at once until the operations of one round of the event loop have used this time, in milliseconds. A
 * single operation that uses more counts as long.
 */
const roundMs = 20
/**
 * Rounds of the event loop between a long operation and the next operation: in each round connections are accepted and
 * health checks answered.
 */
const roundsBetween = 32
/** The half-life of a client's used time, in milliseconds. */
const halfLifeMs = 1_000

/**
 * Shares the event loop between clients. Long operations run one at a time, with rounds of the event loop in between;
 * the client that has used the least time goes first. However many large queries one client sends, another client waits
 * for only one of them.
 */
export class OperationScheduler {
  readonly #clock: () => number
  readonly #nextRound: (callback: () => void) => void
  readonly #used = new LRUCache<string, { readonly ms: number; readonly at: number }>({ max: 1_000 })
  #waiting: WaitingOperation[] = []
  #roundBeganAt: number | undefined
  #roundsToPass = 0
  #running: { readonly ipAddress: string | null; readonly since: number } | undefined

  constructor({ clock = () => performance.now(), nextRound = setImmediate }: OperationSchedulerOptions = {}) {
    this.#clock = clock
    this.#nextRound = nextRound
  }

  /** Undefined when an operation from this address may begin at once; otherwise a promise of its turn. */
  schedule(ipAddress: string | null): Promise<void> | undefined {
    const now = this.#clock()
    this.#charge(now)
    this.#roundBeganAt ??= this.#startRound(now)
    const isFree = this.#waiting.length === 0 && this.#roundsToPass === 0
    if (isFree && now - this.#roundBeganAt < roundMs) {
      this.#running = { ipAddress, since: now }
      return undefined
    }
    return new Promise((resolve) => {
      const begin = () => {
        this.#running = { ipAddress, since: this.#clock() }
        resolve()
      }
      this.#waiting.push({ client: networkOf(ipAddress), begin })
    })
  }

  #startRound(now: number): number {
    this.#nextRound(() => this.#endRound())
    return now
  }

  /** Called when the operations of this round have run as far as they can. */
  #endRound(): void {
    const now = this.#clock()
    this.#roundsToPass = Math.max(0, this.#roundsToPass - 1)
    this.#charge(now)
    this.#roundBeganAt = undefined
    if (this.#waiting.length === 0 && this.#roundsToPass === 0) return
    this.#roundBeganAt = this.#startRound(now)
    if (this.#roundsToPass === 0) this.#beginNext(now)
  }

  #beginNext(now: number): void {
    const [first, ...others] = this.#waiting
    if (!first) return
    let next = first
    for (const each of others) if (this.#usedBy(each.client, now) < this.#usedBy(next.client, now)) next = each
    this.#waiting = this.#waiting.filter((each) => each !== next)
    next.begin()
  }

  /** Adds the time since the beginning of an operation to the used time of its client. */
  #charge(now: number): void {
    if (!this.#running) return
    const { ipAddress, since } = this.#running
    const ms = now - since
    this.#running = undefined
    if (ms >= roundMs) this.#roundsToPass = roundsBetween
    if (ms < 1) return
    const client = networkOf(ipAddress)
    this.#used.set(client, { ms: this.#usedBy(client, now) + ms, at: now })
  }

  #usedBy(client: string, now: number): number {
    const used = this.#used.get(client)
    return used === undefined ? 0 : used.ms * 0.5 ** ((now - used.at) / halfLifeMs)
  }
}
