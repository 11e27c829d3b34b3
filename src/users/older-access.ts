import type { Queries } from '@parley/statements'
import { endEverySession } from '../database/statements/end-every-session.js'
import { endFactors } from '../database/statements/end-factors.js'
import { ApiKeyTable } from '../database/tables/api-keys.js'
import { PasswordLinkTable } from '../database/tables/password-links.js'
import { PasswordResetTable } from '../database/tables/password-resets.js'
import { SocialIdentityTable } from '../database/tables/social-identities.js'
import { UserTable } from '../database/tables/users.js'
import { isSameMailbox } from './canonical.js'
import type { User } from './user.js'

/**
 * Ends every access to an account that is older than a proof of its mailbox which no session of the account gave: its
 * sessions, tokens and download link, API keys, open resets, password, and sign-ins by providers, except by one that has
 * itself verified this mailbox. Second factors stay if the owner had proved the mailbox, or an administrator has given the
 * address: a mailbox alone must not open the account. The account must be locked; returns it as it is then. The caller must
 * call `SessionWatch.checkNow` after the transaction.
 */
export async function endOlderAccess(db: Queries, account: User): Promise<User> {
  const { id, email, mailboxProved, addressAssigned, provider, providerId } = account
  await endTokens(db, id)
  if (!mailboxProved && !addressAssigned) await endFactors(db, id)
  const identities = await db.select(SocialIdentityTable, { userId: id })
  const kept = identities.filter(({ provedEmail }) => provedEmail !== null && isSameMailbox(provedEmail, email))
  for (const identity of identities)
    if (!kept.includes(identity)) await db.delete(SocialIdentityTable, { id: identity.id })
  // the columns name the provider that created the account, by an id of at most 100 characters
  const isOrigin = (one: (typeof kept)[number]) =>
    one.provider === provider && (providerId === null || one.subject === providerId)
  const origin = kept.some(isOrigin) ? {} : { provider: null, providerId: null }
  await db.update(UserTable, { id }, { passwordHash: null, ...origin })
  return db.selectOneOrThrow(UserTable, { id })
}

/** Ends the sessions, tokens and download link, the API keys, the open resets and the password link of an account. */
export async function endTokens(db: Queries, userId: number): Promise<void> {
  await endEverySession(db, userId)
  await db.delete(ApiKeyTable, { userId })
  await db.delete(PasswordResetTable, { userId })
  await db.delete(PasswordLinkTable, { userId })
}
