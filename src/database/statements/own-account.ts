import { AppError } from '@parley/runtime'
import type { Queries } from '@parley/statements'
import { confirmationMs, isCurrent } from '../../sessions/session.js'
import type { UserCaller } from '../../users/caller.js'
import type { User } from '../../users/user.js'
import { SessionTable } from '../tables/sessions.js'
import { UserTable } from '../tables/users.js'

/**
 * Locks the account of the caller until the transaction ends, and returns it. Throws UNAUTHENTICATED when it was deleted,
 * or as `requireSession`.
 */
export async function lockOwnAccount(db: Queries, caller: UserCaller): Promise<User> {
  const account = await db.selectOne(UserTable, { id: caller.id }, { lock: 'update' })
  if (!account) throw new AppError('UNAUTHENTICATED')
  await requireSession(db, caller, account)
  return account
}

/**
 * Throws UNAUTHENTICATED when the session of the caller has ended since its request began. For changes that give access,
 * move an account or remove it: otherwise a thief, whose requests are always on their way, would keep an account past the
 * reset of its owner. The account must be locked.
 */
export async function requireSession(
  db: Queries,
  { id: userId, session }: UserCaller,
  account: Pick<User, 'sessionVersion'>,
): Promise<void> {
  if (!session) return
  const { id, version } = session
  const row = id === undefined ? null : await db.selectOne(SessionTable, { id, userId })
  if (row === undefined || !isCurrent(version, account, row)) throw new AppError('UNAUTHENTICATED')
}

/**
 * Throws REAUTHENTICATION_REQUIRED unless the person of the caller's session has proved its identity in the last 15
 * minutes, by a sign-in or `confirmIdentity`. `now` is epoch milliseconds.
 */
export async function requireConfirmation(
  db: Queries,
  { id: userId, session }: UserCaller,
  now: number,
): Promise<void> {
  const own = session?.id === undefined ? undefined : await db.selectOne(SessionTable, { id: session.id, userId })
  if (!own || own.confirmedAt <= now - confirmationMs) throw new AppError('REAUTHENTICATION_REQUIRED')
}
