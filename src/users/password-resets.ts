import { hash, randomBytes } from 'node:crypto'
import { AppError, type Logger } from '@parley/runtime'
import { type Database, moreThan, type Queries } from '@parley/statements'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import { PasswordResetTable } from '../database/tables/password-resets.js'
import { UserTable } from '../database/tables/users.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { CodeStore } from '../verification/code-store.js'
import type { Admission } from './admission.js'
import { canonicalAddress } from './canonical.js'
import { endOlderAccess } from './older-access.js'
import { hashPassword } from './passwords.js'
import type { User } from './user.js'

const lifetimeMs = 600_000
/** Of a token that is sent by mail. */
const linkLifetimeMs = 1_800_000

/** Sets the password of an account after a proof of its mailbox (contract: verification.10). */
export class PasswordResets {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly clock: () => number
      readonly log: Logger
      readonly rateLimits: RateLimits
      readonly codes: CodeStore
      readonly admission: Pick<Admission, 'requirePasswords'>
      readonly sessionWatch: SessionWatch
      readonly notices: AccountNotices
    },
  ) {}

  /**
   * Creates a token for one reset of this account, valid for 10 minutes, or 30 in a link by mail. An earlier token becomes
   * invalid.
   */
  async open(db: Queries, { id: userId, emailKey }: User, { isLink = false } = {}): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await db.delete(PasswordResetTable, { userId })
    const expiresAt = this.options.clock() + (isLink ? linkLifetimeMs : lifetimeMs)
    await db.insert(PasswordResetTable, { userId, emailKey, tokenHash: hashOf(token), expiresAt })
    return token
  }

  /**
   * Sets the password and ends all older access to the account: sessions and tokens, API keys, pending codes, and
   * sign-ins by providers that have not verified the mailbox themselves. The address is proved from then on, and failed
   * logins of the account are forgotten. Needs no credential. Throws BAD_USER_INPUT with `unknown_reset_token` for a
   * wrong, expired or used token, or after a change of the account's address; RATE_LIMITED after too many tries from
   * one address; FORBIDDEN where passwords are switched off.
   */
  async reset(
    { resetToken, newPassword }: { readonly resetToken: string; readonly newPassword: string },
    origin: ChangeOrigin,
  ): Promise<User> {
    const { admission, database, log, rateLimits } = this.options
    await rateLimits.charge('verify', { ipAddress: origin.ipAddress })
    await admission.requirePasswords()
    const tokenHash = hashOf(resetToken)
    // checked first: hashing a password is expensive, and any caller can request it
    if (!(await database.read((db) => this.#live(db, tokenHash)))) throw unknownToken()
    const passwordHash = await hashPassword(newPassword)
    const account = await database.write((db) => this.#set(db, tokenHash, { passwordHash, origin }))
    if (!account) throw unknownToken()
    log.info({ userId: account.id }, 'password.reset')
    this.options.sessionWatch.checkNow(account.id)
    this.options.notices.deliver()
    await rateLimits.forgive('login', account.email)
    return account
  }

  async #set(
    db: Queries,
    tokenHash: string,
    { passwordHash, origin }: { readonly passwordHash: string; readonly origin: ChangeOrigin },
  ): Promise<User | undefined> {
    const reset = await this.#live(db, tokenHash)
    // of two concurrent resets the second one deletes nothing
    if (!reset || (await db.delete(PasswordResetTable, { id: reset.id })) !== 1) return undefined
    const user = await db.selectOne(UserTable, { id: reset.userId }, { lock: 'update' })
    if (user?.emailKey !== reset.emailKey) return undefined
    const account = await endOlderAccess(db, user)
    await this.options.codes.withdraw(db, { emailKey: canonicalAddress(user.email), type: 'password_reset' })
    const values = { passwordHash, emailVerified: true, mailboxProved: true, updatedAt: this.options.clock() }
    await db.update(UserTable, { id: user.id }, values)
    const changed = { ...account, ...values }
    // the reset has just proved the mailbox
    await this.options.notices.add(db, { account: changed, kind: 'password_changed', origin })
    return changed
  }

  async #live(db: Queries, tokenHash: string) {
    const reset = await db.selectOne(PasswordResetTable, { tokenHash, expiresAt: moreThan(this.options.clock()) })
    return reset
  }
}

// a token is too long to guess, so its hash needs neither key nor salt
const hashOf = (token: string) => hash('sha256', token)

function unknownToken(): AppError {
  const message = 'This reset token is wrong, expired or used'
  const fields = [{ path: ['input', 'resetToken'], rule: 'unknown_reset_token' as const, message }]
  return new AppError('BAD_USER_INPUT', { message, fields })
}
