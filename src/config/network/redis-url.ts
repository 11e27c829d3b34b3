import { parseUrl } from '@parley/runtime'
import { isLoopback, text } from '../rules.js'
import { isPublic } from './public-address.js'

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

function isDecodable(value: string): boolean {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}
