import { hash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import { refusals } from '../errors/http-error.js'

/**
 * Lets a request pass that carries `Authorization: Bearer <SERVICE_TOKEN>`; any other is 401 before its body is read.
 * For internal listeners on an address that is not loopback (contract: access.4). `/health/*` stays open.
 */
export function requireServiceToken(token: string): RequestHandler {
  const isServiceToken = serviceTokenCheck(token)
  return (request, _response, next) => {
    if (!request.path.startsWith('/health/') && !isServiceToken(request.headers.authorization)) {
      throw refusals.unauthorized()
    }
    next()
  }
}

/**
 * Whether an `Authorization` header carries the token, in a time that says nothing about it. For listeners that accept
 * another credential as well.
 * @throws Error when the token is empty: it would let every caller in.
 */
export function serviceTokenCheck(token: string): (authorization: string | undefined) => boolean {
  if (token === '') throw new Error('the service token is empty')
  const expected = digest(token)
  return (authorization = '') => {
    const [, sent] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    return sent !== undefined && timingSafeEqual(digest(sent), expected)
  }
}

/** Digests have one length, so a comparison shows not even the length of the token. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
