import type { IncomingMessage, ServerResponse } from 'node:http'

type Field = readonly [name: string, value: string]

export interface Forwarding {
  /** Host and port of the service. */
  readonly host: string
  readonly requestId: string
  /** The credential of the service, in place of the caller's; without it the caller's is passed on. */
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

/** Written anew for the service. `Expect` was answered by our own listener. */
const rewritten = ['host', 'content-length', 'expect', 'x-forwarded-for', 'x-request-id']

const methodsWithBody: ReadonlySet<unknown> = new Set(['POST', 'PUT', 'PATCH'])

/** The fields to ask a service with, as a flat list of names and values: order, spelling and repetitions are the caller's. */
export function requestFields(request: IncomingMessage, { host, requestId, serviceToken }: Forwarding): string[] {
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

/** Puts the head of a service's answer on ours. Where both set a field the service's word counts, but for the request id. */
export function copyHead(answer: IncomingMessage, response: ServerResponse): void {
  const fields = without(endToEnd(answer), ['x-request-id'])
  for (const [name] of fields) response.removeHeader(name)
  for (const [name, value] of fields) response.appendHeader(name, value)
}

/** The words of a Connection field: names of fields meant for this hop alone, and `upgrade`. */
export function connectionWords(message: IncomingMessage): string[] {
  return (message.headers.connection ?? '').split(',').map((word) => word.trim().toLowerCase())
}

function endToEnd(message: IncomingMessage): Field[] {
  const { rawHeaders } = message
  const fields = rawHeaders.flatMap((name, index): Field[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  return without(fields, [...hopByHop, ...connectionWords(message)])
}

function without(fields: readonly Field[], names: readonly string[]): Field[] {
  const dropped = new Set(names)
  return fields.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** Says where the body ends, in one way only: two would be a way to smuggle a second request. */
function framing({ headers, method }: IncomingMessage): Field[] {
  if (headers['transfer-encoding'] !== undefined) return [['Transfer-Encoding', 'chunked']]
  const length = headers['content-length'] ?? (methodsWithBody.has(method) ? '0' : undefined)
  return length === undefined ? [] : [['Content-Length', length]]
}

function forwardedFor({ headers, socket }: IncomingMessage): string {
  const sent = headers['x-forwarded-for']
  const { remoteAddress = 'unknown' } = socket
  return sent === undefined ? remoteAddress : `${String(sent)}, ${remoteAddress}`
}
