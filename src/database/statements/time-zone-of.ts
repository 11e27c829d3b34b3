import type { Queries } from '@parley/statements'
import { UserTable } from '../tables/users.js'

/** The time zone that an account has set; null without one. */
export async function timeZoneOf(db: Queries, accountId: number): Promise<string | null> {
  const account = await db.selectOne(UserTable, { id: accountId }, { columns: ['timeZone'] })
  return account?.timeZone ?? null
}
