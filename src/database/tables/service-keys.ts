import { Table } from '@parley/statements'
import { serviceKeyColumns } from '../../idempotency/idempotency-key.js'

export const ServiceKeyTable = new Table({
  name: 'service_keys',
  columns: serviceKeyColumns,
  indices: [{ columns: ['createdAt'] }],
})
