/** A row: the acts of one kind and one payer in one window. */
export interface RateCount {
  /** Kind of act and of payer, and a digest of the payer: it contains no address. */
  readonly key: string
  readonly points: number
  /** Epoch milliseconds; from then on the row counts as none. */
  readonly expiresAt: number
}
