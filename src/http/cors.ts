import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendNothing } from './send.js'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const requestHeaders = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id', 'Apollo-Require-Preflight', 'Last-Event-ID'],
  // what OpenAI's client says of itself with every request
  ...[
    'Lang',
    'Package-Version',
    'OS',
    'Arch',
    'Runtime',
    'Runtime-Version',
    'Retry-Count',
    'Timeout',
    'Helper-Method',
  ].map((name) => `X-Stainless-${name}`),
].join(', ')
const exposedHeaders = 'X-Request-Id, Link, Location, Retry-After'
const preflightLifetimeSeconds = 600

/**
 * Lets pages of the listed origins (`https://chat.example`, or `*`) read answers. Tokens travel in a header, so
 * credentials are never allowed. An origin that is not listed gets an ordinary answer that its browser keeps from it.
 * @returns whether the request was a preflight of such a page, and is answered.
 */
export function answerPreflight(
  origins: readonly string[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const any = origins.includes('*')
  return ({ method, headers }, response) => {
    if (origins.length > 0) response.setHeader('Vary', 'Origin')
    const { origin } = headers
    if (origin === undefined || !(any || origins.includes(origin))) return false
    response.setHeader('Access-Control-Allow-Origin', any ? '*' : origin)
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders)
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
    response.setHeader('Access-Control-Allow-Methods', methods)
    response.setHeader('Access-Control-Allow-Headers', requestHeaders)
    response.setHeader('Access-Control-Max-Age', String(preflightLifetimeSeconds))
    sendNothing(response)
    return true
  }
}
