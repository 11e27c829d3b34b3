import { AppError } from '../errors.js'
import type { Caller } from '../users/caller.js'

/** The source under which a keyed entry is appended once: the log store keeps it with the entry itself. */
export function idempotentSource(caller: Caller, key: string | null | undefined): string | undefined {
  if (key === null || key === undefined) return undefined
  if (caller.kind !== 'user')
    throw new AppError('UNAUTHENTICATED', { message: 'An idempotency key needs a signed-in caller' })
  return `key:${caller.id}:${key}`
}
