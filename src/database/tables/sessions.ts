import { Table } from '@parley/statements'
import { sessionColumns } from '../../sessions/session.js'

export const SessionTable = new Table({
  name: 'sessions',
  columns: sessionColumns,
  unique: [['familyHash']],
  indices: [{ columns: ['userId', 'lastUsedAt'] }, { columns: ['expiresAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})
