import type { Database } from '../database/database.js'
import { not, oneOf } from '../database/statements/conditions.js'
import type { Queries } from '../database/statements/queries.js'
import { retryOnUniqueViolation } from '../database/retry-on-unique-violation.js'
import { rowId } from '../database/statements/row-id.js'
import { UserTable } from '../database/tables/users.js'
import { AppError } from '../errors.js'
import type { Logger } from '../logger.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { AdminList } from './admin-list.js'
import { findAccount } from './find-account.js'
import { hashPassword } from './passwords.js'
import { requireFree } from './uniqueness.js'
import type { Role, User } from './user.js'

/** An account, and the reason why it is an administrator. */
export interface Admin {
  readonly account: User
  /** The role at the account's next operation. */
  readonly isAdmin: boolean
  readonly isGranted: boolean
  /** Whether its address is in `ADMIN_EMAILS`, verified or not. */
  readonly isListed: boolean
}

export interface NewAdmin {
  readonly username: string
  readonly email: string
  readonly password: string
}

export interface RoleChange {
  /** False when the account already had the role. */
  readonly changed: boolean
  readonly admin: Admin
  /** The number of administrators after the change. */
  readonly adminCount: number
}

export interface AdminsOptions {
  readonly database: Database
  readonly adminList: AdminList
  readonly sessionWatch: SessionWatch
  /** Whether a ban applies at this instant, in epoch milliseconds. */
  readonly isBanned: (account: User, now: number) => boolean
  readonly clock: () => number
  readonly log: Logger
}

/** The administrators (contract: access.7). The resolvers check who may call a method. */
export class Admins {
  constructor(private readonly options: AdminsOptions) {}

  /** All administrators, and the accounts whose listed address is not verified yet; the oldest account first. */
  async list(): Promise<Admin[]> {
    const { database, adminList } = this.options
    const accounts = await database.read((db) =>
      db.select(UserTable, [{ role: 'ADMIN' }, { emailKey: oneOf([...adminList.keys]) }], { orderBy: { id: 'asc' } }),
    )
    return accounts.map((account) => this.#adminOf(account)).filter(({ isGranted, isListed }) => isGranted || isListed)
  }

  /** Any account by its e-mail address; null without one. */
  async find(email: string): Promise<User | null> {
    return (await this.options.database.read((db) => findAccount(db, { column: 'emailKey', text: email }))) ?? null
  }

  /**
   * Creates an administrator account. It has no terms record, since there was no agreement. Throws BAD_USER_INPUT with
   * `taken` for a name or address in use.
   */
  async create({ username, email, password }: NewAdmin): Promise<Admin> {
    const { database, clock, log } = this.options
    const passwordHash = await hashPassword(password)
    const now = clock()
    const values = { username, email, passwordHash, role: 'ADMIN' as const, createdAt: now, updatedAt: now }
    const account = await retryOnUniqueViolation(() =>
      database.write(async (db) => {
        const keys = await requireFree(db, { username, email })
        const id = await db.insertReturningId(UserTable, { ...values, ...keys })
        return db.selectOneOrThrow(UserTable, { id })
      }),
    )
    log.info({ userId: account.id, role: 'ADMIN' }, 'role.changed')
    return this.#adminOf(account)
  }

  /**
   * Grants or revokes the role. This applies from the account's next operation on, and ends the connections that an
   * administrator has open. A role from `ADMIN_EMAILS` cannot be revoked. Throws NOT_FOUND for an unknown address.
   */
  async setRole(email: string, role: Role): Promise<RoleChange> {
    const { database, sessionWatch, clock, log } = this.options
    const change = await database.write(async (db) => {
      const before = await findAccount(db, { column: 'emailKey', text: email })
      if (!before) throw new AppError('NOT_FOUND')
      const changed = before.role !== role
      if (changed) await db.update(UserTable, { id: before.id }, { role, updatedAt: clock() })
      const account = await db.selectOneOrThrow(UserTable, { id: before.id })
      return { changed, admin: this.#adminOf(account), adminCount: await this.#count(db) }
    })
    if (!change.changed) return change
    const { id: userId } = change.admin.account
    log.info({ userId, role }, 'role.changed')
    sessionWatch.checkNow(userId)
    return change
  }

  /**
   * Grants or revokes the role of any account, for administrators and the operator. This applies from the account's next
   * operation on. Throws NOT_FOUND for an unknown account, CONFLICT for an administrator of `ADMIN_EMAILS` and for the
   * last administrator that can sign in.
   */
  async setRoleOf(id: string, role: Role): Promise<User> {
    const { database, isBanned, clock, log } = this.options
    const userId = rowId(id)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    const change = await database.write(async (db) => {
      // two administrators that revoke each other's role wait here
      const admins = await db.select(UserTable, { role: 'ADMIN' }, { orderBy: { id: 'asc' }, lock: 'no key update' })
      const before = await db.selectOne(UserTable, { id: userId }, { lock: 'no key update' })
      if (!before) throw new AppError('NOT_FOUND')
      if (role === 'USER' && this.isListed(before)) throw listedAdmin()
      if (before.role === role) return { account: before, changed: false }
      if (role === 'USER') {
        const others = [...admins, ...(await this.#listed(db))].filter((admin) => admin.id !== userId)
        if (!others.some((admin) => !isBanned(admin, clock()))) throw lastAdmin()
      }
      await db.update(UserTable, { id: userId }, { role, updatedAt: clock() })
      return { account: await db.selectOneOrThrow(UserTable, { id: userId }), changed: true }
    })
    if (!change.changed) return change.account
    log.info({ userId, role }, 'role.changed')
    this.options.sessionWatch.checkNow(userId)
    return change.account
  }

  /** The role of an account at its next operation. */
  roleOf(account: User): Role {
    return this.options.adminList.roleOf(account)
  }

  /** Whether `ADMIN_EMAILS` makes it an administrator, so that its role cannot be revoked. */
  isListed(account: User): boolean {
    return account.emailVerified && this.options.adminList.has(account)
  }

  async #count(db: Queries): Promise<number> {
    return (await db.count(UserTable, { role: 'ADMIN' })) + (await this.#listed(db)).length
  }

  /** The administrators of `ADMIN_EMAILS` without the granted role. */
  async #listed(db: Queries): Promise<User[]> {
    const { adminList } = this.options
    const where = { role: not('ADMIN' as const), emailVerified: true, emailKey: oneOf([...adminList.keys]) }
    const accounts = await db.select(UserTable, where)
    return accounts.filter((account) => adminList.has(account))
  }

  #adminOf(account: User): Admin {
    const { adminList } = this.options
    return {
      account,
      isAdmin: adminList.roleOf(account) === 'ADMIN',
      isGranted: account.role === 'ADMIN',
      isListed: adminList.has(account),
    }
  }
}

function listedAdmin(): AppError {
  return new AppError('CONFLICT', { message: 'ADMIN_EMAILS makes this account an administrator' })
}

function lastAdmin(): AppError {
  return new AppError('CONFLICT', { message: 'The last administrator keeps the role' })
}
