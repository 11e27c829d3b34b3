import type { Purge } from '../../deletion/purge.js'
import { column } from '../columns.js'
import { Table } from '../define-table.js'

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
