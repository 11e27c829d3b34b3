import { AppError, type Logger } from '@parley/runtime'
import type { Database, Queries } from '@parley/statements'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import { endEverySession } from '../database/statements/end-every-session.js'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { PasswordLinkTable } from '../database/tables/password-links.js'
import { PasswordResetTable } from '../database/tables/password-resets.js'
import { UserTable } from '../database/tables/users.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { Admission } from './admission.js'
import type { UserCaller } from './caller.js'
import { hashPassword, verifyPassword } from './passwords.js'
import type { User } from './user.js'

interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

/** Changes the password of the caller's own account. */
export class PasswordChanges {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly rateLimits: RateLimits
      readonly admission: Pick<Admission, 'requirePasswords'>
      readonly sessionWatch: SessionWatch
      readonly notices: AccountNotices
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Sets the password, and ends all sessions and tokens but those of the calling session, and open resets. API keys stay.
   * Throws BAD_USER_INPUT with `wrong_password`, CONFLICT for an account without a password, RATE_LIMITED after too many
   * failures, which count as failed sign-ins, UNAUTHENTICATED when the session has ended in the meantime,
   * FORBIDDEN where passwords are switched off.
   */
  async change(caller: UserCaller, change: PasswordChange, origin: ChangeOrigin): Promise<User> {
    const { admission, database, log, sessionWatch, notices } = this.options
    await admission.requirePasswords()
    // again when the hash changed meanwhile: a sign-in can have replaced that of an earlier release
    for (;;) {
      const known = await this.#confirmed(caller, change.currentPassword, origin)
      const passwordHash = await hashPassword(change.newPassword)
      const account = await database.write((db) => this.#set(db, caller, { known, passwordHash, origin }))
      if (!account) continue
      log.info({ userId: account.id }, 'password.changed')
      sessionWatch.checkNow(account.id)
      notices.deliver()
      return account
    }
  }

  /** The caller's account, whose password this is. */
  async #confirmed({ id }: UserCaller, password: string, { ipAddress }: ChangeOrigin): Promise<User> {
    const account = await this.options.database.read((db) => db.selectOne(UserTable, { id }))
    if (!account) throw new AppError('UNAUTHENTICATED')
    const { passwordHash, email } = account
    if (passwordHash === null)
      throw new AppError('CONFLICT', { message: 'This account has no password: it signs in with a provider' })
    return this.options.rateLimits.attempt('login', { ipAddress, account: email }, async () => {
      if (!(await verifyPassword(passwordHash, password))) throw wrongPassword()
      return account
    })
  }

  async #set(
    db: Queries,
    caller: UserCaller,
    {
      known,
      passwordHash,
      origin,
    }: { readonly known: User; readonly passwordHash: string; readonly origin: ChangeOrigin },
  ): Promise<User | undefined> {
    const before = await lockOwnAccount(db, caller)
    if (before.passwordHash !== known.passwordHash) return undefined
    const { id } = before
    await db.update(UserTable, { id }, { passwordHash, updatedAt: this.options.clock() })
    await endEverySession(db, id, caller.session)
    await db.delete(PasswordResetTable, { userId: id })
    await db.delete(PasswordLinkTable, { userId: id })
    await this.options.notices.add(db, { account: before, kind: 'password_changed', origin })
    return db.selectOneOrThrow(UserTable, { id })
  }
}

function wrongPassword(): AppError {
  const message = 'This is not the current password'
  const fields = [{ path: ['input', 'currentPassword'], rule: 'wrong_password' as const, message }]
  return new AppError('BAD_USER_INPUT', { message, fields })
}
