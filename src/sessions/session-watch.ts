import type { Logger } from '@parley/runtime'
import type { Database } from '@parley/statements'
import type { EventBus } from '../ports/event-bus/event-bus.js'
import type { AdminRoles } from './admin-roles.js'
import type { Credential, Ending } from './credential.js'
import { readValidity } from './session-validity.js'

interface Watched {
  readonly credential: Credential
  readonly end: (ending: Ending) => void
}

/** Interval of the checks. Connections end within 5 s of a session that another instance ended. */
const everyMs = 2_000
/** Accounts per query, so that other reads can run in between. */
const accountsAtOnce = 500
/** Carries the ids of accounts whose sessions have changed. */
const topic = 'sessions'

/**
 * Ends sockets and streams whose credential is no longer valid. It checks every 2 s, and at once when a message of the
 * bus names an account. The store alone decides, so a lost message only delays the end.
 */
export class SessionWatch {
  readonly #watched = new Map<number, Set<Watched>>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    private readonly options: {
      readonly database: Database
      readonly adminRoles: AdminRoles
      readonly bus: EventBus
      readonly log: Logger
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {
    void this.#followBus()
  }

  /** Calls `end` once, as soon as the credential is no longer valid. The returned function stops watching. */
  watch(credential: Credential, end: (ending: Ending) => void): () => void {
    const held = { credential, end }
    const { userId } = credential
    const ofUser = this.#watched.get(userId) ?? new Set()
    this.#watched.set(userId, ofUser.add(held))
    this.#arm()
    return () => this.#release(held)
  }

  /** Makes every instance check its open connections of this account now. Never throws. */
  checkNow(userId: number): void {
    this.options.bus.publish(topic, String(userId))
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #arm(): void {
    if (this.#isStopped || this.#watched.size === 0) return
    this.#timer ??= setTimeout(() => void this.#round(), everyMs).unref()
  }

  async #followBus(): Promise<void> {
    for await (const item of this.options.bus.subscribe(topic)) {
      if (item.kind === 'lagged') await this.#checkAll()
      else await this.#check([Number(item.message)])
    }
  }

  async #round(): Promise<void> {
    try {
      await this.#checkAll()
    } finally {
      this.#timer = undefined
      this.#arm()
    }
  }

  async #checkAll(): Promise<void> {
    const userIds = [...this.#watched.keys()]
    for (let from = 0; from < userIds.length; from += accountsAtOnce)
      await this.#check(userIds.slice(from, from + accountsAtOnce))
  }

  async #check(userIds: readonly number[]): Promise<void> {
    const { database, adminRoles, clock, log } = this.options
    // collected before the read: credentials that are added during the read are newer than its result
    const held = userIds.flatMap((userId) => [...(this.#watched.get(userId) ?? [])])
    const live = held.filter((one) => !this.#endExpired(one))
    if (live.length === 0) return
    try {
      const credentials = live.map(({ credential }) => credential)
      const endingOf = await readValidity(database, { credentials, adminRoles, now: clock() })
      for (const one of live) this.#end(one, endingOf(one.credential))
    } catch (error) {
      // without the store no operation works; the next round checks again
      log.warn({ err: error }, 'session_check.deferred')
    }
  }

  #endExpired(held: Watched): boolean {
    const { expiresAt } = held.credential
    const isOver = expiresAt !== null && expiresAt <= this.options.clock()
    if (isOver) this.#end(held, 'expired')
    return isOver
  }

  #end(held: Watched, ending: Ending | undefined): void {
    if (ending === undefined || !this.#release(held)) return
    try {
      held.end(ending)
    } catch (error) {
      // the other ended sessions must still be closed
      this.options.log.error({ err: error, userId: held.credential.userId }, 'session_end.callback_failed')
    }
  }

  /** False when it was released before. */
  #release(held: Watched): boolean {
    const { userId } = held.credential
    const ofUser = this.#watched.get(userId)
    const wasHeld = ofUser?.delete(held) ?? false
    if (ofUser?.size === 0) this.#watched.delete(userId)
    return wasHeld
  }
}
