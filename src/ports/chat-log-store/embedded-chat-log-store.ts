import { In, MoreThanOrEqual } from 'typeorm'
import type { EntityManager } from 'typeorm'
import type { Database } from '../../database/database.js'
import type { Condition } from '../../database/statements/conditions.js'
import { selectPage } from '../../database/statements/select-page.js'
import { selectRows } from '../../database/statements/select-rows.js'
import { LogEntryTable, LogRoomTable } from '../../database/tables/chat-logs.js'
import type { LogDocument, LogEntryRow, LogRoomRow } from '../../database/tables/chat-logs.js'
import { isUniqueViolation } from '../../database/translate-error.js'
import { addRow, increment } from '../../database/statements/write-rows.js'
import { AppError } from '../../errors.js'
import { logRoomKinds } from '../../kinds.js'
import {
  answeredAgain,
  entryWith,
  replaced,
  requireVersion,
  showing,
  shownOf,
  staleEntry,
  staleLog,
} from './alternatives.js'
import type {
  ChatLogStore,
  CutGuard,
  ListedLogRoom,
  LogEntries,
  LogEntry,
  LogPage,
  LogRemnants,
  LogRoomKey,
  LogRoomPage,
  NewLogEntry,
  NewReply,
} from './chat-log-store.js'

const entryPage = selectPage(LogEntryTable)
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
      // the update locks the room's row: the next append waits for this index
      const index = await incrementLastIndex(em, whereRoom(room))
      if (index === undefined) throw new AppError('NOT_FOUND')
      const earlier = source === undefined ? null : await em.findOneBy(LogEntryTable, { roomId: room.id, source })
      if (earlier) {
        await em.decrement(LogRoomTable, { ...room }, 'lastIndex', 1)
        return { entry: entryOf(earlier), appended: false }
      }
      const createdAt = this.clock()
      const { origin = null, ...written } = content
      const document: LogDocument = { ...written, version: 1, createdAt, shown: { number: 1, origin, createdAt } }
      const row = { roomId: room.id, index, source: source ?? null, document }
      await addEntry(em, row)
      return { entry: entryOf(row), appended: true }
    })
  }

  async page(room: LogRoomKey, { after, before, newestFirst, ...bounds }: LogPage): Promise<LogEntries> {
    const where = [
      { column: 'roomId', is: '=', value: room.id },
      { column: 'index', is: '>', value: after ?? 0 },
      { column: 'index', is: '<', value: before ?? Number.MAX_SAFE_INTEGER },
    ] as const
    const orderBy = { column: 'index', descending: newestFirst } as const
    return this.database.read(async (em) => {
      await requireRoom(em, room)
      const { rows, hasMore } = await entryPage(em, { where, orderBy }, bounds)
      return { entries: rows.map(entryOf), hasMore }
    })
  }

  async findEntry(room: LogRoomKey, index: number): Promise<LogEntry | null> {
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

  async replace(room: LogRoomKey, index: number, content: NewLogEntry, expectedVersion?: number): Promise<LogEntry> {
    return this.#change(room, index, (entry) => {
      requireVersion(entry, expectedVersion)
      return replaced(entry, content, this.clock())
    })
  }

  async addReply(room: LogRoomKey, index: number, reply: NewReply): Promise<LogEntry> {
    return this.#change(room, index, (entry) => answeredAgain(entry, reply, this.clock()))
  }

  async choose(room: LogRoomKey, index: number, alternative: number, expectedVersion?: number): Promise<LogEntry> {
    return this.#change(room, index, (entry) => {
      requireVersion(entry, expectedVersion)
      return showing(entry, alternative)
    })
  }

  async remove(room: LogRoomKey, index: number, expectedVersion?: number): Promise<void> {
    await this.database.write(async (em) => {
      await lockRoom(em, room)
      const row = await em.findOneBy(LogEntryTable, { roomId: room.id, index })
      if (!row) throw new AppError('NOT_FOUND')
      requireVersion(row.document, expectedVersion)
      await em.delete(LogEntryTable, { id: row.id })
    })
  }

  async truncate(room: LogRoomKey, from: number, guard: CutGuard = {}): Promise<void> {
    const { expectedVersion, expectedLastIndex } = guard
    await this.database.write(async (em) => {
      await lockRoom(em, room)
      const going = { roomId: room.id, index: MoreThanOrEqual(from) }
      const last = await em.maximum(LogEntryTable, 'index', going)
      if (last === null) return
      if (expectedLastIndex !== undefined && last > expectedLastIndex) throw staleLog()
      const first = await em.findOneBy(LogEntryTable, { roomId: room.id, index: from })
      if (expectedVersion !== undefined && first?.document.version !== expectedVersion) throw staleEntry()
      await em.delete(LogEntryTable, going)
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
    // the kinds by name: that is what the index begins with
    await this.database.write((em) => em.delete(LogRoomTable, { kind: In(logRoomKinds), userId }))
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

  /** One write; nothing is written for an entry that stays the same. */
  async #change(room: LogRoomKey, index: number, change: (entry: LogEntry) => LogEntry): Promise<LogEntry> {
    return this.database.write(async (em) => {
      await lockRoom(em, room)
      const row = await em.findOneBy(LogEntryTable, { roomId: room.id, index })
      if (!row) throw new AppError('NOT_FOUND')
      const before = entryOf(row)
      const entry = change(before)
      if (entry !== before) await em.update(LogEntryTable, { id: row.id }, { document: documentOf(entry) })
      return entry
    })
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
  const { shown = { number: 1, origin: null, createdAt: document.createdAt }, others = [], ...written } = document
  return entryWith({ roomId, index, ...written }, shown, others)
}

function documentOf(entry: LogEntry): LogDocument {
  const { inputData, outputData, imgUrl, version, createdAt, alternatives } = entry
  const { number, origin, createdAt: shownSince } = shownOf(entry)
  const others = alternatives.filter((one) => one.number !== number)
  return {
    inputData,
    outputData,
    imgUrl,
    version,
    createdAt,
    shown: { number, origin, createdAt: shownSince },
    ...(others.length === 0 ? {} : { others }),
  }
}
