import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { PipelinedRequests } from './pipelined-requests.js'

/** The connections of a server and the unfinished answers on each. */
export class Connections {
  readonly #answersOn = new Map<Socket, PipelinedRequests<ServerResponse>>()
  readonly #waiting = new Map<Socket, () => void>()
  /** Those that have left HTTP. */
  readonly #upgraded = new WeakSet<Duplex>()
  #closed: Promise<void> | undefined
  #isDraining = false

  /** `onIdle` is called when every request on a connection is answered. */
  constructor(
    private readonly server: Server,
    private readonly onIdle: (socket: Socket) => void = () => undefined,
  ) {
    server.on('connection', (socket) => {
      // a connection that was handed back by `upgrades.ts` is already known
      if (this.#answersOn.has(socket)) return
      this.#answersOn.set(
        socket,
        new PipelinedRequests({ isOpen: () => socket.writable, unsent: () => this.unsentOn(socket) }),
      )
      socket.once('close', () => {
        this.#answersOn.delete(socket)
        this.#waiting.delete(socket)
      })
    })
  }

  /** Runs a request, in order with the pipelined requests of its connection. */
  serve({ socket }: IncomingMessage, response: ServerResponse, run: () => void): void {
    const answers = this.#answersOn.get(socket)
    // on shutdown, a kept-alive connection ends with the request in flight
    if (this.#isDraining) response.setHeader('Connection', 'close')
    response.once('close', () => this.#answered(socket, response))
    if (answers?.begin(response, run) === false) socket.destroy()
  }

  /** Calls back when every request on a connection that has left its parser is answered, unless it closes earlier. */
  whenQuiet(socket: Socket, then: () => void): void {
    const answers = this.#answersOn.get(socket)
    if (!answers) return
    if (answers.size === 0) return then()
    // without its parser the connection lacks the code that resumes an answer
    const writeOn = () => {
      for (const answer of answers.answers) answer.emit('drain')
    }
    socket.on('drain', writeOn)
    this.#waiting.set(socket, () => {
      socket.off('drain', writeOn)
      then()
    })
  }

  /** The connection carries no HTTP from now on. */
  upgraded(socket: Duplex): void {
    this.#upgraded.add(socket)
  }

  /** Whether a connection waits for a request. */
  isIdle(socket: Socket): boolean {
    return this.#answersOn.get(socket)?.size === 0 && !this.#upgraded.has(socket)
  }

  /** Bytes of answers that the reader has not accepted: in the socket, and of pipelined requests. */
  unsentOn(socket: Socket): number {
    const answers = this.#answersOn.get(socket)
    // most connections of a busy process are WebSockets, without answers
    if (!answers || answers.size === 0) return socket.writableLength
    const queued = answers.answers.reduce((sum, answer) => sum + (answer.socket ? 0 : answer.writableLength), 0)
    return socket.writableLength + queued
  }

  /** Whether an answer on the connection has begun but not ended. */
  isAnswering(socket: Duplex): boolean {
    const answers = socket instanceof Socket ? this.#answersOn.get(socket) : undefined
    return answers?.answers.some(({ headersSent }) => headersSent) ?? false
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** From now on each answer closes its connection, so that its client continues on another one. */
  drain(): void {
    this.#isDraining = true
  }

  /** Closes idle connections, waits for requests in flight, disconnects the rest after the timeout. Call it once. */
  close(timeoutMs: number): Promise<void> {
    this.drain()
    return (this.#closed ??= this.#end(timeoutMs))
  }

  #answered(socket: Socket, response: ServerResponse): void {
    const answers = this.#answersOn.get(socket)
    answers?.end(response)
    if (!answers || answers.size > 0) return
    this.onIdle(socket)
    // end, not destroy: the buffer may still contain the last answer
    if (this.#closed) socket.end()
    const waiting = this.#waiting.get(socket)
    this.#waiting.delete(socket)
    if (waiting && socket.writable) waiting()
  }

  #end(timeoutMs: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const cut = setTimeout(() => {
        for (const socket of this.#answersOn.keys()) socket.destroy()
      }, timeoutMs)
      this.server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      // Node counts a connection as idle only after its first request, but clients open spare connections
      for (const [socket, answers] of this.#answersOn) if (answers.size === 0) socket.destroy()
    })
  }
}
