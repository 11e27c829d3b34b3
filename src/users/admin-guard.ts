import { AppError } from '@parley/runtime'
import { oneOf, type Queries } from '@parley/statements'
import { requireConfirmation, requireSession } from '../database/statements/own-account.js'
import { SocialIdentityTable } from '../database/tables/social-identities.js'
import { UserTable } from '../database/tables/users.js'
import type { AdminList } from './admin-list.js'
import type { Caller, UserCaller } from './caller.js'
import { isSameMailbox } from './canonical.js'
import type { User } from './user.js'

/**
 * Checks the changes that administrators make to accounts, in the transaction of the change, so that one of them always
 * remains. The operator is exempt: `npm run admin` creates an administrator at any time.
 */
export class AdminGuard {
  constructor(
    private readonly options: {
      readonly adminList: AdminList
      /** Whether an account can be used at this instant, in epoch milliseconds. */
      readonly isActive: (account: User, now: number) => boolean
      /** How people sign in: with passwords, and by the providers with these labels. */
      readonly signIns: { readonly hasPasswords: () => boolean; readonly providers: readonly string[] }
      readonly clock: () => number
    },
  ) {}

  /**
   * Before an administrator bans or deletes another account, or changes a role. Locks all administrators until the
   * transaction ends, so that two who remove each other wait for each other, and returns those that are active.
   * Throws FORBIDDEN if the caller is no longer one of them, UNAUTHENTICATED as `requireSession`.
   */
  async requireAdmin(db: Queries, caller: Caller): Promise<User[]> {
    const admins = await this.#lockAdmins(db)
    if (caller.kind !== 'user') return admins
    const own = admins.find(({ id }) => id === caller.id)
    if (!own) throw new AppError('FORBIDDEN')
    await requireSession(db, caller, own)
    return admins
  }

  /**
   * As `requireAdmin`, for acts that also need a proof of identity of the last 15 minutes. Throws
   * REAUTHENTICATION_REQUIRED without one. Commands of the operator need none.
   */
  async requireConfirmedAdmin(db: Queries, caller: Caller): Promise<User[]> {
    const admins = await this.requireAdmin(db, caller)
    if (caller.kind === 'user') await requireConfirmation(db, caller, this.options.clock())
    return admins
  }

  /**
   * Before a caller of any role deletes its own account, or changes its address to `newEmail`. Its role may have changed
   * since the request began, so it is read here. Locks as `requireAdmin` if the caller is about to lose the role. Throws
   * CONFLICT as `requireOther`.
   */
  async requireAnotherAdmin(db: Queries, { id }: UserCaller, newEmail?: string): Promise<void> {
    const isLeaving = (account: User | undefined) => account !== undefined && this.#losesRole(account, newEmail)
    // an administrator locks no account before the administrators; the second read waits for a grant at the same time
    if (
      isLeaving(await db.selectOne(UserTable, { id })) ||
      isLeaving(await db.selectOne(UserTable, { id }, { lock: 'update' }))
    )
      await this.requireOther(db, await this.#lockAdmins(db), id)
  }

  /** The administrators that are active, the oldest account first. */
  async activeAdmins(db: Queries, options: { readonly lock?: 'no key update' } = {}): Promise<User[]> {
    const { adminList, isActive, clock } = this.options
    const admins = await adminList.select(db, options)
    const now = clock()
    return admins.filter((account) => isActive(account, now))
  }

  /**
   * Throws CONFLICT if the account is the last of the administrators, which must be locked, that can sign in: by a password
   * where those are accepted, or by a configured provider.
   */
  async requireOther(db: Queries, admins: readonly User[], userId: number): Promise<void> {
    if (await this.#isLast(db, admins, userId)) throw lastAdmin()
  }

  /** Before a claim of a provider ends the role of an account. Locks as `requireAdmin`. */
  async isLastAdmin(db: Queries, userId: number): Promise<boolean> {
    return this.#isLast(db, await this.#lockAdmins(db), userId)
  }

  /** The others are looked at alone: who acts has signed in. */
  async #isLast(db: Queries, admins: readonly User[], userId: number): Promise<boolean> {
    const { hasPasswords, providers } = this.options.signIns
    const others = admins.filter(({ id }) => id !== userId)
    if (others.length === admins.length) return false
    if (hasPasswords() && others.some(({ passwordHash }) => passwordHash !== null)) return false
    const where = { userId: oneOf(others.map(({ id }) => id)), provider: oneOf(providers) }
    return !(await db.exists(SocialIdentityTable, where))
  }

  /** A granted role stays with a new address; that of `ADMIN_EMAILS` is lost with the mailbox. */
  #losesRole(account: User, newEmail: string | undefined): boolean {
    const isKept = newEmail !== undefined && (account.role === 'ADMIN' || isSameMailbox(account.email, newEmail))
    return !isKept && this.options.adminList.roleOf(account) === 'ADMIN'
  }

  /** Whether an administrator can act now. Locks as `requireAdmin`. */
  async hasAdmin(db: Queries): Promise<boolean> {
    return (await this.#lockAdmins(db)).length > 0
  }

  #lockAdmins(db: Queries): Promise<User[]> {
    return this.activeAdmins(db, { lock: 'no key update' })
  }
}

function lastAdmin(): AppError {
  const message = 'Your account is the last administrator that can sign in: make another account an administrator first'
  return new AppError('CONFLICT', { message })
}
