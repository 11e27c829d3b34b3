import { type Queries, Statement, toOwnValues } from '@parley/statements'
import type { User } from '../../users/user.js'
import { UserTable } from '../tables/users.js'

interface TokenOwner {
  readonly userId: number
  /** Undefined for a token without a session. */
  readonly sessionId: string | undefined
}

/**
 * The account of a token, with the time when its session was last used, in epoch milliseconds: null when the account
 * has no such session. One statement, since every request with a token runs it.
 */
export async function selectTokenAccount<Column extends keyof User>(
  db: Queries,
  { userId, sessionId }: TokenOwner,
  columns: readonly Column[],
): Promise<(Pick<User, Column> & { readonly lastUsedAt: number | null }) | undefined> {
  const statement = new Statement(db.driver, `SELECT ${UserTable.list(columns)}`)
  statement.add(`, (SELECT last_used_at FROM sessions WHERE id = ${statement.placeholder(sessionId ?? null)}`)
  statement.add(' AND user_id = users.id) AS "lastUsedAt" FROM users')
  statement.where(UserTable, { id: userId })
  const { rows } = await db.run<Pick<User, Column> & { lastUsedAt: number | string | null }>(statement, 'one row')
  toOwnValues(rows, UserTable, { columns, driver: db.driver })
  const [row] = rows
  return row && { ...row, lastUsedAt: row.lastUsedAt === null ? null : Number(row.lastUsedAt) }
}
