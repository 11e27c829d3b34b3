import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { PipelinedRequests } from '../../src/http/load/pipelined-requests.js'
import type { Exchange } from '../gateway/exchange.js'

/** Connections in a handshake, HTTP/1.1 connections with unfinished answers, and HTTP/2 sessions. */
export class FrontConnections {
  readonly #sockets = new Set<Socket>()
  /** By peer: the only value that the TCP socket and its TLS socket have in common. */
  readonly #handshakes = new Map<string, Socket>()
  readonly #answersOn = new Map<Socket, PipelinedRequests<Exchange>>()
  readonly #sessions = new Set<ServerHttp2Session>()
  #closed: Promise<void> | undefined

  constructor(private readonly server: Http2SecureServer) {
    server.on('connection', (socket: Socket) => {
      keep(this.#sockets, socket)
      const peer = peerOf(socket)
      this.#handshakes.set(peer, socket)
      socket.once('close', () => this.#handshakes.delete(peer))
    })
    server.on('secureConnection', (socket: TLSSocket) => {
      keep(this.#sockets, socket)
      this.#handshakes.delete(peerOf(socket))
      // renegotiation costs the server more than the client, and HTTP/2 forbids it
      socket.disableRenegotiation()
      if (socket.alpnProtocol === 'h2') return
      this.#answersOn.set(socket, new PipelinedRequests(() => socket.writable))
      socket.once('close', () => this.#answersOn.delete(socket))
    })
    server.on('session', (session) => keep(this.#sessions, session))
  }

  get isClosing(): boolean {
    return this.#closed !== undefined
  }

  /** Whether the handshake of TLS has not ended. */
  isHandshaking(socket: Socket): boolean {
    return this.#handshakes.get(peerOf(socket)) === socket
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
      for (const socket of this.#handshakes.values()) socket.destroy()
    })
  }
}

const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket) => `${remoteAddress} ${String(remotePort)}`

function keep<T extends { once(event: 'close', listener: () => void): unknown }>(all: Set<T>, one: T): void {
  all.add(one)
  one.once('close', () => all.delete(one))
}
