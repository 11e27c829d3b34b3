/** A running completion. Only what it counts for is stored: a row. */
export interface OpenCompletion {
  readonly id: string
  readonly userId: number
  /** What it has cost so far, at a guess: what is charged should its process die. */
  readonly tokens: number
  /** Epoch milliseconds; the instance that makes it keeps it in the future. */
  readonly leaseUntil: number
}
