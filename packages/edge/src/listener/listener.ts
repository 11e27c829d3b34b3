import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express, { type Express } from 'express'
import { AppError, type Logger, parseUrl } from '@parley/runtime'
import { AddressSet } from '../addresses/address-set.js'
import { answerBrokenRequest } from '../errors/broken-request.js'
import { clientAddress, trustProxies } from '../addresses/client-address.js'
import { Connections } from '../load/connections.js'
import { hostRefusal } from '../checks/allowed-hosts.js'
import { logRefusedOrigins, noOrigins, type AllowedOrigins } from '../checks/cors.js'
import { directHandler, type DirectRoutes } from './direct.js'
import { createEdge } from './edge.js'
import {
  answerErrors,
  errorMiddleware,
  unknownRoute,
  type AnswerError,
  type SendRefusalPage,
} from '../errors/error-middleware.js'
import { pieceTurn, targetTurn } from '../body/large-body-turn.js'
import { joinChunks } from '../load/join-chunks.js'
import { countBody } from '../load/count-body.js'
import { attributeConnection, countConnections } from '../load/request-memory.js'
import { HttpError } from '../errors/http-error.js'
import { boundFields, fieldsRefusal, headersRefusal } from '../checks/header-size.js'
import { mountHealth, type ReadyCheck } from './health.js'
import { traceRequest } from './request-trace.js'
import { ListenerLimits, type ArrivedRequest } from '../load/listener-limits.js'
import type { ProcessLimits } from '../load/process-limits.js'
import { requestTurns } from '../load/request-turns.js'
import { maxHeadersCount, maxHeaderSize, requestTimes } from '../load/request-times.js'
import { strictTransport, type StrictTransportOptions } from '../checks/strict-transport.js'
import { refuseTunnels, serveUpgrades, type WebSocketPath } from './upgrades.js'
import { onClose } from '../load/on-close.js'

/** A TCP address (port 0 picks a free port, which the listener reports), or the path of a socket file to create. */
type Address = { readonly host: string; readonly port: number } | { readonly path: string }

export type ListenerOptions = Address & ListenerSettings

const defaultCloseMs = 10_000

interface ListenerSettings {
  readonly logger: Logger
  readonly ready: ReadyCheck
  /** Every refusal is JSON by default. */
  readonly sendRefusalPage?: SendRefusalPage
  /** The limits shared by the listeners of the process; without them it refuses nothing because of load. */
  readonly limits?: ProcessLimits
  /** Whether its clients are programs of the operator, for which file handles are kept; false by default. */
  readonly isInternal?: boolean
  /** Adds the handlers of the listener, between health and the JSON 404. */
  readonly mount: (app: Express) => void
  /** Routes that are answered before Express. Each path is mounted as well, for every other request. */
  readonly direct?: DirectRoutes
  /** The names of this listener (`Host` without a port), other than for health checks; every name by default. */
  readonly hosts?: readonly string[]
  /** Origins whose pages may read answers; none by default. */
  readonly corsOrigins?: AllowedOrigins
  /** The setting that allows origins, for the log; `CORS_ORIGINS` by default. */
  readonly corsSetting?: string
  /** Addresses and networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted; none by default. */
  readonly trustedProxies?: readonly string[]
  /** For `Strict-Transport-Security`; by default only a trusted proxy can report that a request came over HTTPS. */
  readonly strictTransport?: StrictTransportOptions
  /** How long `close` waits for requests in flight before it disconnects them, in milliseconds. */
  readonly closeTimeoutMs?: number
  /** The handler of WebSockets; without one every upgrade is declined. */
  readonly webSocket?: WebSocketPath
}

export interface OpenPort {
  /** 0 for a socket file. */
  readonly port: number
  /** From now on `/health/ready` is 503, and each answer closes its connection. */
  drain(): void
  /** Refuses new sockets, and ends sockets and streams of events at random moments within `ms`. */
  readonly endStreams?: (ms: number) => void
  /** Closes idle connections, waits for requests in flight, disconnects the rest after the timeout. Call it once. */
  close(): Promise<void>
}

export interface Listener extends OpenPort {
  readonly server: Server
}

