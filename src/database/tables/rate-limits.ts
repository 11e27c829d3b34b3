import { Table } from '@parley/statements'
import { rateCountColumns } from '../../rate-limits/rate-count.js'

export const RateCountTable = new Table({
  name: 'rate_limits',
  columns: rateCountColumns,
  indices: [{ columns: ['expiresAt'] }],
})
