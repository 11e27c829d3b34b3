import type { EntityManager } from 'typeorm'
import type { Database } from '../database/database.js'
import { selectRows } from '../database/statements/select-rows.js'
import { GenerationTable } from '../database/tables/generations.js'
import { RoomTable } from '../database/tables/rooms.js'
import type { Generation } from '../replies/generation.js'
import type { RunningReplies } from '../replies/running-replies.js'
import { pageByText } from './page-by-id.js'
import type { Examiner, Finding, FindingsPage, PageRequest } from './finding.js'

type Reply = Pick<Generation, 'id' | 'roomId'>

const replies = selectRows(GenerationTable, ['id', 'roomId'])
const rooms = selectRows(RoomTable, ['roomId'])

/** Generations whose room is gone: they name it by its UUID, which no foreign key knows. */
export class ReplyExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly running: RunningReplies,
  ) {}

  async page({ after, limit }: PageRequest): Promise<FindingsPage> {
    const page = await this.database.read((em) => replies(em, pageByText({ after, limit })))
    return { looked: page.length, findings: await this.#findings(page), next: page.at(-1)?.id ?? null }
  }

  async mend({ subject }: Pick<Finding, 'subject'>): Promise<boolean> {
    const isGone = await this.database.write(async (em) => {
      const [reply] = await replies(em, { where: [{ column: 'id', is: '=', value: subject }], lock: 'update' })
      if (!reply || (await withoutRoom(em, [reply])).length === 0) return false
      await em.delete(GenerationTable, { id: subject })
      return true
    })
    if (isGone) this.running.abandon([subject])
    return isGone
  }

  async #findings(page: readonly Reply[]): Promise<Finding[]> {
    const missing = await this.database.read((em) => withoutRoom(em, page))
    if (missing.length === 0) return []
    // a deletion removes both in one write
    const where = [{ column: 'id', is: 'in', values: missing.map(({ id }) => id) }] as const
    return (await this.database.read((em) => replies(em, { where }))).map(({ id, roomId }) => ({
      part: 'replies',
      kind: 'reply-without-room',
      subject: id,
      detail: `reply ${id} is of room ${roomId}, which is gone`,
    }))
  }
}

async function withoutRoom(em: EntityManager, page: readonly Reply[]): Promise<Reply[]> {
  const where = [{ column: 'roomId', is: 'in', values: page.map(({ roomId }) => roomId) }] as const
  const there = new Set((await rooms(em, { where })).map(({ roomId }) => roomId))
  return page.filter(({ roomId }) => !there.has(roomId))
}
