import { randomUUID } from 'node:crypto'
import { AppError, type Logger, type SecondFactorStep } from '@parley/runtime'
import { type Database, moreThan, type Queries, rowId } from '@parley/statements'
import { limits, patterns } from '../limits.js'
import type { AccountNotices } from '../account-notices/account-notices.js'
import type { ChangeOrigin } from '../account-notices/client-words.js'
import type { Audit } from '../audit/audit.js'
import { endEverySession } from '../database/statements/end-every-session.js'
import { ApiKeyTable } from '../database/tables/api-keys.js'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { SessionTable } from '../database/tables/sessions.js'
import { UserTable } from '../database/tables/users.js'
import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { SecondFactors } from '../second-factors/second-factors.js'
import type { AdminGuard } from '../users/admin-guard.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Tokens } from '../users/tokens.js'
import type { ProviderUser } from '../users/social/provider-user.js'
import type { User } from '../users/user.js'
import { isActive, isBanned } from './ban.js'
import type { Credential } from './credential.js'
import { refreshGraceMs, type RefreshToken, type RefreshTokens } from './refresh-token.js'
import { confirmationMs, type Session } from './session.js'
import type { SessionWatch } from './session-watch.js'

/** The tokens of a session, for its client. Instants are epoch milliseconds. */
export interface SessionTokens {
  readonly token: string
  readonly expiresAt: number
  readonly refreshToken: string
  readonly refreshExpiresAt: number
}

/** The origin of a request. */
export interface Client {
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

type Account = Pick<User, 'id' | 'sessionVersion'>

interface OpenOptions {
  readonly isSecondFactorProved?: boolean
  readonly providerUser?: ProviderUser | undefined
}

/** The sessions of accounts: started by a sign-in, extended by refresh tokens, ended by their owner. */
export class Sessions {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly tokens: Tokens
      readonly refreshTokens: RefreshTokens
      /** How long an unused refresh token is valid; at least as long as an access token. */
      readonly refreshLifetimeMs: number
      readonly watch: SessionWatch
      readonly rateLimits: RateLimits
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly notices: Pick<AccountNotices, 'add' | 'deliver' | 'originOf'>
      readonly secondFactors: Pick<SecondFactors, 'stepOf'>
      readonly log: Logger
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {}

  /**
   * Starts a session of an account that has just authenticated. Undefined when the account was signed out everywhere,
   * reset or deleted since it was read: the caller must read it again. Throws FORBIDDEN for a banned account,
   * AWAITING_APPROVAL for one that waits for it, SECOND_FACTOR_REQUIRED for one with a second factor that was not proved yet.
   * With `providerUser`, whose sign-in has no effect before the second step, it is undefined without a second factor too.
   */
  async open(
    { id: userId, sessionVersion }: Account,
    origin: ChangeOrigin,
    { isSecondFactorProved = false, providerUser }: OpenOptions = {},
  ): Promise<SessionTokens | undefined> {
    const { database, refreshTokens, rateLimits, notices, secondFactors, clock } = this.options
    const now = clock()
    const refreshToken = refreshTokens.create()
    const { familyHash, secretHash } = refreshToken
    const id = randomUUID()
    const times = { createdAt: now, confirmedAt: now, lastUsedAt: now, expiresAt: now + this.options.refreshLifetimeMs }
    let notified: boolean | undefined
    const opened = await database.write(async (db): Promise<boolean | SecondFactorStep> => {
      const account = await db.selectOne(UserTable, { id: userId }, { lock: 'update' })
      if (account?.sessionVersion !== sessionVersion) return false
      if (isBanned(account, now)) throw banned()
      if (account.awaitingApprovalSince !== null) throw new AppError('AWAITING_APPROVAL')
      // returned, since a challenge is stored with it
      const step = isSecondFactorProved ? undefined : await secondFactors.stepOf(db, account, 'sign_in', providerUser)
      if (step) return step
      if (providerUser) return false
      notified = await this.#rememberClient(db, account, origin)
      await endOldest(db, userId)
      // the owner of the mailbox is back; another person can have the password of an account whose mailbox is not proved
      if (account.mailboxProved) await rateLimits.endRow(db, 'wrongCode', account.email)
      const hashes = { familyHash, secretHash, previousHash: null, rotatedAt: null }
      await db.insert(SessionTable, { id, userId, ...hashes, userAgent: shortened(origin.userAgent), ...times })
      return true
    })
    if (notified) notices.deliver()
    if (typeof opened === 'object') throw new AppError('SECOND_FACTOR_REQUIRED', { secondFactor: opened })
    return opened ? this.#tokens({ id, userId, sessionVersion }, refreshToken, times.expiresAt) : undefined
  }

