import { Table } from '@parley/statements'
import { userColumns, termsAgreementColumns } from '../../users/user.js'

export const UserTable = new Table({
  name: 'users',
  columns: userColumns,
  unique: [['usernameKey'], ['handleKey'], ['emailKey'], ['provider', 'providerId']],
  indices: [{ columns: ['updatedAt'] }, { columns: ['profileImageId'] }],
})

export const TermsAgreementTable = new Table({
  name: 'terms_agreements',
  columns: termsAgreementColumns,
  indices: [{ columns: ['userId'] }],
  references: [{ column: 'userId', table: 'users' }],
})
