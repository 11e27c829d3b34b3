import { Table } from '@parley/statements'
import { passwordResetColumns } from '../../users/password-reset.js'

export const PasswordResetTable = new Table({
  name: 'password_resets',
  columns: passwordResetColumns,
  unique: [['tokenHash']],
  indices: [{ columns: ['userId'] }, { columns: ['expiresAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})
