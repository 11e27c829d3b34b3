import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../src/errors.js'
import { clientAddress } from '../src/http/addresses/client-address.js'
import { holdFor } from '../src/http/load/held-bytes.js'
import type { TokenRule } from '../src/http/openapi/endpoint.js'
import { requestIdOf } from '../src/http/edge/request-id.js'
import { note } from '../src/http/edge/request-log.js'
import type { SchemaClient, SchemaSession } from './rows/schema-client.js'

/**
 * Identifies the caller of a request, also for its log line. Throws UNAUTHENTICATED where the endpoint requires more.
 */
export async function identify<Session extends SchemaSession>(
  client: Pick<SchemaClient<Session>, 'identify'>,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  rule: TokenRule,
): Promise<Session> {
  const session = await client.identify({
    authorization: request.headers.authorization,
    requestId: requestIdOf(response),
    ipAddress: clientAddress(request),
    userAgent: request.headers['user-agent'],
    hold: holdFor(request, response),
    isGone: () => request.socket.destroyed,
  })
  if (session.callerId !== undefined) note(request, { caller: session.callerId })
  admit(session.tokenState, rule)
  return session
}

function admit(tokenState: SchemaSession['tokenState'], rule: TokenRule): void {
  const isNeeded = rule === 'required' || rule === 'key'
  const refused = isNeeded ? tokenState !== 'valid' : rule === 'room' && tokenState === 'invalid'
  if (refused) throw new AppError('UNAUTHENTICATED')
}
