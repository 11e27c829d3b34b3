/** One sign-in: its tokens are valid until it ends. Instants are epoch milliseconds. */
export interface Session {
  /** A UUID, the claim `sid` of its tokens. */
  readonly id: string
  readonly userId: number
  /** Keyed hash of the constant part of its refresh tokens. */
  readonly familyHash: string
  /** Keyed hash of the secret of the newest refresh token. */
  secretHash: string
  /** Hash of the secret before, which a retry may still send; null until the first refresh. */
  previousHash: string | null
  rotatedAt: number | null
  /** The `User-Agent` of the sign-in. */
  readonly userAgent: string | null
  readonly createdAt: number
  /** Accurate to five minutes. */
  lastUsedAt: number
  /** When the session and all its tokens expire; every refresh extends it. */
  expiresAt: number
}
