import {
  allowsOrigin,
  answerOf,
  answerOnSocket,
  clientAddress,
  isOfHost,
  largeTurn,
  openListener,
  type OpenPort,
  OpenStreams,
  refusals,
  restErrors,
  streamLimits,
} from '@parley/edge'
import { serveSockets } from '../../resolvers/sockets/serve-sockets.js'
import { createKeyContext, createRequestContext, type Origin } from '../../resolvers/context/request-context.js'
import { directRoutes, facadeRoutes, mountRoutes } from '../../rest-facade/mount.js'
import { mountEvents } from '../../rest-facade/mount-events.js'
import { repliesStreams } from '../../rest-facade/replies/replies-routes.js'
import { services } from '../../rest-facade/services.js'
import { mountV1 } from '../../rest-facade/v1/v1-routes.js'
import { CallCancels } from '../../rest-facade/mcp/call-cancels.js'
import { mountMcp } from '../../rest-facade/mcp/mount-mcp.js'
import { sendRefusalPage, sendRefusalPageWithHome } from '../../src/http/pages/refusal-page.js'
import { SubscriptionQuota } from '../../src/rate-limits/subscription-quota.js'
import { mountChat, mountDashboard, mountPlayground, mountSignpost } from '../../src/http/pages/pages.js'
import { mountAccountRecovery } from '../../src/http/account-recovery.js'
import { mountDataExport } from '../../src/http/data-export.js'
import { mountRoomExport } from '../../src/http/room-export.js'
import { mountLogo } from '../../src/http/installation-logo.js'
import { mountSharedConversation } from '../../src/http/shared-conversation.js'
import { mountThumbnails } from '../../src/http/thumbnails.js'
import type { Config } from '../../src/config/config.js'
import { messageBodyBytes, socketMessageBytes } from '../../src/limits.js'
import { publicPathOf } from '../../src/public-path.js'
import { facadeSettings } from './facade-settings.js'
import { directGraphql, graphqlHandlers, graphqlPath } from '../../resolvers/http/mount-graphql.js'
import { mountOperationStream } from '../../resolvers/http/mount-operation-stream.js'
import type { ApplicationParts } from '../parts.js'
import { pipelineClient } from '../pipeline-client.js'
import { serveDocs } from './serve-docs.js'
import { packageVersion, pagesFolder } from '../../src/package-root.js'

const socketRefusals = {
  handshake: {
    ...refusals.badRequest('Malformed WebSocket handshake').answer,
    headers: { 'Sec-WebSocket-Version': '13' },
  },
  address: { ...answerOf(restErrors.tooManyRequests), headers: { 'Retry-After': '5' } },
  process: { ...answerOf(restErrors.unavailable), headers: { 'Retry-After': '5' } },
}

/**
 * The application service: `/graphql` over HTTP and WebSocket, and the documented REST endpoints, as its clients.
 */
