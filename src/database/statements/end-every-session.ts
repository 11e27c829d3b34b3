import { not, plus, type Queries } from '@parley/statements'
import { DataExportTable } from '../tables/data-exports.js'
import { SessionTable } from '../tables/sessions.js'
import { UserTable } from '../tables/users.js'

/** Ends every session but `kept`, every other token and the download link of an account inside a transaction. */
export async function endEverySession(db: Queries, userId: number, kept?: string): Promise<void> {
  await db.update(UserTable, { id: userId }, { sessionVersion: plus(1) })
  await db.delete(SessionTable, { userId, ...(kept === undefined ? {} : { id: not(kept) }) })
  await db.update(DataExportTable, { userId }, { linkHash: null })
}
