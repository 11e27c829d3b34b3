import { isIP } from 'node:net'

interface Addresses {
  readonly publicUrl: string
  /** The setting. */
  readonly origins: readonly string[]
  /** The port of the console on this machine. */
  readonly adminPort: number
}

/**
 * The domain of passkeys and the pages that can use them. Undefined where browsers offer none: the public address has an
 * IP address, or plain http and another name than localhost.
 */
export function passkeysOf({ publicUrl, origins, adminPort }: Addresses) {
  const { hostname: domain, protocol, origin } = new URL(publicUrl)
  const isName = isIP(domain.replace(/^\[|\]$/g, '')) === 0
  const isLocal = domain === 'localhost'
  if (!isName || (protocol !== 'https:' && !isLocal)) return undefined
  const console = isLocal ? [new URL(`http://localhost:${adminPort}`).origin] : []
  return { domain, origins: [...new Set([origin, ...console, ...origins])] }
}
