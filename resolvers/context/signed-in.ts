import { createParameterDecorator } from 'type-graphql'
import { AppError } from '@parley/runtime'
import type { UserCaller } from '../../src/users/caller.js'
import type { RequestContext } from './request-context.js'

/** The signed-in caller; throws UNAUTHENTICATED for a guest. Narrows the type where `@Authorized` cannot. */
export function SignedIn(): ReturnType<typeof createParameterDecorator> {
  return createParameterDecorator<RequestContext>(({ context }): UserCaller => {
    if (context.caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
    return context.caller
  })
}
