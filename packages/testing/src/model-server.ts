import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'

/** The behaviour of the server; each field is read again for each request. */
export interface ModelServerBehaviour {
  body: Buffer
  /** Empty: the header is not sent. */
  etag: string
  ranges: boolean
  /** Ends a connection after this many bytes. */
  cutAfter: number
  /** Added to the true content length. */
  lengthError: number
  /** Sends no content length. */
  isChunked: boolean
  /** Sends no content length and no chunks: the end of the connection ends the body. */
  isUnframed: boolean
  /** Replaces 200 and 206. */
  status: number
  /** Stalls after this many bytes, and keeps the connection. */
  stallAfter: number
}

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly range: string | undefined
  readonly authorization: string | undefined
}

/** A server of model files on the loopback that also implements the used part of the hub. */
export class ModelServer {
  readonly seen: SeenRequest[] = []
  readonly #watchers = new Set<() => void>()
  behaviour: ModelServerBehaviour

  private constructor(
    private readonly server: Server,
    body: Buffer,
  ) {
    this.behaviour = {
      body,
      etag: '"first"',
      ranges: true,
      cutAfter: Infinity,
      lengthError: 0,
      isChunked: false,
      isUnframed: false,
      status: 200,
      stallAfter: Infinity,
    }
    server.on('request', (request, response) => this.#answer(request, response))
  }

  static async open(body: Buffer): Promise<ModelServer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ModelServer(server, body)
  }

  get url(): string {
    const address = this.server.address()
    return `http://127.0.0.1:${String(typeof address === 'object' && address?.port)}`
  }

  get sha256(): string {
    return createHash('sha256').update(this.behaviour.body).digest('hex')
  }

  /** Resolves after this many requests, when their answers have been sent. */
  async requests(count: number): Promise<void> {
    while (this.seen.length < count) await new Promise<void>((resolve) => this.#watchers.add(resolve))
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  #answer({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const { range, authorization } = headers
    this.seen.push({ method, url, range, authorization })
    const { status } = this.behaviour
    if (status !== 200) response.writeHead(status).end('<html>no</html>')
    else if (url.startsWith('/v2/')) response.end(JSON.stringify({ ggufFile: { rfilename: 'small.gguf' } }))
    else if (url.startsWith('/moved')) response.writeHead(302, { location: '/elsewhere/small.gguf' }).end()
    else if (method === 'HEAD') this.#answerHub(response)
    else this.#send(response, range, String(headers['if-range'] ?? '') || undefined)
  }

  /** Like the hub: describes the file and redirects to another storage. */
  #answerHub(response: ServerResponse): void {
    const { length } = this.behaviour.body
    const headers = {
      'x-linked-etag': `"${this.sha256}"`,
      'x-linked-size': length,
      location: 'http://storage.invalid/',
    }
    response.writeHead(302, headers).end()
  }

  #send(response: ServerResponse, range: string | undefined, ifRange: string | undefined): void {
    const { body, etag, ranges, cutAfter, lengthError, isChunked, isUnframed, stallAfter } = this.behaviour
    const [, asked] = /^bytes=(\d+)-$/.exec(range ?? '') ?? []
    const isRest = ranges && asked !== undefined && (ifRange === undefined || ifRange === etag)
    const start = isRest ? Number(asked) : 0
    if (start >= body.length) {
      response.writeHead(416).end()
      return
    }
    const rest = body.subarray(start)
    if (etag !== '') response.setHeader('etag', etag)
    if (isUnframed) response.removeHeader('transfer-encoding')
    else if (!isChunked) response.setHeader('content-length', rest.length + lengthError)
    if (isRest)
      response.setHeader('content-range', `bytes ${String(start)}-${String(body.length - 1)}/${String(body.length)}`)
    response.writeHead(isRest ? 206 : 200)
    const end = Math.min(cutAfter, stallAfter, rest.length)
    response.write(rest.subarray(0, end), () => {
      for (const look of this.#watchers) look()
      if (stallAfter <= end) return
      if (cutAfter <= end) response.destroy()
      else response.end()
    })
  }
}
