import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@parley/runtime'
import { answerPreflight, type CorsOptions } from '../checks/cors.js'
import { fieldsRefusal } from '../checks/header-size.js'
import { checkProtocol } from '../checks/protocol-checks.js'
import { assignRequestId } from './request-id.js'
import { logOnClose } from './request-log.js'
import { secureHeaders } from '../checks/security-headers.js'
import type { StrictTransport } from '../checks/strict-transport.js'

/**
 * The steps before any handler: request id, log line, security headers, CORS, HTTP protocol checks.
 * @returns whether the request is already answered.
 * @throws HttpError for a request that violates the protocol.
 */
type Edge = (request: IncomingMessage, response: ServerResponse) => boolean

export function createEdge({
  logger,
  cors,
  strictTransport,
}: Readonly<{ logger: Logger; cors: CorsOptions; strictTransport: StrictTransport }>): Edge {
  const setSecurityHeaders = secureHeaders()
  const preflight = answerPreflight(cors)
  return (request, response) => {
    assignRequestId(request, response)
    logOnClose(logger, request, response)
    setSecurityHeaders(response)
    const transport = strictTransport(request)
    if (transport !== undefined) response.setHeader('Strict-Transport-Security', transport)
    // refused next; the fields of the steps below may be missing
    if (fieldsRefusal(request.rawHeaders)) return false
    if (preflight(request, response)) return true
    checkProtocol(request)
    return false
  }
}
