import { column } from '@parley/statements'

export type Measure = 'MESSAGES' | 'TOKENS'

/** A row: the usage of an account in one window. */
export const usageCountColumns = {
  id: column.id(),
  userId: column.ref(),
  measure: column.text<Measure>(10),
  /** Epoch milliseconds: the end of the day or the month. */
  endsAt: column.instant(),
  used: column.count(),
}
