import { column, Table } from '@parley/statements'
import type { Purge } from '../../deletion/purge.js'

export const PurgeTable = new Table<Purge>({
  name: 'purges',
  columns: {
    id: column.id(),
    kind: column.text(20),
    target: column.text(255),
    createdAt: column.instant(),
    attempts: column.count({ default: 0 }),
    dueAt: column.instant(),
    lease: column.text(36),
    leaseUntil: column.instant(),
    lastError: column.text(30, { nullable: true }),
  },
  unique: [['kind', 'target']],
  indices: [{ columns: ['dueAt'] }, { columns: ['lease'] }],
})
