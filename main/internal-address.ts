import type { Config } from '../src/config/config.js'

/** Where an internal listener of this machine is reached. */
export function internalAddress({ internalHost }: Config, port: number): URL {
  return new URL(`http://${urlHost(internalHost)}:${String(port)}`)
}

/** An address that says "everywhere" is reached on the loopback; one of IPv6 stands in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
