import type { Request, Response } from 'express'
import type { Origin } from '../../resolvers/context/request-context.js'
import { clientAddress } from '../../src/http/addresses/client-address.js'
import { requestIdOf } from '../../src/http/edge/request-id.js'
import { note } from '../../src/http/edge/request-log.js'
import { memoryReserver } from '../../src/http/load/request-memory.js'

/** The origin of the operation of an HTTP request. */
export function httpOrigin(request: Request, response: Response): Origin {
  return {
    authorization: request.headers.authorization,
    requestId: requestIdOf(response),
    ipAddress: clientAddress(request),
    userAgent: request.headers['user-agent'],
    reserveMemory: memoryReserver(request, response),
    isGone: () => request.socket.destroyed,
    noteOperation: (notes) => note(request, notes),
  }
}
