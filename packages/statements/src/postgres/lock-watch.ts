import { type Logger, reasonOf } from '@parley/runtime'
import type { LockWait } from './lock-waits.js'

/** The interval between two looks, and between two lines on destroyed connections, in milliseconds. */
const [lookMs, reportMs] = [900, 10_000]
const maxLogged = 1_000

/** Logs what statements wait for, once for each transaction that holds it, and connections that got no answer. */
export class LockWatch {
  readonly #logged = new Set<string>()
  #isLooking = false
  #lookedAt = -Infinity
  #reportedAt = -Infinity

  constructor(private readonly options: { readonly log: Logger; readonly read: () => Promise<readonly LockWait[]> }) {}

  /** Call it for each second of a statement that waits; it never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking || performance.now() - this.#lookedAt < lookMs) return
    this.#isLooking = true
    try {
      for (const wait of await this.options.read()) this.#report(wait)
    } catch (error) {
      // a server that does not answer is reported with its connections
      this.options.log.debug({ reason: reasonOf(error) }, 'lock_watch.failed')
    } finally {
      this.#isLooking = false
      this.#lookedAt = performance.now()
    }
  }

  /** A connection was destroyed because a statement got no answer for `ms`. */
  connectionDestroyed(ms: number): void {
    if (performance.now() - this.#reportedAt < reportMs) return
    this.#reportedAt = performance.now()
    this.options.log.warn({ ms }, 'database_connection.destroyed')
  }

  #report(wait: LockWait): void {
    const { holderTransaction, ...fields } = wait
    const key = [wait.holderPid, holderTransaction, wait.lock === 'relation' ? wait.table : ''].join(' ')
    if (this.#logged.has(key)) return
    // a transaction has its name once: only the memory is bounded
    if (this.#logged.size === maxLogged) this.#logged.clear()
    this.#logged.add(key)
    this.options.log.warn(fields, 'lock.awaited')
  }
}
