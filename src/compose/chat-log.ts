import { buildServiceSchema } from '../../resolvers/build-schema.js'
import { Pipeline } from '../../resolvers/execute.js'
import { createRequestContext, createServiceContext } from '../../resolvers/request-context.js'
import { chatLogRoutes } from '../../rest-facade/chat-log-routes.js'
import { lineOf } from '../../rest-facade/lines.js'
import { mountRoutes } from '../../rest-facade/mount.js'
import { storeTablesRoutes } from '../../rest-facade/store-tables-routes.js'
import type { Config } from '../config/config.js'
import { openListener } from '../http/listener.js'
import { requireServiceToken, serviceTokenCheck } from '../http/service-token.js'
import type { Logger } from '../logger.js'
import { imageHostsOf } from './image-hosts.js'
import type { Product } from './product.js'
import { schemaClient } from './schema-client.js'

/** The chat-log service: the documented `/doclog` endpoints as clients of the service schema, which nothing serves. */
export interface ChatLogService {
  readonly port: number
  close(): Promise<void>
}

export async function openChatLog(
  config: Config,
  { product, log, ready }: { product: Product; log: Logger; ready: () => Promise<boolean> },
): Promise<ChatLogService> {
  const { serviceToken } = config
  const line = lineOf(config.apiLine)
  const pipeline = new Pipeline(buildServiceSchema(product), log)
  const client = schemaClient(pipeline, async (origin) => createServiceContext(product, origin))
  const isServiceToken = serviceToken === undefined ? () => false : serviceTokenCheck(serviceToken)
  const credentialed = schemaClient(pipeline, async (origin) =>
    isServiceToken(origin.authorization)
      ? { ...createServiceContext(product, origin), tokenState: 'valid' as const }
      : createRequestContext(product, origin),
  )
  return openListener({
    host: config.internalHost,
    port: config.ports.chatlog,
    logger: log,
    ready,
    closeTimeoutMs: 5_000,
    mount: (app) => {
      // first: these take an administrator's token too
      app.use(mountRoutes(credentialed, storeTablesRoutes(line)))
      if (serviceToken !== undefined) app.use(requireServiceToken(serviceToken))
      app.use(mountRoutes(client, chatLogRoutes(imageHostsOf(config), line)))
    },
  })
}
