import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import type { Operation, Pipeline } from './execute.js'
import type { Origin, RequestContext } from './request-context.js'

export interface SocketOptions {
  readonly server: Server
  readonly path: string
  readonly pipeline: Pipeline
  /** Asked for every operation, so that a role or a session that has ended counts at once. */
  readonly context: (origin: Origin) => Promise<RequestContext>
  /** Whether a page of this origin may connect; a client without an origin always may. */
  readonly allowsOrigin: (origin: string, host: string | undefined) => boolean
}

const maxMessageBytes = 64 * 1024

/** GraphQL over WebSocket (graphql-transport-ws) on an HTTP server. The result closes every socket: reconnect (1001). */
export function serveSockets({ server, path, pipeline, context, allowsOrigin }: SocketOptions): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const refusal = refusalOf(request, path, allowsOrigin)
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request))
  })

  const serving = useServer<Record<string, unknown>>(
    {
      // the pipeline has its own arguments; graphql-ws only passes them on
      execute: (args: unknown) => runPrepared(pipeline, args),
      subscribe: (args: unknown) => runPrepared(pipeline, args),
      onSubscribe: async ({ connectionParams, extra }, _id, { query, operationName, variables }) => {
        const origin = {
          authorization: tokenIn(connectionParams) ?? extra.request.headers.authorization,
          requestId: randomUUID(),
          ipAddress: extra.request.socket.remoteAddress ?? null,
        }
        try {
          const document = pipeline.parse(query)
          // before graphql-ws looks for itself: its own refusal has no code
          pipeline.operation(document, operationName)
          return {
            document,
            operationName,
            variableValues: variables ?? {},
            contextValue: await context(origin),
          } as never
        } catch (error) {
          return [pipeline.mask(error, origin.requestId)]
        }
      },
    },
    sockets,
  )
  return async () => {
    for (const socket of sockets.clients) socket.close(1001, 'Going away, reconnect')
    await serving.dispose()
  }
}

function runPrepared(pipeline: Pipeline, args: unknown) {
  const { document, operationName, variableValues, contextValue } = args as {
    document: Operation['document']
    operationName: Operation['operationName']
    variableValues: Operation['variables']
    contextValue: RequestContext
  }
  return pipeline.run({ document, operationName, variables: variableValues, context: contextValue }, { streams: true })
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
