import { column, type RowOf } from '@parley/statements'

/** The row of a running completion, which stores only its cost. */
export const openCompletionColumns = {
  id: column.text(36, { primary: true }),
  userId: column.ref(),
  /** The key that began it, even after its revocation; null for none. */
  keyId: column.ref({ nullable: true }),
  /** Empty for one that a release without this column began. */
  model: column.text(100, { default: '' }),
  /** The estimated cost so far, charged if its process dies. */
  tokens: column.count({ default: 0 }),
  /** Epoch milliseconds; renewed by the instance that runs it. */
  leaseUntil: column.instant(),
}
export type OpenCompletion = RowOf<typeof openCompletionColumns>
