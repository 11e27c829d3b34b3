import type { Config } from '../src/config/config.js'

/** The URL of an internal listener on this machine. */
export function internalAddress({ internalHost }: Config, port: number): URL {
  return new URL(`http://${urlHost(internalHost)}:${String(port)}`)
}

/** The host for a URL: the loopback for a wildcard address, and brackets for IPv6. */
function urlHost(host: string): string {
  // `::` is both families
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
