import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * An IP address without the additions of proxies and sockets: brackets, a port, a zone (`%eth0`), the IPv6 form of
 * IPv4. A text that is not an address is returned unchanged.
 */
export function plainAddress(text: string): string {
  // by far the most frequent forms: an IPv4 client, also of a listener on `::`
  const unmapped = text.replace(/^::ffff:/, '')
  if (isIPv4(unmapped)) return unmapped
  const [, inBrackets] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? []
  const address = (inBrackets ?? beforePort ?? text).replace(/%.*$/, '')
  // in canonical spelling: `::ffff:7f00:1` is 127.0.0.1 too
  const known = isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address
  return known.replace(/^::ffff:(?=\d+\.)/, '')
}

/**
 * The network that an IP address counts for: the /64 of an IPv6 address, since a client usually controls all of it. All
 * texts that are not addresses, as after the end of a connection, share one value.
 */
export function networkOf(ipAddress: string | null): string {
  const address = plainAddress(ipAddress ?? '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  // the URL parser normalizes the address to hexadecimal with at most one gap
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = halves.map((half) => half.split(':').filter((group) => group !== ''))
  const gap = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...gap, ...tail].slice(0, 4).join(':')
}
