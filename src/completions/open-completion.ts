/** The row of a running completion, which stores only its cost. */
export interface OpenCompletion {
  readonly id: string
  readonly userId: number
  /** The key that began it, even after its revocation; null for none. */
  readonly keyId: number | null
  /** The estimated cost so far, charged if its process dies. */
  readonly tokens: number
  /** Epoch milliseconds; renewed by the instance that runs it. */
  readonly leaseUntil: number
}
