import { parseUrl } from '@parley/runtime'
import { refusals } from '../errors/http-error.js'
import type { AccessCheck } from './access-check.js'

/** Names of this machine that no name server can redefine, in URL spelling. */
const localName =
  /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:(127(\.\d{1,3}){3}|7f[0-9a-f]{2}:[0-9a-f]{1,4})\])$/i

/**
 * For listeners without a credential: accepts programs on this machine, and refuses requests that a foreign page can
 * make a browser send. Such a page can point its own host name at the loopback (DNS rebinding) and read the answers;
 * its `Host` header reveals this. Or it sends requests without reading the answers; its `Origin` header reveals this.
 */
export const localCallersOnly: AccessCheck = ({ headers: { host, origin } }) => {
  // browsers always send a Host; HTTP/1.0 clients may not
  if (host !== undefined && !localName.test(host.replace(/:\d{1,5}$/, '')))
    throw refusals.forbidden('This listener answers to localhost alone')
  if (origin !== undefined && !isLocalOrigin(origin)) throw refusals.forbidden('Pages of other sites are refused here')
}

/** Whether this machine serves the page of an `Origin`, on any port. */
export function isLocalOrigin(origin: string): boolean {
  const url = parseUrl(origin)
  return url !== undefined && /^https?:$/.test(url.protocol) && localName.test(url.hostname)
}
