import { foreignCursor, WorkSlices } from '@parley/runtime'
import { atMost, type Database, longWork, moreThan, oneOf, type Queries, rowId, selectPage } from '@parley/statements'
import {
  entriesWithin,
  entriesWithKeys,
  entriesWithoutKeys,
  hasKeys,
  indexEntry,
  mergeKeys,
  unindexEntries,
  type EntryKeys,
} from './search-index.js'
import { entryOf, type LogEntryRow, LogEntryTable, LogRoomTable } from './tables.js'
import type { FoundEntries, LogRoomHolder, LogRoomKey, LogSearch, UnindexedEntries } from '../chat-log-store.js'
import { isHidden, type EmbeddedCuts } from './embedded-cuts.js'
import type { LogRecords } from './log-records.js'
import { indexKey, keysOfEntry, keysOfQuery, keysOfRooms } from '../search-terms.js'

type IndexedRow = Pick<LogEntryRow, 'id' | 'roomId' | 'document'>

const entryPage = selectPage(LogEntryTable, ['id', 'roomId', 'index', 'document'])
/** So many entries are indexed in one transaction at most, which ends earlier with the turn: SQLite blocks its process in it. */
const perTransaction = 25
/** So many are removed from the index in one transaction. */
const perRemoval = 200
const perExamination = 100
/** Of so many entries with the terms one read of a search compares the time. */
const maxDated = 5_000
/** A page of an examination ends after so many entries or keys: most words are then looked up once for several entries. */
const [maxExamined, maxExaminedKeys] = [1_000, 50_000]

/** Indexes an entry of a room of an account, in the transaction that writes it. */
export async function indexWritten(db: Queries, userId: string, { id, roomId, document }: IndexedRow): Promise<void> {
  await indexEntry(db, { id, user: indexKey(userId), keys: keysOfEntry({ userId, roomId }, document) })
}

/** The search index of the embedded chat logs. The position of an entry is the number of its row. */
export class EmbeddedLogSearch {
  #hasHolders = false

  constructor(
    private readonly database: Database,
    private readonly cuts: EmbeddedCuts,
    private readonly records: LogRecords,
  ) {}

  async find({
    userId,
    roomId,
    roomIds,
    from,
    to,
    terms,
    after,
    readable,
    ...bounds
  }: LogSearch): Promise<FoundEntries> {
    const before = after === undefined ? Number.MAX_SAFE_INTEGER : rowId(after)
    if (before === undefined) throw foreignCursor()
    const keys = keysOfQuery({ userId, roomId }, terms)
    await this.cuts.load()
    const anyOf = roomIds && keysOfRooms(userId, roomIds)
    const isDated = from !== undefined || to !== undefined
    const most = bounds.limit + 1
    const { next, candidates } = await this.database.read(async (db) => {
      const limit = isDated ? Math.max(most, maxDated) : most
      const found = await entriesWithKeys(db, { user: indexKey(userId), keys, anyOf, before, limit })
      const ids = isDated ? await entriesWithin(db, found, { from, to, limit: most }) : found
      // of those that were written at another time the search goes on behind the last one
      const next = ids.length === most ? ids.at(-1) : found.length === limit ? found.at(-1) : undefined
      return {
        next,
        candidates: await db.select(LogEntryTable, { id: oneOf(ids) }, { columns: ['id', 'roomId'] }),
      }
    }, longWork)
    const rooms = await readable([...new Set(candidates.map((candidate) => candidate.roomId))])
    const readableIds = candidates.filter((candidate) => rooms.has(candidate.roomId)).map(({ id }) => id)
    return this.database.read(async (db) => {
      const selection = { where: { id: oneOf(readableIds) }, orderBy: { id: 'desc' } } as const
      const { rows, hasMore } = await entryPage(db, selection, bounds)
      const seen = rows.filter((row) => !isHidden(this.cuts.of(row.roomId), row.index))
      const found = seen.map((row) => ({ entry: entryOf(row, row.roomId), position: String(row.id) }))
      // an entry may have been deleted since it was found
      const last = hasMore ? rows.at(-1)?.id : next
      return {
        found,
        next: last === undefined ? null : String(last),
        isIndexing: (await this.records.unindexedTo(db)) > 0,
      }
    }, longWork)
  }

