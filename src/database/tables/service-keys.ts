import { column, Table } from '@parley/statements'
import type { ServiceKey } from '../../idempotency/idempotency-key.js'

export const ServiceKeyTable = new Table<ServiceKey>({
  name: 'service_keys',
  columns: {
    key: column.text(64, { primary: true }),
    bodyHash: column.text(64),
    resultId: column.text(100),
    createdAt: column.instant(),
  },
  indices: [{ columns: ['createdAt'] }],
})
