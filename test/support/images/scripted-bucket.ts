import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Answer = (response: ServerResponse, request: IncomingMessage, body: Buffer) => void

interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly body: Buffer
}

/** A server that answers every request as its test says, and checks nothing. */
export class ScriptedBucket {
  readonly requests: RecordedRequest[] = []
  #answers: Answer[] = []

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedBucket> {
    const server = createServer((request, response) => void bucket.#serve(request, response))
    const bucket = new ScriptedBucket(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return bucket
  }

  get endpoint(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`
  }

  /** The next requests get these answers, and all later ones the last of them. */
  script(...answers: Answer[]): void {
    this.#answers = answers
    this.requests.length = 0
  }

  get methods(): string[] {
    return this.requests.map(({ method }) => method)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    this.requests.push({ method: request.method ?? '', url: request.url ?? '', body })
    const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0]
    answer?.(response, request, body)
  }
}

const xml = { 'content-type': 'application/xml' }

export const answers = {
  /** The error answer of an S3 server, which repeats what the client signed. */
  error: (status: number, code: string): Answer => {
    const text = `<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>the-key</AWSAccessKeyId><StringToSign>signed</StringToSign></Error>`
    return (response, { method }) => void response.writeHead(status, xml).end(method === 'HEAD' ? undefined : text)
  },
  /** Any other answer. */
  plain: (status: number, text = '', headers: Record<string, string> = {}): Answer => {
    return (response) => void response.writeHead(status, headers).end(text)
  },
  listing: (keys: readonly string[], next?: string): Answer => {
    const rest = next === undefined ? '<IsTruncated>false</IsTruncated>' : truncated(next)
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return answers.plain(200, `<?xml version="1.0"?><ListBucketResult>${rest}${contents}</ListBucketResult>`, xml)
  },
  /** Announces more bytes than it sends, then closes the connection. */
  cut: (announced: number, text: string): Answer => {
    return (response) => {
      response.writeHead(200, { 'content-length': String(announced) })
      response.write(text, () => response.socket?.destroy())
    }
  },
  /** Announces more bytes than it sends, then nothing. */
  stalled: (announced: number, text: string): Answer => {
    return (response) => void response.writeHead(200, { 'content-length': String(announced) }).write(text)
  },
  /** Keeps objects like a bucket, with the keys that the map has. */
  storing: (objects: Map<string, Buffer>): Answer => {
    const keys = (prefix: string) => [...objects.keys()].filter((key) => key.startsWith(prefix))
    return (response, request, body) => {
      const { method, url = '' } = request
      const { pathname, searchParams } = new URL(url, 'http://host')
      const key = pathname.split('/').slice(2).join('/')
      const found = objects.get(key)
      if (method === 'PUT') objects.set(key, body)
      else if (method === 'DELETE') objects.delete(key)
      else if (key === '') return answers.listing(keys(searchParams.get('prefix') ?? ''))(response, request, body)
      else if (!found) return answers.error(404, 'NoSuchKey')(response, request, body)
      const length = method === 'GET' || method === 'HEAD' ? (found?.length ?? 0) : 0
      const headers = { etag: '"x"', 'last-modified': new Date().toUTCString(), 'content-length': String(length) }
      response.writeHead(200, headers).end(method === 'GET' ? found : undefined)
    }
  },
  reset: ((response) => void response.socket?.destroy()) satisfies Answer,
  silent: (() => undefined) satisfies Answer,
}

function truncated(next: string): string {
  return `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`
}
