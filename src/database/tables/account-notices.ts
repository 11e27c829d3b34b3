import { column, Table } from '@parley/statements'
import type { AccountNotice } from '../../account-notices/account-notice.js'

export const AccountNoticeTable = new Table<AccountNotice>({
  name: 'account_notices',
  columns: {
    id: column.id(),
    userId: column.ref(),
    kind: column.text(20),
    email: column.text(100),
    mailbox: column.text(400),
    client: column.text(60),
    network: column.text(60),
    occurredAt: column.instant(),
    language: column.text(2, { default: 'en' }),
    nonce: column.text(22),
    linkUntil: column.instant({ nullable: true }),
    attempts: column.count({ default: 0 }),
    nextAttemptAt: column.instant({ nullable: true }),
  },
  indices: [{ columns: ['userId'] }, { columns: ['mailbox', 'occurredAt'] }, { columns: ['nextAttemptAt'] }],
  references: [{ column: 'userId', table: 'users' }],
})
