export type MembershipType = 'BASIC' | 'VIP'
export type Role = 'USER' | 'ADMIN'

/** A person's account. Instants are epoch milliseconds. The `...Key` fields are the canonical forms that are unique. */
export interface User {
  readonly id: number
  username: string
  usernameKey: string
  /** The `userid` of the 0.3 line, another name that finds the account; null without one. */
  readonly handle: string | null
  readonly handleKey: string | null
  email: string
  emailKey: string
  /** argon2id in PHC form; null for an account that only signs in through a social provider. */
  passwordHash: string | null
  membership: MembershipType
  emailVerified: boolean
  /** An address elsewhere; null beside a `profileImageId`. */
  profileImageUrl: string | null
  /** A stored image. */
  profileImageId: string | null
  provider: string | null
  providerId: string | null
  role: Role
  /** Raised when everything is signed out, a password reset or the account banned; tokens of an earlier version are refused. */
  sessionVersion: number
  /** Null without a ban. */
  bannedAt: number | null
  /** When the ban ends by itself; null for one that does not. */
  bannedUntil: number | null
  /** For administrators alone. */
  banReason: string | null
  readonly createdAt: number
  updatedAt: number
}

/** What the user agreed to at registration, and from where. */
export interface TermsAgreement {
  readonly id: number
  readonly userId: number
  readonly eulaAgreed: boolean
  readonly privacyAgreed: boolean
  readonly marketingAgreed: boolean
  readonly agreedAt: number
  readonly ipAddress: string | null
}
