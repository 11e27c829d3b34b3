import { randomUUID } from 'node:crypto'
import { AppError, badInput, type Logger } from '@parley/runtime'
import { atLeast, type Database, not, oneOf, type Queries } from '@parley/statements'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { AccountNotice } from '../account-notices/account-notice.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import type { NoticeLinks } from '../account-notices/notice-link.js'
import { endFactors } from '../database/statements/end-factors.js'
import { AccountNoticeTable } from '../database/tables/account-notices.js'
import { PasswordResetTable } from '../database/tables/password-resets.js'
import { SocialIdentityTable } from '../database/tables/social-identities.js'
import { UserTable } from '../database/tables/users.js'
import type { Audit } from '../audit/audit.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { CodeStore } from '../verification/code-store.js'
import type { Admission } from './admission.js'
import { canonicalAddress, isSameMailbox } from './canonical.js'
import { findAccount } from './find-account.js'
import { noMailDomain } from './mailboxes.js'
import { endTokens } from './older-access.js'
import { hashPassword } from './passwords.js'
import { requireFree } from './uniqueness.js'
import type { User } from './user.js'

interface Recovery {
  /** The token of the link in a notice. */
  readonly token: string
  /** Not stored where people sign in by a provider alone. */
  readonly newPassword: string | undefined
}

