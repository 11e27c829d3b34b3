import type { PasswordReset } from '../../users/password-reset.js'
import { column } from '../columns.js'
import { Table } from '../define-table.js'

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
