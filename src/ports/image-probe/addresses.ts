import { BlockList } from 'node:net'
import type { LookupAddress } from 'node:dns'

const neverAsked = new BlockList()
// "this network", link-local with the metadata service of clouds, multicast, reserved
neverAsked.addSubnet('0.0.0.0', 8, 'ipv4')
neverAsked.addSubnet('169.254.0.0', 16, 'ipv4')
neverAsked.addSubnet('224.0.0.0', 3, 'ipv4')
neverAsked.addAddress('::', 'ipv6')
neverAsked.addSubnet('fe80::', 10, 'ipv6')
neverAsked.addSubnet('ff00::', 8, 'ipv6')

/**
 * Whether an address can be that of a server that keeps images. The loopback and private networks can: only hosts of the
 * operator's own configuration are asked, and the default one is this machine. IPv4 in IPv6 counts as the IPv4 it is.
 */
export function canKeepImages({ address, family }: LookupAddress): boolean {
  return !neverAsked.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
