import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getOperationAST, OperationTypeNode, type ExecutionResult, type GraphQLError } from 'graphql'
import { handleProtocols, makeServer, type Context, type WebSocket as Carrier } from 'graphql-ws'
import { WebSocketServer, type WebSocket } from 'ws'
import {
  AppError,
  type MemoryReservation,
  networksOf,
  overloadRetryMs,
  refusedRequests,
  type TurnClient,
} from '@parley/runtime'
import { openSockets } from '../../src/metrics/requests.js'
import { preferredLanguage } from '../../src/languages.js'
import type { SubscriptionQuota } from '../../src/rate-limits/subscription-quota.js'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import { admitSocket } from './admit-socket.js'
import { connectSocket } from './connect-socket.js'
import { countArriving } from './count-arriving.js'
import { eventFrames, type WriteFrame } from './event-frames.js'
import type { Operation, Pipeline } from '../pipeline/pipeline.js'
import { countErrors } from '../pipeline/operation-metrics.js'
import { flushPending } from './flush-pending.js'
import { subscriberOf, type Origin, type RequestContext } from '../context/request-context.js'
import { operationNotes, type OperationNotes } from '../context/operation-notes.js'
import { closeSocket } from './close-socket.js'
import { SocketQuota, type QuotaExceeded, type SocketLease, type SocketBounds } from './socket-quota.js'
import { socketCloses } from './socket-closes.js'
import { socketCredential } from './socket-credential.js'
import { SocketBackpressure, socketLimits, type OperationSlot, type SocketLimits } from './socket-backpressure.js'

/** The fields of the log line of a socket's operation. */
interface EndedOperation extends OperationNotes {
  readonly requestId: string
  readonly ms: number
}

interface UnsentCounter {
  /** Starts to count a result for the client of a connection. */
  reserve(connection: Socket, client: ReturnType<typeof networksOf>): MemoryReservation
  /** Counts a message of so many bytes that is arriving. Throws UNAVAILABLE when there is no room for it. */
  receive(connection: Socket, client: ReturnType<typeof networksOf>, bytes: number): Pick<MemoryReservation, 'release'>
  /** Counts the data that waits in the connection. */
  sample(connection: Socket): void
}

interface Extra {
  readonly webSocket: WebSocket
  readonly lease: SocketLease
  readonly backpressure: SocketBackpressure
  readonly write: WriteFrame
  readonly request: IncomingMessage
}

interface Prepared extends Operation {
  readonly slot: OperationSlot
  readonly id: string
  readonly write: WriteFrame
  readonly end: EndOperation
}

type EndOperation = (operation: Partial<Operation>, errors?: readonly GraphQLError[]) => void

/** Each costs some hundred bytes of memory, however short it is. */
const maxMessageFragments = 128
/** Pieces of the connection, which arrive faster than they are read: each has as many bytes on average. */
const meanChunkBytes = 512
const minMessageChunks = 1_024
/** The length of an operation's id, in UTF-16 code units. */
const maxIdLength = 100
const defaultPingMs = 12_000

interface GraphqlSockets {
  /** Accepts a connection whose request offers a WebSocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** From now on refuses new sockets, and closes each open one at a random moment within `ms`, as `close` does. */
  drain(ms: number): void
  /** Closes every socket with 1012 after its pending answers, so that clients reconnect; destroys it without an answer. */
  close(): Promise<void>
}