  /** One transaction under the lock of the installation, so of several instances one at a time indexes. */
  async indexNext(): Promise<boolean> {
    if (!this.#hasHolders) await this.recordHolders()
    this.#hasHolders = true
    if ((await this.database.read((db) => this.records.unindexedTo(db))) === 0) return false
    return this.database.write(async (db) => {
      const from = await this.records.unindexedTo(db, 'update')
      // locked: a write of such an entry happens before its text is read, or after its keys are stored
      const selection = { where: { id: atMost(from) }, orderBy: { id: 'desc' }, lock: 'no key update' } as const
      const { rows, hasMore } = await entryPage(db, selection, { limit: perTransaction })
      const accounts = await accountsOf(db, rows)
      const indexed = await indexSome(db, rows, (row) => indexOf(db, accounts, row))
      const last = hasMore || indexed.length < rows.length ? indexed.at(-1) : undefined
      await this.records.setUnindexedTo(db, last ? last.id - 1 : 0)
      return last !== undefined
    }, longWork)
  }

  async unindexed(after = '0'): Promise<UnindexedEntries> {
    return this.database.read(async (db) => {
      const { examined, next, entries } = await readKeys(
        db,
        Math.max(rowId(after) ?? 0, await this.records.unindexedTo(db)),
      )
      const suspects = await entriesWithoutKeys(db, entries)
      const names: string[] = []
      const slices = new WorkSlices()
      // again, at once: other work may have changed the entry since it was read
      for (const id of suspects) {
        const row = await db.selectOne(LogEntryTable, { id })
        if (row && !(await isFound(db, await accountsOf(db, [row]), row))) names.push(String(id))
        await slices.pause()
      }
      return { examined, names, next: next === undefined ? null : String(next) }
    })
  }

  async indexAgain(name: string): Promise<boolean> {
    return this.database.write(async (db) => {
      const row = await db.selectOne(LogEntryTable, { id: rowId(name) ?? 0 }, { lock: 'update' })
      if (!row) return false
      const accounts = await accountsOf(db, [row])
      if (await isFound(db, accounts, row)) return false
      await indexOf(db, accounts, row)
      return true
    })
  }

  /**
   * Records whose the rooms are that an instance of an earlier release has created after the migration, of every user id
   * when it is unset. Only instances on PostgreSQL run side by side.
   */
  async recordHolders(userId?: string): Promise<void> {
    for (let count = perExamination; count === perExamination;) {
      const rooms = await this.database.read(
        async (db) => (db.driver === 'postgres' ? this.records.unrecordedHolders(db, perExamination, userId) : []),
        longWork,
      )
      for (const { isOwned, ...room } of rooms) await this.assign(room, isOwned ? 'account' : 'guest')
      count = rooms.length
    }
  }

  /** See `ChatLogStore.assign`. The room changes with its last entries, in the same transaction. */
  async assign({ id: roomId, kind, userId }: LogRoomKey, holder: LogRoomHolder): Promise<void> {
    const key = { id: roomId, kind, userId }
    const step = (after: number) =>
      this.database.write(async (db) => {
        const room = await db.selectOne(LogRoomTable, key, { columns: ['holder'], lock: 'no key update' })
        if (!room || room.holder === holder) return undefined
        const selection = { where: { roomId, id: moreThan(after) }, orderBy: { id: 'asc' } } as const
        if (holder === 'account') {
          const { rows, hasMore } = await entryPage(db, selection, { limit: perTransaction })
          const indexed = await indexSome(db, rows, (row) => indexWritten(db, userId, row))
          if (hasMore || indexed.length < rows.length) return indexed.at(-1)?.id
        } else {
          const { where, orderBy } = selection
          const rows = await db.select(LogEntryTable, where, { columns: ['id'], orderBy, limit: perRemoval })
          const ids = rows.map(({ id }) => id)
          await unindexEntries(db, ids)
          await mergeKeys(db)
          if (ids.length === perRemoval) return ids.at(-1)
        }
        await db.update(LogRoomTable, key, { holder })
        return undefined
      }, longWork)
    for (let last = await step(0); last !== undefined;) last = await step(last)
  }
}

/** Indexes rows, on SQLite until its turn of the event loop has lasted long enough; returns those. The keys of a long text take 20 ms. */
async function indexSome<Row extends IndexedRow>(
  db: Queries,
  rows: readonly Row[],
  index: (row: Row) => Promise<void>,
) {
  const slice = new WorkSlices()
  const indexed: Row[] = []
  for (const row of rows) {
    await index(row)
    indexed.push(row)
    if (db.driver === 'sqlite' && slice.isOver) break
  }
  return indexed
}

/** The accounts by room; of no other room an entry is in the index. */
async function accountsOf(db: Queries, rows: readonly IndexedRow[]): Promise<ReadonlyMap<string, string>> {
  const where = { id: oneOf([...new Set(rows.map(({ roomId }) => roomId))]), holder: 'account' as const }
  const rooms = await db.select(LogRoomTable, where, { columns: ['id', 'userId'] })
  return new Map(rooms.map(({ id, userId }) => [id, userId]))
}

async function indexOf(db: Queries, accounts: ReadonlyMap<string, string>, row: IndexedRow): Promise<void> {
  const userId = accounts.get(row.roomId)
  if (userId !== undefined) await indexWritten(db, userId, row)
}

/** The keys that the index should have of a page of entries after an id. */
async function readKeys(db: Queries, from: number) {
  const slices = new WorkSlices()
  const entries: EntryKeys[] = []
  let [examined, keyCount] = [0, 0]
  for (let last = from; ;) {
    const selection = { where: { id: moreThan(last) }, orderBy: { id: 'asc' } } as const
    const { rows, hasMore } = await entryPage(db, selection, { limit: perExamination })
    const accounts = await accountsOf(db, rows)
    for (const row of rows) {
      const keys = keysToFind(accounts, row)
      if (keys) entries.push({ id: row.id, keys })
      keyCount += keys?.length ?? 0
      await slices.pause()
    }
    examined += rows.length
    last = rows.at(-1)?.id ?? last
    if (!hasMore) return { examined, entries, next: undefined }
    if (examined >= maxExamined || keyCount >= maxExaminedKeys) return { examined, entries, next: last }
  }
}

/** The keys that the index should have of an entry; undefined when its room is of no account, or was deleted meanwhile. */
function keysToFind(
  accounts: ReadonlyMap<string, string>,
  { roomId, document }: IndexedRow,
): readonly number[] | undefined {
  const userId = accounts.get(roomId)
  return userId === undefined ? undefined : keysOfEntry({ userId, roomId }, document)
}

/** Whether a search by any term of the entry finds it. */
async function isFound(db: Queries, accounts: ReadonlyMap<string, string>, row: IndexedRow): Promise<boolean> {
  const keys = keysToFind(accounts, row)
  return keys === undefined || hasKeys(db, { id: row.id, keys })
}
