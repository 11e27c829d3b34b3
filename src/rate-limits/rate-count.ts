/** A row: the acts of one kind in one window, for one address or account. */
export interface RateCount {
  /** The kind of act, whether an address or an account, and a digest of it: no readable address. */
  readonly key: string
  readonly points: number
  /** Epoch milliseconds; the row does not count after that. */
  readonly expiresAt: number
}
