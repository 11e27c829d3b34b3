import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.js'
import { lessThan } from '../database/statements/conditions.js'
import type { Conditions } from '../database/statements/conditions.js'
import type { Queries } from '../database/statements/queries.js'
import { OpenCompletionTable } from '../database/tables/usage.js'
import { UserTable } from '../database/tables/users.js'
import type { Logger } from '../logger.js'
import type { OpenCompletion } from './open-completion.js'
import type { Allowance } from '../usage/allowance.js'
import type { Terms } from '../usage/terms.js'

export interface OpenCompletionsOptions {
  readonly database: Database
  readonly allowance: Allowance
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly leaseMs: number
  readonly log: Logger
}

/** What begins a completion. */
export interface Begun {
  readonly id: string
  readonly terms: Terms
  /** Epoch milliseconds. */
  readonly chargedAt: number
}

/** What ends one. */
export interface Settlement {
  readonly id: string
  readonly userId: number
  readonly tokens: number
  /** When it was charged, for one that no model has taken: then it is not counted. */
  readonly giveBackOf?: number | undefined
}

/** The running completions, each a row: so that all instances count them, and a crash loses no count. */
export class OpenCompletions {
  readonly #settling = new Set<Promise<void>>()
  /** The completions of this process, with the tokens in their rows. */
  readonly #making = new Map<string, number>()

  constructor(private readonly options: OpenCompletionsOptions) {}

  /** How often `keep` must be called for a running one, in milliseconds. */
  get keepEveryMs(): number {
    return this.options.leaseMs / 3
  }

  /** Throws as Allowance.admitMessage does. */
  async begin(userId: number, model: string): Promise<Begun> {
    const { database, allowance, clock, leaseMs } = this.options
    const id = randomUUID()
    const begun = await database.write(async (db) => {
      const chargedAt = clock()
      const terms = await allowance.admitMessage(db, { userId, model })
      await db.insert(OpenCompletionTable, { id, userId, tokens: 0, leaseUntil: chargedAt + leaseMs })
      return { id, terms, chargedAt }
    })
    this.#making.set(id, 0)
    return begun
  }

  /** Saves the cost so far and renews the lease. */
  async renew(id: string, tokens: number): Promise<void> {
    const { database, clock, leaseMs, log } = this.options
    try {
      const noted = { tokens, leaseUntil: clock() + leaseMs }
      const changed = await database.write((db) => db.update(OpenCompletionTable, { id }, noted))
      if (changed === 1 && this.#making.has(id)) this.#making.set(id, tokens)
    } catch (error) {
      // the store is away: should the lease run out, it is charged for what was noted before
      log.warn({ completionId: id, err: error }, 'completion.record_failed')
    }
  }

  /** Charges for an ended completion, once: its row is deleted in the same write. */
  settle(settlement: Settlement): Promise<void> {
    const settling = this.#settle(settlement)
      .catch((error: unknown) => {
        // its row stays until its lease is over, and is settled then
        this.options.log.warn({ completionId: settlement.id, err: error }, 'completion.settle_failed')
      })
      .finally(() => this.#making.delete(settlement.id))
    this.#settling.add(settling)
    return settling.finally(() => this.#settling.delete(settling))
  }

  /** Charges for those whose process has ended before them, or could not keep their leases. */
  async settleLost(): Promise<void> {
    const { database, clock } = this.options
    const lost = { leaseUntil: lessThan(clock()) }
    const rows = await database.read((db) => db.select(OpenCompletionTable, lost))
    for (const { id, userId, tokens } of rows) {
      // a lease may run out while the store is away: what is still made here is settled by its end
      if (this.#making.has(id)) continue
      await this.#charge({ id, userId, tokens }, lost)
    }
  }

  /** Resolves when what has ended is settled. */
  async idle(): Promise<void> {
    while (this.#settling.size > 0) await Promise.all(this.#settling)
  }

  async #settle(settlement: Settlement): Promise<void> {
    const noted = this.#making.get(settlement.id)
    if ((await this.#charge(settlement)) || noted === undefined) return
    const { database } = this.options
    const { userId, tokens } = settlement
    await database.write(async (db) => {
      // the row was deleted with the account: there is none left to charge
      if (!(await db.exists(UserTable, { id: userId }))) return
      // another instance treated it as lost, and charged for what was recorded
      await this.#count(db, { ...settlement, tokens: tokens - noted })
    })
  }

  /** Whether there was a row, which goes. */
  async #charge(settlement: Settlement, only: Conditions<OpenCompletion> = {}): Promise<boolean> {
    return this.options.database.write(async (db) => {
      const deleted = await db.delete(OpenCompletionTable, { id: settlement.id, ...only })
      if (deleted !== 1) return false
      await this.#count(db, settlement)
      return true
    })
  }

  async #count(db: Queries, { userId, tokens, giveBackOf }: Settlement): Promise<void> {
    const { allowance } = this.options
    await allowance.spend(db, userId, tokens)
    if (giveBackOf !== undefined) await allowance.giveBack(db, userId, giveBackOf)
  }
}
