import { AppError } from '@parley/runtime'
import type { Caller } from '../users/caller.js'

/**
 * The source that makes the creation of an entry or log room idempotent; the log store stores it together with the
 * object; undefined without a key. Throws UNAUTHENTICATED for guests, whose keys could collide because they share one namespace.
 */
export function idempotentSource(caller: Caller, key: string | null | undefined): string | undefined {
  if (!key) return undefined
  if (caller.kind === 'service') return `service:${key}`
  if (caller.kind !== 'user')
    throw new AppError('UNAUTHENTICATED', { message: 'An idempotency key needs a signed-in caller' })
  return `key:${caller.id}:${key}`
}
