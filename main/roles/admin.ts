import { answerErrors, errorMiddleware, type OpenPort, serviceTokenCheck } from '@parley/edge'
import { createRequestContext, createServiceContext, type Origin } from '../../resolvers/context/request-context.js'
import { adminFailure, adminRoutes } from '../../rest-facade/operators/admin-routes.js'
import { mountRoutes } from '../../rest-facade/mount.js'
import { services } from '../../rest-facade/services.js'
import { signInRoutes } from '../../rest-facade/accounts/users-routes.js'
import type { Config } from '../../src/config/config.js'
import { mountDashboard } from '../../src/http/pages/pages.js'
import { mountLogo } from '../../src/http/installation-logo.js'
import { messageBodyBytes } from '../../src/limits.js'
import { mountThumbnails } from '../../src/http/thumbnails.js'
import { requireAdminOrSignIn } from './require-admin-or-sign-in.js'
import { requireAdminOrService } from './require-admin-or-service.js'
import { openInternalListener } from './internal-listener.js'
import { graphqlHandlers, graphqlPath } from '../../resolvers/http/mount-graphql.js'
import type { ServingParts } from '../parts.js'
import { pipelineClient } from '../pipeline-client.js'
import { serveDocs } from './serve-docs.js'
import { pagesFolder } from '../../src/package-root.js'

/** The admin dashboard service: its documented endpoints, as clients of the service schema, and a web page. */
export async function openAdmin(config: Config, parts: ServingParts): Promise<OpenPort> {
  const { product, service, graphql, limits, log, ready } = parts
  const { serviceToken } = config
  const hasSignIn = serviceToken !== undefined
  const isServiceCaller = serviceToken === undefined ? () => true : serviceTokenCheck(serviceToken)
  const context = async (origin: Origin) =>
    isServiceCaller(origin.authorization)
      ? createServiceContext(product, origin)
      : createRequestContext(product, origin)
  const client = pipelineClient(service, context, { sessionWatch: product.sessionWatch })
  const accountContext = (origin: Origin) => createRequestContext(product, origin)
  const adminGraphql = graphqlHandlers(graphql, {
    context: accountContext,
    bodyBytes: messageBodyBytes(config.messageLimit),
    checkAccess: (body, made) => requireAdminOrSignIn(graphql.pipeline, body, made),
  })
  return openInternalListener(config, {
    port: config.ports.admin,
    limits,
    log,
    ready,
    closeTimeoutMs: 5_000,
    mountOpen: (app) => {
      app.post(graphqlPath, ...adminGraphql)
      const { chatUrl } = config
      const installation = async () => ({ ...(await product.installationSettings.shown()), chatUrl })
      mountDashboard({ app, folder: pagesFolder, log, installation }, '/')
      // without a token, as on the public listener: a page cannot send a token with an image
      mountThumbnails(app, (id) => product.images.open(id))
      mountLogo(app, async () => (await product.installationSettings.values()).logo)
      if (hasSignIn) app.use(mountRoutes(client, signInRoutes))
    },
    accessCheck: requireAdminOrService(context),
    mount: (app) => {
      serveDocs({ app, log }, (version) => services.admin(version, { hasSignIn }))
      app.use(mountRoutes(client, adminRoutes))
      app.use('/api/admin', errorMiddleware(answerErrors(log, adminFailure)))
    },
  })
}
