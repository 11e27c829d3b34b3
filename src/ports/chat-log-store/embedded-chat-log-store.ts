import { In } from 'typeorm'
import type { EntityManager } from 'typeorm'
import type { Database } from '../../database/database.js'
import type { Condition } from '../../database/conditions.js'
import { selectRows } from '../../database/select-rows.js'
import { LogEntryTable, LogRoomTable } from '../../database/tables/chat-logs.js'
import type { LogDocument, LogEntryRow, LogRoomRow } from '../../database/tables/chat-logs.js'
import { isUniqueViolation } from '../../database/translate-error.js'
import { addRow, increment } from '../../database/write-rows.js'
import { AppError } from '../../errors.js'
import type {
  ChatLogStore,
  ListedLogRoom,
  LogEntry,
  LogPage,
  LogRemnants,
  LogRoomKey,
  LogRoomPage,
  NewLogEntry,
} from './chat-log-store.js'

const entries = selectRows(LogEntryTable)
const roomIds = selectRows(LogRoomTable, ['id'])
const incrementLastIndex = increment(LogRoomTable, 'lastIndex')
const addEntry = addRow(LogEntryTable)
const listedRooms = selectRows(LogRoomTable, ['id', 'kind', 'userId', 'source', 'createdAt'])

/** Chat logs as JSON documents in the relational store, through its one door. */
export class EmbeddedChatLogStore implements ChatLogStore {
  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {}

  async createRoom(room: LogRoomKey, source?: string): Promise<{ id: string; created: boolean }> {
    try {
      return await this.database.write(async (em) => {
        const earlier = await earlierRoom(em, room, source)
        if (earlier) return earlier
        await em.insert(LogRoomTable, { ...room, source: source ?? null, lastIndex: 0, createdAt: this.clock() })
        return { id: room.id, created: true }
      })
    } catch (error) {
      // PostgreSQL: another instance made it in between
      if (!isUniqueViolation(error)) throw error
      const earlier = await this.database.read((em) => earlierRoom(em, room, source))
      if (!earlier) throw error
      return earlier
    }
  }

  async append(room: LogRoomKey, { source, ...content }: NewLogEntry): Promise<{ entry: LogEntry; appended: boolean }> {
    return this.database.write(async (em) => {
      // the update locks the room's row: whoever comes next waits for this index
      const index = await incrementLastIndex(em, whereRoom(room))
      if (index === undefined) throw new AppError('NOT_FOUND')
      const earlier = source === undefined ? null : await em.findOneBy(LogEntryTable, { roomId: room.id, source })
      if (earlier) {
        await em.decrement(LogRoomTable, { ...room }, 'lastIndex', 1)
        return { entry: entryOf(earlier), appended: false }
      }
      const document: LogDocument = { ...content, version: 1, createdAt: this.clock() }
      const row = { roomId: room.id, index, source: source ?? null, document }
      await addEntry(em, row)
      return { entry: entryOf(row), appended: true }
    })
  }

  async page(room: LogRoomKey, { limit, after, before, newestFirst }: LogPage): Promise<LogEntry[]> {
    return this.database.read(async (em) => {
      await requireRoom(em, room)
      const rows = await entries(em, {
        where: [
          { column: 'roomId', is: '=', value: room.id },
          { column: 'index', is: '>', value: after ?? 0 },
          { column: 'index', is: '<', value: before ?? Number.MAX_SAFE_INTEGER },
        ],
        orderBy: { column: 'index', descending: newestFirst },
        limit,
      })
      return rows.map(entryOf)
    })
  }

  async find(room: LogRoomKey, index: number): Promise<LogEntry | null> {
    return this.database.read(async (em) => {
      await requireRoom(em, room)
      const row = await em.findOneBy(LogEntryTable, { roomId: room.id, index })
      return row && entryOf(row)
    })
  }

  async findBySource({ id: roomId, kind, userId }: LogRoomKey, source: string): Promise<LogEntry | null> {
    return this.database.read(async (em) => {
      if (!(await em.existsBy(LogRoomTable, { id: roomId, kind, userId }))) return null
      const row = await em.findOneBy(LogEntryTable, { roomId, source })
      return row && entryOf(row)
    })
  }

