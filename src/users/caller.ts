import type { Role } from './user.js'

/**
 * The sender of a request. `service` is a listener for callers without an account, only in process.
 * `ipAddress` is that of the request; null for a command, absent where the server acts itself.
 */
export type Caller =
  /** `isAskedToSignIn`: over REST an owned room answers that a token is missing (contract: rooms.12). */
  | { readonly kind: 'anonymous'; readonly isAskedToSignIn?: boolean }
  | {
      readonly kind: 'user'
      readonly id: number
      readonly role: Role
      readonly key?: CallerKey
      readonly session?: CallerSession
      readonly ipAddress?: string | null
      /** An administrator who needs a second factor and has none: the role is USER until then. */
      readonly lacksSecondFactor?: true
    }
  | { readonly kind: 'service'; readonly ipAddress?: string | null }

/** The API key of a caller. It never gives the rights of an administrator, nor acts on the account itself. */
interface CallerKey {
  readonly id: number
  /** See KeyLimits. */
  readonly models: readonly string[] | null
}

/** What the token of a caller says; absent without a token. It can end while the request runs: see `requireSession`. */
interface CallerSession {
  /** Undefined for a token without `sid`. */
  readonly id: string | undefined
  /** `sessionVersion` of the account. */
  readonly version: number
}

export type UserCaller = Extract<Caller, { kind: 'user' }>
