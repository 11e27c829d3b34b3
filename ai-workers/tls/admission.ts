import type { IncomingHttpHeaders } from 'node:http2'
import { type AddressSet, answerOf, HttpError, isOfHost, originOf, refusals, restErrors } from '@parley/edge'
import { accessRuleOf } from './access-rule.js'

export interface Admission {
  /** Addresses that may request replies and their documents. */
  readonly allowed: AddressSet
  /** Words in lower case that no user agent contains. */
  readonly blockedAgents: readonly string[]
  /** Origins of other sites whose pages may request replies. */
  readonly corsOrigins: readonly string[]
}

export interface ClientRequest {
  readonly method: string
  /** Path and query as they were sent. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  /** All user agents that the request names: a second field would hide the first. */
  readonly agents: readonly string[]
  /** The client's address, as reported by a trusted proxy. */
  readonly address: string
  /** The other end of its connection. */
  readonly peer: string
}

/**
 * Admits a request (contract: earlier-ai-lines.17, earlier-ai-lines.19). Checks the address first, on the guarded
 * paths, then the user agent on every path.
 * @throws HttpError 403; 404 for a client that is not allowed and requests a path that is not open.
 */
export function admit(request: ClientRequest, { allowed, blockedAgents, corsOrigins }: Admission): void {
  const { method, target, headers, agents, address } = request
  const rule = accessRuleOf(target)
  const isAllowed = rule !== 'open' && allowed.has(address)
  if (rule === 'guarded' && !isAllowed) throw addressRefused(address)
  const agent = agents.join(' ').toLowerCase()
  if (blockedAgents.some((word) => agent.includes(word))) throw new HttpError(answerOf(restErrors.blockedAgent))
  // decided without the router, which might read the path differently
  if (rule === 'other' && !isAllowed) throw refusals.notFound()
  // an address does not prove intent: a page in a browser at that address sends from there too
  if (isAllowed && !isRead(method) && isForeign(headers, corsOrigins))
    throw refusals.forbidden('Pages of other sites are refused here')
}

function addressRefused(address: string): HttpError {
  const { status, detail } = restErrors.addressRefused
  return new HttpError({ status, body: { detail: detail.replace('<ip>', () => address) } })
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function isForeign(headers: IncomingHttpHeaders, corsOrigins: readonly string[]): boolean {
  const { origin, host, ':authority': authority = host } = headers
  if (origin === undefined || corsOrigins.includes(originOf(origin) ?? '')) return false
  return !isOfHost(origin, authority)
}
