import { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import { addressBehind, type AddressSet, assignRequestId, newRequestId } from '@parley/edge'
import type { Exchange } from '../gateway/exchange.js'
import { Http1Exchange } from '../gateway/http1-exchange.js'
import type { ClientRequest } from './admission.js'
import { requestHeadOf, Http2Exchange } from './http2-exchange.js'

/** The request of Node, in the protocol that the connection negotiated. */
export type FrontRequest = IncomingMessage | Http2ServerRequest
export type FrontResponse = ServerResponse | Http2ServerResponse

export interface IncomingRequest {
  readonly exchange: Exchange
  readonly clientRequest: ClientRequest
  /** The connection of HTTP/1.1. */
  readonly socket?: Socket
}

/** Undefined when its connection has already ended. */
export function incomingRequestOf(
  request: FrontRequest,
  response: FrontResponse,
  trusted: AddressSet,
): IncomingRequest | undefined {
  const { headers, rawHeaders, method = '', url = '' } = request
  const socket = request instanceof IncomingMessage ? request.socket : request.stream.session?.socket
  if (socket?.remoteAddress === undefined) return undefined
  const peer = socket.remoteAddress
  const address = addressBehind(trusted, peer, headers['x-forwarded-for'])
  const clientRequest = { method, target: url, headers, agents: valuesOf('user-agent', rawHeaders), address, peer }
  if (request instanceof Http2ServerRequest) {
    const head = requestHeadOf({ stream: request.stream, headers, rawHeaders }, address)
    return { exchange: new Http2Exchange(request.stream, head, newRequestId(headers)), clientRequest }
  }
  if (!(response instanceof ServerResponse)) return undefined
  assignRequestId(request, response)
  const { 'x-forwarded-for': _, ...rest } = headers
  const head = { method, headers: rest, rawHeaders, socket: { remoteAddress: address } }
  return { exchange: new Http1Exchange(request, response, head), clientRequest, socket }
}

function valuesOf(name: string, rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}
