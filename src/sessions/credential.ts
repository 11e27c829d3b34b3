import type { Role } from '../users/user.js'

/** The credential of a caller. Operations that began with it continue only while it is valid. */
export type Credential = TokenCredential | KeyCredential

export interface TokenCredential {
  readonly kind: 'token'
  readonly userId: number
  readonly sessionVersion: number
  /** Undefined for a token without `sid`: it belongs to no session, and only its account can end it. */
  readonly sessionId: string | undefined
  /** The role that it came with: one that is taken ends what was begun with it. */
  readonly role: Role
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** An API key. */
export interface KeyCredential {
  readonly kind: 'key'
  readonly userId: number
  readonly keyId: number
  readonly expiresAt: number | null
}

/** Why a credential holds no more. */
export type Ending = 'expired' | 'signed out' | 'banned' | 'deleted' | 'demoted'
