import { isIPv4, isIPv6 } from 'node:net'

/**
 * Whom an IP address stands for: of IPv6 its /64, since a client with one of its addresses has them all. An IPv4 address that
 * is written as IPv6 is that IPv4 address. A text that is not an address, as after the end of a connection, is one for all.
 */
export function networkOf(ipAddress: string | null): string {
  if (ipAddress !== null && isIPv4(ipAddress)) return ipAddress
  const [address = ''] = (ipAddress ?? '').split('%')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // the URL parser writes it in one way: in hexadecimal, with at most one gap
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (text = '') => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
