import { createClient, GRAPHQL_TRANSPORT_WS_PROTOCOL, MessageType, type Client } from 'graphql-ws'
import { onReturn, type Page } from '../page-events.js'
import { ParleyError, type GraphqlFault } from '../parley-error.js'
import { Channel } from './channel.js'
import type { OperationRequest } from './documents.js'
import { authorizationOf } from './http.js'
import { quietSocket } from './quiet-socket.js'

export interface SocketSettings {
  readonly url: string
  /** A constructor; undefined where there are no sockets. */
  readonly WebSocket: unknown
  readonly page: Page
  /**
   * Between two pings; a connection on which nothing arrives for 2.5 times this time is treated as lost. After such a
   * loss the next connection has twice the time, up to 8 times: a large result can arrive for longer, unseen.
   */
  readonly keepAliveMs: number
  /** After this time without sockets the next subscription tries one. */
  readonly socketRetryMs: number
  readonly token: () => Promise<string | undefined>
}

const connectMs = 10_000
/** The server closes the socket, which others share, after a longer message; the operation is less. */
const maxRequestBytes = 127 * 1024

/** Subscriptions over one WebSocket, which is open while there are any. */
export class Socket {
  /** The token of the open socket. */
  token: string | undefined
  readonly #client: Client | undefined
  /** Called when the socket is open. */
  readonly #waiting = new Set<() => void>()
  #isOpen = false
  /** In a row; two are too many, and more where sockets have worked before. */
  #failures = 0
  #blockedUntil = 0
  /** Twice as long after each block without a result between. */
  #blockMs: number
  /** Called when sockets are usable again. */
  readonly #returns = new Set<() => void>()
  #probe: ReturnType<typeof setTimeout> | undefined

  readonly #settings: SocketSettings

  constructor(settings: SocketSettings) {
    this.#settings = settings
    this.#blockMs = settings.socketRetryMs
    if (typeof settings.WebSocket === 'function') this.#client = this.#open()
  }

  /** False while WebSockets are blocked on the way. */
  get isUsable(): boolean {
    return this.#client !== undefined && Date.now() >= this.#blockedUntil
  }

  /** Closes the connection; its subscriptions end with NETWORK. */
  readonly drop = (): void => this.#client?.terminate()

  /** Lets the next subscription try a socket: where HTTP fails too, sockets are not what is blocked. */
  readonly unblock = (): void => {
    if (this.isUsable) return
    this.#blockedUntil = 0
    this.#blockMs = this.#settings.socketRetryMs
  }

  /** Calls the listener when sockets are not blocked any more, until it is released. */
  onUsable(listener: () => void): () => void {
    this.#returns.add(listener)
    if (this.#returns.size === 1) this.#probeLater()
    return () => {
      this.#returns.delete(listener)
      if (this.#returns.size === 0) clearTimeout(this.#probe)
    }
  }

  async *subscribe(
    request: OperationRequest,
    signal: AbortSignal,
    opened: () => void,
  ): AsyncGenerator<Record<string, unknown>, void, undefined> {
    if (new TextEncoder().encode(JSON.stringify(request)).length > maxRequestBytes)
      throw new ParleyError('BAD_REQUEST', 'The operation is longer than 127 KiB')
    const channel = new Channel<Record<string, unknown>>()
    const stop = this.#client?.subscribe(
      { ...request },
      {
        next: (result) => channel.push({ ...result }),
        error: (reason) => channel.end(this.#fault(reason)),
        complete: () => channel.end(),
      },
    )
    const abort = () => channel.end(new ParleyError('ABORTED'))
    signal.addEventListener('abort', abort)
    if (this.#isOpen) opened()
    this.#waiting.add(opened)
    try {
      yield* channel.read()
    } finally {
      this.#waiting.delete(opened)
      signal.removeEventListener('abort', abort)
      stop?.()
    }
  }

  #open(): Client {
    const { WebSocket, page, keepAliveMs, token } = this.#settings
    let timer: ReturnType<typeof setTimeout> | undefined
    let release: (() => void) | undefined
    let isPinged = false
    let hasResult = false
    let isLost = false
    let patience = 1
    const limit = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isLost = true
        this.drop()
      }, ms)
    }
    return createClient({
      url: this.#url,
      webSocketImpl: quietSocket(WebSocket),
      retryAttempts: 0,
      keepAlive: keepAliveMs,
      connectionParams: async () => ({ ...authorizationOf((this.token = await token())) }),
      on: {
        connecting: () => {
          isPinged = hasResult = isLost = false
          limit(connectMs)
        },
        connected: () => {
          clearTimeout(timer)
          this.#isOpen = true
          // a connection of the network before cannot be used any more, and its end is not always noticed
          release = onReturn(page, (event) => event.type === 'online' && this.drop())
          for (const opened of this.#waiting) opened()
        },
        ping: (isReceived) => {
          if (isReceived) return
          isPinged = true
          limit(keepAliveMs * 2.5 * patience)
        },
        message: ({ type }) => {
          if (type === MessageType.Next) {
            hasResult = true
            this.#failures = -3
            this.#blockMs = this.#settings.socketRetryMs
          }
          // a pong can wait behind large results
          if (type === MessageType.Pong) isPinged = false
          if (isPinged) limit(keepAliveMs * 2.5 * patience)
          else if (this.#isOpen) clearTimeout(timer)
        },
        closed: (event) => {
          clearTimeout(timer)
          release?.()
          const wasOpen = this.#isOpen
          this.#isOpen = false
          patience = wasOpen && isLost ? Math.min(2 * patience, 8) : 1
          // a socket that opens and carries nothing is blocked too
          const isFailure = !wasOpen || (!hasResult && (isLost || (event as { code?: number }).code === 1006))
          if (!isFailure || ++this.#failures < 2) return
          this.#failures = 1
          this.#blockedUntil = Date.now() + this.#blockMs
          this.#blockMs = Math.min(2 * this.#blockMs, 60 * this.#settings.socketRetryMs)
        },
      },
    })
  }

  get #url(): string {
    return `${this.#settings.url.replace(/^http/, 'ws')}/graphql`
  }

  /** Opens a socket at the end of the block, and again later while that fails. */
  #probeLater(): void {
    if (!this.#client) return
    const wait = Math.max(this.#blockedUntil - Date.now(), this.#settings.socketRetryMs)
    clearTimeout(this.#probe)
    this.#probe = setTimeout(() => {
      const socket = new (quietSocket(this.#settings.WebSocket))(this.#url, GRAPHQL_TRANSPORT_WS_PROTOCOL)
      socket.addEventListener('open', () => {
        socket.close()
        this.#blockedUntil = 0
        for (const listener of [...this.#returns]) listener()
      })
      socket.addEventListener('close', () => {
        if (this.#returns.size > 0) this.#probeLater()
      })
    }, wait)
  }

  #fault(reason: unknown): ParleyError {
    if (reason instanceof ParleyError) return reason
    if (Array.isArray(reason)) return ParleyError.ofGraphql((reason as GraphqlFault[])[0] ?? { message: '' })
    const { code, reason: words = '' } = reason as { readonly code?: number; readonly reason?: string }
    // of the session (docs/sessions.md)
    const hasEnded = code === 4401 || words === 'Account banned'
    return new ParleyError(hasEnded ? 'UNAUTHENTICATED' : 'NETWORK', words)
  }
}
