export interface RestError {
  readonly status: number
  /** The documented text. */
  readonly detail: string
  /** Where it comes from, one row of docs/errors.md each. */
  readonly from: readonly string[]
}

/** Every status and `detail` that an error of a REST endpoint can have (contract 000, Errors; decisions 1). */
export const restErrors = {
  badRequest: {
    status: 400,
    detail: 'Bad request',
    from: [
      '`BAD_USER_INPUT` with rules `taken` or `must_agree` only',
      'a malformed request, URL or upload, an unknown `action`',
    ],
  },
  unauthorized: { status: 401, detail: 'Unauthorized', from: ['`UNAUTHENTICATED`'] },
  forbidden: { status: 403, detail: 'Forbidden', from: ['`FORBIDDEN`'] },
  notFound: { status: 404, detail: 'Not found', from: ['`NOT_FOUND`, without a `message`; an unknown route'] },
  notAllowed: {
    status: 405,
    detail: 'Not allowed',
    from: ['a known path with another method; `Allow` names the right ones'],
  },
  requestTimeout: { status: 408, detail: 'Bad request', from: ['a request that does not arrive in time'] },
  conflict: { status: 409, detail: 'Conflict', from: ['`CONFLICT`'] },
  payloadTooLarge: { status: 413, detail: 'Payload too large', from: ['a JSON body of more than 1 MiB'] },
  unsupportedMediaType: {
    status: 415,
    detail: 'Unsupported media type',
    from: ['a body that is not JSON by its type'],
  },
  invalidInput: { status: 422, detail: 'Invalid input', from: ['`BAD_USER_INPUT` without `fields`'] },
  tooManyRequests: { status: 429, detail: 'Too many requests', from: ['`RATE_LIMITED`, with `Retry-After`'] },
  headersTooLarge: { status: 431, detail: 'Bad request', from: ['headers that are too large'] },
  serverError: { status: 500, detail: 'Server error', from: ['`INTERNAL_SERVER_ERROR` and every other code'] },
  databaseError: { status: 503, detail: 'Database error', from: ['`UNAVAILABLE` of a store'] },
  unavailable: {
    status: 503,
    detail: 'Service temporarily unavailable',
    from: ['any other `UNAVAILABLE`, with `Retry-After` when it is known'],
  },
} as const satisfies Readonly<Record<string, RestError>>

/** The answer whose `detail` is a list of faults. */
export const invalidBodyError = {
  status: 422,
  from: ['`BAD_USER_INPUT` with `fields`, a body that fails its schema'],
} as const
