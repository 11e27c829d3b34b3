import { column, Table } from '@parley/statements'
import type { SocialIdentity } from '../../users/social/social-identity.js'

export const SocialIdentityTable = new Table<SocialIdentity>({
  name: 'social_identities',
  columns: {
    id: column.id(),
    userId: column.ref(),
    provider: column.text(50),
    subject: column.text(255),
    provedEmail: column.text(100, { nullable: true }),
    createdAt: column.instant(),
  },
  unique: [['provider', 'subject']],
  indices: [{ columns: ['userId'] }],
  references: [{ column: 'userId', table: 'users' }],
})
