/** The row of a running completion, which has only its cost. */
export interface OpenCompletion {
  readonly id: string
  readonly userId: number
  /** The estimated cost so far, which is charged if its process dies. */
  readonly tokens: number
  /** Epoch milliseconds; the instance that makes it keeps it in the future. */
  readonly leaseUntil: number
}
