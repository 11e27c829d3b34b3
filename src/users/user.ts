export type MembershipType = 'BASIC' | 'VIP'
export type Role = 'USER' | 'ADMIN'

/** An account. Instants are epoch milliseconds. The `...Key` fields are the unique canonical forms. */
export interface User {
  readonly id: number
  username: string
  usernameKey: string
  /** The `userid` of the 0.3 line, a second name that finds the account; null without one. */
  readonly handle: string | null
  readonly handleKey: string | null
  email: string
  emailKey: string
  /** argon2id in PHC form; null for an account that signs in only through social providers. */
  passwordHash: string | null
  membership: MembershipType
  emailVerified: boolean
  /**
   * Whether the owner of the mailbox has proved it and no other person has older access (docs/sign-in.md). Implies
   * `emailVerified`; false for an address that an earlier release verified.
   */
  mailboxProved: boolean
  /** The URL of an image elsewhere; null when `profileImageId` is set. */
  profileImageUrl: string | null
  /** A stored image. */
  profileImageId: string | null
  provider: string | null
  providerId: string | null
  role: Role
  /** Raised by a sign-out everywhere, a password reset and a ban; tokens with a lower version are refused. */
  sessionVersion: number
  /** Null without a ban. */
  bannedAt: number | null
  /** When the ban ends by itself; null for a permanent one. */
  bannedUntil: number | null
  /** Visible only to administrators. */
  banReason: string | null
  readonly createdAt: number
  updatedAt: number
}

/** The terms that the user accepted at registration, and the origin of the request. */
export interface TermsAgreement {
  readonly id: number
  readonly userId: number
  readonly eulaAgreed: boolean
  readonly privacyAgreed: boolean
  readonly marketingAgreed: boolean
  readonly agreedAt: number
  readonly ipAddress: string | null
}
