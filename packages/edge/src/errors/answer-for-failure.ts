import { defaultMessages, type FaultRule, type FieldFault, type SecondFactorStep } from '@parley/runtime'
import { faultsOfFields, type Locate } from './input-faults.js'
import { answerOf, invalidAnswer, type ErrorAnswer, type Location } from './http-error.js'
import { restErrors, type RestError } from './rest-errors.js'

/** The common fields of an AppError and an error of a GraphQL response. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly fields?: readonly FieldFault[] | undefined
  readonly retryAfterMs?: number | undefined
  readonly part?: string | undefined
  readonly secondFactor?: SecondFactorStep | undefined
}

const defaultRetryMs = 1_000

/** The REST answer to a failure (contract: errors.1). A code outside the closed list is an internal error: 500. */
export function answerForFailure(failure: Failure, locate: Locate = inBody): ErrorAnswer {
  switch (failure.code) {
    case 'UNAUTHENTICATED':
      return answerOf(restErrors.unauthorized, failure.message)
    case 'SECOND_FACTOR_REQUIRED':
      return answerForSecondFactor(failure)
    case 'FORBIDDEN':
      return withOwnMessage(restErrors.forbidden, failure.message, defaultMessages.FORBIDDEN)
    case 'AWAITING_APPROVAL':
    case 'SECOND_FACTOR_SETUP_REQUIRED':
    case 'REAUTHENTICATION_REQUIRED':
      return withCode(restErrors.forbidden, failure)
    case 'NOT_FOUND':
      // no message (contract: errors.3)
      return answerOf(restErrors.notFound)
    case 'BAD_USER_INPUT':
      return answerForInput(failure, locate)
    case 'CONFLICT':
      return withOwnMessage(restErrors.conflict, failure.message, defaultMessages.CONFLICT)
    case 'RATE_LIMITED':
      return {
        ...withOwnMessage(restErrors.tooManyRequests, failure.message, defaultMessages.RATE_LIMITED),
        headers: retryAfter(failure.retryAfterMs ?? defaultRetryMs),
      }
    case 'RESULT_TOO_LARGE':
      return answerOf(restErrors.invalidInput, failure.message)
    case 'UNAVAILABLE':
      return answerForUnavailable(failure)
    default:
      return answerOf(restErrors.serverError)
  }
}

function answerForSecondFactor(failure: Failure): ErrorAnswer {
  const { secondFactor } = failure
  const { body, ...answer } = withCode(restErrors.unauthorized, failure)
  if (!secondFactor) return { ...answer, body }
  const { challenge, methods, passkeyOptions } = secondFactor
  return { ...answer, body: { ...body, challenge, methods, passkey_options: passkeyOptions } }
}

function answerForInput({ message, fields = [] }: Failure, locate: Locate): ErrorAnswer {
  const [first] = fields
  if (!first) return answerOf(restErrors.invalidInput, message)
  if (fields.every(({ rule }) => refusedRules.includes(rule))) {
    return answerOf(restErrors.badRequest, first.message)
  }
  return invalidAnswer(faultsOfFields(fields, locate))
}

const refusedRules: readonly FaultRule[] = [
  ...([
    'taken',
    'must_agree',
    'image',
    'wrong_password',
    'unknown_reset_token',
    'unknown_registration_token',
    'unknown_invitation_token',
  ] as const),
  ...(['unknown_challenge', 'wrong_code'] as const),
  ...([
    'invalid_verification_code',
    'expired_verification_code',
    'not_found_verification_code',
    'locked_verification_code',
  ] as const),
]

function answerForUnavailable({ message, part, retryAfterMs }: Failure): ErrorAnswer {
  const answer = part === 'store' ? answerOf(restErrors.databaseError, message) : answerOf(restErrors.unavailable)
  return retryAfterMs === undefined ? answer : { ...answer, headers: retryAfter(retryAfterMs) }
}

const retryAfter = (ms: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) })

/** For a code that a client must distinguish from others of its status. */
function withCode(row: RestError, { code, message }: Failure): ErrorAnswer {
  const { status, body } = answerOf(row, message)
  return { status, body: { ...body, code } }
}

function withOwnMessage(row: RestError, message: string, standard: string): ErrorAnswer {
  return message === standard || message === row.detail ? answerOf(row) : answerOf(row, message)
}

/** The location of a schema path for a route without a table: arguments are in the body, `input` is the body itself. */
export function inBody(path: Location): Location {
  return ['body', ...(path[0] === 'input' ? path.slice(1) : path)]
}
