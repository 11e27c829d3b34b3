export type Measure = 'MESSAGES' | 'TOKENS'

/** How much of something an account has used until a time at which counting begins anew: a row. */
export interface UsageCount {
  readonly id: number
  readonly userId: number
  readonly measure: Measure
  /** Epoch milliseconds: the end of the day or the month. */
  readonly endsAt: number
  readonly used: number
}
