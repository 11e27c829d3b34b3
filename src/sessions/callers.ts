import type { Database } from '../database/database.js'
import { SessionTable } from '../database/tables/sessions.js'
import { UserTable } from '../database/tables/users.js'
import type { AdminList } from '../users/admin-list.js'
import type { UserCaller } from '../users/caller.js'
import type { TokenClaims, Tokens } from '../users/tokens.js'
import { isBanned } from './ban.js'
import type { TokenCredential } from './credential.js'
import type { Session } from './session.js'

interface Known {
  readonly caller: UserCaller
  readonly credential: TokenCredential
}

interface CallersOptions {
  readonly database: Database
  readonly tokens: Tokens
  readonly adminList: AdminList
  /** Epoch milliseconds. */
  readonly clock: () => number
}

const lastUsePrecisionMs = 300_000

/** The columns of an account that decide whether its credentials are valid, and its role. */
export const callerColumns = [
  'id',
  'role',
  'sessionVersion',
  'email',
  'emailKey',
  'emailVerified',
  'bannedAt',
  'bannedUntil',
] as const

const useColumns = ['id', 'userId', 'lastUsedAt'] as const

type Use = Pick<Session, (typeof useColumns)[number]>

/** Identifies the caller of a token (contract: sign-in.3, access.6). */
export class Callers {
  constructor(private readonly options: CallersOptions) {}

  /**
   * The sender of this token; undefined when the token is invalid, expired or signed out, or its account is banned or
   * deleted. The role is read from the store. A token without `sid` has no session: only the account's version decides.
   */
  async identify(token: string): Promise<Known | undefined> {
    const { database, adminList, tokens, clock } = this.options
    const claims = tokens.verify(token)
    if (!claims) return undefined
    const { userId, sessionId, sessionVersion, expiresAt } = claims
    const where = { id: userId }
    const [[user], session] = await Promise.all([
      database.read((db) => db.select(UserTable, where, { columns: callerColumns })),
      this.#sessionOf(claims),
    ])
    if (user?.sessionVersion !== sessionVersion || session === 'over' || isBanned(user, clock())) return undefined
    if (session) await this.#recordUse(session)
    const role = adminList.roleOf(user)
    const credential = { kind: 'token', userId, sessionVersion, sessionId, role, expiresAt } as const
    return { caller: { kind: 'user', id: userId, role }, credential }
  }

  async #sessionOf({ userId, sessionId }: TokenClaims): Promise<Use | 'over' | undefined> {
    if (sessionId === undefined) return undefined
    const where = { id: sessionId }
    const session = await this.options.database.read((db) => db.selectOne(SessionTable, where, { columns: useColumns }))
    return session?.userId === userId ? session : 'over'
  }

  async #recordUse({ id, lastUsedAt }: Use): Promise<void> {
    const now = this.options.clock()
    if (now - lastUsedAt < lastUsePrecisionMs) return
    const written = this.options.database.write((db) => db.update(SessionTable, { id }, { lastUsedAt: now }))
    // only information for the owner, and the next use writes it again: a valid token must not fail because of it
    await written.catch(() => undefined)
  }
}
