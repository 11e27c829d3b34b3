import type { AuthChecker } from 'type-graphql'
import { AppError } from '@parley/runtime'
import { notByKey } from '../../src/api-keys/not-by-key.js'
import { keyFields } from './key-fields.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { RequestContext } from './request-context.js'

/**
 * `@Authorized()` requires a valid token, `@Authorized('ADMIN')` for that role. `'SERVICE'` opens a field to listeners
 * for callers without an account; alone it refuses every other caller, even if the service schema were served by
 * mistake.
 */
export const authChecker: AuthChecker<RequestContext, 'ADMIN' | 'SERVICE'> = (
  { context: { caller }, info: { parentType, fieldName } },
  roles,
) => {
  if (roles.includes('SERVICE') && caller.kind === 'service') return true
  if (roles.length > 0 && !roles.includes('ADMIN')) throw new AppError('FORBIDDEN')
  if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
  if (caller.key && !keyFields.has(`${parentType.name}.${fieldName}`)) throw notByKey()
  if (roles.includes('ADMIN') && caller.role !== 'ADMIN') throw notAdmin(caller)
  return true
}

/** SECOND_FACTOR_SETUP_REQUIRED for an administrator who lacks a second factor, FORBIDDEN for any other account. */
export function notAdmin({ lacksSecondFactor }: UserCaller): AppError {
  return new AppError(lacksSecondFactor ? 'SECOND_FACTOR_SETUP_REQUIRED' : 'FORBIDDEN')
}
