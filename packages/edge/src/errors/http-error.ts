import { invalidBodyError, restErrors, type RestError } from './rest-errors.js'

/** One item of the 422 body (contract: errors.5). `location` is `body`, `query`, `path` or `header`, then keys or indexes. */
export interface InputFault {
  readonly location: Location
  readonly message: string
  readonly type: string
  readonly reason?: string | undefined
  readonly detail?: string | undefined
}

export type Location = readonly (string | number)[]

/** The error body of every listener (contract: errors.1). */
interface ErrorBody {
  readonly detail: string | readonly InputFault[]
  readonly message?: string
  /** Of an error that a client must distinguish from others of its status (contract: errors.13). */
  readonly code?: string | undefined
  /** The second step of a sign-in (contract: sign-in.26). */
  readonly challenge?: string
  readonly methods?: readonly string[]
  readonly passkey_options?: object | null
}

export interface ErrorAnswer {
  readonly status: number
  readonly body: ErrorBody
  readonly headers?: Readonly<Record<string, string>>
}

/** An error with a complete answer. Only the HTTP layer throws it; use cases throw AppError. */
export class HttpError extends Error {
  constructor(readonly answer: ErrorAnswer) {
    super(`answered ${String(answer.status)}`)
    this.name = 'HttpError'
  }
}

/** The answer of one row of the error table. */
export function answerOf({ status, detail }: RestError, message?: string): ErrorAnswer {
  return { status, body: message === undefined ? { detail } : { detail, message } }
}

export function invalidAnswer(faults: readonly InputFault[]): ErrorAnswer {
  return { status: invalidBodyError.status, body: { detail: faults, message: 'Input data validation failed' } }
}

const refusal = (row: RestError, message?: string) => new HttpError(answerOf(row, message))

export const refusals = {
  badRequest: (message?: string) => refusal(restErrors.badRequest, message),
  unauthorized: () => refusal(restErrors.unauthorized, 'Invalid or expired token'),
  forbidden: (message?: string) => refusal(restErrors.forbidden, message),
  notFound: () => refusal(restErrors.notFound),
  payloadTooLarge: () => refusal(restErrors.payloadTooLarge),
  unsupportedMediaType: () => refusal(restErrors.unsupportedMediaType),
  expectationFailed: () => refusal(restErrors.expectationFailed),
  rangeNotSatisfiable: (size: number) =>
    new HttpError({ ...answerOf(restErrors.rangeNotSatisfiable), headers: { 'Content-Range': `bytes */${size}` } }),
  notAllowed: (allow: string) => new HttpError({ ...answerOf(restErrors.notAllowed), headers: { Allow: allow } }),
  badGateway: () => refusal(restErrors.badGateway),
  gatewayTimeout: () => refusal(restErrors.gatewayTimeout),
  invalidModel: () => refusal(restErrors.invalidModel),
  promptTooLong: () => refusal(restErrors.promptTooLong),
  modelTimeout: () => refusal(restErrors.modelTimeout),
  invalid: (faults: readonly InputFault[]) => new HttpError(invalidAnswer(faults)),
} as const
