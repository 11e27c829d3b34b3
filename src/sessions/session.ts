/** One sign-in: its tokens are valid until it ends. Instants are epoch milliseconds. */
export interface Session {
  /** A UUID: the claim `sid` of its tokens. */
  readonly id: string
  readonly userId: number
  /** Keyed hash of what all its refresh tokens have in common. */
  readonly familyHash: string
  /** Keyed hash of the secret of the newest one. */
  secretHash: string
  /** Of the one before, which a retry may still bring; null until the first is used. */
  previousHash: string | null
  rotatedAt: number | null
  /** The client's own name at the sign-in. */
  readonly userAgent: string | null
  readonly createdAt: number
  /** To five minutes. */
  lastUsedAt: number
  /** From then on nothing of it is good; every refresh moves it. */
  expiresAt: number
}
