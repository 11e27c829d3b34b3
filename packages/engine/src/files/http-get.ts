import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { proxyAuthorization, proxyFor, responseTo } from '@parley/runtime'

/** An answer whose head has arrived. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
}

const maxRedirects = 20
const redirecting = new Set([301, 302, 303, 307, 308])

/**
 * GET that follows redirects; `authorization` is not sent to another origin. Rejects without an answer. Not `fetch`:
 * when an answer ends while its reader waits for the disk, the whole process ends (nodejs/undici#5360, in Node 24).
 */
export async function httpGet(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer> {
  let url = new URL(address)
  let sent = headers
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    if (url.username !== '' || url.password !== '') throw new Error('the address names a user')
    const outgoing = await requestOf(url, sent, signal)
    outgoing.end()
    const response = await responseTo(outgoing)
    // later failures are errors of the body
    outgoing.on('error', () => undefined)
    const { statusCode: status = 0, headers: received } = response
    if (!redirecting.has(status) || received.location === undefined) {
      return { status, headers: headersOf(response), body: response }
    }
    response.destroy()
    const next = new URL(received.location, url)
    if (next.origin !== url.origin) sent = withoutCredential(sent)
    url = next
  }
  throw new Error('too many redirects')
}

/** A request that is not sent yet, through the proxy of the operator if there is one. */
async function requestOf(
  url: URL,
  sent: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ClientRequest> {
  const options = { headers: sent, signal, agent: false } as const
  const proxy = proxyFor(url)
  const isTls = url.protocol === 'https:'
  if (!proxy) return isTls ? requestTls(url, options) : requestPlain(url, options)
  const authorization = proxyAuthorization(proxy)
  const ofProxy = authorization === undefined ? {} : { 'proxy-authorization': authorization }
  const ask = proxy.protocol === 'https:' ? requestTls : requestPlain
  if (!isTls) {
    const headers = { ...sent, ...ofProxy, host: url.host }
    return ask(proxy, { ...options, path: url.href, headers })
  }
  const target = `${url.hostname}:${url.port === '' ? '443' : url.port}`
  const headers = { ...ofProxy, host: target }
  const tunnel = ask(proxy, { ...options, method: 'CONNECT', path: target, headers })
  tunnel.end()
  const { answer, socket } = await new Promise<{ answer: IncomingMessage; socket: Socket }>((resolve, reject) => {
    tunnel.once('connect', (answer, socket) => resolve({ answer, socket })).once('error', reject)
  })
  const { statusCode = 0 } = answer
  if (statusCode !== 200) {
    socket.destroy()
    throw new Error(`the proxy answered ${String(statusCode)}`)
  }
  const createConnection = () => connectTls({ socket, servername: url.hostname })
  return requestTls(url, { ...options, createConnection })
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}

function withoutCredential(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'))
}
