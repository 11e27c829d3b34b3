import { constants } from 'node:http2'
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { Writable } from 'node:stream'
import type { Asked, Exchange, Field } from '../gateway/exchange.js'

/** What HTTP/2 has frames for: as fields they make an answer malformed. */
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
    readonly asked: Asked,
    readonly requestId: string,
  ) {}

  get body(): ServerHttp2Stream {
    return this.stream
  }

  /** Nothing can begin on a stream that was reset. */
  get hasBegun(): boolean {
    return this.stream.headersSent || this.stream.closed || this.stream.destroyed
  }

  begin(status: number, fields: readonly Field[]): Writable {
    const head: Record<string, string[]> = {}
    for (const [name, value] of [...fields, ['x-request-id', this.requestId] as const]) {
      const key = name.toLowerCase()
      if (!connectionFields.has(key)) (head[key] ??= []).push(value)
    }
    // a list of one would be a second value to fields that may have one alone
    const entries = Object.entries(head).map(([name, [first = '', ...more]]): [string, string | string[]] => {
      return [name, more.length === 0 ? first : [first, ...more]]
    })
    this.stream.respond({ ...Object.fromEntries<string | string[]>(entries), ':status': status })
    return this.stream
  }

  /** Closing it with a code would end the data first, as if they were all. */
  cut(): void {
    this.stream.destroy(new Error('the answer broke off'))
  }

  whenOver(callback: (isWhole: boolean) => void): void {
    const { stream } = this
    stream.once('close', () => callback(stream.writableFinished && stream.rstCode === constants.NGHTTP2_NO_ERROR))
  }
}

interface StreamHead {
  readonly stream: ServerHttp2Stream
  readonly headers: IncomingHttpHeaders
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
}

/** The head of a stream as one of HTTP/1.1: no pseudo fields, one `Cookie`, a framing where there is a body. */
export function askedOf({ stream, headers, rawHeaders }: StreamHead, remoteAddress: string): Asked {
  const { ':method': method, 'x-forwarded-for': _, ...rest } = headers
  const isFramed = headers['content-length'] !== undefined || stream.endAfterHeaders
  const fields = rawHeaders.flatMap((name, index) => {
    const isKept = index % 2 === 0 && !name.startsWith(':') && name !== 'cookie'
    return isKept ? [name, rawHeaders[index + 1] ?? ''] : []
  })
  return {
    method,
    headers: { ...rest, ...(isFramed ? {} : { 'transfer-encoding': 'chunked' }) },
    // sent in pieces, it is one field where fields are joined by commas
    rawHeaders: headers.cookie === undefined ? fields : [...fields, 'cookie', headers.cookie],
    socket: { remoteAddress },
  }
}
