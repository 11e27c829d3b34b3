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
