import { column, Table } from '@parley/statements'
import type { Session } from '../../sessions/session.js'

export const SessionTable = new Table<Session>({
  name: 'sessions',
  columns: {
    id: column.text(36, { primary: true }),
    userId: column.ref(),
    familyHash: column.text(43),
    secretHash: column.text(43),
    previousHash: column.text(43, { nullable: true }),
    rotatedAt: column.instant({ nullable: true }),
    userAgent: column.text(255, { nullable: true }),
    createdAt: column.instant(),
    lastUsedAt: column.instant(),
    expiresAt: column.instant(),
  },
  unique: [['familyHash']],
  indices: [{ columns: ['userId', 'lastUsedAt'] }, { columns: ['expiresAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})
