import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Logger } from '@parley/runtime'
import { isOfHost, originOf } from './origins.js'
import { isLocalOrigin } from './local-callers-only.js'
import { sendNothing } from '../answers/send.js'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const requestHeaders = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id', 'Last-Event-ID'],
  ...['X-Requested-With', 'X-API-Key', 'Cache-Control', 'Pragma'],
  // sent by GraphQL clients
  ...['Apollo-Require-Preflight', 'GraphQL-Require-Preflight', 'ApolloGraphQL-Client-Name'],
  ...['ApolloGraphQL-Client-Version', 'X-Apollo-Operation-Name', 'X-Apollo-Operation-Id', 'X-Apollo-Operation-Type'],
  // sent by tracing libraries
  ...['traceparent', 'tracestate', 'baggage', 'sentry-trace'],
  // sent by OpenAI's client
  ...['OpenAI-Organization', 'OpenAI-Project', 'OpenAI-Beta'],
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
    'Poll-Helper',
    'Custom-Poll-Interval',
  ].map((name) => `X-Stainless-${name}`),
  // sent by clients of MCP
  ...['Mcp-Session-Id', 'Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
  // every other one: a page that may send a token gains nothing by another header. Without credentials the asterisk
  // allows all but `Authorization`; browsers before 2022 do not know it and need the names above
  '*',
].join(', ')
const exposedHeaders = 'X-Request-Id, Link, Location, Retry-After, Mcp-Session-Id, Mcp-Protocol-Version'
const preflightLifetimeSeconds = 600

/** How many of the newest logged origins are remembered, and how many characters of an origin are logged. */
const rememberedOrigins = 100
const loggedLength = 200

export interface AllowedOrigins {
  readonly any: boolean
  /** Allows the origins of pages that this machine serves. */
  readonly loopback: boolean
  /** In browser spelling: `https://chat.example`, `capacitor://localhost`. */
  readonly listed: readonly string[]
}

export const noOrigins: AllowedOrigins = { any: false, loopback: false, listed: [] }

export interface CorsOptions {
  readonly origins: AllowedOrigins
  /** Called with each refused origin. */
  readonly onRefused: (origin: string) => void
}

/** Whether pages of an origin may read answers and open WebSockets. */
export function allowsOrigin({ any, loopback, listed }: AllowedOrigins, origin: string): boolean {
  return any || listed.includes(originOf(origin) ?? '') || (loopback && isLocalOrigin(origin))
}

/**
 * Lets pages of allowed origins read answers. Tokens are sent in a header, so credentials are never allowed. Any other
 * origin gets a normal answer without CORS headers, which its browser withholds from the page.
 * @returns whether the request was a preflight of an allowed origin, and is answered.
 */
export function answerPreflight({
  origins,
  onRefused,
}: CorsOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const variesByOrigin = !origins.any && (origins.loopback || origins.listed.length > 0)
  return ({ method, headers }, response) => {
    if (variesByOrigin) response.setHeader('Vary', 'Origin')
    const { origin } = headers
    if (origin === undefined) return false
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
    if (!allowsOrigin(origins, origin)) {
      // pages of this service send an Origin too, with the other methods and for their scripts
      const isRead = method === 'GET' || method === 'HEAD'
      const isOfOtherSite = isPreflight || (isRead && !isOfHost(origin, headers.host))
      if (isOfOtherSite) onRefused(origin)
      return false
    }
    response.setHeader('Access-Control-Allow-Origin', origins.any ? '*' : origin)
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders)
    if (!isPreflight) return false
    response.setHeader('Access-Control-Allow-Methods', methods)
    response.setHeader('Access-Control-Allow-Headers', requestHeaders)
    response.setHeader('Access-Control-Max-Age', String(preflightLifetimeSeconds))
    sendNothing(response)
    return true
  }
}

/** Logs each refused origin once, with the setting that would allow it. */
export function logRefusedOrigins(logger: Logger, setting: string): (origin: string) => void {
  const logged = new LRUCache<string, true>({ max: rememberedOrigins })
  return (origin) => {
    const shown = origin.slice(0, loggedLength)
    if (!logged.get(shown)) logger.warn({ origin: shown, setting }, 'origin.refused')
    logged.set(shown, true)
  }
}
