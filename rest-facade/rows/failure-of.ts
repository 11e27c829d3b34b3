import type { Failure } from '@parley/edge'
import type { SchemaError } from './schema-client.js'

/** Converts an error of the schema to the input of the error table. */
export function failureOf({ message, extensions }: SchemaError): Failure {
  const { code, fields, retryAfterMs, part } = extensions ?? {}
  return { code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR', message, fields, retryAfterMs, part }
}
