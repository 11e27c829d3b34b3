import { randomUUID } from 'node:crypto'
import { WorkSlices } from '@parley/runtime'
import {
  atMost,
  background,
  type Conditions,
  type Database,
  everyRow,
  oneOf,
  plus,
  type Queries,
} from '@parley/statements'
import { PurgeTable } from '../database/tables/purges.js'
import type { Purge, PurgeTarget } from './purge.js'

/** Purges that only one process may try until the lease ends. */
export interface Lease {
  readonly name: string
  readonly purges: readonly Purge[]
}

const sameTarget = { columns: ['kind', 'target'] } as const
const leaseMs = 30_000
/** How long the writer of a plan has to cancel it. */
const planMs = 60_000
const rowsPerInsert = 100
const firstPauseMs = 1_000
const maxPauseMs = 60_000

/** The rows of the outbox: pending purges and their leases, at most one per target. */
export class PurgeStore {
  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
  ) {}

  /**
   * Records purges in the transaction that deletes the references to their targets, leased to the caller, which tries
   * them after the commit. A purge that is already recorded keeps its lease.
   */
  async add(db: Queries, wanted: readonly PurgeTarget[]): Promise<Lease> {
    const state = this.#leased()
    await this.#insert(db, wanted, state)
    return { name: state.lease, purges: await this.#of(db, state.lease) }
  }

  /**
   * As `add` for one target, but also takes over a running purge: the current target must be deleted as well, whatever
   * that purge has deleted.
   */
  async takeOver(db: Queries, wanted: PurgeTarget): Promise<Lease> {
    const state = this.#leased()
    const row = { ...wanted, ...state, createdAt: this.clock() }
    const replace = ['attempts', 'dueAt', 'lease', 'leaseUntil'] as const
    await db.insert(PurgeTable, row, { ...sameTarget, replace })
    return { name: state.lease, purges: await this.#of(db, state.lease) }
  }

  /**
   * Records a purge that runs in a minute unless it is cancelled. The result is for `cancel`. So the creator of an
   * object makes sure that a crash leaves nothing behind.
   */
  async plan(db: Queries, wanted: PurgeTarget): Promise<string> {
    const lease = randomUUID()
    await this.#insert(db, [wanted], { attempts: 0, dueAt: this.clock() + planMs, lease, leaseUntil: 0 })
    return lease
  }

  /**
   * Cancels a plan; false when its purge is already leased, or when the target had to be deleted anyway. Until the
   * transaction ends, a deletion of the target waits.
   */
  async cancel(db: Queries, plan: string): Promise<boolean> {
    return (await db.delete(PurgeTable, { lease: plan })) > 0
  }

  /** The subset of the targets with a pending purge. */
  async pending(wanted: readonly PurgeTarget[]): Promise<PurgeTarget[]> {
    const rows = await this.database.read((db) => db.select(PurgeTable, indexedCondition(wanted)))
    return rows.filter(isOneOf(wanted))
  }

  /** Whether any of the targets has a pending purge. */
  async isPending(wanted: readonly [PurgeTarget, ...PurgeTarget[]]): Promise<boolean> {
    return this.database.read((db) => db.exists(PurgeTable, wanted))
  }

  /** Leases the due purges, oldest first, except leased ones. */
  async claimDue(limit: number): Promise<Lease> {
    const now = this.clock()
    const due = { dueAt: atMost(now), leaseUntil: atMost(now) }
    const rows = await this.database.read(
      (db) => db.select(PurgeTable, due, { orderBy: { dueAt: 'asc' }, limit }),
      background,
    )
    // a purge that another worker has tried and deferred in the meantime is no longer due
    return this.#claim(rows, due)
  }

  /** Leases the purges of these targets, due or not, except leased ones. */
  async claim(wanted: readonly PurgeTarget[]): Promise<Lease> {
    const rows = await this.database.read((db) => db.select(PurgeTable, indexedCondition(wanted)))
    return this.#claim(rows.filter(isOneOf(wanted)))
  }

  /** Deletes finished purges of a lease, except those that another worker has leased in the meantime. */
  async settle({ name }: Lease, done: readonly Purge[]): Promise<void> {
    if (done.length === 0) return
    await this.database.write(
      (db) => db.delete(PurgeTable, { id: oneOf(done.map(({ id }) => id)), lease: name }),
      background,
    )
  }

  /** Extends a lease; false when another worker has one on all of its purges. */
  async renew({ name }: Lease): Promise<boolean> {
    const leaseUntil = this.clock() + leaseMs
    return (await this.database.write((db) => db.update(PurgeTable, { lease: name }, { leaseUntil }), background)) > 0
  }

  /**
   * Releases the rest of a lease. Each purge is retried after a pause that grows with its attempts. `errors` has the
   * error code of each failed purge, by id.
   */
  async reschedule({ name, purges: remaining }: Lease, errors: ReadonlyMap<number, string>): Promise<void> {
    await this.database.write(async (db) => {
      for (const attempts of new Set(remaining.map((purge) => purge.attempts))) {
        const dueAt = this.clock() + Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1))
        await db.update(PurgeTable, { lease: name, attempts }, { leaseUntil: 0, dueAt })
      }
      for (const lastError of new Set(errors.values())) {
        const ids = [...errors].filter(([, code]) => code === lastError).map(([id]) => id)
        await db.update(PurgeTable, { lease: name, id: oneOf(ids) }, { lastError })
      }
    }, background)
  }

  /** Makes all purges due at once, for a process that knows that no other one is running. */
  async makeAllDue(): Promise<void> {
    await this.database.write((db) => db.update(PurgeTable, everyRow, { leaseUntil: 0, dueAt: 0 }), background)
  }

  async #claim(rows: readonly Purge[], only: Conditions<Purge> = {}): Promise<Lease> {
    const name = randomUUID()
    if (rows.length === 0) return { name, purges: [] }
    return this.database.write(async (db) => {
      const now = this.clock()
      const free = { ...only, id: oneOf(rows.map(({ id }) => id)), leaseUntil: atMost(now) }
      await db.update(PurgeTable, free, { lease: name, leaseUntil: now + leaseMs, attempts: plus(1) })
      return { name, purges: await this.#of(db, name) }
    }, background)
  }

  #leased() {
    const now = this.clock()
    return { attempts: 1, dueAt: now, lease: randomUUID(), leaseUntil: now + leaseMs }
  }

  #of(db: Queries, lease: string): Promise<Purge[]> {
    return db.select(PurgeTable, { lease }, { orderBy: { id: 'asc' } })
  }

  async #insert(
    db: Queries,
    wanted: readonly PurgeTarget[],
    state: Pick<Purge, 'attempts' | 'dueAt' | 'lease' | 'leaseUntil'>,
  ): Promise<void> {
    const createdAt = this.clock()
    // always in the same order, so that two transactions with the same targets wait for each other without a deadlock
    const rows = [...wanted]
      .sort((a, b) => (a.target < b.target ? -1 : 1))
      .map((one) => ({ ...one, ...state, createdAt }))
    const slices = new WorkSlices(true)
    for (let from = 0; from < rows.length; from += rowsPerInsert) {
      await db.insert(PurgeTable, rows.slice(from, from + rowsPerInsert), sameTarget)
      await slices.pause()
    }
  }
}

/** A condition that an index can use; `isOneOf` then selects exactly. */
function indexedCondition(wanted: readonly PurgeTarget[]): Conditions<Purge> {
  return { kind: oneOf(wanted.map(({ kind }) => kind)), target: oneOf(wanted.map(({ target }) => target)) }
}

function isOneOf(wanted: readonly PurgeTarget[]): (row: PurgeTarget) => boolean {
  return (row) => wanted.some(({ kind, target }) => row.kind === kind && row.target === target)
}
