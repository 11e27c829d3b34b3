import { column, Table } from '@parley/statements'
import type { IdempotencyKey } from '../../idempotency/idempotency-key.js'

export const IdempotencyKeyTable = new Table<IdempotencyKey>({
  name: 'idempotency_keys',
  columns: {
    id: column.id(),
    callerId: column.ref(),
    operation: column.text(50),
    key: column.text(255),
    bodyHash: column.text(64),
    resultId: column.text(100),
    createdAt: column.instant(),
  },
  unique: [['callerId', 'operation', 'key']],
  indices: [{ columns: ['createdAt'] }],
  references: [{ column: 'callerId', table: 'users' }],
})
