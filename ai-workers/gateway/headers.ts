import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { RequestHead, Field } from './exchange.js'

interface Forwarding {
  /** Host and port of the service. */
  readonly host: string
  readonly requestId: string
  /** The credential for the service, which replaces the caller's; without it the caller's is passed on. */
  readonly serviceToken?: string | undefined
}

const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Fields that are set again for the service. `Expect` was answered by our own listener. */
const rewritten = ['host', 'content-length', 'expect', 'x-forwarded-for', 'x-request-id']

const methodsWithBody: ReadonlySet<unknown> = new Set(['POST', 'PUT', 'PATCH'])

/** The fields of the request to the service: names and values in turn, in the caller's order and spelling. */
export function requestFields(request: RequestHead, { host, requestId, serviceToken }: Forwarding): string[] {
  const credential: Field[] = serviceToken === undefined ? [] : [['Authorization', `Bearer ${serviceToken}`]]
  const dropped = serviceToken === undefined ? rewritten : [...rewritten, 'authorization']
  return [
    ['Host', host],
    ...without(endToEnd(request), dropped),
    ...credential,
    ...framing(request),
    ['X-Forwarded-For', forwardedFor(request)],
    ['X-Request-Id', requestId],
  ].flat()
}

/**
 * The fields of a service's answer that are passed on to the caller: without `X-Request-ID`, which is ours, and without
 * those of `withheld`.
 */
export function answerFields(answer: IncomingMessage, withheld: readonly string[] = []): Field[] {
  return without(endToEnd(answer), ['x-request-id', ...withheld])
}

/** The values of a Connection field: names of hop-by-hop fields, and `upgrade`. */
export function connectionWords({ connection = '' }: IncomingHttpHeaders): string[] {
  return connection.split(',').map((word) => word.trim().toLowerCase())
}

function endToEnd({ headers, rawHeaders }: Pick<RequestHead, 'headers' | 'rawHeaders'>): Field[] {
  const fields = rawHeaders.flatMap((name, index): Field[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  return without(fields, [...hopByHop, ...connectionWords(headers)])
}

function without(fields: readonly Field[], names: readonly string[]): Field[] {
  const dropped = new Set(names)
  return fields.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** States the length of the body in one way only: two would allow request smuggling. */
function framing({ headers, method }: RequestHead): Field[] {
  if (headers['transfer-encoding'] !== undefined) return [['Transfer-Encoding', 'chunked']]
  const length = headers['content-length'] ?? (methodsWithBody.has(method) ? '0' : undefined)
  return length === undefined ? [] : [['Content-Length', length]]
}

function forwardedFor({ headers, socket }: RequestHead): string {
  const sent = headers['x-forwarded-for']
  const { remoteAddress = 'unknown' } = socket
  return sent === undefined ? remoteAddress : `${String(sent)}, ${remoteAddress}`
}
