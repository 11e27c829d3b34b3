import { parseUrl } from '@parley/runtime'

/** `scheme://host[:port]` of a page or an app. The URL parser would correct mistakes, so the form is checked first. */
const form = /^([a-z][a-z0-9+.-]*):\/\/([^\s/?#@\\*]+)\/?$/i

/** Browsers send `null` for the pages of the first one; pages come from none of the others. */
const schemesWithoutOrigin = new Set(['file:', 'data:', 'javascript:', 'blob:', 'ws:', 'wss:', 'ftp:'])

/**
 * An origin as browsers spell it: in lower case, without a default port or a slash at the end. That of an app has a scheme of its
 * own, such as `capacitor://localhost`. Undefined for every other text.
 */
export function originOf(text: string): string | undefined {
  if (!form.test(text)) return undefined
  const url = parseUrl(text)
  if (!url || url.host === '' || schemesWithoutOrigin.has(url.protocol)) return undefined
  return url.origin === 'null' ? `${url.protocol}//${url.host.toLowerCase()}` : url.origin
}

/** Whether the page of an `Origin` was loaded from the host of a request, as far as its `Host` says. */
export function isOfHost(origin: string, host: string | undefined): boolean {
  const url = parseUrl(origin)
  if (!url || url.host === '' || host === undefined) return false
  // with the scheme, whose default port may stand in the one and not in the other
  return parseUrl(`${url.protocol}//${host}`)?.host === url.host
}
