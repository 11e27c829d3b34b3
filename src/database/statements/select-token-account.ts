import { type Queries, Statement, toOwnValues } from '@parley/statements'
import type { User } from '../../users/user.js'
import { UserTable } from '../tables/users.js'

interface TokenOwner {
  readonly userId: number
  /** Undefined for a token without a session. */
  readonly sessionId: string | undefined
}

/** Of the session of a token; null when the account has no such session. */
interface SessionState {
  /** Epoch milliseconds. */
  readonly lastUsedAt: number | null
  /** Null also without a kept version. */
  readonly keptVersion: number | null
}

const sessionColumns = { lastUsedAt: 'last_used_at', keptVersion: 'kept_version' } as const satisfies Record<
  keyof SessionState,
  string
>
const numberOf = (value: number | string | null) => (value === null ? null : Number(value))

/**
 * The account of a token, with the state of its session. One statement, since every request with a token runs it.
 */
export async function selectTokenAccount<Column extends keyof User>(
  db: Queries,
  { userId, sessionId }: TokenOwner,
  columns: readonly Column[],
): Promise<(Pick<User, Column> & SessionState) | undefined> {
  const statement = new Statement(db.driver, `SELECT ${UserTable.list(columns)}`)
  for (const [name, column] of Object.entries(sessionColumns)) {
    statement.add(`, (SELECT ${column} FROM sessions WHERE id = ${statement.placeholder(sessionId ?? null)}`)
    statement.add(` AND user_id = users.id) AS "${name}"`)
  }
  statement.add(' FROM users')
  statement.where(UserTable, { id: userId })
  const { rows } = await db.run<Pick<User, Column> & Record<keyof SessionState, number | string | null>>(
    statement,
    'one row',
  )
  toOwnValues(rows, UserTable, { columns, driver: db.driver })
  const [row] = rows
  return row && { ...row, lastUsedAt: numberOf(row.lastUsedAt), keptVersion: numberOf(row.keptVersion) }
}
