import type { IncomingHttpHeaders } from 'node:http2'
import { isLocalOrigin, strictTransportValue } from '@parley/edge'
import { parseUrl } from '@parley/runtime'
import type { Field } from '../gateway/exchange.js'

export interface FrontTransport {
  /** Scheme and host of the application service. */
  readonly publicUrl: string
  readonly includeSubDomains: boolean
}

/** The service behind the front is reached over plain HTTP: its own field does not apply to the client. */
export const withheldFields = ['strict-transport-security']

/**
 * `Strict-Transport-Security` for the host that a request names. It applies to every port of that host, so a host where
 * `publicUrl` is plain HTTP gets none: browsers could not reach the application any more. If `publicUrl` is an address
 * of this machine, the default, it does not show which name browsers use: then no host gets the field.
 */
export function transportFields(
  { host, ':authority': authority = host }: IncomingHttpHeaders,
  { publicUrl, includeSubDomains }: FrontTransport,
): readonly Field[] {
  const application = parseUrl(publicUrl)
  const hostname = parseUrl(`https://${authority ?? ''}`)?.hostname
  const isThere = hostname?.replace(/\.$/, '') === application?.hostname || isLocalOrigin(publicUrl)
  const isPlain = application?.protocol === 'http:' && isThere
  if (hostname === undefined || isPlain) return []
  return [['Strict-Transport-Security', strictTransportValue(includeSubDomains)]]
}
