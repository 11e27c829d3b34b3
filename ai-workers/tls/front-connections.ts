import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { PipelinedRequests } from '@parley/edge'
import type { Exchange } from '../gateway/exchange.js'

/** Below TLS. */
interface TcpConnection {
  readonly socket: Socket
  isHandshaking: boolean
  /** Whether no request is unfinished. */
  isQuiet: () => boolean
}

/** Connections in a handshake, HTTP/1.1 connections with unfinished answers, and HTTP/2 sessions. */
export class FrontConnections {
  readonly #sockets = new Set<Socket>()
  /** By peer: the only value that the TCP socket and its TLS socket have in common. */
  readonly #connections = new Map<string, TcpConnection>()
  readonly #answersOn = new Map<Socket, PipelinedRequests<Exchange>>()
  readonly #sessions = new Set<ServerHttp2Session>()
  #closed: Promise<void> | undefined

  /** `onIdle` is called with the TCP socket when every request on a connection is answered. */
  constructor(
    private readonly server: Http2SecureServer,
    private readonly onIdle: (socket: Socket) => void,
  ) {
    server.on('connection', (socket: Socket) => {
      keep(this.#sockets, socket)
      const peer = peerOf(socket)
      this.#connections.set(peer, { socket, isHandshaking: true, isQuiet: () => true })
      socket.once('close', () => this.#connections.delete(peer))
    })
    server.on('secureConnection', (socket: TLSSocket) => {
      keep(this.#sockets, socket)
      const connection = this.#connections.get(peerOf(socket))
      if (connection) connection.isHandshaking = false
      // renegotiation costs the server more than the client, and HTTP/2 forbids it
      socket.disableRenegotiation()
      if (socket.alpnProtocol === 'h2') return
      const answers = new PipelinedRequests<Exchange>({
        isOpen: () => socket.writable,
        unsent: () => socket.writableLength,
      })
      if (connection) connection.isQuiet = () => answers.size === 0
      this.#answersOn.set(socket, answers)
      socket.once('close', () => this.#answersOn.delete(socket))
    })
    server.on('session', (session) => {
      keep(this.#sessions, session)
      this.#countStreams(session)
    })
  }

  get isClosing(): boolean {
    return this.#closed !== undefined
  }

  /** Whether a TCP connection is in its handshake or waits for a request. */
  isIdle(socket: Socket): boolean {
    return this.#connections.get(peerOf(socket))?.isQuiet() ?? false
  }

  /** Whether an unfinished answer is being sent on it. */
  isAnswering(socket: Socket): boolean {
    return (this.#answersOn.get(socket)?.answers ?? []).some(({ hasBegun }) => hasBegun)
  }

  /** Runs an HTTP/1.1 request in order with the others of its connection. */
  serve(socket: Socket, exchange: Exchange, run: () => void): void {
    const answers = this.#answersOn.get(socket)
    exchange.onClose(() => {
      answers?.end(exchange)
      if (answers?.size === 0) this.#becomeIdle(socket)
      // end, not destroy: the buffered rest of the last answer is still sent
      if (this.isClosing && answers?.size === 0) socket.end()
    })
    if (answers?.begin(exchange, run) === false) socket.destroy()
  }

  /** Sends GOAWAY, lets unfinished answers end, and cuts the rest after `timeoutMs`. Call it once. */
  close(timeoutMs: number): Promise<void> {
    return (this.#closed ??= this.#end(timeoutMs))
  }

  #end(timeoutMs: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const cut = setTimeout(() => {
        for (const session of this.#sessions) session.destroy()
        for (const socket of this.#sockets) socket.destroy()
      }, timeoutMs)
      this.server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      for (const session of this.#sessions) session.close()
      for (const [socket, answers] of this.#answersOn) if (answers.size === 0) socket.destroy()
      for (const { socket, isHandshaking } of this.#connections.values()) if (isHandshaking) socket.destroy()
    })
  }

  #countStreams(session: ServerHttp2Session): void {
    const { socket } = session
    const connection = this.#connections.get(peerOf(socket))
    let streams = 0
    if (connection) connection.isQuiet = () => streams === 0
    session.on('stream', (stream) => {
      streams += 1
      stream.once('close', () => {
        streams -= 1
        if (streams === 0 && connection) this.onIdle(connection.socket)
      })
    })
  }

  #becomeIdle(socket: Socket): void {
    const connection = this.#connections.get(peerOf(socket))
    if (connection) this.onIdle(connection.socket)
  }
}

const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket) => `${remoteAddress} ${String(remotePort)}`

function keep<T extends { once(event: 'close', listener: () => void): unknown }>(all: Set<T>, one: T): void {
  all.add(one)
  one.once('close', () => all.delete(one))
}
