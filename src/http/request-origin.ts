import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress, memoryReserver, requestIdOf } from '@parley/edge'
import { preferredLanguage } from '../languages.js'

/** What an operation of this request knows of its client. */
export function requestOrigin(request: IncomingMessage, response: ServerResponse) {
  return {
    authorization: request.headers.authorization,
    requestId: requestIdOf(response),
    ipAddress: clientAddress(request),
    userAgent: request.headers['user-agent'],
    language: preferredLanguage(request.headers['accept-language']),
    reserveMemory: memoryReserver(request, response),
    isGone: () => request.socket.destroyed,
  }
}
