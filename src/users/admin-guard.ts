import { oneOf } from '../database/statements/conditions.js'
import type { Queries } from '../database/statements/queries.js'
import { UserTable } from '../database/tables/users.js'
import { AppError } from '../errors.js'
import type { AdminList } from './admin-list.js'
import type { Caller } from './caller.js'
import type { User } from './user.js'

interface AdminGuardOptions {
  readonly adminList: AdminList
  /** Whether a ban applies at this instant, in epoch milliseconds. */
  readonly isBanned: (account: User, now: number) => boolean
  readonly clock: () => number
}

/**
 * Checks the changes that administrators make to accounts, in the transaction of the change, so that one of them always
 * remains. The operator may do anything: `npm run admin` creates an administrator at any time.
 */
export class AdminGuard {
  constructor(private readonly options: AdminGuardOptions) {}

  /**
   * Locks all administrators until the transaction ends, so that two who remove each other wait for each other, and
   * returns those that are not banned. Throws FORBIDDEN if the caller is not one of them any longer.
   */
  async requireAdmin(db: Queries, caller: Caller): Promise<User[]> {
    const { adminList, isBanned, clock } = this.options
    const listed = { emailVerified: true, emailKey: oneOf([...adminList.keys]) }
    // always in the same order, so that two transactions wait without a deadlock
    const accounts = await db.select(UserTable, [{ role: 'ADMIN' }, listed], {
      orderBy: { id: 'asc' },
      lock: 'no key update',
    })
    const now = clock()
    const admins = accounts.filter((account) => adminList.roleOf(account) === 'ADMIN' && !isBanned(account, now))
    if (caller.kind === 'user' && !admins.some(({ id }) => id === caller.id)) throw new AppError('FORBIDDEN')
    return admins
  }

  /**
   * Before an administrator bans or deletes an account, or revokes its role. Throws FORBIDDEN as `requireAdmin`,
   * CONFLICT if the caller removes itself as the last administrator that is not banned.
   */
  async requireAnotherAdmin(db: Queries, caller: Caller, userId: number): Promise<void> {
    requireOther(await this.requireAdmin(db, caller), caller, userId)
  }
}

/**
 * Before an administrator removes an account from the administrators, which `requireAdmin` returned. Throws CONFLICT if
 * the caller removes itself as the last one.
 */
export function requireOther(admins: readonly User[], caller: Caller, userId: number): void {
  if (caller.kind === 'user' && admins.every(({ id }) => id === userId)) throw lastAdmin()
}

function lastAdmin(): AppError {
  const message =
    'Your account is the last administrator that is not banned: make another account an administrator first'
  return new AppError('CONFLICT', { message })
}
