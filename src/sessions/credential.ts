import type { ApiKeyScope } from '../api-keys/api-key.js'
import type { Role } from '../users/user.js'

/** The credential of a caller. Its operations continue only while it is valid. */
export type Credential = TokenCredential | KeyCredential

export interface TokenCredential {
  readonly kind: 'token'
  readonly userId: number
  readonly sessionVersion: number
  /** Undefined for a token without `sid`: it has no session, and only its account can end it. */
  readonly sessionId: string | undefined
  /** The role at the start of an operation; losing the role ends the operation. */
  readonly role: Role
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export interface KeyCredential {
  readonly kind: 'key'
  readonly userId: number
  readonly keyId: number
  /** That of the listener: losing it ends the operation. */
  readonly scope: ApiKeyScope
  readonly expiresAt: number | null
}

/** Why a credential is no longer valid. */
export type Ending = 'expired' | 'signed out' | 'banned' | 'deleted' | 'demoted'
