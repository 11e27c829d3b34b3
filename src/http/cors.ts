import type { RequestHandler } from 'express'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const requestHeaders =
  'Authorization, Content-Type, Idempotency-Key, X-Request-Id, Apollo-Require-Preflight, Last-Event-ID'
const exposedHeaders = 'X-Request-Id, Link, Retry-After'
const preflightLifetimeSeconds = 600

/**
 * Lets pages of the listed origins (`https://chat.example`, or `*`) read answers. Tokens travel in a header, so
 * credentials are never allowed. An origin that is not listed gets an ordinary answer that its browser keeps from it.
 */
export function cors(origins: readonly string[]): RequestHandler {
  const any = origins.includes('*')
  return (request, response, next) => {
    if (origins.length > 0) response.vary('Origin')
    const origin = request.get('Origin')
    if (origin === undefined || !(any || origins.includes(origin))) {
      next()
      return
    }
    response.set({ 'Access-Control-Allow-Origin': any ? '*' : origin, 'Access-Control-Expose-Headers': exposedHeaders })
    if (request.method !== 'OPTIONS' || request.get('Access-Control-Request-Method') === undefined) {
      next()
      return
    }
    response.set({
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': requestHeaders,
      'Access-Control-Max-Age': String(preflightLifetimeSeconds),
    })
    response.status(204).end()
  }
}
