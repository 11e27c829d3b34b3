export interface RestError {
  readonly status: number
  /** The documented text. */
  readonly detail: string
  /** The causes, each a row of docs/reference/errors.md. */
  readonly from: readonly string[]
}

/** Every status and `detail` of an error of a REST endpoint (contract: errors.1). */
export const restErrors = {
  badRequest: {
    status: 400,
    detail: 'Bad request',
    from: [
      '`BAD_USER_INPUT` with rules `taken`, `must_agree`, `image` or those of codes and reset tokens only',
      'a malformed request, URL or upload, an unknown `action`',
    ],
  },
  unauthorized: {
    status: 401,
    detail: 'Unauthorized',
    from: ['`UNAUTHENTICATED`', '`SECOND_FACTOR_REQUIRED`, with the key `code` and the challenge'],
  },
  forbidden: {
    status: 403,
    detail: 'Forbidden',
    from: [
      '`FORBIDDEN`',
      '`AWAITING_APPROVAL`, `SECOND_FACTOR_SETUP_REQUIRED` and `REAUTHENTICATION_REQUIRED`, with the key `code`',
      'internal services without `SERVICE_TOKEN`: a `Host` or an `Origin` that is not this machine',
    ],
  },
  addressRefused: {
    status: 403,
    detail: 'Unauthorized IP address: <ip>',
    from: ['AI line 1.4: an address that `ALLOWED_IPS` and `ALLOWED_NETWORKS` do not have'],
  },
  blockedAgent: {
    status: 403,
    detail: 'Bot access is not allowed',
    from: ['AI line 1.4: a user agent with a word of `BLOCKED_AGENTS`'],
  },
  notFound: { status: 404, detail: 'Not found', from: ['`NOT_FOUND`, without a `message`; an unknown route'] },
  notAllowed: {
    status: 405,
    detail: 'Not allowed',
    from: ['a known path with another method; `Allow` names the right ones'],
  },
  requestTimeout: { status: 408, detail: 'Bad request', from: ['a request that does not arrive in time'] },
  conflict: { status: 409, detail: 'Conflict', from: ['`CONFLICT`'] },
  payloadTooLarge: {
    status: 413,
    detail: 'Payload too large',
    from: ['a JSON body of more than 1 MiB, a form past one of its bounds'],
  },
  unsupportedMediaType: {
    status: 415,
    detail: 'Unsupported media type',
    from: ['a body that is neither JSON nor a form where one is taken'],
  },
  rangeNotSatisfiable: { status: 416, detail: 'Bad request', from: ['a range that lies outside of an image'] },
  expectationFailed: { status: 417, detail: 'Bad request', from: ['an `Expect` other than `100-continue`'] },
  invalidInput: {
    status: 422,
    detail: 'Invalid input',
    from: ['`BAD_USER_INPUT` without `fields`', '`RESULT_TOO_LARGE`'],
  },
  tooManyRequests: {
    status: 429,
    detail: 'Too many requests',
    from: [
      '`RATE_LIMITED`, with `Retry-After`',
      'a WebSocket of an address that has as many as it may',
      'an address that has as many connections as it may (`SOCKET_LIMITS`)',
    ],
  },
  headersTooLarge: { status: 431, detail: 'Bad request', from: ['headers that are too large'] },
  serverError: { status: 500, detail: 'Server error', from: ['`INTERNAL_SERVER_ERROR` and every other code'] },
  badGateway: { status: 502, detail: 'Bad gateway', from: ['a service that the AI gateway cannot reach'] },
  gatewayTimeout: { status: 504, detail: 'Gateway timeout', from: ['a service that the AI gateway waited 420 s for'] },
  invalidModel: {
    status: 400,
    detail: 'Invalid model name.',
    from: ['AI services: an unknown model, after a valid body'],
  },
  promptTooLong: {
    status: 400,
    detail: 'The message does not fit the context of the model',
    from: ['AI services: a prompt that is too long even without a history'],
  },
  modelTimeout: {
    status: 500,
    detail: 'The model response timed out',
    from: ['AI services: no whole reply within `GENERATION_TIMEOUT_MS`'],
  },
  databaseError: { status: 503, detail: 'Database error', from: ['`UNAVAILABLE` of a store'] },
  unavailable: {
    status: 503,
    detail: 'Service temporarily unavailable',
    from: [
      'any other `UNAVAILABLE`, with `Retry-After` when it is known',
      'a WebSocket where the process has as many as it may',
      'new work while the process is overloaded, a large result or body while it is short of memory (docs/reference/bounds.md#memory), with `Retry-After`; never of `/health/*`',
    ],
  },
} as const satisfies Readonly<Record<string, RestError>>

/** The answer whose `detail` is a list of faults. */
export const invalidBodyError = {
  status: 422,
  from: ['`BAD_USER_INPUT` with `fields`, a body that fails its schema'],
} as const
