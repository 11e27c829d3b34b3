import type { ChatLogStore } from '@parley/chat-log-store'
import { type Database, oneOf, rowId } from '@parley/statements'
import { roomKeyColumns, RoomTable } from '../database/tables/rooms.js'
import type { RoomKey } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Examiner, Finding, FindingsPage, PageRequest, RepairRequest } from './finding.js'

const atOnce = 10

/** Room records without a log room. The log room is created first, so this is never a temporary state. */
export class RecordExaminer implements Examiner {
  constructor(
    private readonly database: Database,
    private readonly chatLogs: ChatLogStore,
    private readonly rooms: Rooms,
  ) {}

  async page({ after, limit }: PageRequest): Promise<FindingsPage> {
    const selection = {
      columns: roomKeyColumns,
      orderBy: { id: 'asc' },
      after: [rowId(after ?? '') ?? 0],
      limit,
    } as const
    const page = await this.database.read((db) => db.select(RoomTable, {}, selection))
    const last = page.at(-1)
    return { examined: page.length, findings: await this.#findings(page), next: last ? String(last.id) : null }
  }

  repair({ subject }: Pick<RepairRequest, 'subject'>): Promise<boolean> {
    return this.rooms.recreateLog(subject)
  }

  async #findings(page: readonly RoomKey[]): Promise<Finding[]> {
    const missing: RoomKey[] = []
    for (let from = 0; from < page.length; from += atOnce) {
      const some = page.slice(from, from + atOnce)
      const exist = await Promise.all(some.map((record) => this.chatLogs.hasRoom(this.rooms.logRoom(record))))
      missing.push(...some.filter((_, index) => exist[index] === false))
    }
    if (missing.length === 0) return []
    // a deletion removes the record first, so records that still exist are real findings
    const where = { id: oneOf(missing.map(({ id }) => id)) }
    return (await this.database.read((db) => db.select(RoomTable, where, { columns: roomKeyColumns }))).map(
      ({ roomId, kind, userId }) => ({
        part: 'records',
        kind: 'record-without-log',
        subject: roomId,
        ownerId: rowId(userId),
        detail: `${kind} room ${roomId} of user id "${userId}" has no log`,
      }),
    )
  }
}
