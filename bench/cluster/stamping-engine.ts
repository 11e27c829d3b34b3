import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { stamp } from '../fanout/stamp.js'

/** An inference server whose replies consist of time stamps, each at the same pace, until they are ended. */
export class StampingEngine {
  /** Stamps sent so far, in all replies. */
  sent = 0
  /** When the newest request for a reply arrived, by performance.now(). */
  askedAt = 0
  readonly #replies = new Map<ServerResponse, NodeJS.Timeout>()

  private constructor(
    private readonly server: Server,
    private readonly everyMs: number,
  ) {
    server.on('request', (request, response) => {
      // the worker has left before the end of its request
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  static async open(everyMs: number): Promise<StampingEngine> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new StampingEngine(server, everyMs)
  }

  /** The value of `LOCAL_MODEL`. */
  get model(): string {
    return `openai:http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1#stamps`
  }

  /** Replies that run. */
  get running(): number {
    return this.#replies.size
  }

  /** Ends all replies as a model does. */
  end(): void {
    for (const [response, pacing] of this.#replies) {
      clearInterval(pacing)
      this.#send(response, { index: 0, delta: {}, finish_reason: 'stop' })
      response.end('data: [DONE]\n\n')
    }
    this.#replies.clear()
  }

  async close(): Promise<void> {
    this.end()
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"stamps"}]}')
      return
    }
    this.askedAt = performance.now()
    await text(request)
    if (response.destroyed) return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let number = 0
    const sendStamp = () => {
      this.#send(response, { index: 0, delta: { content: stamp(number) }, finish_reason: null })
      number += 1
      this.sent += 1
    }
    sendStamp()
    this.#replies.set(response, setInterval(sendStamp, this.everyMs))
    response.once('close', () => {
      clearInterval(this.#replies.get(response))
      this.#replies.delete(response)
    })
  }

  #send(response: ServerResponse, choice: object): void {
    response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
  }
}
