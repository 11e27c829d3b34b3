import { oneOf, type Queries } from '@parley/statements'
import { activeStatuses } from '../../replies/generation.js'
import { GenerationTable } from '../tables/generations.js'

/** Whether a reply is queued or running in a room. */
export const hasActiveReply = async (db: Queries, roomId: string): Promise<boolean> =>
  (await db.selectOne(GenerationTable, { roomId, status: oneOf(activeStatuses) }, { columns: ['id'] })) !== undefined
