import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { getOperationAST } from 'graphql'
import { handleProtocols, makeServer } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import { AppError } from '../src/errors.js'
import { closeAll, connectSocket } from './connect-socket.js'
import type { Operation, OperationOutcome, Pipeline } from './execute.js'
import type { Origin, RequestContext } from './request-context.js'
import { SocketLane, socketLimits } from './socket-lane.js'
import type { Place, SocketLimits } from './socket-lane.js'

export interface SocketOptions {
  readonly server: Server
  readonly path: string
  readonly pipeline: Pipeline
  /** Asked for every operation, so that a role or a session that has ended counts at once. */
  readonly context: (origin: Origin) => Promise<RequestContext>
  /** Whether a page of this origin may connect; a client without an origin always may. */
  readonly allowsOrigin: (origin: string, host: string | undefined) => boolean
  readonly limits?: SocketLimits
}

interface Extra {
  readonly lane: SocketLane
  readonly request: IncomingMessage
}

interface Prepared extends Operation {
  readonly place: Place
}

const maxMessageBytes = 64 * 1024

/** GraphQL over WebSocket (graphql-transport-ws) on an HTTP server. The result closes every socket: reconnect (1001). */
export function serveSockets(options: SocketOptions): () => Promise<void> {
  const { server, path, pipeline, context, allowsOrigin, limits = socketLimits } = options
  // closeTimeout is newer than the types
  const bounds = { maxPayload: maxMessageBytes, perMessageDeflate: false, closeTimeout: limits.drainMs }
  const sockets = new WebSocketServer({ noServer: true, handleProtocols, ...bounds })
  const protocol = makeServer<Record<string, unknown>, Extra>({
    // the pipeline has its own arguments; graphql-ws only passes them on
    execute: (args: unknown) => runPrepared(pipeline, args as Prepared),
    subscribe: (args: unknown) => runPrepared(pipeline, args as Prepared),
    onSubscribe: async (socket, id, { query, operationName, variables }) => {
      const { lane, request } = socket.extra
      const place = lane.enter()
      if (!place) return [pipeline.mask(tooManyOperations())]
      const origin = {
        authorization: tokenIn(socket.connectionParams) ?? request.headers.authorization,
        requestId: randomUUID(),
        ipAddress: request.socket.remoteAddress ?? null,
      }
      try {
        const mayBegin = await place.turn()
        // completed or disconnected while it waited: nobody reads this
        if (!mayBegin || !(id in socket.subscriptions)) throw new AppError('UNAVAILABLE')
        const document = pipeline.parse(query)
        const prepared = { document, operationName, variables, context: await context(origin), place }
        if (getOperationAST(document, operationName)) return prepared satisfies Prepared as never
        // graphql-ws has an answer of its own to this, which would be the only one without a code
        const { errors = [] } = await pipeline.execute(prepared)
        place.leave()
        return errors
      } catch (error) {
        place.leave()
        return [pipeline.mask(error, origin.requestId)]
      }
    },
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const refusal = refusalOf(request, path, allowsOrigin)
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const lane = new SocketLane(webSocket, request.socket, limits)
      connectSocket(webSocket, (carrier) => protocol.opened(carrier, { lane, request }), pipeline)
    })
  })
  return () => closeAll(sockets)
}

async function runPrepared(pipeline: Pipeline, { place, ...operation }: Prepared): Promise<OperationOutcome> {
  const outcome = await pipeline.run(operation, { streams: true })
  if (Symbol.asyncIterator in outcome) return place.stream(outcome)
  place.leave()
  return outcome
}

function tooManyOperations(): AppError {
  return new AppError('RATE_LIMITED', { message: 'Too many operations at once on this socket', retryAfterMs: 1_000 })
}

function refusalOf(
  request: IncomingMessage,
  path: string,
  allowsOrigin: SocketOptions['allowsOrigin'],
): string | undefined {
  if (request.url?.split('?')[0] !== path) return '404 Not Found'
  const { origin, host } = request.headers
  if (origin !== undefined && !allowsOrigin(origin, host)) return '403 Forbidden'
  return undefined
}

/** `authorization` of the `connection_init` payload; written like an HTTP header, so its case does not matter. */
function tokenIn(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const named = Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization')
  return typeof named?.[1] === 'string' ? named[1] : undefined
}
