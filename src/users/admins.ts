import { AppError, type Logger } from '@parley/runtime'
import { type Database, type Queries, retryOnUniqueViolation, rowId } from '@parley/statements'
import { UserTable } from '../database/tables/users.js'
import type { Audit } from '../audit/audit.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { AdminGuard } from './admin-guard.js'
import type { AdminList } from './admin-list.js'
import type { Caller } from './caller.js'
import { findAccount } from './find-account.js'
import { hashPassword } from './passwords.js'
import { requireFree } from './uniqueness.js'
import type { Role, RoleManager, User } from './user.js'

/** An account, and the reason why it is an administrator. */
export interface Admin {
  readonly account: User
  /** The role at the account's next operation. */
  readonly isAdmin: boolean
  readonly isGranted: boolean
  /** Whether its address is in `ADMIN_EMAILS`, proved or not. */
  readonly isListed: boolean
}

export interface RoleChange {
  /** False when the account already had the role. */
  readonly changed: boolean
  readonly admin: Admin
  /** The number of administrators after the change. */
  readonly adminCount: number
}

interface ChangedAccount {
  readonly account: User
  /** False when the account already had the role. */
  readonly changed: boolean
}

/** The administrators (contract: access.7). The resolvers check who may call a method. */
export class Admins {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly adminList: AdminList
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly sessionWatch: SessionWatch
      /** The label of the provider whose claim decides roles; undefined without one. */
      readonly claimingProvider: string | undefined
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /** All administrators, and the accounts whose listed address is not proved yet; the oldest account first. */
  async list(): Promise<Admin[]> {
    const { database, adminList } = this.options
    const accounts = await database.read((db) => adminList.selectNamed(db))
    return accounts.map((account) => this.#adminOf(account))
  }

  /** Whether there is an administrator who is not banned and does not await approval. */
  async canAnyAct(): Promise<boolean> {
    const { database, guard } = this.options
    return (await database.read((db) => guard.activeAdmins(db))).length > 0
  }

  /** Any account by its e-mail address; null without one. */
  async find(email: string): Promise<User | null> {
    return (await this.options.database.read((db) => findAccount(db, { column: 'emailKey', text: email }))) ?? null
  }

  /**
   * Creates an administrator account. It has no terms record, since there was no agreement. Throws BAD_USER_INPUT with
   * `taken` for a name or address in use.
   */
  async create(
    caller: Caller,
    { username, email, password }: { username: string; email: string; password: string },
  ): Promise<Admin> {
    const { database, audit, clock, log } = this.options
    const passwordHash = await hashPassword(password)
    const now = clock()
    const given = { role: 'ADMIN', addressAssigned: true } as const
    const values = { username, email, passwordHash, ...given, createdAt: now, updatedAt: now }
    const account = await retryOnUniqueViolation(() =>
      database.write(async (db) => {
        const keys = await requireFree(db, { username, email })
        const id = await db.insertReturningId(UserTable, { ...values, ...keys })
        const target = { kind: 'ACCOUNT', id, label: username } as const
        await audit.record(db, caller, {
          action: 'ACCOUNT_CREATED',
          target,
          details: { role: 'ADMIN', membership: 'BASIC', invitation: null },
        })
        return db.selectOneOrThrow(UserTable, { id })
      }),
    )
    log.info({ userId: account.id, role: 'ADMIN' }, 'role.changed')
    return this.#adminOf(account)
  }

  /**
   * Grants or revokes the role, for the operator. This applies from the account's next operation on, and ends the
   * connections that an administrator has open. A role from `ADMIN_EMAILS` cannot be revoked, the last administrator can.
   * Throws NOT_FOUND for an unknown address.
   */
  async setRole(caller: Caller, email: string, role: Role): Promise<RoleChange> {
    return this.#change(async (db) => {
      const before = await findAccount(db, { column: 'emailKey', text: email, lock: true })
      if (!before) throw new AppError('NOT_FOUND')
      const { account, changed } = await this.#set(db, caller, { before, role })
      return {
        changed,
        account,
        admin: this.#adminOf(account),
        adminCount: (await this.options.adminList.select(db)).length,
      }
    })
  }

  /**
   * Grants or revokes the role of any account, as `setRole`, for administrators and the operator. Throws NOT_FOUND for
   * an unknown account, CONFLICT for an administrator of `ADMIN_EMAILS`, and for the caller if it is the last one.
   */
  async setRoleOf(caller: Caller, id: string, role: Role): Promise<User> {
    const { guard } = this.options
    const userId = rowId(id)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    const { account } = await this.#change(async (db) => {
      const admins = await guard.requireAdmin(db, caller)
      const before = await db.selectOne(UserTable, { id: userId }, { lock: 'no key update' })
      if (!before) throw new AppError('NOT_FOUND')
      if (role === 'USER' && this.isListed(before)) throw listedAdmin()
      if (role === 'USER' && caller.kind === 'user') await guard.requireOther(db, admins, userId)
      return this.#set(db, caller, { before, role })
    })
    return account
  }

  /** The role of an account at its next operation. */
  roleOf(account: User): Role {
    return this.options.adminList.roleOf(account)
  }

  /** Whether `ADMIN_EMAILS` makes it an administrator, so that its role cannot be revoked. */
  isListed(account: User): boolean {
    return account.mailboxProved && this.options.adminList.has(account)
  }

  /** Who decides the role: a claim only while the settings name it. */
  managerOf(account: User): RoleManager {
    if (this.isListed(account)) return 'ADMIN_EMAILS'
    const { claimingProvider } = this.options
    return claimingProvider !== undefined && account.roleProvider === claimingProvider ? 'PROVIDER' : 'ADMINISTRATORS'
  }

  async #set(
    db: Queries,
    caller: Caller,
    { before, role }: { readonly before: User; readonly role: Role },
  ): Promise<ChangedAccount> {
    if (before.role === role) return { account: before, changed: false }
    const change = { role, roleProvider: null, updatedAt: this.options.clock() }
    await db.update(UserTable, { id: before.id }, change)
    const target = { kind: 'ACCOUNT', id: before.id, label: before.username } as const
    const details = { from: before.role, to: role }
    await this.options.audit.record(db, caller, { action: 'ROLE_CHANGED', target, details })
    return { account: { ...before, ...change }, changed: true }
  }

  /** Writes a change of a role, and makes it effective. */
  async #change<T extends ChangedAccount>(work: (db: Queries) => Promise<T>): Promise<T> {
    const { database, sessionWatch, log } = this.options
    const change = await database.write(work)
    const { id: userId, role } = change.account
    if (!change.changed) return change
    log.info({ userId, role }, 'role.changed')
    sessionWatch.checkNow(userId)
    return change
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
