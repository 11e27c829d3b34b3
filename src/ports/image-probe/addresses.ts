import { BlockList } from 'node:net'
import type { LookupAddress } from 'node:dns'

const forbiddenAddresses = new BlockList()
// "this network", link-local with the metadata service of clouds, multicast, reserved
forbiddenAddresses.addSubnet('0.0.0.0', 8, 'ipv4')
forbiddenAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
forbiddenAddresses.addSubnet('224.0.0.0', 3, 'ipv4')
forbiddenAddresses.addAddress('::', 'ipv6')
forbiddenAddresses.addSubnet('fe80::', 10, 'ipv6')
forbiddenAddresses.addSubnet('ff00::', 8, 'ipv6')

/**
 * Whether a server of images may have this address. Loopback and private networks are allowed: the hosts come from the
 * operator's own configuration, and the default host is this machine. An IPv4 address in IPv6 form counts as IPv4.
 */
export function isAllowedImageAddress({ address, family }: LookupAddress): boolean {
  return !forbiddenAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
