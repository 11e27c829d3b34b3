import { randomUUID } from 'node:crypto'
import { AppError, type Logger } from '@parley/runtime'
import { type Conditions, type Database, lessThan, type Queries } from '@parley/statements'
import { timeZoneOf } from '../database/statements/time-zone-of.js'
import { OpenCompletionTable } from '../database/tables/usage.js'
import { UserTable } from '../database/tables/users.js'
import type { OpenCompletion } from './open-completion.js'
import type { Allowance } from '../usage/allowance.js'
import type { Terms } from '../usage/terms.js'
import type { Charged } from '../usage/usage-counts.js'

interface StartedCompletion {
  readonly id: string
  readonly terms: Terms
  /** That of the account; null without one. */
  readonly timeZone: string | null
  /** Epoch milliseconds. */
  readonly chargedAt: number
}

interface Settlement extends Charged {
  readonly id: string
  readonly tokens: number
  /** When it was charged, for a completion that no model has accepted: that charge is refunded. */
  readonly refundOf?: number | undefined
}

/** The running completions. Each is a row, so that all instances count them and a crash loses none. */
export class OpenCompletions {
  readonly #settling = new Set<Promise<void>>()
  /** The completions of this process, with the tokens recorded in their rows. */
  readonly #running = new Map<string, number>()

  constructor(
    private readonly options: {
      readonly database: Database
      readonly allowance: Allowance
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly leaseMs: number
      readonly log: Logger
    },
  ) {}

  /** How often `renew` must be called for a running completion, in milliseconds. */
  get renewEveryMs(): number {
    return this.options.leaseMs / 3
  }

  /** Starts a completion of an account, or of its key. Throws as Allowance.admitMessage. */
  async begin(userId: number, model: string, keyId?: number): Promise<StartedCompletion> {
    const { database, allowance, clock, leaseMs } = this.options
    const id = randomUUID()
    const begun = await database.write(async (db) => {
      const chargedAt = clock()
      const terms = await allowance.admitMessage(db, { userId, keyId, model })
      await db.insert(OpenCompletionTable, { id, userId, keyId, model, tokens: 0, leaseUntil: chargedAt + leaseMs })
      return { id, terms, timeZone: await timeZoneOf(db, userId), chargedAt }
    })
    this.#running.set(id, 0)
    return begun
  }

  /** Records the cost so far and renews the lease. */
  async renew(id: string, tokens: number): Promise<void> {
    const { database, clock, leaseMs, log } = this.options
    try {
      const noted = { tokens, leaseUntil: clock() + leaseMs }
      const changed = await database.write((db) => db.update(OpenCompletionTable, { id }, noted))
      if (changed === 1 && this.#running.has(id)) this.#running.set(id, tokens)
    } catch (error) {
      // the store is unavailable: if the lease expires, the cost recorded before is charged
      log.warn({ completionId: id, err: error }, 'completion.record_failed')
    }
  }

  /** Charges for an ended completion exactly once, because its row is deleted in the same transaction. */
  settle(settlement: Settlement): Promise<void> {
    const settling = this.#settle(settlement)
      .catch((error: unknown) => {
        // the row stays until its lease expires, and is settled then
        this.options.log.warn({ completionId: settlement.id, err: error }, 'completion.settle_failed')
      })
      .finally(() => this.#running.delete(settlement.id))
    this.#settling.add(settling)
    return settling.finally(() => this.#settling.delete(settling))
  }

  /** Charges for completions whose process has ended, or could not renew their leases. */
  async settleLost(): Promise<void> {
    const { database, clock, log } = this.options
    const lost = { leaseUntil: lessThan(clock()) }
    const rows = await database.read((db) => db.select(OpenCompletionTable, lost))
    for (const { id, userId, keyId, model, tokens } of rows) {
      // a lease may expire while the store is unavailable; completions that still run here are settled at their end
      if (this.#running.has(id)) continue
      try {
        await this.#charge({ id, userId, keyId, model, tokens }, lost)
      } catch (err) {
        if (err instanceof AppError && err.code === 'UNAVAILABLE') throw err
        // one failing completion must not block the others
        log.warn({ completionId: id, err }, 'completion.settle_failed')
      }
    }
  }

  /** Resolves when all ended completions are settled. */
  async idle(): Promise<void> {
    while (this.#settling.size > 0) await Promise.all(this.#settling)
  }

  async #settle(settlement: Settlement): Promise<void> {
    const noted = this.#running.get(settlement.id)
    if ((await this.#charge(settlement)) || noted === undefined) return
    const { database } = this.options
    const { userId, tokens } = settlement
    await database.write(async (db) => {
      // the row was deleted with the account, so nothing is charged
      if (!(await db.exists(UserTable, { id: userId }))) return
      // another instance treated it as lost and charged what was recorded
      await this.#count(db, { ...settlement, tokens: tokens - noted })
    })
  }

  /** Charges and deletes the row; false if there was none. */
  async #charge(settlement: Settlement, only: Conditions<OpenCompletion> = {}): Promise<boolean> {
    return this.options.database.write(async (db) => {
      const deleted = await db.delete(OpenCompletionTable, { id: settlement.id, ...only })
      if (deleted !== 1) return false
      await this.#count(db, settlement)
      return true
    })
  }

  async #count(db: Queries, { userId, keyId, model, tokens, refundOf }: Settlement): Promise<void> {
    const { allowance } = this.options
    await allowance.spend(db, { userId, keyId, model }, tokens)
    if (refundOf !== undefined) await allowance.refund(db, { userId, keyId, model }, refundOf)
  }
}
