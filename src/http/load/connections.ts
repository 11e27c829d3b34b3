import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { PipelinedRequests } from './pipelined-requests.js'

/** The connections of a server and the unfinished answers on each. */
export class Connections {
  readonly #answersOn = new Map<Socket, PipelinedRequests<ServerResponse>>()
  readonly #waiting = new Map<Socket, () => void>()
  #closed: Promise<void> | undefined

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      // one that was handed back is a connection already
      if (this.#answersOn.has(socket)) return
      this.#answersOn.set(socket, new PipelinedRequests())
      socket.once('close', () => {
        this.#answersOn.delete(socket)
        this.#waiting.delete(socket)
      })
    })
  }

  /** Runs a request in its turn among those of its connection. */
  serve({ socket }: IncomingMessage, response: ServerResponse, run: () => void): void {
    const answers = this.#answersOn.get(socket)
    // a kept-alive connection ends with the request that was in flight
    if (this.#closed) response.setHeader('Connection', 'close')
    response.once('close', () => this.#answered(socket, response))
    if (answers?.begin(response, run) === false) socket.destroy()
  }

  /**
   * For a connection that has left its parser: calls back when every request on it has its answer, never when it closes
   * before.
   */
  whenQuiet(socket: Socket, then: () => void): void {
    const answers = this.#answersOn.get(socket)
    if (!answers) return
    if (answers.size === 0) return then()
    // with its parser the connection lost the code that resumes an answer
    const writeOn = () => {
      for (const answer of answers.answers) answer.emit('drain')
    }
    socket.on('drain', writeOn)
    this.#waiting.set(socket, () => {
      socket.off('drain', writeOn)
      then()
    })
  }

  /** Bytes of answers that its reader has not accepted: in the socket, and of those that wait behind others. */
  unsentOn(socket: Socket): number {
    const answers = this.#answersOn.get(socket)?.answers ?? []
    const queued = answers.reduce((sum, answer) => sum + (answer.socket ? 0 : answer.writableLength), 0)
    return socket.writableLength + queued
  }

  /** Whether an answer on it has begun and not ended. */
  isAnswering(socket: Duplex): boolean {
    const answers = socket instanceof Socket ? this.#answersOn.get(socket) : undefined
    return answers?.answers.some(({ headersSent }) => headersSent) ?? false
  }

  /** Stops accepting, closes idle connections, lets requests in flight finish, cuts what is left after the bound. Once. */
  close(timeoutMs: number): Promise<void> {
    return (this.#closed ??= this.#end(timeoutMs))
  }

  #answered(socket: Socket, response: ServerResponse): void {
    const answers = this.#answersOn.get(socket)
    answers?.end(response)
    // after an answer that closes its connection, nothing more is run on it
    if (socket.writable) answers?.next()
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