/** GraphQL over WebSocket (graphql-transport-ws). */
export function serveSockets(options: {
  readonly pipeline: Pipeline
  /** Created for every operation, so that the end of a role or a session applies at once. */
  readonly context: (origin: Origin) => Promise<RequestContext>
  /** The address of a socket's client, from its request. */
  readonly clientAddress: (request: IncomingMessage) => string | null
  /** Answers an invalid handshake, or one beyond a quota. */
  readonly refuse: (socket: Duplex, why: 'handshake' | QuotaExceeded) => void
  readonly sessionWatch: Pick<SessionWatch, 'watch'>
  readonly bounds: SocketBounds
  /** Of one message of a socket; a longer one closes it with 1009. */
  readonly maxMessageBytes: number
  readonly subscriptions: Pick<SubscriptionQuota, 'acquire'>
  /** Whether new operations are refused because the process is overloaded. */
  readonly isOverloaded: () => boolean
  /** The turn of a message of so many bytes; undefined when it needs none. Rejects when the client has disconnected. */
  readonly largeTurn?: (bytes: number, client: TurnClient) => Promise<void> | undefined
  /** Counts the memory of a socket. */
  readonly unsent?: UnsentCounter
  readonly limits?: SocketLimits
  /** Called when an operation has been answered; for a subscription, when it has ended. */
  readonly onEnd?: (operation: EndedOperation) => void
  /** Milliseconds between two pings; a client that has not answered one before the next is disconnected. */
  readonly pingMs?: number
}): GraphqlSockets {
  const { pipeline, context, clientAddress, refuse, unsent, limits = socketLimits, pingMs = defaultPingMs } = options
  const { maxMessageBytes } = options
  const quota = new SocketQuota(options.bounds)
  const serverOptions = {
    maxPayload: maxMessageBytes,
    maxFragments: maxMessageFragments,
    maxBufferedChunks: Math.max(minMessageChunks, Math.ceil(maxMessageBytes / meanChunkBytes)),
    perMessageDeflate: false,
    // one message of a socket in a turn of the event loop, so that those of others are read in between
    allowSynchronousEvents: false,
    // missing in the types of ws
    closeTimeout: limits.drainMs,
  }
  const sockets = new WebSocketServer({ noServer: true, handleProtocols, ...serverOptions })
  // created once: the answer must cost less than the request
  const tooMany = pipeline.mask(tooManyOperations())
  const overload = pipeline.mask(new AppError('UNAVAILABLE', { retryAfterMs: overloadRetryMs }))
  const longId = pipeline.mask(new AppError('BAD_USER_INPUT'))
  // opened without an account: these sockets are not watched, so a token that becomes valid later has no effect on them
  const ofGuests = new WeakSet<WebSocket>()
  // opened with an invalid token: answer UNAUTHENTICATED, not NOT_FOUND
  const ofBadTokens = new WeakSet<WebSocket>()
  const contexts = new WeakMap<WebSocket, Context<Record<string, unknown>, Extra>>()
  let isDraining = false
  const end = async (webSocket: WebSocket): Promise<void> => {
    const connected = contexts.get(webSocket)
    if (connected) await flushPending(connected)
    if (webSocket.readyState === webSocket.OPEN) closeSocket(webSocket, socketCloses.restart)
  }
  const contextOf = async (origin: Origin, webSocket: WebSocket): Promise<RequestContext> => {
    const found = await context(origin)
    return ofBadTokens.has(webSocket) ? { ...found, tokenState: 'invalid' } : found
  }
  const originOf = ({ connectionParams, extra }: Context<Record<string, unknown>, Extra>): Origin => ({
    authorization: ofGuests.has(extra.webSocket) ? undefined : authorizationOf(connectionParams, extra.request),
    requestId: randomUUID(),
    ipAddress: clientAddress(extra.request),
    userAgent: extra.request.headers['user-agent'],
    language: preferredLanguage(extra.request.headers['accept-language']),
    isGone: () => extra.webSocket.readyState !== extra.webSocket.OPEN,
    reserveMemory: unsent && (() => unsent.reserve(extra.request.socket, networksOf(clientAddress(extra.request)))),
  })
  const protocol = makeServer<Record<string, unknown>, Extra>({
    onConnect: async (socket) => {
      const { webSocket, lease } = socket.extra
      contexts.set(webSocket, socket)
      if (socketCredential(socket.connectionParams).kind === 'unreadable') {
        closeSocket(webSocket, socketCloses.unreadableToken)
        return false
      }
      const origin = originOf(socket)
      try {
        const { sessionWatch } = options
        const arrived = await context(origin)
        if (arrived.caller.kind !== 'user') ofGuests.add(webSocket)
        if (arrived.tokenState === 'invalid') ofBadTokens.add(webSocket)
        return admitSocket(arrived, { webSocket, lease, sessionWatch, flushPending: () => flushPending(socket) })
      } catch (error) {
        pipeline.mask(error, origin.requestId)
        closeSocket(webSocket, socketCloses.tryAgain)
        return false
      }
    },
    // the pipeline has its own arguments; graphql-ws passes them through
    execute: (args: unknown) => runPrepared(pipeline, args),
    subscribe: (args: unknown) => runPrepared(pipeline, args),
    onSubscribe: async (socket, id, payload) => {
      const { variables } = payload
      const operationName = payload.operationName === '' ? undefined : payload.operationName
      const { backpressure, write, webSocket } = socket.extra
      const origin = originOf(socket)
      const startedMs = performance.now()
      const end: EndOperation = (operation, errors) => {
        const ms = Math.round((performance.now() - startedMs) * 10) / 10
        options.onEnd?.({ requestId: origin.requestId, ms, ...operationNotes(operation, errors) })
      }
      const refused = (error: GraphQLError) => {
        countErrors({ errors: [error] })
        end({ operationName }, [error])
        return [error]
      }
      if (id.length > maxIdLength) {
        closeSocket(webSocket, socketCloses.longId)
        return refused(longId)
      }
      if (options.isOverloaded()) return refused(overload)
      const slot = backpressure.enter()
      if (!slot) return refused(tooMany)
      try {
        const mayBegin = await slot.turn()
        // completed or disconnected while it waited: its result has no reader
        if (!mayBegin || !(id in socket.subscriptions)) throw new AppError('UNAVAILABLE')
        if (options.isOverloaded()) {
          slot.leave()
          return refused(overload)
        }
        const text = pipeline.textOf(payload)
        const known = await contextOf(origin, webSocket)
        const document = await pipeline.parse(text, known)
        const prepared = { document, operationName, variables, context: known, slot, id, write, end }
        const asked = getOperationAST(document, operationName)
        if (asked?.operation === OperationTypeNode.SUBSCRIPTION)
          slot.hold(options.subscriptions.acquire(subscriberOf(known)))
        if (asked) return prepared satisfies Prepared as never
        // graphql-ws would answer these errors without a code
        const { errors = [] } = await pipeline.execute(prepared)
        slot.leave()
        end(prepared, errors)
        return errors
      } catch (error) {
        slot.leave()
        return refused(pipeline.mask(error, origin.requestId))
      }
    },
  })
  sockets.on('wsClientError', (_error, socket) => refuse(socket, 'handshake'))
  return {
    accept: (request, socket, head) => {
      const networks = networksOf(clientAddress(request))
      const exceeded = isDraining ? 'process' : quota.refusal(networks)
      if (exceeded) {
        refusedRequests.inc({ reason: 'sockets' })
        refuse(socket, exceeded)
        return
      }
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const lease = quota.acquire(networks)
        openSockets.inc()
        webSocket.once('close', () => {
          lease.release()
          openSockets.dec()
        })
        const backpressure = new SocketBackpressure(webSocket, request.socket, limits)
        const extra = { webSocket, lease, backpressure, write: (frame: Buffer) => backpressure.write(frame), request }
        const open = (carrier: Carrier) => protocol.opened(carrier, extra)
        const client = { keys: networks, isGone: () => webSocket.readyState !== webSocket.OPEN }
        if (unsent)
          countArriving(webSocket, request.socket, () => {
            const held = unsent.receive(request.socket, networks, maxMessageBytes)
            return () => held.release()
          })
        connectSocket(webSocket, {
          open,
          pipeline,
          pingMs,
          sent: () => unsent?.sample(request.socket),
          turnOf: (bytes) => options.largeTurn?.(bytes, client),
          pauseReading: () => backpressure.pauseReading(),
          hold: (bytes) => {
            const held = unsent?.reserve(request.socket, networks)
            held?.add(bytes)
            return () => held?.release()
          },
        })
      })
    },
    drain: (ms) => {
      isDraining = true
      for (const webSocket of sockets.clients) setTimeout(() => void end(webSocket), Math.random() * ms).unref()
    },
    close: () => {
      isDraining = true
      for (const webSocket of sockets.clients) void end(webSocket)
      return new Promise<void>((resolve) => sockets.close(() => resolve()))
    },
  }
}

async function runPrepared(pipeline: Pipeline, args: unknown): Promise<ExecutionResult | AsyncIterableIterator<never>> {
  const { slot, id, write, end, ...operation } = args as Prepared
  const outcome = await pipeline.run(operation, { streams: true })
  if (Symbol.asyncIterator in outcome)
    return eventFrames(id, slot.stream(outcome), { write, ended: (errors) => end(operation, errors) })
  slot.leave()
  end(operation, outcome.errors)
  operation.context.bytes.end()
  return outcome
}

function tooManyOperations(): AppError {
  return new AppError('RATE_LIMITED', { message: 'Too many operations at once on this socket', retryAfterMs: 1_000 })
}

/** Without a credential in `connection_init`, that of the handshake counts. */
function authorizationOf(params: Context['connectionParams'], { headers }: IncomingMessage): string | undefined {
  const credential = socketCredential(params)
  return credential.kind === 'sent' ? credential.text : headers.authorization
}
