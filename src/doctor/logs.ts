import type { Database } from '../database/database.js'
import { highestId } from '../database/highest-id.js'
import { selectRows } from '../database/select-rows.js'
import { RoomTable } from '../database/tables/rooms.js'
import { UserTable } from '../database/tables/users.js'
import type { LogRoomPurges } from '../deletion/log-room-purges.js'
import type { ChatLogStore, ListedLogRoom } from '../ports/chat-log-store/chat-log-store.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Examiner, Finding, FindingKind, FindingsPage, PageRequest } from './finding.js'

export interface LogExaminerOptions {
  readonly database: Database
  readonly chatLogs: ChatLogStore
  readonly rooms: Rooms
  readonly purges: LogRoomPurges
}

interface Suspect {
  readonly room: ListedLogRoom
  readonly kind: FindingKind
}

const records = selectRows(RoomTable, ['roomId', 'kind', 'userId'])
const userIds = selectRows(UserTable, ['id'])

const words: Readonly<Partial<Record<FindingKind, string>>> = {
  'log-without-record': 'was made for a record that is gone',
  'log-of-deleted-account': 'has the user id of a deleted account',
  'entries-without-log': 'is gone, and entries of it are left',
}

/**
 * Log rooms that should have gone. One that the chat-log service made alone is nobody's orphan: whoever knows its key uses
 * it, and no record says so.
 */
export class LogExaminer implements Examiner {
  constructor(private readonly options: LogExaminerOptions) {}

  async page({ after, limit, before }: PageRequest): Promise<FindingsPage> {
    const { chatLogs, purges } = this.options
    const page = await chatLogs.rooms({ limit, after: after ?? undefined })
    const old = page.filter(({ createdAt }) => createdAt < before)
    const suspects = await this.#confirmed(await this.#suspects(old))
    const findings = suspects.map(({ room, kind }): Finding => {
      const detail = `${room.kind} log ${room.id} of user id "${room.userId}" ${words[kind] ?? ''}`
      return { part: 'logs', kind, subject: purges.nameOf(room), detail }
    })
    return { looked: page.length, findings, next: page.at(-1)?.id ?? null }
  }

  /** Takes the log away, unless it has a record by now. */
  async mend({ kind, subject }: Pick<Finding, 'kind' | 'subject'>): Promise<boolean> {
    const { purges } = this.options
    const key = purges.named(subject)
    if (!key || (await purges.isGoing(key))) return false
    const isOfAccount = kind === 'log-of-deleted-account'
    if (isOfAccount && !(await this.#deletedAccounts([key.userId])).has(key.userId)) return false
    return purges.discard(key, (em) => em.existsBy(RoomTable, { roomId: key.id }))
  }

  async #suspects(page: readonly ListedLogRoom[]): Promise<Suspect[]> {
    const { database, rooms, purges } = this.options
    const where = [{ column: 'roomId', is: 'in', values: page.map(({ id }) => id) }] as const
    const found = await database.read((em) => records(em, { where }))
    const recorded = new Set(found.map((record) => purges.nameOf(rooms.logRoom(record))))
    const unrecorded = page.filter((room) => room.isRemnant || !recorded.has(purges.nameOf(room)))
    const gone = await this.#deletedAccounts(unrecorded.map(({ userId }) => userId))
    return unrecorded.flatMap((room) => {
      if (room.isRemnant) return { room, kind: 'entries-without-log' }
      if (rooms.isForRecord(room)) return { room, kind: 'log-without-record' }
      return gone.has(room.userId) ? { room, kind: 'log-of-deleted-account' } : []
    })
  }

  /** Without those that a deletion has noted, or has taken meanwhile. */
  async #confirmed(suspects: readonly Suspect[]): Promise<Suspect[]> {
    if (suspects.length === 0) return []
    const { chatLogs, purges } = this.options
    const going = await purges.going(suspects.map(({ room }) => room))
    const staying = suspects.filter(({ room }) => !going.some(({ id }) => id === room.id))
    const confirmed: Suspect[] = []
    for (const suspect of staying)
      if (suspect.room.isRemnant || (await chatLogs.hasRoom(suspect.room))) confirmed.push(suspect)
    return confirmed
  }

  /** Those of the texts that were the id of an account once. */
  async #deletedAccounts(texts: readonly string[]): Promise<Set<string>> {
    const numbers = [...new Set(texts)].filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number)
    if (numbers.length === 0) return new Set()
    return this.options.database.read(async (em) => {
      const highest = await highestId(em, UserTable)
      const there = await userIds(em, { where: [{ column: 'id', is: 'in', values: numbers }] })
      const living = new Set(there.map(({ id }) => id))
      return new Set(numbers.filter((id) => id <= highest && !living.has(id)).map(String))
    })
  }
}
