import { Table } from '@parley/statements'
import { openCompletionColumns } from '../../completions/open-completion.js'
import { modelUsageColumns } from '../../usage/model-usage.js'
import { usageCountColumns } from '../../usage/usage-count.js'

export const UsageCountTable = new Table({
  name: 'usage_counts',
  columns: usageCountColumns,
  unique: [['userId', 'measure', 'endsAt']],
  indices: [{ columns: ['endsAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})

export const ModelUsageTable = new Table({
  name: 'model_usage',
  columns: modelUsageColumns,
  unique: [['userId', 'endsAt', 'model']],
  indices: [{ columns: ['endsAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})

export const OpenCompletionTable = new Table({
  name: 'open_completions',
  columns: openCompletionColumns,
  indices: [{ columns: ['userId'] }, { columns: ['leaseUntil'] }],
  references: [{ column: 'userId', table: 'users' }],
})
