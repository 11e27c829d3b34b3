import type { IncomingMessage } from 'node:http'
import { parseUrl } from '@parley/runtime'
import { answerOf, type ErrorAnswer } from '../errors/http-error.js'
import { restErrors } from '../errors/rest-errors.js'
import { splitTarget } from '../listener/target.js'

const refusal = answerOf(restErrors.forbidden, 'This server does not answer to this host')

/**
 * The answer to a request for a host that is not listed; without a list there is none. A page can point its own name at
 * an address of a private network (DNS rebinding) and read what this server answers there; `Host` then has its name.
 * Health checks, which use addresses, and clients of HTTP/1.0 without a `Host` are answered.
 */
export function hostRefusal(hosts: readonly string[]): (request: IncomingMessage) => ErrorAnswer | undefined {
  if (hosts.length === 0) return () => undefined
  const names = new Set(hosts.map(nameOf))
  return ({ headers: { host }, url }) => {
    if (host === undefined || splitTarget(url).path.startsWith('/health/')) return undefined
    return names.has(nameOf(host.replace(/:\d{1,5}$/, ''))) ? undefined : refusal
  }
}

/** In lower case; an address of IPv6 in its shortest form. */
function nameOf(host: string): string {
  return (host.startsWith('[') ? parseUrl(`http://${host}`)?.hostname : undefined) ?? host.toLowerCase()
}
