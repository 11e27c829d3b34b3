import { defaultMessages } from '../errors.js'
import type { FieldFault } from '../errors.js'
import { faultsOfFields } from './faults.js'
import type { Locate } from './faults.js'
import { invalidBody } from './http-error.js'
import type { ErrorAnswer, ErrorBody, Location } from './http-error.js'

/** What an AppError and the error of a GraphQL response have in common. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly fields?: readonly FieldFault[] | undefined
  readonly retryAfterMs?: number | undefined
  readonly part?: string | undefined
}

/** The REST answer to a failure (contract 000, Errors; decisions 1). A code outside the closed list is our own fault: 500. */
export function answerFor(failure: Failure, locate: Locate = inBody): ErrorAnswer {
  switch (failure.code) {
    case 'UNAUTHENTICATED':
      return { status: 401, body: { detail: 'Unauthorized', message: failure.message } }
    case 'FORBIDDEN':
      return { status: 403, body: withOwnMessage('Forbidden', failure.message, defaultMessages.FORBIDDEN) }
    case 'NOT_FOUND':
      // no message: a foreign thing and a missing one must not differ by a byte
      return { status: 404, body: { detail: 'Not found' } }
    case 'BAD_USER_INPUT':
      return answerForInput(failure, locate)
    case 'CONFLICT':
      return { status: 409, body: withOwnMessage('Conflict', failure.message, defaultMessages.CONFLICT) }
    case 'RATE_LIMITED':
      return { status: 429, body: { detail: 'Too many requests' }, headers: retryAfter(failure.retryAfterMs ?? 1_000) }
    case 'UNAVAILABLE':
      return answerForUnavailable(failure)
    default:
      return { status: 500, body: { detail: 'Server error' } }
  }
}

function answerForInput({ message, fields = [] }: Failure, locate: Locate): ErrorAnswer {
  const [first] = fields
  if (!first) return { status: 422, body: { detail: 'Invalid input', message } }
  if (fields.every(({ rule }) => rule === 'taken' || rule === 'must_agree')) {
    return { status: 400, body: { detail: 'Bad request', message: first.message } }
  }
  return { status: 422, body: invalidBody(faultsOfFields(fields, locate)) }
}

function answerForUnavailable({ message, part, retryAfterMs }: Failure): ErrorAnswer {
  const body: ErrorBody =
    part === 'store' ? { detail: 'Database error', message } : { detail: 'Service temporarily unavailable' }
  return retryAfterMs === undefined ? { status: 503, body } : { status: 503, body, headers: retryAfter(retryAfterMs) }
}

const retryAfter = (ms: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) })

function withOwnMessage(detail: string, message: string, standard: string): ErrorBody {
  return message === standard || message === detail ? { detail } : { detail, message }
}

/** The location of a schema path when a route has no table: arguments stand in the body, `input` is the body itself. */
function inBody(path: Location): Location {
  return ['body', ...(path[0] === 'input' ? path.slice(1) : path)]
}
