import { Table } from '@parley/statements'
import { socialIdentityColumns } from '../../users/social/social-identity.js'

export const SocialIdentityTable = new Table({
  name: 'social_identities',
  columns: socialIdentityColumns,
  unique: [['provider', 'subject']],
  indices: [{ columns: ['userId'] }],
  references: [{ column: 'userId', table: 'users' }],
})
