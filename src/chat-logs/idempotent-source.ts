import { AppError } from '../errors.js'
import type { Caller } from '../users/caller.js'

/**
 * The source under which a keyed entry is appended, or a keyed log room made, once: the log store keeps it with the thing
 * itself. Throws UNAUTHENTICATED for guests: they share one namespace, so their keys could collide.
 */
export function idempotentSource(caller: Caller, key: string | null | undefined): string | undefined {
  if (key === null || key === undefined) return undefined
  if (caller.kind === 'service') return `service:${key}`
  if (caller.kind !== 'user')
    throw new AppError('UNAUTHENTICATED', { message: 'An idempotency key needs a signed-in caller' })
  return `key:${caller.id}:${key}`
}
