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
  const [network] = networksOf(ipAddress)
  return network.name
}

/** A network, with the multiple of the limit of one address that all of its addresses may use together. */
interface CountedNetwork {
  readonly name: string
  readonly share: number
}

const shareOf56 = 8
const shareOf48 = 32
export const largerShares = [shareOf56, shareOf48] as const

/**
 * The networks for which an IP address counts, the smallest first. Providers give their clients /56 and /48 networks of
 * IPv6, 256 and 65,536 times a /64: these have 8 and 32 times the limit of one.
 */
export function networksOf(ipAddress: string | null): readonly [CountedNetwork, ...CountedNetwork[]] {
  const address = plainAddress(ipAddress ?? '')
  if (isIPv4(address)) return [{ name: address, share: 1 }]
  if (!isIPv6(address)) return [{ name: 'unknown', share: 1 }]
  // the URL parser normalizes the address to hexadecimal with at most one gap
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = halves.map((half) => half.split(':').filter((group) => group !== ''))
  const gap = Array<string>(8 - head.length - tail.length).fill('0')
  const groups = [...head, ...gap, ...tail].slice(0, 4)
  const site = groups.slice(0, 3).join(':')
  const subnet = Number.parseInt(groups[3] ?? '0', 16)
  return [
    { name: groups.join(':'), share: 1 },
    { name: `${site}:${(subnet & 0xff00).toString(16)}/56`, share: shareOf56 },
    { name: `${site}/48`, share: shareOf48 },
  ]
}

/** What the resources of a client count for: its account, or the networks of its address without one. */
export function countedKeysOf(accountId: string | undefined, ipAddress: string | null): readonly CountedNetwork[] {
  return accountId === undefined ? networksOf(ipAddress) : [{ name: `account ${accountId}`, share: 1 }]
}
