import { type OpenPort, serviceTokenCheck } from '@parley/edge'
import { createRequestContext, createServiceContext, type Origin } from '../../resolvers/context/request-context.js'
import { chatLogRoutes } from '../../rest-facade/rooms/chat-logs-routes.js'
import { directRoutes, mountRoutes } from '../../rest-facade/mount.js'
import { services } from '../../rest-facade/services.js'
import { storeTablesRoutes } from '../../rest-facade/operators/store-tables-routes.js'
import { verificationRoutes } from '../../rest-facade/accounts/verification-routes.js'
import type { Config } from '../../src/config/config.js'
import { requireAdminOrService } from './require-admin-or-service.js'
import { facadeSettings } from './facade-settings.js'
import { openInternalListener } from './internal-listener.js'
import type { Parts } from '../parts.js'
import { pipelineClient } from '../pipeline-client.js'
import { serveDocs } from './serve-docs.js'

/** The chat-log service: the documented `/doclog` and `/smtp` endpoints, as clients of the service schema. */
export async function openChatLog(config: Config, { product, service, limits, log, ready }: Parts): Promise<OpenPort> {
  const { serviceToken } = config
  const settings = facadeSettings(config)
  const parts = { sessionWatch: product.sessionWatch }
  const client = pipelineClient(service, async (origin) => createServiceContext(product, origin), parts)
  const isServiceToken = serviceToken === undefined ? () => false : serviceTokenCheck(serviceToken)
  /** The header can have the service token or, where none is set, that of an account. */
  const serviceOrAccount = async (origin: Origin) =>
    isServiceToken(origin.authorization)
      ? { ...createServiceContext(product, origin), tokenState: 'valid' as const }
      : createRequestContext(product, origin)
  const accounts = pipelineClient(service, serviceOrAccount, parts)
  const logs = chatLogRoutes(settings)
  const verification = verificationRoutes('/smtp')
  return openInternalListener(config, {
    port: config.ports.chatlog,
    limits,
    log,
    ready,
    closeTimeoutMs: 5_000,
    mountOpen: (app) => {
      const tables = storeTablesRoutes(settings.line)
      // these endpoints also accept an administrator's token, and require one of the two even on the loopback
      if (tables.length > 0 && serviceToken !== undefined) app.use('/sqldb', requireAdminOrService(serviceOrAccount))
      app.use(mountRoutes(accounts, tables))
    },
    mount: (app) => {
      serveDocs({ app, log }, (version) => services.chatLog(version, settings))
      app.use(mountRoutes(client, logs))
      app.use(mountRoutes(accounts, verification))
    },
    direct: new Map([...directRoutes(client, logs), ...directRoutes(accounts, verification)]),
  })
}
