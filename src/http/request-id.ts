import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'

const header = 'X-Request-Id'
const sane = /^[A-Za-z0-9._-]{1,64}$/

/** Every answer carries `X-Request-Id`: the caller's own when it is sane, else a new one. */
export function requestIds(newId: () => string = randomUUID): RequestHandler {
  return (request, response, next) => {
    const sent = request.get(header)
    response.setHeader(header, sent !== undefined && sane.test(sent) ? sent : newId())
    next()
  }
}

export function requestIdOf(response: ServerResponse): string {
  const id = response.getHeader(header)
  return typeof id === 'string' ? id : ''
}
