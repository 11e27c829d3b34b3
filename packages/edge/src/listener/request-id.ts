import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

const header = 'X-Request-Id'
const requestIdForm = /^[A-Za-z0-9._-]{1,64}$/

/** Sets `X-Request-Id` on every answer: the caller's own if it is valid, else a new one. */
export function assignRequestId({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader(header, newRequestId(headers))
}

export function newRequestId({ 'x-request-id': sent }: IncomingHttpHeaders): string {
  return typeof sent === 'string' && requestIdForm.test(sent) ? sent : randomUUID()
}

export function requestIdOf(response: ServerResponse): string {
  const id = response.getHeader(header)
  return typeof id === 'string' ? id : ''
}
