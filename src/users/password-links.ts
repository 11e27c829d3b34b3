import { hash, randomBytes } from 'node:crypto'
import { AppError, type Logger } from '@parley/runtime'
import { type Database, moreThan, type Queries, rowId } from '@parley/statements'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import type { Audit } from '../audit/audit.js'
import { endEverySession } from '../database/statements/end-every-session.js'
import { PasswordLinkTable } from '../database/tables/password-links.js'
import { UserTable } from '../database/tables/users.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { AdminGuard } from './admin-guard.js'
import type { Admission } from './admission.js'
import type { Caller } from './caller.js'
import { endTokens } from './older-access.js'
import { hashPassword } from './passwords.js'
import type { User } from './user.js'

const lifetimeMs = 24 * 60 * 60 * 1_000

interface CreatedLink {
  readonly account: User
  /** Has the secret behind the `#`, which browsers send to no server. */
  readonly url: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Links by which an administrator lets the owner of an account set its password, without a mail. */
export class PasswordLinks {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly rateLimits: RateLimits
      readonly admission: Pick<Admission, 'requirePasswords'>
      readonly sessionWatch: SessionWatch
      readonly notices: AccountNotices
      /** The address of the chat page, which has the form for a new password. */
      readonly publicUrl: string
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /**
   * Creates a link for one new password within 24 hours, in place of an earlier one, and ends all sessions and tokens of
   * the account, but for the session of a caller whose own account it is. The password stays until the link is used; an
   * account without one can have a link too, and so can a banned one, which stays banned. For administrators and the
   * operator. Throws NOT_FOUND for an unknown account, and as `requireConfirmedAdmin`.
   */
  async create(caller: Caller, accountId: string): Promise<CreatedLink> {
    const { database, guard, audit, admission, sessionWatch, publicUrl, clock, log } = this.options
    const userId = rowId(accountId)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    await admission.requirePasswords()
    const token = randomBytes(32).toString('base64url')
    const expiresAt = clock() + lifetimeMs
    const own = caller.kind === 'user' && caller.id === userId ? caller.session : undefined
    const account = await database.write(async (db) => {
      await guard.requireConfirmedAdmin(db, caller)
      const found = await db.selectOne(UserTable, { id: userId }, { lock: 'no key update' })
      if (!found) throw new AppError('NOT_FOUND')
      await db.delete(PasswordLinkTable, { userId })
      await db.insert(PasswordLinkTable, { userId, tokenHash: hashOf(token), expiresAt })
      await endEverySession(db, userId, own)
      const target = { kind: 'ACCOUNT', id: userId, label: found.username } as const
      await audit.record(db, caller, { action: 'PASSWORD_LINK_CREATED', target, details: {} })
      return found
    })
    log.info({ userId }, 'password_link.created')
    sessionWatch.checkNow(userId)
    return { account, url: `${publicUrl}/#/password-link?token=${token}`, expiresAt }
  }

  /** What the link with this token is for; null if it is wrong, expired, replaced or used. Needs no credential. */
  find(token: string): Promise<{ readonly username: string; readonly expiresAt: number } | null> {
    return this.options.database.read(async (db) => {
      const link = await this.#live(db, hashOf(token))
      const account = link && (await db.selectOne(UserTable, { id: link.userId }))
      return account ? { username: account.username, expiresAt: link.expiresAt } : null
    })
  }

  /**
   * Sets the password, and ends all sessions and tokens, API keys and open resets of the account. It proves no address.
   * Needs no credential. Throws BAD_USER_INPUT with `unknown_reset_token` for a wrong, expired, replaced or used token;
   * RATE_LIMITED after too many tries from one address; FORBIDDEN where passwords are switched off.
   */
  async use(
    { token, newPassword }: { readonly token: string; readonly newPassword: string },
    origin: ChangeOrigin,
  ): Promise<User> {
    const { admission, database, rateLimits, sessionWatch, notices, log } = this.options
    await rateLimits.charge('verify', { ipAddress: origin.ipAddress })
    await admission.requirePasswords()
    const tokenHash = hashOf(token)
    // checked first: hashing a password is expensive, and any caller can request it
    if (!(await database.read((db) => this.#live(db, tokenHash)))) throw unknownLink()
    const passwordHash = await hashPassword(newPassword)
    const account = await database.write((db) => this.#set(db, tokenHash, { passwordHash, origin }))
    if (!account) throw unknownLink()
    log.info({ userId: account.id }, 'password_link.used')
    sessionWatch.checkNow(account.id)
    notices.deliver()
    await rateLimits.forgive('login', account.email)
    return account
  }

  async #set(
    db: Queries,
    tokenHash: string,
    { passwordHash, origin }: { readonly passwordHash: string; readonly origin: ChangeOrigin },
  ): Promise<User | undefined> {
    const link = await this.#live(db, tokenHash)
    // locked first, as `create` does
    const user = link && (await db.selectOne(UserTable, { id: link.userId }, { lock: 'update' }))
    // of concurrent uses only one deletes it
    if (!user || (await db.delete(PasswordLinkTable, { id: link.id })) !== 1) return undefined
    await endTokens(db, user.id)
    await db.update(UserTable, { id: user.id }, { passwordHash, updatedAt: this.options.clock() })
    await this.options.notices.add(db, { account: user, kind: 'password_changed', origin })
    return db.selectOneOrThrow(UserTable, { id: user.id })
  }

  #live(db: Queries, tokenHash: string) {
    return db.selectOne(PasswordLinkTable, { tokenHash, expiresAt: moreThan(this.options.clock()) })
  }
}

// a token is too long to guess, so its hash needs neither key nor salt; a command of the operator has no key of the server
const hashOf = (token: string) => hash('sha256', token)

function unknownLink(): AppError {
  const message = 'This link is wrong, expired or used'
  const fields = [{ path: ['input', 'token'], rule: 'unknown_reset_token' as const, message }]
  return new AppError('BAD_USER_INPUT', { message, fields })
}