export async function openApplication(
  config: Config,
  { product, service, graphql, bus, limits, log, ready }: ApplicationParts,
): Promise<OpenPort> {
  const { pipeline } = graphql
  const context = (origin: Origin) => createRequestContext(product, origin)
  const bodyBytes = messageBodyBytes(config.messageLimit)
  const subscriptions = new SubscriptionQuota(config.socketLimits)
  const sockets = serveSockets({
    pipeline,
    context,
    clientAddress,
    sessionWatch: product.sessionWatch,
    bounds: config.socketLimits,
    maxMessageBytes: socketMessageBytes(config.messageLimit),
    subscriptions,
    isOverloaded: () => limits.load.isOverloaded,
    largeTurn,
    unsent: limits.unsent,
    onEnd: (operation) => log.info(operation, 'operation'),
    refuse: (socket, why) => answerOnSocket(socket, socketRefusals[why]),
  })
  const publicPath = publicPathOf(config.publicUrl)
  const settings = facadeSettings(config)
  const routes = facadeRoutes(settings)
  const forRest = (origin: Origin) => context({ ...origin, isAskedToSignIn: true })
  const client = pipelineClient(pipeline, forRest, product)
  const withoutFiles = { sessionWatch: product.sessionWatch }
  const forKeys = pipelineClient(service, (origin) => createKeyContext(product, origin, 'v1'), withoutFiles)
  const forTools = pipelineClient(pipeline, (origin) => createKeyContext(product, origin, 'mcp'), withoutFiles)
  const streams = new OpenStreams(streamLimits, subscriptions)
  // proxies may send another Host than the one that the browser has
  const corsOrigins = {
    ...config.corsOrigins,
    listed: [...config.corsOrigins.listed, new URL(config.publicUrl).origin],
  }
  const listener = await openListener({
    sendRefusalPage: config.chatPage ? sendRefusalPageWithHome : sendRefusalPage,
    host: config.host,
    port: config.ports.app,
    logger: log,
    limits,
    ready,
    hosts: config.publicHosts,
    corsOrigins,
    trustedProxies: config.trustedProxies,
    strictTransport: {
      isHttps: config.publicUrl.startsWith('https:'),
      includeSubDomains: config.hstsIncludeSubdomains,
    },
    closeTimeoutMs: 5_000,
    direct: new Map([
      ...directRoutes(client, routes, publicPath),
      [`POST ${graphqlPath}`, directGraphql(graphql, context, bodyBytes)],
    ]),
    webSocket: {
      path: '/graphql',
      allowsOrigin: (origin, host) => isOfHost(origin, host) || allowsOrigin(corsOrigins, origin),
      accept: (request, socket, head) => sockets.accept(request, socket, head),
    },
    mount: (app) => {
      const { messageLimit } = product
      const installation = async () => ({ ...(await product.installationSettings.shown()), messageLimit })
      const host = { app, folder: pagesFolder, log, installation }
      if (config.isConsolePublic) {
        const chatUrl = config.chatPage ? '' : null
        const shown = async () => ({ ...(await installation()), chatUrl })
        mountDashboard({ ...host, installation: shown }, '/console', { isAlone: !config.chatPage })
      }
      if (config.chatPage) mountChat({ ...host, publicPath })
      else mountSignpost({ app, publicPath })
      const chatLink = config.chatPage ? [{ path: '', label: 'Chat' }] : []
      const graphqlLink = config.playground ? [{ path: 'graphql', label: 'GraphQL' }] : []
      const docsLink = { path: 'docs', label: 'REST' }
      if (config.playground) mountPlayground({ app, folder: pagesFolder, log, links: [...chatLink, docsLink] })
      // before /graphql, which serves every path below it
      const { sessionWatch } = product
      app.use(mountOperationStream({ pipeline, context, bodyBytes, sessionWatch, open: streams, log }))
      app.use(graphqlPath, ...graphqlHandlers(graphql, { context, bodyBytes }))
      mountThumbnails(app, (id) => product.images.open(id))
      mountLogo(app, async () => (await product.installationSettings.values()).logo)
      mountDataExport(app, product.dataExports)
      mountRoomExport(app, (token, language) => product.roomExports.open(token, language))
      mountAccountRecovery(app, product.accountRecovery)
      mountSharedConversation(app, {
        open: (token, ipAddress) => product.shareLinks.open(token, ipAddress),
        look: () => product.installationSettings.shown(),
        hasChatPage: config.chatPage,
      })
      const base = publicPath || '/'
      const docsHost = { app, log, links: [...chatLink, ...graphqlLink] }
      serveDocs(docsHost, (version) => ({ ...services.application(version, settings), base }))
      app.use(mountRoutes(client, routes, publicPath))
      app.use(mountEvents(client, repliesStreams, { open: streams }))
      app.use(mountV1(forKeys, { log }))
      const cancels = new CallCancels(bus)
      const version = packageVersion()
      const isAllowed = (origin: string) => allowsOrigin(corsOrigins, origin)
      app.use(mountMcp(forTools, { open: streams, cancels, isAllowed, bodyBytes, version, log }))
    },
  })
  return {
    ...listener,
    endStreams: (ms) => {
      sockets.drain(ms)
      streams.stop(ms)
    },
    close: async () => {
      await sockets.close()
      streams.stop()
      await listener.close()
    },
  }
}
