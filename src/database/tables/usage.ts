import { column, Table } from '@parley/statements'
import type { OpenCompletion } from '../../completions/open-completion.js'
import type { UsageCount } from '../../usage/usage-count.js'

export const UsageCountTable = new Table<UsageCount>({
  name: 'usage_counts',
  columns: {
    id: column.id(),
    userId: column.ref(),
    measure: column.text(10),
    endsAt: column.instant(),
    used: column.count(),
  },
  unique: [['userId', 'measure', 'endsAt']],
  indices: [{ columns: ['endsAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})

export const OpenCompletionTable = new Table<OpenCompletion>({
  name: 'open_completions',
  columns: {
    id: column.text(36, { primary: true }),
    userId: column.ref(),
    keyId: column.ref({ nullable: true }),
    tokens: column.count({ default: 0 }),
    leaseUntil: column.instant(),
  },
  indices: [{ columns: ['userId'] }, { columns: ['leaseUntil'] }],
  references: [{ column: 'userId', table: 'users' }],
})
