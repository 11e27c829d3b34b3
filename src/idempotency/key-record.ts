import { hash } from 'node:crypto'
import { AppError } from '@parley/runtime'
import type { Queries } from '@parley/statements'
import { IdempotencyKeyTable } from '../database/tables/idempotency-keys.js'
import { ServiceKeyTable } from '../database/tables/service-keys.js'
import type { IdempotentCall } from './idempotency.js'
import type { KeyOutcome } from './idempotency-key.js'

/** The result of a call that was refused. */
export const refused = 'refused'

/** Reads and writes the record of a key's first call. */
interface KeyRecord {
  read(db: Queries): Promise<KeyOutcome | undefined>
  write(db: Queries, outcome: KeyOutcome): Promise<unknown>
  change(db: Queries, resultId: string): Promise<unknown>
  /** Removes the record of a refused call. */
  forget(db: Queries): Promise<unknown>
}

/**
 * Undefined without a key; an empty one counts as none. An account's records are deleted with it; all services count as one
 * caller. Throws UNAUTHENTICATED for a guest's key: guests share one namespace, so their keys could collide.
 */
export function keyRecordOf({ caller, operation, key }: Omit<IdempotentCall, 'body'>): KeyRecord | undefined {
  if (!key) return undefined
  if (caller.kind === 'user') {
    const where = { callerId: caller.id, operation, key }
    return {
      read: (db) => db.selectOne(IdempotencyKeyTable, where),
      write: (db, outcome) => db.insert(IdempotencyKeyTable, { ...where, ...outcome }),
      change: (db, resultId) => db.update(IdempotencyKeyTable, where, { resultId }),
      forget: (db) => db.delete(IdempotencyKeyTable, { ...where, resultId: refused }),
    }
  }
  if (caller.kind !== 'service')
    throw new AppError('UNAUTHENTICATED', { message: 'An idempotency key needs a signed-in caller' })
  const where = { key: hash('sha256', JSON.stringify([operation, key])) }
  return {
    read: (db) => db.selectOne(ServiceKeyTable, where),
    write: (db, outcome) => db.insert(ServiceKeyTable, { ...where, ...outcome }),
    change: (db, resultId) => db.update(ServiceKeyTable, where, { resultId }),
    forget: (db) => db.delete(ServiceKeyTable, { ...where, resultId: refused }),
  }
}
