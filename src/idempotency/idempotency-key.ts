/** The result of the first call with (caller, operation, key): the id of the created object. Kept for 24 h. */
export interface IdempotencyKey {
  readonly id: number
  readonly callerId: number
  readonly operation: string
  readonly key: string
  readonly bodyHash: string
  readonly resultId: string
  readonly createdAt: number
}

/** The input and the result of the first call with a key. */
export type KeyOutcome = Pick<IdempotencyKey, 'bodyHash' | 'resultId' | 'createdAt'>

/** The same for services, which have no account. `key` is a digest of the operation and the sent key. */
export interface ServiceKey extends KeyOutcome {
  readonly key: string
}
