import { column, type RowOf } from '@parley/statements'

/** A row: the acts of one kind in one window, for one address or account. */
export const rateCountColumns = {
  /** The kind of act, whether an address or an account, and a digest of it: no readable address. */
  key: column.text(100, { primary: true }),
  points: column.count(),
  /** Epoch milliseconds; the row does not count after that. */
  expiresAt: column.instant(),
}
export type RateCount = RowOf<typeof rateCountColumns>
