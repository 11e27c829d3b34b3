import { Table } from '@parley/statements'
import { invitationColumns } from '../../users/invitations/invitation.js'

export const InvitationTable = new Table({
  name: 'invitations',
  columns: invitationColumns,
  unique: [['purpose'], ['tokenHash']],
  indices: [{ columns: ['emailKey'] }, { columns: ['expiresAt'] }],
})
