/** The first answer to (caller, operation, key): the id of what it made. Kept for 24 h. */
export interface IdempotencyKey {
  readonly id: number
  readonly callerId: number
  readonly operation: string
  readonly key: string
  readonly bodyHash: string
  readonly resultId: string
  readonly createdAt: number
}

/** What the first call with a key said, and made. */
export type KeyOutcome = Pick<IdempotencyKey, 'bodyHash' | 'resultId' | 'createdAt'>

/** The same of services, which have no account. `key` is a digest of the operation and the key that was sent. */
export interface ServiceKey extends KeyOutcome {
  readonly key: string
}
