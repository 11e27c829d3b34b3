/** The closed list of expected failures. The edge (src/http, resolvers/mask-error) decides status and words. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR'

/**
 * What is wrong with one value. `taken` and `must_agree` are refusals of a well-formed value (REST 400), the others are
 * malformed input (REST 422).
 */
export type FaultRule =
  'required' | 'type' | 'min_length' | 'max_length' | 'minimum' | 'maximum' | 'format' | 'taken' | 'must_agree'

/** One faulty input value. `path` starts at the GraphQL argument (`['input', 'email']`); `limit` is the bound that was crossed. */
export interface FieldFault {
  readonly path: readonly (string | number)[]
  readonly rule: FaultRule
  readonly limit?: number
  readonly message: string
}

export interface AppErrorDetails {
  /** A sentence for people. Never carries input, SQL, hosts or paths. */
  readonly message?: string
  readonly fields?: readonly FieldFault[]
  readonly retryAfterMs?: number
  /** `store`: a database is unreachable (REST "Database error"). */
  readonly part?: 'store' | 'model'
  readonly cause?: unknown
}

/** An expected failure. Anything else that is thrown is masked at the edge as INTERNAL_SERVER_ERROR and logged. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldFault[]
  readonly retryAfterMs: number | undefined
  readonly part: 'store' | 'model' | undefined

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? defaultMessages[code], { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = details.fields ?? []
    this.retryAfterMs = details.retryAfterMs
    this.part = details.part
  }
}

export const defaultMessages: Readonly<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'Invalid or expired token',
  FORBIDDEN: 'Not allowed for this account',
  NOT_FOUND: 'Not found',
  BAD_USER_INPUT: 'Invalid input',
  CONFLICT: 'Conflict',
  RATE_LIMITED: 'Too many requests',
  UNAVAILABLE: 'Service temporarily unavailable',
  INTERNAL_SERVER_ERROR: 'Server error',
}
