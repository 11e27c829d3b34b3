import type { Queries } from './queries.js'
import { Statement } from './statement.js'

/**
 * Ends the transaction when its process sends nothing for `ms`, because it is frozen: the locks would block every other
 * instance. SQLite has one process.
 */
export async function limitIdleTime(db: Queries, ms: number): Promise<void> {
  if (db.driver === 'postgres')
    await db.run(new Statement(db.driver, `SET LOCAL idle_in_transaction_session_timeout = ${ms}`))
}
