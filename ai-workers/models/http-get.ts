import { once } from 'node:events'
import { request as requestPlain } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'

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
    const request = url.protocol === 'https:' ? requestTls : requestPlain
    const outgoing = request(url, { headers: sent, signal, agent: false })
    outgoing.end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
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

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}

function withoutCredential(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'))
}
