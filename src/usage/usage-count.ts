export type Measure = 'MESSAGES' | 'TOKENS'

/** A row: the usage of an account in one window. */
export interface UsageCount {
  readonly id: number
  readonly userId: number
  readonly measure: Measure
  /** Epoch milliseconds: the end of the day or the month. */
  readonly endsAt: number
  readonly used: number
}
