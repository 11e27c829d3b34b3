import type { AuthChecker } from 'type-graphql'
import { AppError } from '../src/errors.js'
import type { RequestContext } from './request-context.js'

/** `@Authorized()` asks for a valid token, `@Authorized('ADMIN')` for that role. */
export const authChecker: AuthChecker<RequestContext, 'ADMIN'> = ({ context: { caller } }, roles) => {
  if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
  if (roles.includes('ADMIN') && caller.role !== 'ADMIN') throw new AppError('FORBIDDEN')
  return true
}
