import { hash } from 'node:crypto'
import type { Database } from '../database/database.js'
import type { Queries } from '../database/statements/queries.js'
import { UserTable } from '../database/tables/users.js'
import { isUniqueViolation } from '../database/translate-error.js'
import { AppError } from '../errors.js'
import type { Caller } from '../users/caller.js'
import { keyNoteOf } from './key-note.js'
import type { KeyNote } from './key-note.js'

export interface IdempotentCall {
  readonly caller: Caller
  /** The mutation's name; the same key of two operations are two keys. */
  readonly operation: string
  readonly key: string | null | undefined
  /** The input that must be equal in a retry. */
  readonly body: object
}

/** The same key with the same body gives the first answer, with another body CONFLICT, for 24 h (contract: common.12). */
export class Idempotency {
  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
  ) {}

  /**
   * Runs `act` in one write together with the note that this key ran it; a later call with the key gives the same id
   * without running it. Throws CONFLICT for another body, UNAUTHENTICATED for a key without an account to keep it and for
   * an account that is deleted meanwhile.
   */
  async once(call: IdempotentCall, act: (db: Queries) => Promise<string>): Promise<{ id: string; replayed: boolean }> {
    try {
      return await this.database.write((db) => this.#run(db, call, act))
    } catch (error) {
      if (await this.#isGone(call.caller, error)) throw new AppError('UNAUTHENTICATED', { cause: error })
      if (typeof call.key !== 'string') throw error
      // perhaps the same key ran at the same moment: then its answer is ours, else the same refusal comes again
      if (isUniqueViolation(error)) return this.database.write((db) => this.#run(db, call, act))
      if (!(error instanceof AppError)) throw error
      // a concurrent request with the same key may have used what this one was refused, such as the last message of a
      // day
      const id = await this.earlier(call)
      if (id === undefined) throw error
      return { id, replayed: true }
    }
  }

  /** What the first call with this key made, undefined for a new key; refuses as `once` does. */
  async earlier(call: IdempotentCall): Promise<string | undefined> {
    const note = keyNoteOf(call)
    return note && this.database.read((db) => firstResult(db, note, call))
  }

  /** Notes, after `once`, what a call made elsewhere: from now on that is what the key gives. */
  async settle(call: IdempotentCall, resultId: string): Promise<void> {
    const note = keyNoteOf(call)
    if (note) await this.database.write((db) => note.change(db, resultId))
  }

  /** Whether what was not found is the account itself. */
  async #isGone(caller: Caller, error: unknown): Promise<boolean> {
    if (caller.kind !== 'user' || !(error instanceof AppError) || error.code !== 'NOT_FOUND') return false
    return this.database.read(async (db) => !(await db.exists(UserTable, { id: caller.id })))
  }

  async #run(
    db: Queries,
    call: IdempotentCall,
    act: (db: Queries) => Promise<string>,
  ): Promise<{ id: string; replayed: boolean }> {
    const note = keyNoteOf(call)
    if (!note) return { id: await act(db), replayed: false }
    const first = await firstResult(db, note, call)
    if (first !== undefined) return { id: first, replayed: true }
    const id = await act(db)
    await note.write(db, { bodyHash: hashOf(call.body), resultId: id, createdAt: this.clock() })
    return { id, replayed: false }
  }
}

async function firstResult(db: Queries, note: KeyNote, { body }: IdempotentCall): Promise<string | undefined> {
  const first = await note.read(db)
  if (first && first.bodyHash !== hashOf(body))
    throw new AppError('CONFLICT', { message: 'This idempotency key was used with another input' })
  return first?.resultId
}

/** Equal for equal inputs, whatever the order of their keys; absent and null mean the same. */
function hashOf(body: object): string {
  const entries = Object.entries(body)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(entries))
}
