import type { RequestHandler } from 'express'
import { parseUrl } from '../../limits.js'
import { refusals } from '../errors/http-error.js'

/** Names that no name server decides on: of this machine, in the spelling of URLs. */
const localName =
  /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:(127(\.\d{1,3}){3}|7f[0-9a-f]{2}:[0-9a-f]{1,4})\])$/i

/**
 * For listeners without a credential: lets programs of this machine pass, and refuses what a page of a foreign site can make
 * a browser send. Such a page can point its own name at the loopback, and then read what is answered there as its own: the
 * `Host` gives it away. Or it sends without reading: then its `Origin` does.
 */
export const localCallersOnly: RequestHandler = ({ headers: { host, origin } }, _response, next) => {
  // a request without a host (HTTP/1.0) comes from no browser
  if (host !== undefined && !localName.test(host.replace(/:\d{1,5}$/, '')))
    throw refusals.forbidden('This listener answers to localhost alone')
  if (origin !== undefined && !isLocalOrigin(origin)) throw refusals.forbidden('Pages of other sites are refused here')
  next()
}

/** Whether an `Origin` is of a page that this machine serves, on any port. */
export function isLocalOrigin(origin: string): boolean {
  const url = parseUrl(origin)
  return url !== undefined && /^https?:$/.test(url.protocol) && localName.test(url.hostname)
}
