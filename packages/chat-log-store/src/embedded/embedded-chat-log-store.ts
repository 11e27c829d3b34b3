import { AppError } from '@parley/runtime'
import {
  type Database,
  deleteInSlices,
  idOf,
  isUniqueViolation,
  moreThan,
  oneOf,
  plus,
  type Queries,
  selectPage,
  type Where,
} from '@parley/statements'
import { mergeKeys } from './search-index.js'
import { documentOf, entryOf, type LogDocument, LogEntryTable, type LogRoomRow, LogRoomTable } from './tables.js'
import {
  additionsOf,
  requireVersion,
  staleEntry,
  staleLog,
  withContent,
  withLongerReply,
  withReply,
  withShown,
} from '../alternatives.js'
import {
  type ChatLogStore,
  type CutGuard,
  type EntryChange,
  type FoundEntries,
  type ListedLogRoom,
  type LogCut,
  type LogEntries,
  type LogEntry,
  type LogPage,
  type LogRemnants,
  type LogRoomHolder,
  type LogRoomKey,
  type LogRoomPage,
  type LogSearch,
  type LongerReply,
  type NewLogEntry,
  type NewReply,
  type UnindexedEntries,
  logRoomKinds,
} from '../chat-log-store.js'
import { EmbeddedCuts, isHidden, visible } from './embedded-cuts.js'
import { EmbeddedLogSearch, indexWritten } from './embedded-log-search.js'
import type { LogRecords } from './log-records.js'

const entryPage = selectPage(LogEntryTable, ['id', 'index', 'document'])
const noRows = { rows: [], hasMore: false }
const counted = { changes: { lastIndex: plus(1) }, columns: ['lastIndex', 'holder'] } as const
const heldColumns = ['holder'] as const
const listedColumns = ['id', 'kind', 'userId', 'source', 'createdAt', 'holder'] as const

/** Chat logs as JSON documents in the relational store. */
export class EmbeddedChatLogStore implements ChatLogStore {
  readonly #cuts: EmbeddedCuts
  readonly #search: EmbeddedLogSearch

  constructor(
    private readonly database: Database,
    records: LogRecords,
    private readonly clock: () => number = Date.now,
  ) {
    this.#cuts = new EmbeddedCuts(database, records, clock)
    this.#search = new EmbeddedLogSearch(database, this.#cuts, records)
  }

  async createRoom(
    room: LogRoomKey,
    source?: string,
    holder: LogRoomHolder = 'account',
  ): Promise<{ id: string; created: boolean }> {
    try {
      return await this.database.write(async (db) => {
        const earlier = await earlierRoom(db, room, source)
        if (earlier) return earlier
        const made = { source: source ?? null, lastIndex: 0, createdAt: this.clock(), holder }
        await db.insert(LogRoomTable, { ...keyOf(room), ...made })
        return { id: room.id, created: true }
      })
    } catch (error) {
      // PostgreSQL: another instance created the room at the same time
      if (!isUniqueViolation(error)) throw error
      const earlier = await this.database.read((db) => earlierRoom(db, room, source))
      if (!earlier) throw error
      return earlier
    }
  }

  async append(room: LogRoomKey, { source, ...content }: NewLogEntry): Promise<{ entry: LogEntry; appended: boolean }> {
    await this.#cuts.load()
    return this.database.write(async (db) => {
      // the update locks the room's row, so the next append waits until this index is committed
      const found = await db.updateReturning(LogRoomTable, keyOf(room), counted)
      if (!found) throw new AppError('NOT_FOUND')
      const { lastIndex: index, holder } = found
      const earlier = source === undefined ? null : await db.selectOne(LogEntryTable, { roomId: room.id, source })
      if (earlier && isHidden(this.#cuts.of(room.id), earlier.index)) await db.delete(LogEntryTable, { id: earlier.id })
      else if (earlier) {
        await db.update(LogRoomTable, keyOf(room), { lastIndex: plus(-1) })
        return { entry: entryOf(earlier, room.id), appended: false }
      }
      const createdAt = this.clock()
      const { origin = null, thoughts, sources, sender, attachments, ...written } = content
      const shown = { number: 1, ...additionsOf({ thoughts, sources }), origin, createdAt }
      const asked = { ...(sender ? { sender } : {}), ...(attachments?.length ? { attachments } : {}) }
      const document: LogDocument = { ...written, ...asked, version: 1, createdAt, shown }
      const row = { roomId: room.id, index, source: source ?? null, document }
      const id = await db.insertReturningId(LogEntryTable, row)
      if (holder === 'account') await indexWritten(db, room.userId, { id, ...row })
      return { entry: entryOf(row, room.id), appended: true }
    })
  }

  async page(room: LogRoomKey, { after, before, newestFirst, ...bounds }: LogPage): Promise<LogEntries> {
    const indexes = { low: (after ?? 0) + 1, high: (before ?? Number.MAX_SAFE_INTEGER) - 1 }
    const orderBy = { index: newestFirst ? 'desc' : 'asc' } as const
    return this.#read(room, async (db, cuts) => {
      const where = visible(idOf(LogRoomTable, keyOf(room)), indexes, cuts)
      const { rows, hasMore } = where ? await entryPage(db, { where, orderBy }, bounds) : noRows
      if (rows.length === 0) await requireRoom(db, room)
      return { entries: rows.map((row) => entryOf(row, room.id)), hasMore }
    })
  }

