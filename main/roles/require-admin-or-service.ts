import type { RequestHandler } from 'express'
import { clientAddress, refusals, requestIdOf } from '@parley/edge'
import { notAdmin } from '../../resolvers/context/auth-checker.js'
import type { Origin, RequestContext } from '../../resolvers/context/request-context.js'

/** Requires the service token or that of an administrator, also for unknown paths (contract: access.5). */
export function requireAdminOrService(context: (origin: Origin) => Promise<RequestContext>): RequestHandler {
  return async (request, response, next) => {
    const { authorization } = request.headers
    const origin = { authorization, requestId: requestIdOf(response), ipAddress: clientAddress(request) }
    const { caller } = await context(origin)
    if (caller.kind === 'anonymous') throw refusals.unauthorized()
    if (caller.kind === 'user' && caller.role !== 'ADMIN') throw notAdmin(caller)
    next()
  }
}
