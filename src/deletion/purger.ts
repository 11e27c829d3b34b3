import { AppError, type Logger, repeat, within } from '@parley/runtime'
import { purges } from '../metrics/stores.js'
import type { Purge, PurgeKind, PurgeTarget } from './purge.js'
import type { Lease, PurgeStore } from './purge-store.js'

/**
 * Removes a target, and ends early when the signal aborts. A missing target is not an error, because a purge may run more
 * than once, and continues what an earlier run has left.
 */
type PurgeHandlers = Readonly<Record<PurgeKind, (target: string, signal: AbortSignal) => Promise<unknown>>>

const everyMs = 2_000
const purgesPerRound = 100
/** How long the answer to a deletion waits for its purges. */
const maxWaitMs = 1_000
/** No further purge of a lease begins after this time, in milliseconds. */
const maxRoundMs = 15_000
/** How often the lease of a long purge is renewed, in milliseconds. */
const renewMs = 10_000
const stopMs = 2_000

/** Runs the purges of other stores: immediately if possible, otherwise later, also after a crash or an outage. */
export class Purger {
  readonly #running = new Set<Promise<unknown>>()
  readonly #stopping = new AbortController()
  #stopRounds: (() => Promise<void>) | undefined

  constructor(private readonly options: { store: PurgeStore; handlers: PurgeHandlers; log: Logger }) {}

  /** `alone`: no other process uses the store, so any existing lease belongs to a process that has died. */
  start({ alone }: { alone: boolean }): void {
    for (const kind of Object.keys(this.options.handlers))
      for (const outcome of ['done', 'deferred']) purges.inc({ kind, outcome }, 0)
    const begin = async () => {
      if (alone) await this.options.store.makeAllDue()
      await this.round()
    }
    void this.absorb(begin)
    const round = async () => {
      if (this.#running.size === 0) await this.absorb(() => this.round())
    }
    this.#stopRounds = repeat(round, { everyMs })
  }

  /** Waits at most 2 s for the running purges. The next start or another process does the rest. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    void this.#stopRounds?.()
    await within(stopMs, this.idle())
  }

  /** Resolves when no purge is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /**
   * Tries newly recorded purges. Resolves when they are done, or after a second: slow ones continue in the background,
   * and failed ones are left to `round`. Never throws.
   */
  async attempt(lease: Lease): Promise<void> {
    if (lease.purges.length === 0) return
    await within(
      maxWaitMs,
      this.absorb(() => this.#purge(lease)),
    )
  }

  /**
   * Finishes pending purges of these targets before new objects replace them. Throws UNAVAILABLE (part `store`)
   * when one of them cannot finish now.
   */
  async clear(targets: readonly PurgeTarget[]): Promise<void> {
    const { store } = this.options
    if ((await store.pending(targets)).length === 0) return
    await this.attempt(await store.claim(targets))
    if ((await store.pending(targets)).length === 0) return
    const message = 'What was deleted here is still being removed'
    throw new AppError('UNAVAILABLE', { part: 'store', message })
  }

  /** False for a kind that only another release can remove. */
  knows(kind: string): boolean {
    return Object.hasOwn(this.options.handlers, kind)
  }

  /** Tries a purge now, due or not; true when it is done. Waits at most a second, as `attempt`. */
  async retry({ kind, target }: PurgeTarget): Promise<boolean> {
    const { store } = this.options
    await this.attempt(await store.claim([{ kind, target }]))
    return (await store.pending([{ kind, target }])).length === 0
  }

  /** Tries every due purge once. */
  async round(): Promise<void> {
    for (let all = true; all && !this.#stopping.signal.aborted;) {
      const lease = await this.options.store.claimDue(purgesPerRound)
      if (lease.purges.length === 0) return
      all = await this.#purge(lease)
    }
  }

  /** False when some purges of the lease are left. */
  async #purge(lease: Lease): Promise<boolean> {
    const lost = new AbortController()
    const renew = async () => {
      // one that fails is tried again before the lease ends
      const isHeld = await this.options.store.renew(lease).catch(() => true)
      if (!isHeld) lost.abort()
    }
    const stopRenewing = repeat(renew, { everyMs: renewMs })
    try {
      return await this.#purgeEach(lease, AbortSignal.any([this.#stopping.signal, lost.signal]))
    } finally {
      void stopRenewing()
    }
  }

  async #purgeEach(lease: Lease, signal: AbortSignal): Promise<boolean> {
    const { store, handlers, log } = this.options
    const giveUpAt = performance.now() + maxRoundMs
    const isEnding = () => signal.aborted
    const away = new Set<PurgeKind>()
    const errors = new Map<number, string>()
    let done: Purge[] = []
    let left = lease.purges.length
    for (const purge of lease.purges) {
      if (isEnding() || performance.now() > giveUpAt) break
      // other purges of this kind would wait for the same store
      if (away.has(purge.kind)) {
        errors.set(purge.id, 'UNAVAILABLE')
        continue
      }
      try {
        await handlers[purge.kind](purge.target, signal)
        purges.inc({ kind: purge.kind, outcome: 'done' })
        done.push(purge)
        left -= 1
      } catch (error) {
        if (isEnding()) break
        purges.inc({ kind: purge.kind, outcome: 'deferred' })
        log.warn({ kind: purge.kind, attempts: purge.attempts, err: error }, 'purge.deferred')
        errors.set(purge.id, error instanceof AppError ? error.code : 'INTERNAL_SERVER_ERROR')
        if (errors.get(purge.id) === 'UNAVAILABLE') away.add(purge.kind)
      }
      if (done.length < purgesPerRound) continue
      await store.settle(lease, done)
      done = []
    }
    await store.settle(lease, done)
    if (left > 0) await store.reschedule(lease, errors)
    return left === 0
  }

  /** Resolves when `work` has ended; a failure is logged. */
  async absorb(work: () => Promise<unknown>): Promise<void> {
    const running = work().catch((error: unknown) => {
      // the database is unavailable: the leases expire, and the next successful round continues
      this.options.log.warn({ err: error }, 'purges.deferred')
    })
    this.#running.add(running)
    await running.finally(() => this.#running.delete(running))
  }
}