  async replace(room: LogRoomKey, index: number, entry: NewLogEntry, expectedVersion?: number): Promise<LogEntry> {
    const { inputData, outputData, imgUrl } = entry
    return this.database.write(async (em) => {
      await lockRoom(em, room)
      const row = await em.findOneBy(LogEntryTable, { roomId: room.id, index })
      if (!row) throw new AppError('NOT_FOUND')
      const { version, createdAt } = row.document
      if (expectedVersion !== undefined && expectedVersion !== version)
        throw new AppError('CONFLICT', { message: 'The entry has been changed since it was read' })
      row.document = { inputData, outputData, imgUrl, version: version + 1, createdAt }
      await em.update(LogEntryTable, { id: row.id }, { document: row.document })
      return entryOf(row)
    })
  }

  async remove(room: LogRoomKey, index: number): Promise<void> {
    await this.database.write(async (em) => {
      await lockRoom(em, room)
      const { affected } = await em.delete(LogEntryTable, { roomId: room.id, index })
      if (affected === 0) throw new AppError('NOT_FOUND')
    })
  }

  async hasRoom(room: LogRoomKey): Promise<boolean> {
    return this.database.read((em) => isThere(em, room))
  }

  async rooms({ limit, after = '' }: LogRoomPage): Promise<ListedLogRoom[]> {
    return this.database.read((em) =>
      listedRooms(em, {
        where: [{ column: 'id', is: '>', value: after }],
        orderBy: { column: 'id', descending: false },
        limit,
      }),
    )
  }

  async deleteRoom(room: LogRoomKey): Promise<boolean> {
    // the entries go with it by the foreign key
    const { affected } = await this.database.write((em) => em.delete(LogRoomTable, { ...room }))
    return (affected ?? 0) > 0
  }

  async deleteRoomsOf(userId: string): Promise<void> {
    // both kinds by name: that is what the index begins with
    await this.database.write((em) => em.delete(LogRoomTable, { kind: In(['chatbot', 'office']), userId }))
  }

  /** None: a foreign key ties entries to their room. */
  remnants(): Promise<LogRemnants> {
    return Promise.resolve({ names: [], next: null })
  }

  removeRemnant(): Promise<boolean> {
    return Promise.resolve(false)
  }

  ping(): Promise<void> {
    return this.database.ping()
  }
}

/** The room that a creation finds there already: the one of its source, else the one of its id. */
async function earlierRoom(em: EntityManager, room: LogRoomKey, source: string | undefined) {
  const { id, kind, userId } = room
  const kept = source === undefined ? null : await em.findOneBy(LogRoomTable, { kind, userId, source })
  const existing = kept ?? (await em.findOneBy(LogRoomTable, { id }))
  if (!existing) return undefined
  if (existing.kind !== kind || existing.userId !== userId) throw new AppError('CONFLICT')
  return { id: existing.id, created: false }
}

async function requireRoom(em: EntityManager, room: LogRoomKey): Promise<void> {
  if (!(await isThere(em, room))) throw new AppError('NOT_FOUND')
}

async function isThere(em: EntityManager, room: LogRoomKey): Promise<boolean> {
  const [found] = await roomIds(em, { where: whereRoom(room) })
  return found !== undefined
}

function whereRoom({ id, kind, userId }: LogRoomKey): readonly Condition<LogRoomRow>[] {
  return [
    { column: 'id', is: '=', value: id },
    { column: 'kind', is: '=', value: kind },
    { column: 'userId', is: '=', value: userId },
  ]
}

/** Makes writers of one room take turns on PostgreSQL too. */
async function lockRoom(em: EntityManager, room: LogRoomKey): Promise<void> {
  const { affected } = await em.increment(LogRoomTable, { ...room }, 'lastIndex', 0)
  if (affected === 0) throw new AppError('NOT_FOUND')
}

function entryOf({ roomId, index, document }: Omit<LogEntryRow, 'id'>): LogEntry {
  const { inputData, outputData, imgUrl, version, createdAt } = document
  return { roomId, index, inputData, outputData, imgUrl, version, createdAt }
}
