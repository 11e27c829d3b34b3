/** One item of the 422 body (contract: decisions 1.1). `location` is `body`, `query`, `path` or `header`, then keys or indexes. */
export interface InputFault {
  readonly location: Location
  readonly message: string
  readonly type: string
}

export type Location = readonly (string | number)[]

/** Every error body of every listener (contract 000, Errors). */
export interface ErrorBody {
  readonly detail: string | readonly InputFault[]
  readonly message?: string
}

export interface ErrorAnswer {
  readonly status: number
  readonly body: ErrorBody
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal whose answer is already decided. Thrown by the edge itself; use cases throw AppError. */
export class HttpError extends Error {
  constructor(readonly answer: ErrorAnswer) {
    super(`answered ${String(answer.status)}`)
    this.name = 'HttpError'
  }
}

export function refusal(status: number, detail: string, message?: string): HttpError {
  return new HttpError({ status, body: message === undefined ? { detail } : { detail, message } })
}

export const refusals = {
  badRequest: (message?: string) => refusal(400, 'Bad request', message),
  unauthorized: () => refusal(401, 'Unauthorized', 'Invalid or expired token'),
  notFound: () => refusal(404, 'Not found'),
  payloadTooLarge: () => refusal(413, 'Payload too large'),
  unsupportedMediaType: () => refusal(415, 'Unsupported media type'),
  notAllowed: (allow: string) =>
    new HttpError({ status: 405, body: { detail: 'Not allowed' }, headers: { Allow: allow } }),
  invalid: (faults: readonly InputFault[]) => new HttpError({ status: 422, body: invalidBody(faults) }),
} as const

export function invalidBody(faults: readonly InputFault[]): ErrorBody {
  return { detail: faults, message: 'Input data validation failed' }
}
