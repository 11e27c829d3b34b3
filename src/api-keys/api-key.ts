/** A key of an account for `/v1`, without its text. Instants are epoch milliseconds. */
export interface ApiKey {
  readonly id: number
  readonly userId: number
  readonly name: string
  /** The beginning of its text, by which its owner recognizes it. */
  readonly prefix: string
  /** SHA-256 of its text, in hexadecimal. */
  readonly keyHash: string
  readonly createdAt: number
  /** Accurate to the minute; null for a key that was never used. */
  lastUsedAt: number | null
  /** The key is invalid from then on; null for a key without an end. */
  readonly expiresAt: number | null
}
