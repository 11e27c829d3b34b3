import type { Readable } from 'node:stream'
import { type ErrorAnswer, securityHeaders } from '@parley/edge'
import type { Exchange, Field } from '../gateway/exchange.js'

/** How long the client has to send the rest of its body and to read the answer, and the bytes of it to discard. */
const lingerMs = 10_000
const restBytes = 8 * 1_048_576

const protection = securityHeaders()

/** Answers a request that is not forwarded, in the JSON format of every listener, with `added` fields. */
export function sendError(
  exchange: Exchange,
  { status, body, headers = {} }: ErrorAnswer,
  added: readonly Field[],
): void {
  if (exchange.hasBegun) {
    exchange.cut()
    return
  }
  const text = JSON.stringify(body)
  const fields: Field[] = [
    ...protection,
    ...added,
    ...Object.entries(headers),
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(text))],
  ]
  const cut = setTimeout(() => exchange.cut(), lingerMs)
  exchange.onClose(() => clearTimeout(cut))
  dropRest(exchange.body, () => exchange.cut())
  const taker = exchange.begin(status, fields)
  if (exchange.head.method === 'HEAD') taker.end()
  else taker.end(text)
}

/** Discards the rest of the body, up to a bound, so that the connection stays usable. */
function dropRest(body: Readable, cut: () => void): void {
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > restBytes) cut()
  })
  body.resume()
}
