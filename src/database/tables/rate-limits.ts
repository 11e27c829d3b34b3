import { column, Table } from '@parley/statements'
import type { RateCount } from '../../rate-limits/rate-count.js'

export const RateCountTable = new Table<RateCount>({
  name: 'rate_limits',
  columns: {
    key: column.text(100, { primary: true }),
    points: column.count(),
    expiresAt: column.instant(),
  },
  indices: [{ columns: ['expiresAt'] }],
})
