import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stamp } from './stamp.js'

const head = { 'content-type': 'text/event-stream' }
/** Slower than the fan-out, and faster than a worker's timeout. */
const idleMs = 5_000

/** A hosted model whose only reply consists of time stamps, sent at a given pace. */
export class ClockModel {
  #response: ServerResponse | undefined
  #ticking: NodeJS.Timeout | undefined
  #sent = 0

  private constructor(private readonly server: Server) {
    server.on('request', (_request, response: ServerResponse) => {
      this.#response = response.writeHead(200, head)
      this.#sendStamp()
      this.pace(idleMs)
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

  /** Stamps sent so far. */
  get sent(): number {
    return this.#sent
  }

  /** Sends a stamp every `everyMs` milliseconds from now on. */
  pace(everyMs: number): void {
    clearInterval(this.#ticking)
    this.#ticking = setInterval(() => this.#sendStamp(), everyMs)
  }

  /** Ends the reply as a model does. */
  end(): void {
    clearInterval(this.#ticking)
    this.#send({ index: 0, delta: {}, finish_reason: 'stop' })
    this.#response?.end('data: [DONE]\n\n')
  }

  close(): void {
    clearInterval(this.#ticking)
    this.server.close()
    this.server.closeAllConnections()
  }

  #sendStamp(): void {
    this.#send({ index: 0, delta: { content: stamp(this.#sent) }, finish_reason: null })
    this.#sent += 1
  }

  #send(choice: object): void {
    const chunk = { id: 'clock', object: 'chat.completion.chunk', choices: [choice] }
    this.#response?.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
}
