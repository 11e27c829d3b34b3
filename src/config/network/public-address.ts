import { BlockList, isIP } from 'node:net'
import { isLoopback } from '../rules.js'

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Whether the host of a URL is a public address. A name may have any address, so it does not count as public. */
export function isPublic(value: string): boolean {
  const host = new URL(value).hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family !== 0 && !isLoopback(host) && !privateNetworks.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
