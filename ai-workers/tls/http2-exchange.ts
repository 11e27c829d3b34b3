import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { Writable } from 'node:stream'
import type { RequestHead, Exchange, Field } from '../gateway/exchange.js'

/** Fields that HTTP/2 expresses in frames: as fields they would make an answer malformed. */
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

export class Http2Exchange implements Exchange {
  constructor(
    private readonly stream: ServerHttp2Stream,
    readonly head: RequestHead,
    readonly requestId: string,
  ) {}

  get body(): ServerHttp2Stream {
    return this.stream
  }

  /** True for a stream that was reset too: it cannot begin any more. */
  get hasBegun(): boolean {
    return this.stream.headersSent || this.stream.closed || this.stream.destroyed
  }

  begin(status: number, fields: readonly Field[]): Writable {
    const head: Record<string, string[]> = {}
    for (const [name, value] of [...fields, ['x-request-id', this.requestId] as const]) {
      const key = name.toLowerCase()
      if (!connectionFields.has(key)) (head[key] ??= []).push(value)
    }
    // a one-element list would count as a second value of fields that may have only one
    const entries = Object.entries(head).map(([name, [first = '', ...more]]): [string, string | string[]] => {
      return [name, more.length === 0 ? first : [first, ...more]]
    })
    this.stream.respond({ ...Object.fromEntries<string | string[]>(entries), ':status': status })
    return this.stream
  }

  /** Closing the stream with a code would first end its data, as if the answer were complete. */
  cut(): void {
    this.stream.destroy(new Error('the answer broke off'))
  }

  onClose(callback: (isComplete: boolean) => void): void {
    const { stream } = this
    stream.once('close', () => callback(stream.writableFinished && stream.rstCode === constants.NGHTTP2_NO_ERROR))
  }
}

interface StreamHead {
  readonly stream: ServerHttp2Stream
  readonly headers: IncomingHttpHeaders
  /** Names and values, alternating. */
  readonly rawHeaders: readonly string[]
}

/** The head of a stream as a head of HTTP/1.1: no pseudo fields, one `Cookie`, and framing if there is a body. */
export function requestHeadOf({ stream, headers, rawHeaders }: StreamHead, remoteAddress: string): RequestHead {
  const { ':method': method, 'x-forwarded-for': _, ...rest } = headers
  const isFramed = headers['content-length'] !== undefined || stream.endAfterHeaders
  const fields = rawHeaders.flatMap((name, index) => {
    const isKept = index % 2 === 0 && !name.startsWith(':') && name !== 'cookie'
    return isKept ? [name, rawHeaders[index + 1] ?? ''] : []
  })
  return {
    method,
    headers: { ...rest, ...(isFramed ? {} : { 'transfer-encoding': 'chunked' }) },
    // a cookie may be sent in several fields, which HTTP/1.1 allows only as one
    rawHeaders: headers.cookie === undefined ? fields : [...fields, 'cookie', headers.cookie],
    socket: { remoteAddress },
  }
}
