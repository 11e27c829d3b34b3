import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answers, hostedBehaviours, plain, type Answer } from './hosted-answers.js'

export interface HostedQuestion {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: {
    readonly model: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
  } & Readonly<Record<string, unknown>>
  /** Resolves when its connection is closed, by either side. */
  readonly closed: Promise<unknown>
}

/** The body of `GET /v1/models`. */
export const modelList = (...models: readonly ({ readonly id: string } & Readonly<Record<string, unknown>>)[]) =>
  plain({ data: models })

/**
 * A hosted service, or an inference server, that speaks the protocol of `POST /v1/chat/completions`, or violates it as
 * the model's name says.
 */
export class HostedServer {
  readonly asked: HostedQuestion[] = []
  /** The paths and keys of requests for anything else. */
  readonly read: { readonly path: string | undefined; readonly authorization: string | undefined }[] = []
  /** Bytes that the other side has read, over all answers. */
  sentBytes = 0
  /** The answer to `GET /v1/models`. */
  models: Answer = modelList(...hostedBehaviours.map((id) => ({ id })))
  /** Answers every completion in place of the behaviours. */
  answerAll: Answer | undefined

  private constructor(private readonly server: Server) {}

  /** On any free port when 0. */
  static async open(port = 0): Promise<HostedServer> {
    const server = createServer()
    const hosted = new HostedServer(server)
    server.on('request', (request, response) => void hosted.#answer(request, response))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return hosted
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** The value for `HOSTED_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${String(this.port)}/v1`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, headers, socket } = request
    if (method === 'GET') {
      this.read.push({ path, authorization: headers.authorization })
      return this.models(response)
    }
    const before = socket.bytesWritten
    const closed = once(response, 'close').then(() => (this.sentBytes += socket.bytesWritten - before))
    const body = JSON.parse(await text(request)) as HostedQuestion['body']
    this.asked.push({ method, path, headers, body, closed })
    await (this.answerAll ?? answers[body.model])?.(response, body)
  }
}
