import type { Failure } from '@parley/edge'
import type { SchemaError } from './schema-client.js'

/** Converts an error of the schema to the input of the error table. */
export function failureOf({ message, extensions }: SchemaError): Failure {
  const { code, fields, retryAfterMs, part, challenge, methods = [], passkeyOptions = null } = extensions ?? {}
  const secondFactor = challenge === undefined ? undefined : { challenge, methods, passkeyOptions }
  const known = { message, fields, retryAfterMs, part, secondFactor }
  return { code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR', ...known }
}
