import { answerForFailure, HttpError } from '@parley/edge'
import { modelRetryMs } from '@parley/runtime'
import type { SchemaError, SchemaErrorExtensions } from '../rows/schema-client.js'
import { ProtocolRefusal } from './protocol-error.js'

/** The answers to refusals of the schema. */
export function refusalOf({ message, extensions = {} }: SchemaError): HttpError {
  const code = String(extensions.code)
  const [field] = extensions.fields ?? []
  if (code === 'BAD_USER_INPUT' && field) {
    return new ProtocolRefusal(400, {
      message: field.message,
      param: field.path.slice(1).join('.'),
      code: 'invalid_value',
    })
  }
  // BAD_USER_INPUT without a field comes from a worker that does not have a model of the list
  if (code === 'NOT_FOUND' || code === 'FORBIDDEN' || code === 'BAD_USER_INPUT') return noSuchModel()
  if (code === 'RATE_LIMITED' && extensions.limit) return limitExceeded(message, extensions)
  const wait = { retryAfterMs: extensions.retryAfterMs ?? modelRetryMs }
  return new HttpError(answerForFailure({ ...extensions, ...(code === 'UNAVAILABLE' ? wait : {}), code, message }))
}

/** Clients of the protocol retry by themselves, which is useless before the day or the month ends. */
function limitExceeded(
  message: string,
  { limit, retryAfterMs = modelRetryMs }: SchemaErrorExtensions,
): ProtocolRefusal {
  const { headers = {} } = answerForFailure({ code: 'RATE_LIMITED', message, retryAfterMs })
  if (limit?.name === 'concurrentGenerations') return new ProtocolRefusal(429, { message }, headers)
  const fault = { message, type: 'insufficient_quota', code: 'insufficient_quota' }
  return new ProtocolRefusal(429, fault, { ...headers, 'x-should-retry': 'false' })
}

export function noSuchModel(): ProtocolRefusal {
  const message = 'The model does not exist, or you cannot use it'
  return new ProtocolRefusal(404, { message, param: 'model', code: 'model_not_found' })
}

/** The refusal for a reply that began and did not complete. */
export function refusalOfReply({
  code,
  message,
}: {
  readonly code: string
  readonly message: string
}): ProtocolRefusal {
  switch (code) {
    case 'PROMPT_TOO_LONG':
      return new ProtocolRefusal(400, { message, param: 'messages', code: 'context_length_exceeded' })
    case 'HOSTED_FAILED':
      return new ProtocolRefusal(502, { message, type: 'upstream_error' })
    case 'TIMED_OUT':
      // a retry would only wait as long again
      return new ProtocolRefusal(504, { message }, { 'x-should-retry': 'false' })
    default:
      return new ProtocolRefusal(500, { message, code: 'generation_failed' })
  }
}