/** Opens an HTTP listener. Rejects with the system's error when the port is unavailable. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const {
    logger,
    hosts = [],
    corsOrigins = noOrigins,
    corsSetting = 'CORS_ORIGINS',
    direct = new Map(),
    trustedProxies = [],
    sendRefusalPage = () => false,
  } = options
  const answerError = answerErrors(logger)
  const transport = strictTransport(options.strictTransport ?? { isHttps: false, includeSubDomains: false })
  const onRefused = logRefusedOrigins(logger, corsSetting)
  const edge = createEdge({
    logger,
    cors: { origins: corsOrigins, onRefused },
    strictTransport: transport,
  })
  const refusalOfHost = hostRefusal(hosts)
  const limits = options.limits && new ListenerLimits(options.limits, new AddressSet(trustedProxies))
  const run = (request: IncomingMessage, response: ServerResponse) => {
    request.url = readableTarget(request.url ?? '')
    const fail = (error: unknown) => answerError(error, request, response)
    try {
      if (edge(request, response)) return
      const refusal =
        headersRefusal(request) ??
        refusalOfHost(request) ??
        limits?.refusalOf(arrived(request, (callback) => onClose(response, callback)))
      if (refusal) {
        if (sendRefusalPage(request, response, refusal)) return
        throw new HttpError(refusal)
      }
      if (trustedProxies.length > 0) attributeConnection(request)
      countBody(request, response)
    } catch (error) {
      fail(error)
      return
    }
    const handle = () => {
      const handler = directHandler(direct, request)
      if (handler) void handler(request, response).catch(fail)
      else app(request, response)
    }
    const turn = targetTurn(request)
    if (turn) turn.then(handle).catch(fail)
    else handle()
  }
  const server = createServer({
    ...requestTimes,
    maxHeaderSize,
    ...(options.limits && { keepAliveTimeout: options.limits.keepAliveMs }),
    // checked by the edge, which answers with an error body
    requireHostHeader: false,
  })
  server.maxHeadersCount = maxHeadersCount
  // before those of `Connections`
  limits?.guard(server, { isInternal: options.isInternal ?? false, isIdle: (socket) => connections.isIdle(socket) })
  trustProxies(server, trustedProxies)
  const connections = new Connections(server, (socket) => options.limits?.handles.used(socket))
  const app = createApp(options, answerError, connections)
  if (options.limits) countConnections(server, connections, options.limits.unsent)
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    traceRequest(request, response, () => run(request, response))
  server.on('request', (request, response) => {
    readChunks(request, response)
    boundFields(request, response)
    const { socket } = request
    const client = { address: clientAddress(request), isGone: () => socket.destroyed }
    connections.serve(request, response, () => {
      requestTurns.begin(client, () => serve(request, response))
    })
  })
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, connections.isAnswering(socket)))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  refuseTunnels(server, connections)
  if (options.webSocket) {
    const refusalOf = (request: IncomingMessage, socket: Socket) => {
      attributeConnection(request)
      return refusalOfHost(request) ?? limits?.refusalOf(arrived(request, (callback) => socket.once('close', callback)))
    }
    serveUpgrades(server, connections, { ...options.webSocket, refusalOf, onRefused })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen('path' in options ? { path: options.path } : addressOf(options), () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    server,
    port: portOf(server.address()),
    drain: () => connections.drain(),
    close: () => connections.close(options.closeTimeoutMs ?? defaultCloseMs),
  }
}

function createApp(
  { ready, mount, sendRefusalPage = () => false }: ListenerOptions,
  answerError: AnswerError,
  connections: Connections,
): Express {
  const app = express()
  app.set('etag', false)
  app.set('x-powered-by', false)
  app.set('query parser', 'simple')
  app.set('case sensitive routing', true)
  mountHealth(app, () => {
    if (connections.isDraining) throw new AppError('UNAVAILABLE', { message: 'The server is stopping' })
    return ready()
  })
  mount(app)
  app.use(unknownRoute(sendRefusalPage), errorMiddleware(answerError))
  return app
}

/** Reads a body in chunks by turns, also after the answer. For a request that has just arrived. */
export function readChunks(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['transfer-encoding'] === undefined && !fieldsRefusal(request.rawHeaders)) return
  joinChunks(request, (bytes) => pieceTurn(request, bytes))
  // an unread body is dropped by Node.js after the answer, chunk by chunk and without turns
  request.read(0)
  response.once('finish', () => request.resume())
}

function arrived(request: IncomingMessage, onClose: ArrivedRequest['onClose']): ArrivedRequest {
  return {
    target: request.url,
    peer: request.socket.remoteAddress,
    address: () => clientAddress(request),
    onClose,
  }
}

/** Replaces a target that Express cannot parse, and would answer with its own page; `*` reaches every handler. */
function readableTarget(target: string): string {
  const isReadable = target.startsWith('/') || (/^https?:/i.test(target) && parseUrl(target) !== undefined)
  return isReadable ? target : '*'
}

/** For `::` Node listens on both families, and where the system has no IPv6 on `0.0.0.0`. */
export function addressOf({ host, port }: { readonly host: string; readonly port: number }) {
  return host === '::' ? { port } : { host, port }
}

function portOf(address: AddressInfo | string | null): number {
  return address === null || typeof address === 'string' ? 0 : address.port
}
