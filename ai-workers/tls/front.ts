import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import {
  constants,
  createSecureServer,
  Http2ServerRequest,
  type Http2SecureServer,
  type Http2ServerResponse,
  type SecureServerOptions,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import {
  addressOf,
  type AddressSet,
  answerBrokenRequest,
  answerOf,
  boundFields,
  checkExpectation,
  checkProtocol,
  fieldsRefusal,
  HttpError,
  joinChunks,
  jsonBodyLimitBytes,
  ListenerLimits,
  maxHeadersCount,
  maxHeaderSize,
  measuredTurn,
  type ProcessLimits,
  readChunks,
  refusals,
  requestTimes,
  requestTurns,
  restErrors,
} from '@parley/edge'
import { type Logger, networksOf } from '@parley/runtime'
import type { Exchange } from '../gateway/exchange.js'
import { forward, serviceTimeoutMs } from '../gateway/forward.js'
import { framingFault } from '../gateway/framing-fault.js'
import { Upstream } from '../gateway/upstream.js'
import { admit, type Admission } from './admission.js'
import { incomingRequestOf, type IncomingRequest, type FrontRequest, type FrontResponse } from './incoming-request.js'
import type { Certificate } from './certificate.js'
import { FrontConnections } from './front-connections.js'
import { sendError } from './send-error.js'
import { limitSession } from './session-limits.js'
import { transportFields, withheldFields, type FrontTransport } from './strict-transport.js'

export interface FrontOptions extends Admission {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly certificate: Certificate
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: AddressSet
  /** The HTTP/1.1 listener behind the front; `serviceToken` is the bearer token that it requires. */
  readonly service: URL
  readonly serviceToken: string
  /** For `Strict-Transport-Security`. */
  readonly transport: FrontTransport
  /** The limits shared with the other listeners of the process. */
  readonly limits: ProcessLimits
  readonly logger: Logger
}

/**
 * RFC 9113 lets a client open streams before it knows this bound, and recommends at least 100: clients begin with that
 * many. A stream beyond it is refused, and the client may retry it.
 */
const maxStreams = 100
/** Refused streams until a session is ended; those before the settings are acknowledged are invalid frames instead. */
const maxRefused = 200
/** Of HTTP/2: a stream with more fields is ended, one beyond the bound of a request is answered. */
const maxFields = 1_024

/** Set again with every certificate: a context without it would have Node's own minimum. */
const minVersion = 'TLSv1.2'

const protocol: SecureServerOptions = {
  allowHTTP1: true,
  minVersion,
  handshakeTimeout: 10_000,
  settings: { enablePush: false, maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderSize },
  maxHeaderListPairs: maxFields,
  maxSessionInvalidFrames: maxRefused,
  maxSessionRejectedStreams: maxRefused,
}

/**
 * The TLS listener of line 1.4 (contract: earlier-ai-lines.14): h2 and http/1.1. Checks the caller and forwards the
 * request; Express does not run on node:http2.
 */
export class TlsFront {
  readonly #server: Http2SecureServer
  readonly #connections: FrontConnections
  readonly #upstream: Upstream
  readonly #limits: ListenerLimits

  private constructor(private readonly options: FrontOptions) {
    const { cert, key } = options.certificate
    this.#server = createSecureServer({ ...protocol, cert, key })
    this.#upstream = new Upstream(options.service)
    this.#limits = new ListenerLimits(options.limits, options.trustedProxies)
    // before the handshake no answer is possible
    const use = { isInternal: false, isIdle: (socket: Socket) => this.#connections.isIdle(socket) }
    this.#limits.guard(this.#server, use, (socket) => socket.destroy())
    this.#connections = new FrontConnections(this.#server, (socket) => options.limits.handles.used(socket))
    // of HTTP/1.1; a missing host is found by checkProtocol
    const { keepAliveMs } = options.limits
    Object.assign(this.#server, requestTimes, {
      maxHeaderSize,
      maxHeadersCount,
      keepAliveTimeout: keepAliveMs,
      requireHostHeader: false,
    })
    const handle = (request: FrontRequest, response: FrontResponse) => this.#handle(request, response)
    this.#server.on('request', handle).on('checkExpectation', handle)
    this.#server.on('session', (session) => limitSession(session, keepAliveMs))
    this.#server.on('secureConnection', (socket: TLSSocket) => {
      // of HTTP/2 each stream is counted
      if (socket.alpnProtocol !== 'h2') options.limits.unsent.watch(socket, networksOf(socket.remoteAddress ?? null))
    })
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
      // an error of HTTP/1.1 or of TLS: a client that does not speak TLS would not understand an answer
      if (isOfHttp(error)) answerBrokenRequest(error, socket, this.#connections.isAnswering(socket))
      else socket.destroy()
    })
    this.#server.on('connect', (request: FrontRequest, second: TLSSocket | Http2ServerResponse) => {
      // an HTTP/1.1 socket that has left its parser
      if (second instanceof TLSSocket) answerBrokenRequest(noTunnel, second, this.#connections.isAnswering(second))
      else this.#handle(request, second)
    })
  }

  /** Rejects with the system's error when the address is unavailable. */
  static async open(options: FrontOptions): Promise<TlsFront> {
    const front = new TlsFront(options)
    front.#server.listen(addressOf(options))
    await once(front.#server, 'listening')
    return front
  }

  get port(): number {
    const address = this.#server.address()
    return address === null || typeof address === 'string' ? 0 : address.port
  }

  /** Applies to new handshakes; open connections keep their certificate. */
  renew({ cert, key }: Certificate): void {
    this.#server.setSecureContext({ cert, key, minVersion })
  }

  /** Accepts nothing new, and lets unfinished answers end within `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    await this.#connections.close(timeoutMs)
    this.#upstream.close()
  }

  #handle(request: FrontRequest, response: FrontResponse): void {
    const arrival = incomingRequestOf(request, response, this.options.trustedProxies)
    if (!arrival) return
    const { exchange, socket } = arrival
    // a kept-alive connection ends with the request that was in flight
    if (this.#connections.isClosing && response instanceof ServerResponse) response.setHeader('Connection', 'close')
    if (request instanceof IncomingMessage && response instanceof ServerResponse) {
      readChunks(request, response)
      boundFields(request, response)
    } else if (request instanceof Http2ServerRequest) readFrames(request.stream, arrival)
    if (socket) {
      this.options.limits.unsent.attribute(socket, networksOf(arrival.clientRequest.address))
      this.#connections.serve(socket, exchange, () => this.#runInTurn(arrival, request))
    } else if (request instanceof Http2ServerRequest && this.#admitStream(request.stream, arrival)) {
      cutLate(exchange)
      this.#runInTurn(arrival, request)
    }
  }

  /** Counts a stream and what it has not sent, so that it ends when its client accepts nothing. */
  #admitStream(stream: ServerHttp2Stream, { exchange, clientRequest: { address } }: IncomingRequest): boolean {
    const release = this.#limits.acquireStream(address)
    if (!release) {
      stream.close(constants.NGHTTP2_REFUSED_STREAM)
      return false
    }
    stream.once('close', release)
    let drains = 0
    stream.on('drain', () => (drains += 1))
    const progress = () => `${String(drains)} ${String(stream.writableLength)}`
    this.options.limits.unsent.watch(stream, networksOf(address), { progress, end: () => exchange.cut() })
    return true
  }

  #runInTurn(arrival: IncomingRequest, request: FrontRequest): void {
    const { address } = arrival.clientRequest
    const isGone = () => (request instanceof IncomingMessage ? request.socket : request.stream).destroyed
    requestTurns.begin({ address, isGone }, () => this.#run(arrival, request))
  }

  #run(arrival: IncomingRequest, request: FrontRequest): void {
    const { exchange, clientRequest } = arrival
    this.#admitAndForward(arrival, request).catch((error: unknown) => {
      const isExpected = error instanceof HttpError
      const { method } = clientRequest
      const { requestId } = exchange
      if (!isExpected) this.options.logger.error({ requestId, method, err: error }, 'request.failed')
      const answer = isExpected ? error.answer : answerOf(restErrors.serverError)
      this.options.logger.info({ requestId, method, status: answer.status }, 'request')
      sendError(exchange, answer, transportFields(clientRequest.headers, this.options.transport))
    })
  }

  async #admitAndForward({ exchange, clientRequest }: IncomingRequest, request: FrontRequest): Promise<void> {
    const { serviceToken, logger } = this.options
    const tooMany = fieldsRefusal(request.rawHeaders)
    if (tooMany) throw new HttpError(tooMany)
    if (request instanceof IncomingMessage) checkProtocol(request)
    else checkExpectation(clientRequest.headers)
    const objection = clientRequest.method === 'CONNECT' ? 'Nothing here is a proxy' : framingFault(clientRequest)
    if (objection !== undefined) throw refusals.badRequest(objection)
    admit(clientRequest, this.options)
    const { target, peer, address } = clientRequest
    const onClose = (callback: () => void) => exchange.onClose(callback)
    const refusal = this.#limits.refusalOf({ target, peer, address: () => address, onClose })
    if (refusal) throw new HttpError(refusal)
    if (Number(clientRequest.headers['content-length'] ?? 0) > jsonBodyLimitBytes) throw refusals.payloadTooLarge()
    await forward(exchange, {
      upstream: this.#upstream,
      path: clientRequest.target,
      timeoutMs: serviceTimeoutMs,
      bodyLimitBytes: jsonBodyLimitBytes,
      withheld: withheldFields,
      added: transportFields(clientRequest.headers, this.options.transport),
      serviceToken,
      logger,
    })
  }
}

/** As `readChunks`: each frame of a body is a chunk. */
function readFrames(stream: ServerHttp2Stream, { clientRequest }: IncomingRequest): void {
  const client = { keys: networksOf(clientRequest.address), isGone: () => stream.destroyed }
  joinChunks(stream, (bytes) => measuredTurn(bytes, client))
}

/** Node's request timeout covers only HTTP/1.1. */
function cutLate(exchange: Exchange): void {
  const late = setTimeout(() => exchange.cut(), requestTimes.requestTimeout)
  exchange.body.once('end', () => clearTimeout(late))
  exchange.onClose(() => clearTimeout(late))
}

const noTunnel: NodeJS.ErrnoException = new Error('nothing here is a proxy')

function isOfHttp({ code = '' }: NodeJS.ErrnoException): boolean {
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT'
}
