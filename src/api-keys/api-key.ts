/** A user's key to the `/v1` endpoints, without its text: that is shown once. Instants are epoch milliseconds. */
export interface ApiKey {
  readonly id: number
  readonly userId: number
  /** The name that its owner gave it. */
  readonly name: string
  /** The beginning of its text, by which its owner knows it again. */
  readonly prefix: string
  /** SHA-256 of its text, in hexadecimal. */
  readonly keyHash: string
  readonly createdAt: number
  /** To the minute; null for one that was never used. */
  lastUsedAt: number | null
  /** From then on it opens nothing; null for one that lasts until it is revoked. */
  readonly expiresAt: number | null
}
