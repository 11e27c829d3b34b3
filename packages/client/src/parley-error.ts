/** A code of the server (docs/reference/errors.md), or one of the client: the network failed, or a signal ended the call. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SECOND_FACTOR_SETUP_REQUIRED'
  | 'FORBIDDEN'
  | 'AWAITING_APPROVAL'
  | 'REAUTHENTICATION_REQUIRED'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'RESULT_TOO_LARGE'
  | 'UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  | 'DOCUMENT_NOT_TRUSTED'
  | 'BAD_REQUEST'
  | 'NETWORK'
  | 'ABORTED'
  | (string & {})

/** What the server says beside a code. */
export interface ErrorDetails {
  readonly retryAfterMs?: number | undefined
  /** The HTTP status of an answer without JSON: something between client and server, such as a proxy, has made it. */
  readonly proxyStatus?: number | undefined
  /** The refused values of BAD_USER_INPUT. */
  readonly fields?: readonly {
    readonly path: readonly (string | number)[]
    readonly rule: string
    /** The bound that was crossed. */
    readonly limit?: number
    readonly message: string
    /** Why the file of a card or a lorebook is refused, as a name (docs/reference/errors.md). */
    readonly reason?: string
    /** What `message` names, such as a field of the file. */
    readonly detail?: string
  }[]
  /** The limit of the membership that is used up. */
  readonly limit?: { readonly name: string; readonly max: number; readonly used: number; readonly resetsAt?: string }
  /** For `completeSignIn`, of SECOND_FACTOR_REQUIRED. */
  readonly challenge?: string
  readonly methods?: readonly ('PASSKEY' | 'TOTP' | 'RECOVERY_CODE')[]
  /** The options of `navigator.credentials.get`, as JSON; null without the method PASSKEY. */
  readonly passkeyOptions?: object | null
}

export interface GraphqlFault {
  readonly message: string
  readonly extensions?: ErrorDetails & { readonly code?: string }
}

/** Every promise of the client rejects with this class and with nothing else. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError'

  constructor(
    readonly code: ErrorCode,
    message: string = code,
    readonly details: ErrorDetails = {},
  ) {
    super(message)
  }

  /** The wait before another try, where the server has named one. */
  get retryAfterMs(): number | undefined {
    return this.details.retryAfterMs
  }

  static ofGraphql({ message, extensions: { code, ...details } = {} }: GraphqlFault): ParleyError {
    return new ParleyError(code ?? 'INTERNAL_SERVER_ERROR', message, details)
  }

  /** An answer without a GraphQL error: of the REST interface, or without a message, of a proxy. */
  static ofStatus(
    status: number,
    message: string | undefined,
    retryAfter: string | null,
    fields?: ErrorDetails['fields'],
  ): ParleyError {
    const own = status < 500 ? 'BAD_USER_INPUT' : status === 500 ? 'INTERNAL_SERVER_ERROR' : 'UNAVAILABLE'
    const code = message === undefined ? (proxyCodes[status] ?? 'UNAVAILABLE') : (codes[status] ?? own)
    return new ParleyError(code, message ?? `Status ${String(status)} without JSON`, {
      retryAfterMs: retryAfter ? millisecondsIn(retryAfter) : undefined,
      proxyStatus: message === undefined ? status : undefined,
      ...(fields === undefined ? {} : { fields }),
    })
  }

  static from(reason: unknown, signal?: AbortSignal): ParleyError {
    if (signal?.aborted) return new ParleyError('ABORTED')
    return reason instanceof ParleyError ? reason : new ParleyError('NETWORK', String(reason))
  }
}

const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
}
/** What the page of a proxy can mean other than that the server was not reached. */
const proxyCodes: Readonly<Record<number, string>> = { 413: 'BAD_USER_INPUT', 429: 'RATE_LIMITED' }

/** Of a `Retry-After` header: seconds or a date. */
function millisecondsIn(retryAfter: string): number | undefined {
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return ms >= 0 ? ms : undefined
}
