import { column, type RowOf } from '@parley/statements'
import type { MembershipType, Role } from '../user.js'

/** What a link is for. There is one of SET_UP at most; null is an invitation. */
export type LinkPurpose = 'SET_UP'

/** A link by which accounts are created, whatever the registration policy. Instants are epoch milliseconds. */
export const invitationColumns = {
  id: column.id(),
  purpose: column.text<LinkPurpose>(10, { nullable: true }),
  /** Hash of the token of the link. */
  tokenHash: column.text(64),
  /** Only an account with this address can use it; null: any account. */
  email: column.text(100, { nullable: true }),
  emailKey: column.text(400, { nullable: true }),
  /** The role of its accounts. */
  role: column.text<Role>(10),
  membership: column.text<MembershipType>(10, { name: 'membership_type' }),
  /** The number of accounts that it can create, and that it has created. */
  maxUses: column.count(),
  uses: column.count({ default: 0 }),
  createdAt: column.instant(),
  /** The sweep deletes it then. */
  expiresAt: column.instant(),
}
export type Invitation = RowOf<typeof invitationColumns>
