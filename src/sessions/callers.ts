import type { Database } from '@parley/statements'
import { recordLastUse } from '../database/statements/record-last-use.js'
import { selectTokenAccount } from '../database/statements/select-token-account.js'
import { SessionTable } from '../database/tables/sessions.js'
import type { UserCaller } from '../users/caller.js'
import type { Tokens } from '../users/tokens.js'
import type { AdminRoles } from './admin-roles.js'
import { activityColumns, isActive } from './ban.js'
import { isCurrent } from './session.js'
import type { TokenCredential } from './credential.js'

const lastUsePrecisionMs = 300_000

/** The columns of an account that decide whether its credentials are valid, and its role. */
export const callerColumns = [
  'id',
  'role',
  'sessionVersion',
  'email',
  'emailKey',
  'mailboxProved',
  ...activityColumns,
] as const

/** Identifies the caller of a token (contract: sign-in.3, access.6). */
export class Callers {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly tokens: Tokens
      readonly adminRoles: AdminRoles
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {}

  /**
   * The sender of this token; undefined when the token is invalid, expired or signed out, or its account is banned,
   * not approved or deleted. The role is read from the store; that of an administrator without a
   * required second factor is USER. A token without `sid` has no session: only the account's
   * version decides.
   */
  async identify(
    token: string,
  ): Promise<{ readonly caller: UserCaller; readonly credential: TokenCredential } | undefined> {
    const claims = this.options.tokens.verify(token)
    const caller = claims && (await this.ofSession(claims))
    if (!caller) return undefined
    const { userId, sessionId, sessionVersion, expiresAt } = claims
    const credential = { kind: 'token', userId, sessionVersion, sessionId, role: caller.role, expiresAt } as const
    return { caller, credential }
  }

  /** The caller of a session, or of an account without one; undefined as `identify`. */
  async ofSession(session: {
    readonly userId: number
    /** Undefined for a token without a session. */
    readonly sessionId: string | undefined
    readonly sessionVersion: number
  }): Promise<UserCaller | undefined> {
    const { database, adminRoles, clock } = this.options
    const { userId, sessionId, sessionVersion } = session
    const account = await database.read((db) => selectTokenAccount(db, { userId, sessionId }, callerColumns))
    if (!account || !isCurrent(sessionVersion, account, account) || !isActive(account, clock())) return undefined
    if (sessionId !== undefined) {
      if (account.lastUsedAt === null) return undefined
      await this.#recordUse(sessionId, account.lastUsedAt)
    }
    const { role, lacksSecondFactor } = (await adminRoles.of([account]))(account)
    const known = { id: sessionId, version: sessionVersion }
    return { kind: 'user', id: userId, role, session: known, ...(lacksSecondFactor && { lacksSecondFactor }) }
  }

  async #recordUse(id: string, lastUsedAt: number): Promise<void> {
    const now = this.options.clock()
    if (now - lastUsedAt < lastUsePrecisionMs) return
    await recordLastUse(this.options.database, (db) => db.update(SessionTable, { id }, { lastUsedAt: now }))
  }
}
