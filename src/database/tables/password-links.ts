import { Table } from '@parley/statements'
import { passwordLinkColumns } from '../../users/password-link.js'

export const PasswordLinkTable = new Table({
  name: 'password_links',
  columns: passwordLinkColumns,
  unique: [['userId'], ['tokenHash']],
  indices: [{ columns: ['expiresAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})