  async findEntry(room: LogRoomKey, index: number): Promise<LogEntry | null> {
    return this.#read(room, async (db, cuts) => {
      const row = await db.selectOne(LogEntryTable, { roomId: idOf(LogRoomTable, keyOf(room)), index })
      if (row && !isHidden(cuts, index)) return entryOf(row, room.id)
      await requireRoom(db, room)
      return null
    })
  }

  async findBySource(room: LogRoomKey, source: string): Promise<LogEntry | null> {
    const where = { roomId: idOf(LogRoomTable, keyOf(room)), source }
    return this.#read(room, async (db, cuts) => {
      const row = await db.selectOne(LogEntryTable, where)
      return row && !isHidden(cuts, row.index) ? entryOf(row, room.id) : null
    })
  }

  async replace(room: LogRoomKey, index: number, content: EntryChange, expectedVersion?: number): Promise<LogEntry> {
    return this.#change(room, index, (entry) => {
      requireVersion(entry, expectedVersion)
      return withContent(entry, content, this.clock())
    })
  }

  async addReply(room: LogRoomKey, index: number, reply: NewReply): Promise<LogEntry> {
    return this.#change(room, index, (entry) => withReply(entry, reply, this.clock()))
  }

  async continueReply(room: LogRoomKey, index: number, reply: LongerReply): Promise<LogEntry> {
    return this.#change(room, index, (entry) => withLongerReply(entry, reply))
  }

  async choose(room: LogRoomKey, index: number, alternative: number, expectedVersion?: number): Promise<LogEntry> {
    return this.#change(room, index, (entry) => {
      requireVersion(entry, expectedVersion)
      return withShown(entry, alternative)
    })
  }

  async remove(room: LogRoomKey, index: number, expectedVersion?: number): Promise<void> {
    await this.#cuts.load()
    await this.database.write(async (db) => {
      await lockRoom(db, room)
      const row = await db.selectOne(LogEntryTable, { roomId: room.id, index })
      if (!row || isHidden(this.#cuts.of(room.id), index)) throw new AppError('NOT_FOUND')
      requireVersion(row.document, expectedVersion)
      await db.delete(LogEntryTable, { id: row.id })
    })
  }

  async truncate(room: LogRoomKey, from: number, guard: CutGuard = {}): Promise<void> {
    const { expectedVersion, expectedLastIndex } = guard
    await this.#cuts.make(room, async (db) => {
      await lockRoom(db, room)
      const where = visible(room.id, { low: from, high: Number.MAX_SAFE_INTEGER }, this.#cuts.of(room.id))
      const last =
        where && (await db.selectOne(LogEntryTable, where, { columns: ['index'], orderBy: { index: 'desc' } }))
      if (!last) return undefined
      if (expectedLastIndex !== undefined && last.index > expectedLastIndex) throw staleLog()
      const first = await db.selectOne(LogEntryTable, where, { orderBy: { index: 'asc' } })
      const version = first?.index === from ? first.document.version : undefined
      if (expectedVersion !== undefined && version !== expectedVersion) throw staleEntry()
      return { from, to: last.index, where }
    })
  }

  finishCut(name: string, signal?: AbortSignal): Promise<void> {
    return this.#cuts.finish(name, signal)
  }

  async hasRoom(room: LogRoomKey): Promise<boolean> {
    return this.database.read((db) => roomExists(db, room))
  }

  async findRoom(room: LogRoomKey): Promise<ListedLogRoom | null> {
    const where = keyOf(room)
    return (await this.database.read((db) => db.selectOne(LogRoomTable, where, { columns: listedColumns }))) ?? null
  }

  async rooms({ limit, after = '' }: LogRoomPage): Promise<ListedLogRoom[]> {
    return this.database.read((db) =>
      db.select(LogRoomTable, { id: moreThan(after) }, { columns: listedColumns, orderBy: { id: 'asc' }, limit }),
    )
  }

  deleteRoom(room: LogRoomKey, signal?: AbortSignal): Promise<boolean> {
    return this.#deleteRooms(keyOf(room), signal)
  }

  async deleteRoomsOf(userId: string, signal?: AbortSignal): Promise<void> {
    await this.#search.recordHolders(userId)
    // lists the kinds, because the index begins with the kind
    const where = { kind: oneOf(logRoomKinds), userId, holder: oneOf(['account', 'service'] as const) }
    await this.#deleteRooms(where, signal)
  }

  assign(room: LogRoomKey, holder: LogRoomHolder): Promise<void> {
    return this.#search.assign(room, holder)
  }

  /** None: a foreign key ties entries to their room. */
  remnants(): Promise<LogRemnants> {
    return Promise.resolve({ names: [], next: null })
  }

  removeRemnant(): Promise<boolean> {
    return Promise.resolve(false)
  }

  search(search: LogSearch): Promise<FoundEntries> {
    return this.#search.find(search)
  }

  indexNext(): Promise<boolean> {
    return this.#search.indexNext()
  }

  unindexed(after?: string): Promise<UnindexedEntries> {
    return this.#search.unindexed(after)
  }

  indexAgain(name: string): Promise<boolean> {
    return this.#search.indexAgain(name)
  }

  ping(): Promise<void> {
    return this.database.ping()
  }

  probeWrites(): Promise<void> {
    return this.database.probeWrites()
  }

  /** Returns whether the last slice has deleted a room. */
  async #deleteRooms(where: Where<LogRoomRow>, signal: AbortSignal | undefined): Promise<boolean> {
    let isDeleted = false
    const deleteSome = async (db: Queries, rows: number) => {
      const rooms = await db.select(LogRoomTable, where, { columns: ['id'], limit: rows })
      const ids = oneOf(rooms.map(({ id }) => id))
      const deleted = await db.deleteSome(LogEntryTable, { roomId: ids }, rows)
      await mergeKeys(db)
      if (deleted === rows) return true
      await this.#cuts.drop(
        db,
        rooms.map(({ id }) => id),
      )
      // with entries that are appended meanwhile: the foreign key deletes them
      isDeleted = (await db.delete(LogRoomTable, { id: ids })) > 0
      return rooms.length === rows
    }
    await deleteInSlices(this.database, deleteSome, signal)
    return isDeleted
  }

  #read<T>(room: LogRoomKey, read: (db: Queries, cuts: readonly LogCut[]) => Promise<T>): Promise<T> {
    return this.#cuts.read(room.id, (cuts) => this.database.read((db) => read(db, cuts)))
  }

  /** Changes an entry in one transaction. Writes nothing when the entry stays the same. */
  async #change(room: LogRoomKey, index: number, change: (entry: LogEntry) => LogEntry): Promise<LogEntry> {
    await this.#cuts.load()
    return this.database.write(async (db) => {
      const { holder } = await lockRoom(db, room)
      const row = await db.selectOne(LogEntryTable, { roomId: room.id, index })
      if (!row || isHidden(this.#cuts.of(room.id), index)) throw new AppError('NOT_FOUND')
      const before = entryOf(row, room.id)
      const entry = change(before)
      if (entry === before) return entry
      const document = documentOf(entry)
      await db.update(LogEntryTable, { id: row.id }, { document })
      const isSameText = entry.inputData === before.inputData && entry.outputData === before.outputData
      if (!isSameText && holder === 'account') await indexWritten(db, room.userId, { ...row, document })
      return entry
    })
  }
}

