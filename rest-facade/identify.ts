import type { IncomingMessage, ServerResponse } from 'node:http'
import { note } from '@parley/edge'
import { AppError } from '@parley/runtime'
import type { TokenRule } from '../src/http/openapi/endpoint.js'
import { requestOrigin } from '../src/http/request-origin.js'
import type { SchemaClient, SchemaCaller } from './rows/schema-client.js'

/** Identifies the caller, also for the log line. Throws UNAUTHENTICATED where the endpoint requires more. */
export async function identify<Caller extends SchemaCaller>(
  client: Pick<SchemaClient<Caller>, 'identify'>,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  rule: TokenRule,
): Promise<Caller> {
  const caller = await client.identify(requestOrigin(request, response))
  if (caller.callerId !== undefined) note(request, { caller: caller.callerId })
  requireToken(caller, rule)
  return caller
}

/**
 * Identifies the caller before a body is read and, if it has not arrived at once, again after it: the session, or the role, can
 * have ended since.
 */
export async function identifyAround<Caller extends SchemaCaller, Body>(
  client: Pick<SchemaClient<Caller>, 'identify'>,
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  { rule, read }: { readonly rule: TokenRule; readonly read: (caller: Caller) => Promise<Body> },
): Promise<{ readonly caller: Caller; readonly body: Body }> {
  const known = await identify(client, exchange, rule)
  const round = { hasEnded: false }
  setImmediate(() => (round.hasEnded = true))
  const body = await read(known)
  return { caller: round.hasEnded ? await identify(client, exchange, rule) : known, body }
}

function requireToken({ tokenState, mustSignIn = false }: SchemaCaller, rule: TokenRule): void {
  const isOptional = rule === 'optional' || rule === 'room'
  const isNeeded = rule === 'required' || rule === 'key' || (isOptional && mustSignIn)
  const refused = isNeeded ? tokenState !== 'valid' : rule === 'room' && tokenState === 'invalid'
  if (refused) throw new AppError('UNAUTHENTICATED')
}
