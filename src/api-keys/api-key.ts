/** What a key may use, besides the limits of the membership. Null means no limit of its own. */
export interface KeyLimits {
  /** Epoch milliseconds: the key is invalid from then on. */
  readonly expiresAt: number | null
  /** Values of `model` at `/v1`; `character/*` means every character. */
  readonly models: readonly string[] | null
  /** Accepted completions, per day in UTC. */
  readonly messagesPerDay: number | null
  /** Tokens of prompts and replies, per month in UTC. */
  readonly tokensPerMonth: number | null
}

/** The usage of a key in the last day and month in which it was used. Their ends are epoch milliseconds, 0 before that. */
export interface KeyCounts {
  readonly messagesUsed: number
  readonly messagesEndsAt: number
  readonly tokensUsed: number
  readonly tokensEndsAt: number
}

/** A key of an account for `/v1`, without its text. Instants are epoch milliseconds. */
export interface ApiKey extends KeyLimits, KeyCounts {
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
}
