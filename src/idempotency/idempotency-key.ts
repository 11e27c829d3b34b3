import { column, type RowOf } from '@parley/statements'

/** The result of the first call with (caller, operation, key): the id of the created object. Kept for 24 h. */
export const idempotencyKeyColumns = {
  id: column.id(),
  callerId: column.ref(),
  operation: column.text(50),
  key: column.text(255),
  bodyHash: column.text(64),
  resultId: column.text(100),
  createdAt: column.instant(),
}

/** The input and the result of the first call with a key. */
export type KeyOutcome = Pick<RowOf<typeof idempotencyKeyColumns>, 'bodyHash' | 'resultId' | 'createdAt'>

/** The same for services, which have no account. `key` is a digest of the operation and the sent key. */
export const serviceKeyColumns = {
  key: column.text(64, { primary: true }),
  bodyHash: column.text(64),
  resultId: column.text(100),
  createdAt: column.instant(),
}
