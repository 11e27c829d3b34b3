/** What is limited, as it is executed: a field of the schema, whichever face asked for it. */
export type LimitedAct = 'login' | 'register' | 'send' | 'verify' | 'apiKey' | 'refresh'

/** How often in a window, for an address and for an account; undefined is without a limit. */
export interface RateLimit {
  readonly perAddress: number | undefined
  readonly perAccount: number | undefined
  /** Milliseconds from the first act that counts. */
  readonly windowMs: number
}

/** Acts of one kind that are counted together: a row. */
export interface RateCount {
  /** Kind of act and of payer, and a digest of who pays: no address stands in it. */
  readonly key: string
  readonly points: number
  /** Epoch milliseconds; from then on the row counts as none. */
  readonly expiresAt: number
}
