/** The closed list of expected failures. The edge (@parley/edge, resolvers/pipeline) chooses status and message. */
export const defaultMessages = {
  UNAUTHENTICATED: 'Invalid or expired token',
  SECOND_FACTOR_REQUIRED: 'A second factor is required',
  SECOND_FACTOR_SETUP_REQUIRED: 'Administrators need a second factor: add one to your account first',
  FORBIDDEN: 'Not allowed for this account',
  AWAITING_APPROVAL: 'An administrator has not approved this account yet',
  REAUTHENTICATION_REQUIRED: 'Prove your identity again',
  NOT_FOUND: 'Not found',
  BAD_USER_INPUT: 'Invalid input',
  CONFLICT: 'Conflict',
  RATE_LIMITED: 'Too many requests',
  RESULT_TOO_LARGE: 'The result is too large',
  UNAVAILABLE: 'Service temporarily unavailable',
  INTERNAL_SERVER_ERROR: 'Server error',
} as const
export type ErrorCode = keyof typeof defaultMessages

/**
 * The fault of one value, in the words of docs/reference/errors.md. `taken`, `must_agree`, `image` and those of codes
 * and tokens refuse a well-formed request (REST 400); the others are malformed input (REST 422).
 */
export const faultRules = {
  required: 'is missing',
  type: 'is of another type',
  min_length: 'is too short; `limit` counts code points',
  max_length: 'is too long; `limit` counts code points',
  min_items: 'is a list with too few items',
  max_items: 'is a list with too many items',
  minimum: 'is too small',
  maximum: 'is too large',
  format: 'breaks a rule that `message` states',
  common: 'is one of the 10,000 most common passwords',
  taken: 'is fine, but in use already',
  must_agree: 'is `false` where agreement is needed',
  image: 'is a file that is not an image, or is too large; only uploads have it',
  invalid_verification_code: 'is not the code that was sent, or not six digits',
  expired_verification_code: 'is of an address whose code has expired',
  not_found_verification_code: 'is of an address without a code: none was sent, or it was used or tried too often',
  locked_verification_code:
    'is of an address with too many wrong codes in a row: only a link by mail resets the password',
  wrong_password: 'is not the password of the account',
  unknown_reset_token: 'is wrong, expired or used already',
  unknown_registration_token: 'is wrong, expired or used already, or proves another address',
  unknown_invitation_token: 'is wrong, expired, revoked or used up, or is for another address or a new account',
  unknown_challenge: 'is wrong, expired or used already, or was tried too often',
  wrong_code: 'is wrong, expired or used already: a code, or what a browser answered for a passkey',
} as const
export type FaultRule = keyof typeof faultRules

/** The maximum number of faults in one answer. */
export const maxFaults = 20

const shortenedLength = 100

/** Shortens a client's name or value for an error message or a log line, to 100 characters and an ellipsis. */
export function shortened(text: string): string {
  return text.length > shortenedLength ? `${text.slice(0, shortenedLength)}…` : text
}

/** A count with its unit, such as `1 character` or `64 items`. */
export const plural = (count: number, unit: string) => `${String(count)} ${unit}${count === 1 ? '' : 's'}`

/** One faulty value. `path` starts at the GraphQL argument (`['input', 'email']`); `limit` is the exceeded limit. */
export interface FieldFault {
  readonly path: readonly (string | number)[]
  readonly rule: FaultRule
  readonly limit?: number
  readonly message: string
  /** Of a file with many rules: which of them it breaks, as a name. */
  readonly reason?: string | undefined
  /** What `message` names, such as a field of the file. */
  readonly detail?: string | undefined
}

/** The fault of a part of an input that breaks a rule which `message` states. */
export function inputFault(field: string, message: string, why: FaultReason = {}): FieldFault {
  return { path: ['input', field], rule: 'format', message, ...why }
}

type FaultReason = Pick<FieldFault, 'reason' | 'detail'>

/** A used-up limit of the caller's membership or API key. */
export interface SpentLimit {
  readonly name: 'messages' | 'tokens' | 'concurrentGenerations'
  readonly max: number
  readonly used: number
  /** ISO 8601 time of the next reset; null for a limit without a window. */
  readonly resetsAt: string | null
}

/** The second step of a sign-in. */
export interface SecondFactorStep {
  /** For `completeSignIn`. */
  readonly challenge: string
  readonly methods: readonly ('PASSKEY' | 'TOTP' | 'RECOVERY_CODE')[]
  /** The options of `navigator.credentials.get`, as JSON; null without the method PASSKEY. */
  readonly passkeyOptions: object | null
}

/** The default `retryAfterMs` of an unavailable model, when no better time is known. */
export const modelRetryMs = 5_000

/** When a client may retry after an overload, in milliseconds. */
export const overloadRetryMs = 1_000

