import { Table } from '@parley/statements'
import { accountNoticeColumns } from '../../account-notices/account-notice.js'

export const AccountNoticeTable = new Table({
  name: 'account_notices',
  columns: accountNoticeColumns,
  indices: [{ columns: ['userId'] }, { columns: ['mailbox', 'occurredAt'] }, { columns: ['nextAttemptAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})
