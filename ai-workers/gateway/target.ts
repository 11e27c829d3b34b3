import { kinds, type Kind } from '../../src/kinds.js'

/** The service and path that a request target names. */
type Target =
  | { readonly kind: 'service'; readonly service: Kind; readonly path: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'unknown' }

/** Whether the bare name of a service, without a path, leads to its root (contract: gateway.2). */
const hasRoot: Readonly<Record<Kind, boolean>> = { office: true, character: false }

const unknown: Target = { kind: 'unknown' }

/**
 * Reads the raw request target and never decodes or resolves it: the forwarded target is the sent one without the
 * prefix. Only `/office/...` and `/character/...` name a service; a whole URL, another host or a way out of the service
 * does not.
 */
export function readTarget(target: string): Target {
  const [, first, path, query = ''] = /^\/([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/.exec(target) ?? []
  const service = kinds.find((name) => name === first)
  if (service === undefined) return unknown
  if (path !== undefined)
    return mayMislead(path) || isInternal(path) ? unknown : { kind: 'service', service, path: path + query }
  return hasRoot[service] ? { kind: 'redirect', location: `/${service}/${query}` } : unknown
}

/** Paths that only the main process may request from a worker, in any spelling that a router would accept. */
function isInternal(path: string): boolean {
  const plain = path.replaceAll(/%[2-7][0-9a-f]/gi, decodeURIComponent)
  return /^\/internal(\/|$)/i.test(plain)
}

/**
 * Dot segments could leave the path under which a service is mounted, and many URL parsers read two leading slashes as
 * a host. Checks every spelling that a service might decode.
 */
function mayMislead(path: string): boolean {
  const segments = path.replaceAll(/%2e/gi, '.').split(/\/|\\|%2f|%5c/i)
  const namesHost = segments.length > 2 && segments[1] === ''
  return namesHost || segments.some((segment) => segment === '.' || segment === '..')
}
