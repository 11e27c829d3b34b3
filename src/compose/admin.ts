import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { createRequestContext, createServiceContext } from '../../resolvers/request-context.js'
import type { Origin, RequestContext } from '../../resolvers/request-context.js'
import { adminFailure, adminRoutes } from '../../rest-facade/admin-routes.js'
import { mountRoutes } from '../../rest-facade/mount.js'
import { services } from '../../rest-facade/services.js'
import { loginRoute } from '../../rest-facade/users-routes.js'
import type { Config } from '../config/config.js'
import { packageRoot } from '../config/package-root.js'
import { clientAddress } from '../http/client-address.js'
import { mountDashboard } from '../http/dashboard.js'
import { answerErrors, errorMiddleware } from '../http/error-middleware.js'
import { refusals } from '../http/http-error.js'
import { openListener } from '../http/listener.js'
import { localNamesOnly } from '../http/local-names.js'
import { requestIdOf } from '../http/request-id.js'
import { serviceTokenCheck } from '../http/service-token.js'
import { mountThumbnails } from '../http/thumbnails.js'
import type { Parts } from './parts.js'
import { schemaClient } from './schema-client.js'
import { serveDocs } from './serve-docs.js'

/** The admin dashboard service: its documented endpoints as clients of the service schema, and a page for people. */
export interface AdminService {
  readonly port: number
  close(): Promise<void>
}

const dashboardFolder = join(packageRoot, 'dist', 'dashboard')

export async function openAdmin(config: Config, { product, service, log, ready }: Parts): Promise<AdminService> {
  const { serviceToken } = config
  const signsIn = serviceToken !== undefined
  const isServiceToken = serviceToken === undefined ? () => true : serviceTokenCheck(serviceToken)
  const context = async (origin: Origin) =>
    isServiceToken(origin.authorization) ? createServiceContext(product, origin) : createRequestContext(product, origin)
  const client = schemaClient(service, context)
  return openListener({
    host: config.internalHost,
    port: config.ports.admin,
    logger: log,
    ready,
    trustedProxies: config.trustedProxies,
    closeTimeoutMs: 5_000,
    mount: (app) => {
      if (!signsIn) app.use(localNamesOnly)
      if (!mountDashboard(app, dashboardFolder, { signsIn }))
        log.info({ folder: dashboardFolder }, 'no dashboard was built')
      // open, as on the public listener: a page cannot send a token with an image
      mountThumbnails(app, (id) => product.images.open(id))
      if (signsIn) app.use(mountRoutes(client, [loginRoute]), administratorsOnly(context))
      serveDocs(app, (version) => services.admin(version, { signsIn }), log)
      app.use(mountRoutes(client, adminRoutes))
      app.use('/api/admin', errorMiddleware(answerErrors(log, adminFailure)))
    },
  })
}

/** The service token and an administrator's token pass; an unknown path is answered to nobody else either (decisions 7). */
function administratorsOnly(context: (origin: Origin) => Promise<RequestContext>): RequestHandler {
  return async (request, response, next) => {
    const { authorization } = request.headers
    const origin = { authorization, requestId: requestIdOf(response), ipAddress: clientAddress(request) }
    const { caller } = await context(origin)
    if (caller.kind === 'anonymous') throw refusals.unauthorized()
    if (caller.kind === 'user' && caller.role !== 'ADMIN') throw refusals.forbidden()
    next()
  }
}
