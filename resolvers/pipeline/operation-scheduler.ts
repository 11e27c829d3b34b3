import { LRUCache } from 'lru-cache'
import { networkOf } from '../../src/network.js'

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
  /** The waiting operations of each client; the one that began an operation last is the last. */
  readonly #waiting = new Map<string, (() => void)[]>()
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
    const isFree = this.#waiting.size === 0 && this.#roundsToPass === 0
    if (isFree && now - this.#roundBeganAt < roundMs) {
      this.#running = { ipAddress, since: now }
      return undefined
    }
    return new Promise((resolve) => {
      const begin = () => {
        this.#running = { ipAddress, since: this.#clock() }
        resolve()
      }
      const client = networkOf(ipAddress)
      const begins = this.#waiting.get(client)
      if (begins) begins.push(begin)
      else this.#waiting.set(client, [begin])
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
    if (this.#waiting.size === 0 && this.#roundsToPass === 0) return
    this.#roundBeganAt = this.#startRound(now)
    if (this.#roundsToPass === 0) this.#beginNext(now)
  }

  #beginNext(now: number): void {
    let next: string | undefined
    for (const client of this.#waiting.keys())
      if (next === undefined || this.#usedBy(client, now) < this.#usedBy(next, now)) next = client
    if (next === undefined) return
    const begins = this.#waiting.get(next) ?? []
    this.#waiting.delete(next)
    begins.shift()?.()
    if (begins.length > 0) this.#waiting.set(next, begins)
    // runs when the operation has run as far as it can in this round
    queueMicrotask(() => process.nextTick(() => this.#continueRound()))
  }

  /** Begins the next operation in the same round: a round for each would cost as much as a short operation. */
  #continueRound(): void {
    const now = this.#clock()
    this.#charge(now)
    if (this.#roundsToPass === 0 && this.#roundBeganAt !== undefined && now - this.#roundBeganAt < roundMs)
      this.#beginNext(now)
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
