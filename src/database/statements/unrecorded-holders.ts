import { type LogRoomKey, logRoomKinds } from '@parley/chat-log-store'
import { type Queries, Statement } from '@parley/statements'

interface HeldRoom extends LogRoomKey {
  readonly isOwned: boolean
}

/** See `LogRecords`. */
export async function unrecordedHolders(db: Queries, limit: number, userId?: string): Promise<HeldRoom[]> {
  const statement = new Statement(
    db.driver,
    'SELECT l.id, l.kind, l.user_id AS "userId", r.owner_id IS NOT NULL AS "isOwned"' +
      " FROM log_rooms l JOIN rooms r ON r.room_id = l.id WHERE l.holder = 'service'",
  )
  // lists the kinds, because the index begins with the kind
  if (userId !== undefined)
    statement.add(
      ` AND l.kind IN (${statement.placeholders(logRoomKinds)}) AND l.user_id = ${statement.placeholder(userId)}`,
    )
  const { rows } = await db.run<HeldRoom>(statement.add(` LIMIT ${limit}`))
  return rows
}
