import { BlockList, isIP } from 'node:net'
import { parseUrl } from '../../limits.js'
import { isLoopback, text } from '../rules.js'

const form = /^rediss?:\/\/[^\s/?#]+(\/\d{0,4})?$/

export const redisUrl = text(
  'must be a URL such as rediss://user:password@host:6379 or redis://127.0.0.1:6379/0',
  (value) => form.test(value) && isDecodable(value) && (parseUrl(value)?.hostname ?? '') !== '',
).refine((value) => isProtectedRedis(value) || !isPublic(value), {
  error: 'must begin with rediss:// and have a password, since its address is public',
  abort: true,
})

/** Whether messages and keys are encrypted on the way and behind a password, or never leave this machine. */
export function isProtectedRedis(value: string): boolean {
  const url = new URL(value)
  return isLoopback(url.hostname) || (url.protocol === 'rediss:' && url.password !== '')
}

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

function isDecodable(value: string): boolean {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}
