import { column, Table } from '@parley/statements'
import type { PasswordReset } from '../../users/password-reset.js'

export const PasswordResetTable = new Table<PasswordReset>({
  name: 'password_resets',
  columns: {
    id: column.id(),
    userId: column.ref(),
    emailKey: column.text(400),
    tokenHash: column.text(64),
    expiresAt: column.instant(),
  },
  unique: [['tokenHash']],
  indices: [{ columns: ['userId'] }, { columns: ['expiresAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})
