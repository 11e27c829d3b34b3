import type { ErrorAnswer } from '@parley/edge'

/** Of JSON-RPC, and the first one that it leaves to servers. */
const codes: Readonly<Record<number, number>> = { 400: -32_600, 422: -32_700, 500: -32_603 }
const refused = -32_000

const words: Readonly<Record<number, string>> = {
  401: 'No API key with the scope mcp was sent, or it is wrong, revoked or expired',
  405: 'This server answers POST alone: it has no stream of its own, and no session to end',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The body is not valid JSON',
  429: 'Too many requests',
  500: 'Server error',
  503: 'The server cannot answer now',
}

/** Converts a refusal of the edge to an error of JSON-RPC, whose request is unknown. */
export function protocolAnswer({ status: found, headers = {}, body: { message: own } }: ErrorAnswer) {
  const status = found === 422 ? 400 : found
  const challenge = found === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
  const message = words[found] ?? own ?? 'The request was refused'
  const error = { code: codes[found] ?? refused, message }
  return { status, headers: { ...headers, ...challenge }, body: { jsonrpc: '2.0', id: null, error } }
}
