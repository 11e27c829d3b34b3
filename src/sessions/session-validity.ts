import { type Database, oneOf } from '@parley/statements'
import { ApiKeyTable } from '../database/tables/api-keys.js'
import { SessionTable } from '../database/tables/sessions.js'
import { UserTable } from '../database/tables/users.js'
import type { AdminRoles } from './admin-roles.js'
import { isBanned } from './ban.js'
import { callerColumns } from './callers.js'
import type { Credential, Ending } from './credential.js'
import { isCurrent } from './session.js'

interface ValidityQuery {
  readonly credentials: readonly Credential[]
  readonly adminRoles: AdminRoles
  /** Epoch milliseconds. */
  readonly now: number
}

/** Checks credentials in one read. Returns for each why it has ended, or undefined while it is valid. */
export async function readValidity(
  database: Database,
  { credentials, adminRoles, now }: ValidityQuery,
): Promise<(credential: Credential) => Ending | undefined> {
  const userIds = [...new Set(credentials.map(({ userId }) => userId))]
  const sessionIds = new Set<string>()
  const keyIds = new Set<number>()
  for (const credential of credentials) {
    if (credential.kind === 'key') keyIds.add(credential.keyId)
    else if (credential.sessionId !== undefined) sessionIds.add(credential.sessionId)
  }
  const [users, openSessions, liveKeys] = await Promise.all([
    database.read((db) => db.select(UserTable, { id: oneOf(userIds) }, { columns: callerColumns })),
    sessionIds.size === 0 ? [] : database.read((db) => db.select(SessionTable, { id: oneOf([...sessionIds]) })),
    keyIds.size === 0 ? [] : database.read((db) => db.select(ApiKeyTable, { id: oneOf([...keyIds]) })),
  ])
  const roleOf = await adminRoles.of(users)
  const byId = new Map(users.map((user) => [user.id, user]))
  const open = new Map(openSessions.map((session) => [session.id, session]))
  // the end and the scopes of a key can change
  const live = new Map(
    liveKeys
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map(({ id, scopes }) => [id, scopes] as const),
  )

  return (credential) => {
    const user = byId.get(credential.userId)
    if (!user) return 'deleted'
    if (isBanned(user, now)) return 'banned'
    if (user.awaitingApprovalSince !== null) return 'signed out'
    if (credential.kind === 'key')
      return live.get(credential.keyId)?.includes(credential.scope) ? undefined : 'signed out'
    const { sessionId, sessionVersion, role } = credential
    const session = sessionId === undefined ? null : open.get(sessionId)
    if (session === undefined || !isCurrent(sessionVersion, user, session)) return 'signed out'
    return role === 'ADMIN' && roleOf(user).role !== 'ADMIN' ? 'demoted' : undefined
  }
}
