import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stamp } from './stamp.js'

const head = { 'content-type': 'text/event-stream' }
/** Slower than the fan-out, and faster than a worker's timeout. */
const idleMs = 5_000

/** A hosted model whose replies consist of time stamps, sent at a given pace. */
export class ClockModel {
  readonly #replies = new Set<Reply>()

  private constructor(private readonly server: Server) {
    server.on('request', (_request, response: ServerResponse) => {
      const reply = new Reply(response.writeHead(200, head))
      this.#replies.add(reply)
      reply.pace(idleMs, idleMs)
    })
  }

  static async open(): Promise<ClockModel> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ClockModel(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Sends a stamp in every reply every `everyMs` milliseconds from now on, the replies one after the other. */
  pace(everyMs: number): void {
    let number = 0
    for (const reply of this.#replies) {
      number += 1
      reply.pace(everyMs, (number / this.#replies.size) * everyMs)
    }
  }

  /** Ends the replies as a model does. */
  end(): void {
    for (const reply of this.#replies) reply.end()
    this.#replies.clear()
  }

  close(): void {
    this.end()
    this.server.close()
    this.server.closeAllConnections()
  }
}

class Reply {
  #timer: NodeJS.Timeout | undefined
  #sent = 0

  constructor(private readonly response: ServerResponse) {
    this.#sendStamp()
  }

  pace(everyMs: number, firstMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#sendStamp()
      this.#timer = setInterval(() => this.#sendStamp(), everyMs)
    }, firstMs)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#send({ index: 0, delta: {}, finish_reason: 'stop' })
    this.response.end('data: [DONE]\n\n')
  }

  #sendStamp(): void {
    this.#send({ index: 0, delta: { content: stamp(this.#sent) }, finish_reason: null })
    this.#sent += 1
  }

  #send(choice: object): void {
    const chunk = { id: 'clock', object: 'chat.completion.chunk', choices: [choice] }
    this.response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
}
