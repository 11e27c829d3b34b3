import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  connect as connectHttp2,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2'
import { request as requestHttps } from 'node:https'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'

export const fixture = (name: string) => `test/fixtures/tls/${name}.pem`
export const pem = (name: string) => readFileSync(fixture(name), 'utf8')

const authorities = [pem('first-cert'), pem('second-cert')]

export const protocols = ['h2', 'http/1.1'] as const
export type TlsProtocol = (typeof protocols)[number]

export interface TlsAsk {
  readonly path: string
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
  /** The source and target addresses of the connection. */
  readonly from?: string
  readonly to?: string
}

export interface TlsAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The text parsed as JSON; undefined when it is not JSON. */
  readonly body: unknown
}

/** Sends one request on a new connection, whose certificate is verified. */
export async function askOverTls(port: number, protocol: TlsProtocol, ask: TlsAsk): Promise<TlsAnswer> {
  return protocol === 'h2' ? askHttp2(port, ask) : askHttp1(port, ask)
}

/** A session of HTTP/2. */
export function session(
  port: number,
  { from, to = '127.0.0.1', settings = {} }: Pick<TlsAsk, 'from' | 'to'> & { readonly settings?: Settings } = {},
): ClientHttp2Session {
  const url = `https://${to.includes(':') ? `[${to}]` : to}:${String(port)}`
  const made = connectHttp2(url, { ca: authorities, settings, ...(from === undefined ? {} : { localAddress: from }) })
  // its errors appear on its streams
  made.on('error', () => undefined)
  return made
}

/** A socket after its handshake. Rejects with the error of the handshake. */
export async function shakeHands(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: authorities, ...options })
  await once(socket, 'secureConnect')
  socket.on('error', () => undefined)
  return socket
}

export async function answerOn(stream: ClientHttp2Stream): Promise<TlsAnswer> {
  const headed = once(stream, 'response') as Promise<[Record<string, string | string[] | undefined>]>
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const [headers] = await headed
  if (!stream.closed) await once(stream, 'close')
  return answerOf(Number(headers[':status']), headers, text)
}

async function askHttp2(
  port: number,
  { path, method = 'GET', headers = {}, body, from, to }: TlsAsk,
): Promise<TlsAnswer> {
  const client = session(port, { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })
  try {
    const stream = client.request({ ':path': path, ':method': method, ...headers }, { endStream: body === undefined })
    const answer = answerOn(stream)
    if (body !== undefined) stream.end(body)
    return await answer
  } finally {
    client.close()
  }
}

function askHttp1(
  port: number,
  { path, method = 'GET', headers = {}, body, from, to = '127.0.0.1' }: TlsAsk,
): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const localAddress = from === undefined ? {} : { localAddress: from }
    const options = {
      host: to,
      port,
      path,
      method,
      headers,
      ca: authorities,
      agent: false,
      servername: 'localhost',
      ...localAddress,
    }
    const asked = requestHttps(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(answerOf(response.statusCode ?? 0, response.headers, text)))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

function answerOf(status: number, headers: TlsAnswer['headers'], text: string): TlsAnswer {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // not every answer is JSON
  }
  return { status, headers, text, body }
}
