import { hash, timingSafeEqual } from 'node:crypto'
import { refusals } from '../errors/http-error.js'
import { splitTarget } from '../listener/target.js'
import type { AccessCheck } from './access-check.js'

/**
 * Requires `Authorization: Bearer <SERVICE_TOKEN>`; otherwise 401, before the body is read. For internal listeners on
 * an address that is not loopback (contract: access.4). `/health/*` stays open.
 */
export function requireServiceToken(token: string): AccessCheck {
  const isServiceToken = serviceTokenCheck(token)
  return ({ url, headers }) => {
    if (!splitTarget(url).path.startsWith('/health/') && !isServiceToken(headers.authorization))
      throw refusals.unauthorized()
  }
}

/**
 * Whether an `Authorization` header contains the token, compared in constant time. For listeners that also accept
 * another credential.
 * @throws Error when the token is empty, since an empty token would admit every caller.
 */
export function serviceTokenCheck(token: string): (authorization: string | undefined) => boolean {
  if (token === '') throw new Error('the service token is empty')
  const expected = digest(token)
  return (authorization = '') => {
    const [, sent] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    return sent !== undefined && timingSafeEqual(digest(sent), expected)
  }
}

/** All digests have one length, so the comparison does not reveal the length of the token. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
