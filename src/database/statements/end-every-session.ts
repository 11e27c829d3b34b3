import { not, plus, type Queries } from '@parley/statements'
import { DataExportTable } from '../tables/data-exports.js'
import { SessionTable } from '../tables/sessions.js'
import { UserTable } from '../tables/users.js'

interface KeptSession {
  /** Undefined for a token without a session: then none is kept. */
  readonly id: string | undefined
  /** That of the token of the request. */
  readonly version: number
}

/** Ends every session but `kept`, every other token and the download link of an account inside a transaction. */
export async function endEverySession(db: Queries, userId: number, kept?: KeptSession): Promise<void> {
  await db.update(UserTable, { id: userId }, { sessionVersion: plus(1) })
  const id = kept?.id
  await db.delete(SessionTable, { userId, ...(id === undefined ? {} : { id: not(id) }) })
  if (id !== undefined) await db.update(SessionTable, { id, userId }, { keptVersion: kept?.version ?? null })
  await db.update(DataExportTable, { userId }, { linkHash: null })
}