/** The way back into an account for the owner of the mailbox that a notice was sent to (contract: users.22). */
export class AccountRecovery {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly admission: Pick<Admission, 'hasPasswords'>
      readonly notices: AccountNotices
      readonly links: NoticeLinks
      readonly codes: CodeStore
      readonly rateLimits: RateLimits
      readonly sessionWatch: SessionWatch
      readonly audit: Pick<Audit, 'record'>
      /** Epoch milliseconds. */
      readonly clock: () => number
      readonly log: Logger
    },
  ) {}

  /** Whether a link works now. It stays as it is. */
  async isLive(token: string): Promise<boolean> {
    return (await this.options.database.read((db) => this.#live(db, token))) !== undefined
  }

  /** Whether a new password belongs to the way back: not where people sign in by a provider alone. */
  async needsPassword(): Promise<boolean> {
    return this.options.admission.hasPasswords()
  }

  /**
   * Gives the account its address of the notice and a new password, and ends all other access to it: sessions and tokens,
   * API keys, sign-ins by providers, pending resets, and the links of later notices and of this mailbox. Links of earlier
   * notices to other mailboxes stay: a thief can move the account twice and get a link too. A granted role ends too, since
   * it may have been granted to the owner of the other mailbox. Second factors older than the change of the notice stay.
   * Where people sign in by a provider alone, so do the sign-ins by providers that are older than it, and there is no
   * password: otherwise no way in would be left. Another account that has taken the address without a proof loses it. Needs
   * no credential. Throws BAD_USER_INPUT with `unknown_reset_token` for a wrong, expired or used token, or without a
   * password where it needs one, CONFLICT when another account has proved the address since; RATE_LIMITED after too many
   * tries from one address.
   */
  async recover({ token, newPassword }: Recovery, origin: ChangeOrigin): Promise<User> {
    const { database, rateLimits, sessionWatch, notices, log } = this.options
    await rateLimits.charge('verify', { ipAddress: origin.ipAddress })
    // checked first: hashing a password is expensive, and any caller can request it
    if (!(await this.isLive(token))) throw unknownToken()
    const hasPasswords = await this.needsPassword()
    if (hasPasswords && newPassword === undefined) throw badInput('newPassword', 'A new password is needed')
    const passwordHash = hasPasswords && newPassword !== undefined ? await hashPassword(newPassword) : null
    const restored = await database.write((db) => this.#restore(db, token, { passwordHash, origin }))
    if (!restored) throw unknownToken()
    const { account, before } = restored
    log.info({ userId: account.id }, 'account.recovered')
    if (before.role !== account.role) log.info({ userId: account.id, role: account.role }, 'role.changed')
    sessionWatch.checkNow(account.id)
    notices.deliver()
    await rateLimits.forgive('login', account.email)
    return account
  }

  async #restore(
    db: Queries,
    token: string,
    { passwordHash, origin }: { passwordHash: string | null; origin: ChangeOrigin },
  ): Promise<{ readonly before: User; readonly account: User } | undefined> {
    const known = await this.#live(db, token)
    const user = known && (await db.selectOne(UserTable, { id: known.userId }, { lock: 'update' }))
    // read again, since a concurrent use of a link has ended all of them
    const notice = user && (await this.#live(db, token))
    if (!notice) return undefined
    const { id } = user
    const { email } = notice
    await this.#displace(db, user, email)
    const claim = await requireFree(db, { email }, id)
    await endTokens(db, id)
    await endFactors(db, id, notice.occurredAt)
    const ended = passwordHash === null ? { createdAt: atLeast(notice.occurredAt) } : {}
    await db.delete(SocialIdentityTable, { userId: id, ...ended })
    await this.#endLinks(db, notice)
    for (const address of [email, user.email])
      await this.options.codes.withdraw(db, { emailKey: canonicalAddress(address), type: 'password_reset' })
    // without a link: otherwise each of the two mailboxes could win the account back for days
    const kind = isSameMailbox(user.email, email) ? 'password_changed' : 'address_changed'
    await this.options.notices.add(db, { account: user, kind, origin, hasLink: false })
    const values = {
      email,
      ...claim,
      emailVerified: true,
      mailboxProved: true,
      passwordHash,
      ...(passwordHash !== null && { provider: null, providerId: null }),
      role: 'USER' as const,
      roleProvider: null,
      addressAssigned: false,
      updatedAt: this.options.clock(),
    }
    await db.update(UserTable, { id }, values)
    if (user.role !== values.role) {
      const target = { kind: 'ACCOUNT', id, label: user.username } as const
      const details = { from: user.role, to: values.role }
      await this.options.audit.record(
        db,
        { kind: 'recovery', label: null },
        { action: 'ROLE_CHANGED', target, details },
      )
    }
    return { before: user, account: await db.selectOneOrThrow(UserTable, { id }) }
  }

  /** The mailbox that had the account earlier keeps its link, so of all mailboxes the first one has the last word. */
  async #endLinks(db: Queries, used: AccountNotice): Promise<void> {
    const links = await db.select(AccountNoticeTable, { userId: used.userId, linkUntil: not(null) })
    const ended = links.filter(({ id, email }) => id >= used.id || isSameMailbox(email, used.email))
    await db.update(AccountNoticeTable, { id: oneOf(ended.map(({ id }) => id)) }, { linkUntil: null })
  }

  /** Removes the address from an account that has it without a proof: the reader of its mails has the right to it. */
  async #displace(db: Queries, { id }: User, email: string): Promise<void> {
    const holder = await findAccount(db, { column: 'emailKey', text: email, lock: true })
    if (!holder || holder.id === id) return
    if (holder.emailVerified) throw new AppError('CONFLICT', { message: 'Another account has proved this address' })
    const placeholder = `${randomUUID()}@${noMailDomain}`
    const values = { email: placeholder, emailKey: canonicalAddress(placeholder), updatedAt: this.options.clock() }
    await db.delete(PasswordResetTable, { userId: holder.id })
    await db.update(UserTable, { id: holder.id }, values)
  }

  async #live(db: Queries, token: string): Promise<AccountNotice | undefined> {
    const { links, clock } = this.options
    const id = links.idIn(token)
    const notice = id === undefined ? undefined : await db.selectOne(AccountNoticeTable, { id })
    if (!notice || (notice.linkUntil ?? 0) <= clock()) return undefined
    return links.isOf(notice, token) ? notice : undefined
  }
}

function unknownToken(): AppError {
  const message = 'This link is wrong, expired or used'
  const fields = [{ path: ['input', 'token'], rule: 'unknown_reset_token' as const, message }]
  return new AppError('BAD_USER_INPUT', { message, fields })
}
