import { column, type RowOf } from '@parley/statements'

/** A person at a sign-in provider, and the account of the sign-in. Instants are epoch milliseconds. */
export const socialIdentityColumns = {
  id: column.id(),
  userId: column.ref(),
  /** The label of the provider. */
  provider: column.text(50),
  /** The provider's id of the person. */
  subject: column.text(255),
  /** The last address that the provider had verified at a sign-in; null before the first one. */
  provedEmail: column.text(100, { nullable: true }),
  createdAt: column.instant(),
  /** The last sign-in that began a session; null for those of earlier releases. */
  signedInAt: column.instant({ nullable: true }),
}
export type SocialIdentity = RowOf<typeof socialIdentityColumns>
