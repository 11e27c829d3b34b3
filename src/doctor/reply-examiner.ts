import { type Database, oneOf, type Queries } from '@parley/statements'
import { GenerationTable } from '../database/tables/generations.js'
import { RoomTable } from '../database/tables/rooms.js'
import type { Generation } from '../replies/generation.js'
import type { RunningReplies } from '../replies/running-replies.js'
import type { Examiner, Finding, FindingsPage, PageRequest, RepairRequest } from './finding.js'

type Reply = Pick<Generation, 'id' | 'roomId'>

const columns = ['id', 'roomId'] as const

/** Generations without a room: they refer to it by its UUID, without a foreign key. */
export class ReplyExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly running: RunningReplies,
  ) {}

  async page({ after, limit }: PageRequest): Promise<FindingsPage> {
    const selection = { columns, orderBy: { id: 'asc' }, after: [after ?? ''], limit } as const
    const page = await this.database.read((db) => db.select(GenerationTable, {}, selection))
    return { examined: page.length, findings: await this.#findings(page), next: page.at(-1)?.id ?? null }
  }

  async repair({ subject }: Pick<RepairRequest, 'subject'>): Promise<boolean> {
    const isGone = await this.database.write(async (db) => {
      const reply = await db.selectOne(GenerationTable, { id: subject }, { columns, lock: 'update' })
      if (!reply || (await withoutRoom(db, [reply])).length === 0) return false
      await db.delete(GenerationTable, { id: subject })
      return true
    })
    if (isGone) this.running.abandon([subject])
    return isGone
  }

  async #findings(page: readonly Reply[]): Promise<Finding[]> {
    const missing = await this.database.read((db) => withoutRoom(db, page))
    if (missing.length === 0) return []
    // a deletion removes both in one transaction, so generations that still exist are real findings
    const where = { id: oneOf(missing.map(({ id }) => id)) }
    return (await this.database.read((db) => db.select(GenerationTable, where, { columns }))).map(({ id, roomId }) => ({
      part: 'replies',
      kind: 'reply-without-room',
      subject: id,
      detail: `reply ${id} is of room ${roomId}, which is gone`,
    }))
  }
}

async function withoutRoom(db: Queries, page: readonly Reply[]): Promise<Reply[]> {
  const where = { roomId: oneOf(page.map(({ roomId }) => roomId)) }
  const existing = new Set((await db.select(RoomTable, where, { columns: ['roomId'] })).map(({ roomId }) => roomId))
  return page.filter(({ roomId }) => !existing.has(roomId))
}
