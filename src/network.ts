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

/**
 * Whom an IP address stands for: of IPv6 its /64, since a client with one of its addresses has them all. A text that is not an
 * address, as after the end of a connection, is one for all.
 */
export function networkOf(ipAddress: string | null): string {
  const address = plainAddress(ipAddress ?? '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  // the URL parser writes it in one way: in hexadecimal, with at most one gap
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = halves.map((half) => half.split(':').filter((group) => group !== ''))
  const gap = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...gap, ...tail].slice(0, 4).join(':')
}
