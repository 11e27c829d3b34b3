import type { Queries } from '@parley/statements'
import type { Room } from '../../rooms/room.js'
import { UserTable } from '../tables/users.js'

const columns = ['defaultInstructions', 'defaultModel'] as const

/** What an account has chosen for its new rooms. */
export async function roomDefaultsOf(db: Queries, accountId: number): Promise<Pick<Room, 'instructions' | 'model'>> {
  const account = await db.selectOne(UserTable, { id: accountId }, { columns })
  return { instructions: account?.defaultInstructions ?? null, model: account?.defaultModel ?? null }
}
