import type { Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The connections of a server and the answers in the making on each. */
export class Connections {
  readonly #answersOn = new Map<Socket, Set<ServerResponse>>()
  readonly #waiting = new Map<Socket, () => void>()
  #closed: Promise<void> | undefined

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      // one that was handed back is a connection already
      if (this.#answersOn.has(socket)) return
      this.#answersOn.set(socket, new Set())
      socket.once('close', () => {
        this.#answersOn.delete(socket)
        this.#waiting.delete(socket)
      })
    })
    server.prependListener('request', ({ socket }, response) => {
      // a kept-alive connection ends with the request that was in flight
      if (this.#closed) response.setHeader('Connection', 'close')
      this.#answersOn.get(socket)?.add(response)
      response.once('close', () => this.#answered(socket, response))
    })
  }

  /**
   * For a connection that has left its parser: calls back when every request on it has its answer, never when it closes
   * before.
   */
  whenQuiet(socket: Socket, then: () => void): void {
    const answers = this.#answersOn.get(socket)
    if (!answers) return
    if (answers.size === 0) return then()
    // with its parser the connection lost who tells an answer to write on
    const writeOn = () => {
      for (const answer of answers) answer.emit('drain')
    }
    socket.on('drain', writeOn)
    this.#waiting.set(socket, () => {
      socket.off('drain', writeOn)
      then()
    })
  }

  /** Whether an answer on it has begun and not ended. */
  isAnswering(socket: Duplex): boolean {
    const answers = socket instanceof Socket ? this.#answersOn.get(socket) : undefined
    return answers !== undefined && [...answers].some(({ headersSent }) => headersSent)
  }

  /** Stops accepting, closes idle connections, lets requests in flight finish, cuts what is left after the bound. Once. */
  close(timeoutMs: number): Promise<void> {
    return (this.#closed ??= this.#end(timeoutMs))
  }

  #answered(socket: Socket, response: ServerResponse): void {
    const answers = this.#answersOn.get(socket)
    answers?.delete(response)
    if (!answers || answers.size > 0) return
    // end, not destroy: what the last answer still has in the buffer goes out first
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
      // node counts a connection as idle only after its first request: clients open spare ones
      for (const [socket, answers] of this.#answersOn) if (answers.size === 0) socket.destroy()
    })
  }
}
