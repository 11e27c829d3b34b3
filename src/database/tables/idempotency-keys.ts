import { Table } from '@parley/statements'
import { idempotencyKeyColumns } from '../../idempotency/idempotency-key.js'

export const IdempotencyKeyTable = new Table({
  name: 'idempotency_keys',
  columns: idempotencyKeyColumns,
  unique: [['callerId', 'operation', 'key']],
  indices: [{ columns: ['createdAt'] }],
  references: [{ column: 'callerId', table: 'users' }],
})
