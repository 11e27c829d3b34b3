import { LRUCache } from 'lru-cache'
import { networksOf } from '@parley/runtime'

/** What an operation counts for: its account, and the networks of its address, with their shares. */
type Keys = ReturnType<typeof clientKeysOf>

interface WaitingClient {
  readonly keys: Keys
  readonly begins: (() => void)[]
  /** When it began an operation last, or came. */
  readonly since: number
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
 * health checks answered. They end when they have lasted as long as the operation: while many messages of sockets arrive, a
 * round lasts some milliseconds.
 */
const roundsBetween = 32
/** The half-life of a client's used time, in milliseconds. */
const halfLifeMs = 1_000

/**
 * Shares the event loop between clients. Long operations run one at a time, with rounds of the event loop in between;
 * the client that has used the least time goes first, less the time that it has waited: clients that come later do not
 * overtake it for ever. An account counts at all its addresses, and a larger network of IPv6 has its share. However many
 * large queries one client sends, another client waits for only one of them.
 */
export class OperationScheduler {
  readonly #clock: () => number
  readonly #nextRound: (callback: () => void) => void
  readonly #used = new LRUCache<string, { readonly ms: number; readonly at: number }>({ max: 3_000 })
  /** The waiting operations of each client; the one that began an operation last is the last. */
  readonly #waiting = new Map<string, WaitingClient>()
  #roundBeganAt: number | undefined
  /** After a long operation: the rounds before the next one, and when they end at the latest. */
  #pause: { readonly rounds: number; readonly endsAt: number } | undefined
  #running: { readonly client: Parameters<typeof clientKeysOf>; readonly since: number } | undefined

  constructor({ clock = () => performance.now(), nextRound = setImmediate }: OperationSchedulerOptions = {}) {
    this.#clock = clock
    this.#nextRound = nextRound
  }

  /** Undefined when an operation from this address, of this account, may begin at once; otherwise a promise of its turn. */
  schedule(ipAddress: string | null, accountId?: number): Promise<void> | undefined {
    const client: Parameters<typeof clientKeysOf> = [ipAddress, accountId]
    const now = this.#clock()
    this.#charge(now)
    this.#roundBeganAt ??= this.#startRound(now)
    const isFree = this.#waiting.size === 0 && !this.#pause
    if (isFree && now - this.#roundBeganAt < roundMs) {
      this.#running = { client, since: now }
      return undefined
    }
    return new Promise((resolve) => {
      const begin = () => {
        this.#running = { client, since: this.#clock() }
        resolve()
      }
      const keys = clientKeysOf(...client)
      const name = nameOf(keys)
      const waiting = this.#waiting.get(name)
      if (waiting) waiting.begins.push(begin)
      else this.#waiting.set(name, { keys, begins: [begin], since: now })
    })
  }

  #startRound(now: number): number {
    this.#nextRound(() => this.#endRound())
    return now
  }

  /** Called when the operations of this round have run as far as they can. */
  #endRound(): void {
    const now = this.#clock()
    this.#pause = this.#restOfPause(now)
    this.#charge(now)
    this.#roundBeganAt = undefined
    if (this.#waiting.size === 0 && !this.#pause) return
    this.#roundBeganAt = this.#startRound(now)
    if (!this.#pause) this.#beginNext(now)
  }

  /** After one more round; undefined when the next operation may begin. */
  #restOfPause(now: number) {
    if (!this.#pause) return undefined
    const { rounds, endsAt } = this.#pause
    return rounds === 1 || now >= endsAt ? undefined : { rounds: rounds - 1, endsAt }
  }

  #beginNext(now: number): void {
    let next: WaitingClient | undefined
    let least = Infinity
    for (const client of this.#waiting.values()) {
      const used = this.#usedBy(client.keys, now) - (now - client.since)
      if (used < least) [next, least] = [client, used]
    }
    if (!next) return
    const name = nameOf(next.keys)
    this.#waiting.delete(name)
    next.begins.shift()?.()
    if (next.begins.length > 0) this.#waiting.set(name, { ...next, since: now })
    // runs when the operation has run as far as it can in this round
    queueMicrotask(() => process.nextTick(() => this.#continueRound()))
  }

  /** Begins the next operation in the same round: a round for each would cost as much as a short operation. */
  #continueRound(): void {
    const now = this.#clock()
    this.#charge(now)
    if (!this.#pause && this.#roundBeganAt !== undefined && now - this.#roundBeganAt < roundMs) this.#beginNext(now)
  }

  /** Adds the time since the beginning of an operation to the used time of its client. */
  #charge(now: number): void {
    if (!this.#running) return
    const { client, since } = this.#running
    const ms = now - since
    this.#running = undefined
    if (ms >= roundMs) this.#pause = { rounds: roundsBetween, endsAt: now + ms }
    if (ms < 1) return
    for (const { name } of clientKeysOf(...client)) this.#used.set(name, { ms: this.#usedIn(name, now) + ms, at: now })
  }

  /** The used time of what a client counts for, as multiples of the shares: the longest. */
  #usedBy(keys: Keys, now: number): number {
    return Math.max(...keys.map(({ name, share }) => this.#usedIn(name, now) / share))
  }

  #usedIn(name: string, now: number): number {
    const used = this.#used.get(name)
    return used === undefined ? 0 : used.ms * 0.5 ** ((now - used.at) / halfLifeMs)
  }
}

function clientKeysOf(ipAddress: string | null, accountId?: number) {
  const networks = networksOf(ipAddress)
  return accountId === undefined ? networks : ([{ name: `account ${accountId}`, share: 1 }, ...networks] as const)
}

/** Accounts behind one address wait beside each other. */
const nameOf = ([first, second]: Keys): string => `${first.name} ${second?.name ?? ''}`
