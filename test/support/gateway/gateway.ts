import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'
import type { Express } from 'express'
import { type Listener, openListener } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import { mountGateway, type Gateway, type GatewayOptions } from '../../../ai-workers/gateway/gateway.js'

/** A service behind the gateway: a server whose answers the test controls. */
export class ServiceDouble {
  readonly seen: IncomingMessage[] = []
  connectionCount = 0
  answer: RequestListener = echo
  readonly #server: Server

  private constructor() {
    this.#server = createServer({ requestTimeout: 0 }, (request, response) => {
      this.seen.push(request)
      this.answer(request, response)
    })
    this.#server.on('connection', () => (this.connectionCount += 1))
  }

  static async open(): Promise<ServiceDouble> {
    const service = new ServiceDouble()
    await once(service.#server.listen(0, '127.0.0.1'), 'listening')
    return service
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${String(portOf(this.#server))}`)
  }

  /** The last request. */
  get last(): IncomingMessage {
    const request = this.seen.at(-1)
    if (!request) throw new Error('the service was not asked')
    return request
  }

  reset(): void {
    this.seen.length = 0
    this.answer = echo
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }
}

/** Answers with the body of the request. */
const echo: RequestListener = (request, response) => void request.pipe(response)

/** The gateway on its own listener, with two services behind it. */
export class TestGateway {
  readonly lines: { readonly event: string; readonly fields: object }[] = []

  private constructor(
    readonly office: ServiceDouble,
    readonly character: ServiceDouble,
  ) {}

  #listener: Listener | undefined
  #gateway: Gateway | undefined

  static async open(
    options: Partial<GatewayOptions> = {},
    mountBefore: (app: Express) => void = () => undefined,
  ): Promise<TestGateway> {
    const made = new TestGateway(await ServiceDouble.open(), await ServiceDouble.open())
    const { office, character } = made
    const take = (fields: object, event: string) => void made.lines.push({ fields, event })
    const logger: Logger = { debug: take, info: take, warn: take, error: take }
    made.#listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      logger,
      ready: () => true,
      closeTimeoutMs: 100,
      mount: (app) => {
        mountBefore(app)
        made.#gateway = mountGateway(app, { office: office.url, character: character.url, logger, ...options })
      },
    })
    return made
  }

  get port(): number {
    return this.#listener?.port ?? 0
  }

  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${String(this.port)}${path}`, { redirect: 'manual', ...init })
  }

  call(): RawCaller {
    return new RawCaller(connect(this.port, '127.0.0.1'))
  }

  /** Sends a request line and fields unchanged, and returns the whole answer; the connection is closed after it. */
  async say(requestLine: string, fields: readonly string[] = [], body = ''): Promise<string> {
    const head = [`${requestLine} HTTP/1.1`, 'Host: gateway', 'Connection: close', ...fields]
    return this.call()
      .send(`${head.join('\r\n')}\r\n\r\n${body}`)
      .ended()
  }

  reset(): void {
    this.office.reset()
    this.character.reset()
    this.lines.length = 0
  }

  async close(): Promise<void> {
    await this.#listener?.close()
    this.#gateway?.close()
    await Promise.all([this.office.close(), this.character.close()])
  }
}

/** A caller on a bare socket. */
export class RawCaller {
  text = ''
  readonly #closed: Promise<void>
  #fault = ''

  constructor(readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (chunk: string) => (this.text += chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => (this.#fault = error.code ?? error.message))
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  send(text: string): this {
    this.socket.write(text, 'latin1')
    return this
  }

  /** Resolves when the text has arrived. */
  async until(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      if (this.socket.closed) throw new Error(`closed before ${text} came: ${this.text}`)
      await Promise.race([once(this.socket, 'data'), this.#closed])
    }
  }

  /** The text that arrived before the connection ended, and the code of the error that ended it. */
  async ended(): Promise<string> {
    await this.#closed
    return this.text + this.#fault
  }
}

export function portOf(server: TcpServer): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP listener')
  return address.port
}
