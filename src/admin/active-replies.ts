import { AppError } from '@parley/runtime'
import { type Database, oneOf } from '@parley/statements'
import type { Audit } from '../audit/audit.js'
import { GenerationTable } from '../database/tables/generations.js'
import { RoomTable } from '../database/tables/rooms.js'
import type { Kind } from '../kinds.js'
import { activeStatuses, type Generation } from '../replies/generation.js'
import type { QueuePosition } from '../replies/queue-position.js'
import type { RunningReplies } from '../replies/running-replies.js'
import type { Caller } from '../users/caller.js'

// without the texts, which only a caller of the room may read
const columns = ['id', 'roomId', 'ownerId', 'model', 'status', 'interruptions', 'createdAt'] as const

/** A queued or running generation without its message and its text. */
export interface ActiveReply extends Pick<Generation, (typeof columns)[number]>, QueuePosition {
  /** Null when the room is gone. */
  readonly kind: Kind | null
}

/** The oldest of the active generations, and how many there are. */
export interface ActiveRepliesPage {
  readonly totalCount: number
  readonly generations: readonly ActiveReply[]
}

/** The generations of all accounts that have not ended, for administrators. Its callers check the role. */
export class ActiveReplies {
  constructor(
    private readonly database: Database,
    private readonly running: RunningReplies,
    private readonly audit: Audit,
  ) {}

  /** The oldest first. Positions are those that this process knows; with a shared queue all. */
  async list(first: number): Promise<ActiveRepliesPage> {
    const where = { status: oneOf(activeStatuses) }
    const { rows, rooms, totalCount } = await this.database.read(async (db) => {
      const oldest = { columns, orderBy: { createdAt: 'asc', id: 'asc' }, limit: first } as const
      const found = await db.select(GenerationTable, where, oldest)
      const roomIds = [...new Set(found.map(({ roomId }) => roomId))]
      const named = await db.select(RoomTable, { roomId: oneOf(roomIds) }, { columns: ['roomId', 'kind'] })
      return { rows: found, rooms: named, totalCount: await db.count(GenerationTable, where) }
    })
    const kindOf = new Map(rooms.map(({ roomId, kind }) => [roomId, kind]))
    const generations = rows.map(async (row) => {
      const position = await this.running.queuePosition(row)
      return { ...row, ...position, kind: kindOf.get(row.roomId) ?? null }
    })
    return { totalCount, generations: await Promise.all(generations) }
  }

  /** Ends a generation of any account as its owner would, and returns its id. Throws NOT_FOUND unless it waits or runs. */
  async cancel(caller: Caller, id: string): Promise<string> {
    const where = { id, status: oneOf(activeStatuses) }
    const found = await this.database.read((db) =>
      db.selectOne(GenerationTable, where, { columns: ['id', 'roomId', 'ownerId'] }),
    )
    if (!found) throw new AppError('NOT_FOUND', { message: 'No reply of this id waits or runs' })
    const { roomId, ownerId } = found
    const target = { kind: 'GENERATION', id } as const
    await this.audit.recordNow(caller, { action: 'REPLY_CANCELLED', target, details: { ownerId, roomId } })
    await this.running.cancel(found)
    return id
  }
}
