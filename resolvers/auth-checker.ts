import type { AuthChecker } from 'type-graphql'
import { AppError } from '../src/errors.js'
import type { RequestContext } from './request-context.js'

/**
 * `@Authorized()` asks for a valid token, `@Authorized('ADMIN')` for that role. `'SERVICE'` is for fields of the service
 * schema: should that one ever be served by mistake, they open to nobody.
 */
export const authChecker: AuthChecker<RequestContext, 'ADMIN' | 'SERVICE'> = ({ context: { caller } }, roles) => {
  if (roles.includes('SERVICE')) {
    if (caller.kind !== 'service') throw new AppError('FORBIDDEN')
    return true
  }
  if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
  if (roles.includes('ADMIN') && caller.role !== 'ADMIN') throw new AppError('FORBIDDEN')
  return true
}
