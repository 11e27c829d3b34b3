import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * An IP address without what proxies and sockets write around it: brackets, a port, a zone (`%eth0`), IPv4 as IPv6. A text that is
 * not an address stays as it is.
 */
export function plainAddress(text: string): string {
  if (isIPv4(text)) return text
  const [, inBrackets] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? []
  const address = (inBrackets ?? beforePort ?? text).replace(/%.*$/, '')
  // its one spelling: `::ffff:7f00:1` is 127.0.0.1 as well
  const known = isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address
  return known.replace(/^::ffff:(?=\d+\.)/, '')
}
