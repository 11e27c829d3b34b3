import { hash } from 'node:crypto'
import { AppError } from '@parley/runtime'
import { type Database, isUniqueViolation, type Queries } from '@parley/statements'
import { UserTable } from '../database/tables/users.js'
import type { Caller } from '../users/caller.js'
import type { KeyOutcome } from './idempotency-key.js'
import { keyRecordOf, refused } from './key-record.js'

export interface IdempotentCall {
  readonly caller: Caller
  /** The name of the mutation. Two operations may use the same key independently. */
  readonly operation: string
  readonly key: string | null | undefined
  /** The input, which must be equal in a retry. */
  readonly body: object
}

/** For 24 h (`idempotencyMs`), a key with the same input returns the first result, with another input CONFLICT (contract: common.12). */
export class Idempotency {
  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
  ) {}

  /**
   * Runs `act` and records the key in one transaction. A later call with the key returns the same id without running
   * `act`; after `refuse` no object has this id. Throws CONFLICT for another input, UNAUTHENTICATED for a key of a guest
   * and for an account that was deleted in the meantime.
   */
  async once(call: IdempotentCall, act: (db: Queries) => Promise<string>): Promise<{ id: string; replayed: boolean }> {
    try {
      return await this.database.write((db) => this.#run(db, call, act))
    } catch (error) {
      if (await this.#isGone(call.caller, error)) throw new AppError('UNAUTHENTICATED', { cause: error })
      if (!call.key) throw error
      // perhaps a concurrent call used the same key: then its result is returned, otherwise the same error is thrown
      // again
      if (isUniqueViolation(error)) return this.database.write((db) => this.#run(db, call, act))
      if (!(error instanceof AppError)) throw error
      // a concurrent request with the same key may have used up what this one was refused, such as the last message of
      // a day
      const id = await this.earlier(call)
      if (id === undefined) throw error
      return { id, replayed: true }
    }
  }

  /** The result of the first call with this key; undefined for a new key and a refused call. Throws as `once`. */
  async earlier(call: IdempotentCall): Promise<string | undefined> {
    const note = keyRecordOf(call)
    const id = note && resultOf(await this.database.read((db) => note.read(db)), call)
    return id === refused ? undefined : id
  }

  /**
   * Refuses a call for a reason that remains: no other request with its key and input is accepted after this, though one
   * may have passed the same check before. Returns the result of one that was accepted earlier, else throws `refusal`.
   */
  async refuse(call: IdempotentCall, refusal: AppError): Promise<string> {
    if (!call.key) throw refusal
    const { id } = await this.once(call, () => Promise.resolve(refused))
    if (id === refused) throw refusal
    return id
  }

  /** Replaces the result that `once` recorded, for a call that creates its object elsewhere. */
  async settle(call: IdempotentCall, resultId: string): Promise<void> {
    const note = keyRecordOf(call)
    if (note) await this.database.write((db) => note.change(db, resultId))
  }

  /** Whether the missing row is the account itself. */
  async #isGone(caller: Caller, error: unknown): Promise<boolean> {
    if (caller.kind !== 'user' || !(error instanceof AppError) || error.code !== 'NOT_FOUND') return false
    return this.database.read(async (db) => !(await db.exists(UserTable, { id: caller.id })))
  }

  async #run(
    db: Queries,
    call: IdempotentCall,
    act: (db: Queries) => Promise<string>,
  ): Promise<{ id: string; replayed: boolean }> {
    const note = keyRecordOf(call)
    if (!note) return { id: await act(db), replayed: false }
    const first = await note.read(db)
    const earlierId = resultOf(first, call)
    if (earlierId !== undefined) return { id: earlierId, replayed: true }
    if (first) await note.forget(db)
    const id = await act(db)
    await note.write(db, { bodyHash: hashOf(call.body), resultId: id, createdAt: this.clock() })
    return { id, replayed: false }
  }
}

function resultOf(first: KeyOutcome | undefined, { body }: IdempotentCall): string | undefined {
  if (!first || first.bodyHash === hashOf(body)) return first?.resultId
  // a refused request does not use up the key
  if (first.resultId === refused) return undefined
  throw new AppError('CONFLICT', { message: 'This idempotency key was used with another input' })
}

/** Equal for equal inputs in any key order; absent and null are equivalent. */
function hashOf(body: object): string {
  const entries = Object.entries(body)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(entries))
}