interface AppErrorDetails {
  /** A sentence without input, SQL, hosts or paths, except at startup, before any client is served. */
  readonly message?: string
  /** Only the first `maxFaults` are used. */
  readonly fields?: readonly FieldFault[]
  readonly retryAfterMs?: number
  /** `store`: a database or the image bucket is unreachable (REST "Database error"). */
  readonly part?: 'store' | 'model'
  readonly limit?: SpentLimit
  readonly secondFactor?: SecondFactorStep
  readonly cause?: unknown
}

/** An expected failure. Any other error is logged and masked at the edge as INTERNAL_SERVER_ERROR. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldFault[]
  readonly retryAfterMs: number | undefined
  readonly part: 'store' | 'model' | undefined
  readonly limit: SpentLimit | undefined
  readonly secondFactor: SecondFactorStep | undefined

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? defaultMessages[code], { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = (details.fields ?? []).slice(0, maxFaults)
    this.retryAfterMs = details.retryAfterMs
    this.part = details.part
    this.limit = details.limit
    this.secondFactor = details.secondFactor
  }
}

/** A store that can refuse writes. */
export type StoreName = 'database' | 'chat_logs' | 'images'

/**
 * UNAVAILABLE: a store answers and refuses to write, as with a full disk, a read-only file system or database, or without
 * the rights or a connection. `cause` is its error.
 */
export class StoreUnwritable extends AppError {
  constructor(
    readonly store: StoreName,
    cause: unknown,
    message = 'Nothing can be stored now',
  ) {
    super('UNAVAILABLE', { part: 'store', message, cause })
  }
}

/** UNAVAILABLE: a part of the database is damaged. It may answer for others. `cause` is its error. */
export class StoreDamaged extends AppError {
  constructor(cause: unknown) {
    super('UNAVAILABLE', { part: 'store', message: 'The database is damaged', cause })
  }
}

/** BAD_USER_INPUT for a part of an input that breaks a rule which `message` states. */
export function badInput(field: string, message: string, why?: FaultReason): AppError {
  return new AppError('BAD_USER_INPUT', { message, fields: [inputFault(field, message, why)] })
}

/** The error for a cursor that this server has not issued for the list. */
export function foreignCursor(message = 'Not a cursor of this list', argument = 'after'): AppError {
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: [argument], rule: 'format', message }] })
}

/** When each code is raised, in the words of docs/reference/errors.md, and which further keys `extensions` has. */
export const errorCodes: Readonly<
  Record<ErrorCode, { when: string; beside: readonly (keyof AppErrorDetails | keyof SecondFactorStep)[] }>
> = {
  UNAUTHENTICATED: {
    when: 'no valid token, refresh token or API key, a wrong e-mail address or password, or a sign-in that its provider refused',
    beside: [],
  },
  SECOND_FACTOR_REQUIRED: {
    when: 'the password is right, or the provider has confirmed the person, and the account has a second factor: send the challenge with a code or a passkey to `completeSignIn` within five minutes',
    beside: ['challenge', 'methods', 'passkeyOptions'],
  },
  SECOND_FACTOR_SETUP_REQUIRED: {
    when: 'an act of administrators, by one without a second factor, while `ADMIN_SECOND_FACTOR` is `required`',
    beside: [],
  },
  FORBIDDEN: {
    when: 'the caller may see it, but not do this, or names a model that the membership does not include; a sign-in of a banned account',
    beside: [],
  },
  AWAITING_APPROVAL: {
    when: 'a sign-in of an account that an administrator has not approved yet (`REGISTRATION=approval`)',
    beside: [],
  },
  REAUTHENTICATION_REQUIRED: {
    when: 'an act of an administrator, or a change of second factors, needs a proof of identity that is at most 15 minutes old: call `confirmIdentity`, or sign in again',
    beside: [],
  },
  NOT_FOUND: { when: 'it does not exist, or it belongs to another account', beside: [] },
  BAD_USER_INPUT: { when: 'a value is refused, or the operation costs too much', beside: ['fields'] },
  CONFLICT: {
    when: 'the room has a running generation, the API-key limit of the account is reached, an idempotency key was used for other input, the last administrator would be deleted, the last one or one of `ADMIN_EMAILS` would lose the role, or an entry or log has changed since it was read',
    beside: [],
  },
  RATE_LIMITED: {
    when: 'too many logins, refreshes, registrations, codes or wrong API keys, too many rooms, entries or bytes from one address without an account, operations at once on one socket, subscriptions or streams at once of one account or address, sign-ins at one provider, or a limit of the membership or the API key that is used up',
    beside: ['retryAfterMs', 'limit'],
  },
  RESULT_TOO_LARGE: {
    when: 'the texts of the result have more than 8 MiB: ask for fewer rows or fields. A mutation has been executed',
    beside: [],
  },
  UNAVAILABLE: {
    when: 'a database, the image bucket, a model or a sign-in provider cannot be reached, or a store refuses to write, as with a full disk, or has no connection left, the server stops, or it is overloaded or short of memory (docs/reference/bounds.md#memory)',
    beside: ['part', 'retryAfterMs'],
  },
  INTERNAL_SERVER_ERROR: {
    when: 'anything unexpected; the log has the cause under the request id. Also a mail that cannot be delivered',
    beside: [],
  },
}