/** The existing room for a creation: the one with its source, else the one with its id. */
async function earlierRoom(db: Queries, room: LogRoomKey, source: string | undefined) {
  const { id, kind, userId } = room
  const kept = source === undefined ? null : await db.selectOne(LogRoomTable, { kind, userId, source })
  const existing = kept ?? (await db.selectOne(LogRoomTable, { id }))
  if (!existing) return undefined
  if (existing.kind !== kind || existing.userId !== userId) throw new AppError('CONFLICT')
  return { id: existing.id, created: false }
}

async function requireRoom(db: Queries, room: LogRoomKey): Promise<void> {
  if (!(await roomExists(db, room))) throw new AppError('NOT_FOUND')
}

function roomExists(db: Queries, room: LogRoomKey): Promise<boolean> {
  return db.exists(LogRoomTable, keyOf(room))
}

/** Drops the other fields of a caller's object. */
function keyOf({ id, kind, userId }: LogRoomKey): LogRoomKey {
  return { id, kind, userId }
}

/** Serializes the writers of a room, on PostgreSQL too. */
async function lockRoom(db: Queries, room: LogRoomKey): Promise<{ readonly holder: LogRoomHolder }> {
  const found = await db.selectOne(LogRoomTable, keyOf(room), { columns: heldColumns, lock: 'no key update' })
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