  /**
   * A new access token and the next refresh token, for the newest refresh token of a session. For 30 s the previous
   * token returns the same successor. Any older token must have been copied, so it ends the session, as does the
   * previous one after that time. Needs no credential. Throws UNAUTHENTICATED for a wrong, expired or used refresh
   * token, RATE_LIMITED after too many tries from one address.
   */
  async refresh(text: string, { ipAddress }: Client): Promise<SessionTokens & { readonly account: User }> {
    const { database, refreshTokens, rateLimits, log } = this.options
    await rateLimits.charge('refresh', { ipAddress })
    const sent = refreshTokens.read(text)
    const found = sent && (await database.write((db) => this.#rotate(db, sent)))
    if (found?.kind === 'reused') {
      const { id: sessionId, userId } = found.session
      log.warn({ userId, sessionId }, 'refresh_token.reused')
      this.options.watch.checkNow(userId)
    }
    if (!sent || found?.kind !== 'rotated') throw new AppError('UNAUTHENTICATED', { message: unknownToken })
    const { account, session } = found
    const { sessionVersion } = account
    return { ...this.#tokens({ ...session, sessionVersion }, sent.next(), session.expiresAt), account }
  }

  /**
   * Records that the person of the caller's session has just proved its identity, and returns until when this counts, in
   * epoch milliseconds. Throws SECOND_FACTOR_REQUIRED as `open`, UNAUTHENTICATED when the session has ended, or the token
   * has none.
   */
  async confirm(caller: UserCaller, { isSecondFactorProved = false } = {}): Promise<number> {
    const { id: userId, session } = caller
    if (!isSecondFactorProved) await this.requireSecondStep(caller)
    const confirmedAt = this.options.clock()
    const isOpen = await this.options.database.write(async (db) => {
      const where = session?.id === undefined ? undefined : { id: session.id, userId }
      return where !== undefined && (await db.update(SessionTable, where, { confirmedAt })) === 1
    })
    if (!isOpen) throw new AppError('UNAUTHENTICATED')
    return confirmedAt + confirmationMs
  }

  /** Throws SECOND_FACTOR_REQUIRED, for `confirmIdentity`, if the account of the session has a second factor. */
  async requireSecondStep(caller: UserCaller): Promise<void> {
    const secondFactor = await this.options.database.write(async (db) =>
      this.options.secondFactors.stepOf(db, await lockOwnAccount(db, caller), 'confirm'),
    )
    if (secondFactor) throw new AppError('SECOND_FACTOR_REQUIRED', { secondFactor })
  }

  /** Ends the session of the credential. A token without a session signs out its account everywhere. */
  async signOut(credential: Credential | undefined): Promise<true> {
    if (credential?.kind !== 'token') throw new AppError('UNAUTHENTICATED')
    const { userId, sessionId } = credential
    if (sessionId === undefined) return this.signOutEverywhere(userId)
    await this.#end(userId, sessionId)
    return true
  }

  /**
   * Ends every session and every token of the account. A token issued after this has resolved is valid, whatever the
   * clock says. API keys stay valid: they are revoked one by one.
   */
  async signOutEverywhere(userId: number): Promise<true> {
    await this.options.database.write((db) => endEverySession(db, userId))
    this.options.watch.checkNow(userId)
    return true
  }

  /** The caller's active sessions, the last used first; at most 100. */
  list({ id: userId }: UserCaller): Promise<Session[]> {
    return this.options.database.read((db) =>
      db.select(
        SessionTable,
        { userId, expiresAt: moreThan(this.options.clock()) },
        { orderBy: { lastUsedAt: 'desc' }, limit: limits.listedSessions },
      ),
    )
  }

  /** Ends one session of the caller and returns its id. Throws NOT_FOUND for any other session. */
  async revoke({ id: userId }: UserCaller, id: string): Promise<string> {
    if (!patterns.uuid.test(id) || !(await this.#end(userId, id))) throw new AppError('NOT_FOUND')
    return id
  }

  /** As `list`, of any account, for the operator. */
  listOf(accountId: string): Promise<Session[]> {
    return this.list({ kind: 'user', id: rowId(accountId) ?? 0, role: 'USER' })
  }

  /** Ends one session of any account, or all, for the operator. Throws NOT_FOUND for a session that it does not have. */
  async endOf(caller: Caller, accountId: string, sessionId: string | null = null): Promise<true> {
    const { database, audit, watch } = this.options
    const userId = rowId(accountId) ?? 0
    if (sessionId !== null && !patterns.uuid.test(sessionId)) throw new AppError('NOT_FOUND')
    await database.write(async (db) => {
      const account = await db.selectOne(UserTable, { id: userId }, { columns: ['username'], lock: 'update' })
      if (sessionId === null) await endEverySession(db, userId)
      else if ((await db.delete(SessionTable, { id: sessionId, userId })) !== 1) throw new AppError('NOT_FOUND')
      if (!account) return
      const target = { kind: 'ACCOUNT', id: userId, label: account.username } as const
      await audit.record(db, caller, { action: 'SESSIONS_ENDED', target, details: { sessionId, revokedKeys: 0 } })
    })
    watch.checkNow(userId)
    return true
  }

  /**
   * Ends every session and token of an account, and on request its API keys, for administrators and the operator. Throws
   * NOT_FOUND for an unknown account, else as `requireConfirmedAdmin`.
   */
  async signOutAccount(
    caller: Caller,
    accountId: string,
    { revokeApiKeys }: { readonly revokeApiKeys: boolean },
  ): Promise<User> {
    const { database, guard, audit, watch } = this.options
    const userId = rowId(accountId)
    if (userId === undefined) throw new AppError('NOT_FOUND')
    const account = await database.write(async (db) => {
      await guard.requireConfirmedAdmin(db, caller)
      const found = await db.selectOne(UserTable, { id: userId }, { lock: 'update' })
      if (!found) throw new AppError('NOT_FOUND')
      await endEverySession(db, userId)
      const revokedKeys = revokeApiKeys ? await db.delete(ApiKeyTable, { userId }) : 0
      const target = { kind: 'ACCOUNT', id: userId, label: found.username } as const
      await audit.record(db, caller, { action: 'SESSIONS_ENDED', target, details: { sessionId: null, revokedKeys } })
      return found
    })
    watch.checkNow(userId)
    return account
  }

  /**
   * Records the kind of client in a sign-in, and a notice to the owner of a proved mailbox about one that is not the first.
   * True with a notice.
   */
  async #rememberClient(db: Queries, account: User, origin: ChangeOrigin): Promise<boolean> {
    const { notices } = this.options
    const { id, signInClients } = account
    const { client } = notices.originOf(origin)
    const known = signInClients?.split('\n') ?? (await this.#clientsOfSessions(db, id))
    if (signInClients !== null && known.includes(client)) return false
    await db.update(UserTable, { id }, { signInClients: [...new Set([...known, client])].join('\n') })
    if (known.length === 0 || known.includes(client) || !account.emailVerified) return false
    await notices.add(db, { account, kind: 'client_added', origin })
    return true
  }

  /** Of an account that has not signed in since an earlier version, which recorded none. */
  async #clientsOfSessions(db: Queries, userId: number): Promise<string[]> {
    const sessions = await db.select(SessionTable, { userId }, { columns: ['userAgent'], limit: limits.sessions })
    return sessions.map(({ userAgent }) => this.options.notices.originOf({ userAgent, ipAddress: null }).client)
  }

  async #end(userId: number, id: string): Promise<boolean> {
    const deleted = await this.options.database.write((db) => db.delete(SessionTable, { id, userId }))
    this.options.watch.checkNow(userId)
    return deleted === 1
  }

  async #rotate(db: Queries, sent: RefreshToken) {
    const now = this.options.clock()
    const where = { familyHash: sent.familyHash }
    const session = await db.selectOne(SessionTable, where, { lock: 'update' })
    if (!session || session.expiresAt <= now) return undefined
    const account = await db.selectOne(UserTable, { id: session.userId })
    if (!account || !isActive(account, now)) return undefined
    if (sent.secretHash === session.secretHash) {
      const expiresAt = now + this.options.refreshLifetimeMs
      const hashes = { secretHash: sent.next().secretHash, previousHash: sent.secretHash }
      await db.update(SessionTable, { id: session.id }, { ...hashes, rotatedAt: now, lastUsedAt: now, expiresAt })
      return { kind: 'rotated', account, session: { ...session, expiresAt } } as const
    }
    if (isRetry(session, sent, now)) return { kind: 'rotated', account, session } as const
    await db.delete(SessionTable, { id: session.id })
    return { kind: 'reused', session } as const
  }

  #tokens(
    { id, userId, sessionVersion }: Pick<Session, 'id' | 'userId'> & Pick<User, 'sessionVersion'>,
    { text }: RefreshToken,
    refreshExpiresAt: number,
  ): SessionTokens {
    const issued = this.options.tokens.issue({ userId, sessionVersion, sessionId: id })
    return { ...issued, refreshToken: text, refreshExpiresAt }
  }
}

const unknownToken = 'This refresh token is wrong, expired or used'

/** Ends the oldest session if the limit is reached. The account must be locked. */
async function endOldest(db: Queries, userId: number): Promise<void> {
  if ((await db.count(SessionTable, { userId })) < limits.sessions) return
  const orderBy = { lastUsedAt: 'asc' } as const
  const oldest = await db.selectOne(SessionTable, { userId }, { orderBy })
  if (oldest) await db.delete(SessionTable, { id: oldest.id })
}

function isRetry({ previousHash, rotatedAt }: Session, { secretHash }: RefreshToken, now: number): boolean {
  return secretHash === previousHash && rotatedAt !== null && now - rotatedAt <= refreshGraceMs
}

function shortened(userAgent: string | null): string | null {
  return userAgent === null ? null : userAgent.slice(0, limits.userAgentLength)
}

function banned(): AppError {
  return new AppError('FORBIDDEN', { message: 'This account is banned' })
}
