import { foreignCursor } from '@parley/runtime'
import type { FoundEntries, LogSearch, UnindexedEntries } from '../chat-log-store.js'
import { readAll, type MongoConnection } from './mongo-connection.js'
import {
  accountOf,
  entryOf,
  equalTo,
  noKeys,
  searchKeysOf,
  textOf,
  type EntryDocument,
  type RoomDocument,
} from './mongo-documents.js'
import { orUnavailable } from './mongo-errors.js'
import { sizedPage, type SizedEntry } from './mongo-sizes.js'
import { keysOfQuery, keysOfRooms } from '../search-terms.js'

const perBatch = 100
const position = /^(\d{1,16}):(.+)$/

/** The search index of MongoDB: the keys of an entry are a part of its document. */
export class MongoSearch {
  #hasDropped = false

  constructor(private readonly connection: MongoConnection) {}

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
    const keys = keysOfQuery({ userId, roomId }, terms)
    // an earlier release leaves the keys of an entry that it removes
    const inRooms = roomIds === undefined ? {} : { $in: keysOfRooms(userId, roomIds) }
    const written = [
      ...(from === undefined ? [] : [{ createdAt: { $gte: from } }]),
      ...(to === undefined ? [] : [{ createdAt: { $lt: to } }]),
    ]
    const match = {
      searchKeys: { $all: keys, ...inRooms },
      removed: equalTo(false),
      ...(after === undefined ? {} : entriesAfter(after)),
      ...(written.length === 0 ? {} : { $and: written }),
    }
    const sort = { createdAt: -1, _id: -1 } as const
    let rooms: ReadonlyMap<string, RoomDocument> = new Map()
    const filter = async (some: readonly SizedEntry[]) => {
      rooms = await this.#roomsOf(some)
      const ids = await readable([...new Set(Array.from(rooms.values(), (room) => room.roomId))])
      return some.filter((entry) => {
        const { liveId, cut } = rooms.get(entry.room) ?? {}
        return liveId !== undefined && ids.has(liveId) && !(cut && entry.index >= cut.from && entry.index <= cut.to)
      })
    }
    const { rows, last } = await sizedPage(this.connection.live, { match, sort, filter }, bounds)
    const found = rows.map((row) => {
      return { entry: entryOf(rooms.get(row.room)?.roomId ?? '', row), position: positionOf(row) }
    })
    const unindexed = await orUnavailable(
      this.connection.marks.findOne({ searchKeys: equalTo(null) }, { projection: { _id: 1 } }),
    )
    return { found, next: last ? positionOf(last) : null, isIndexing: unindexed !== null }
  }

  /** Several instances may index the same entries: the second write of the same keys changes nothing. */
  async indexNext(): Promise<boolean> {
    const { marks, live } = this.connection
    const options = { projection: { _id: 1, removed: 1 }, limit: perBatch } as const
    const some = await readAll(marks.find({ searchKeys: equalTo(null) }, options))
    const removed = some.filter((mark) => mark.removed).map(({ _id }) => _id)
    if (removed.length > 0)
      await orUnavailable(
        marks.updateMany({ _id: { $in: removed } }, { $set: { searchKeys: noKeys }, $unset: { keys: '' } }),
      )
    for (const { _id } of some.filter((mark) => !mark.removed)) {
      const entry = await orUnavailable(live.findOne({ _id: equalTo(_id), removed: equalTo(false) }))
      if (entry) await this.#index(entry, await this.#roomsOf([entry]))
    }
    if (some.length === perBatch) return true
    await this.#dropEarlierIndex()
    return false
  }

  /** That of the keys of an earlier release, whose instances need it until the entries are indexed. */
  async #dropEarlierIndex(): Promise<void> {
    if (this.#hasDropped) return
    for (const { name, key } of await orUnavailable(this.connection.marks.indexes()))
      if (name !== undefined && 'keys' in Object(key)) await orUnavailable(this.connection.marks.dropIndex(name))
    this.#hasDropped = true
  }

  async unindexed(after = ''): Promise<UnindexedEntries> {
    const match = { _id: { $gt: after }, removed: equalTo(false), searchKeys: { $ne: null } }
    const selection = { match, sort: { _id: 1 }, hasKeys: true } as const
    const { rows, hasMore } = await sizedPage(this.connection.live, selection, { limit: perBatch })
    const rooms = await this.#roomsOf(rows)
    const names = rows.filter((row) => !isIndexed(row, rooms)).map(({ _id }) => _id)
    const last = hasMore ? rows.at(-1) : undefined
    return { examined: rows.length, names, next: last?._id ?? null }
  }

  async indexAgain(name: string): Promise<boolean> {
    const entry = await orUnavailable(this.connection.live.findOne({ _id: equalTo(name), removed: equalTo(false) }))
    if (!entry) return false
    const rooms = await this.#roomsOf([entry])
    if (isIndexed(entry, rooms)) return false
    await this.#index(entry, rooms)
    return true
  }

  /** Does nothing when the entry was changed since it was read: that change has indexed it. */
  async #index(entry: EntryDocument, rooms: ReadonlyMap<string, RoomDocument>): Promise<void> {
    const room = rooms.get(entry.room)
    await this.indexAs(entry, room && { roomId: room.roomId, account: accountOf(room) })
  }

  /** As `#index`, for the account whose search finds the entry. */
  async indexAs(
    entry: EntryDocument,
    room: { readonly roomId: string; readonly account: string | undefined } | undefined,
  ): Promise<void> {
    const seen = { _id: equalTo(entry._id), removed: equalTo(false), version: equalTo(entry.version) }
    const keys = room ? searchKeysOf(room.account, { ...textsOf(entry), roomId: room.roomId }) : noKeys
    await orUnavailable(this.connection.live.updateOne(seen, { $set: { searchKeys: keys }, $unset: { keys: '' } }))
  }

  async #roomsOf(entries: readonly Pick<EntryDocument, 'room'>[]): Promise<ReadonlyMap<string, RoomDocument>> {
    const ids = [...new Set(entries.map(({ room }) => room))]
    const rooms = ids.length === 0 ? [] : await readAll(this.connection.rooms.find({ _id: { $in: ids } }))
    return new Map(rooms.map((room) => [room._id, room]))
  }
}

function textsOf(entry: EntryDocument) {
  return { inputData: textOf(entry.inputData), outputData: textOf(entry.outputData) }
}

/** An entry without a room is a remnant, which no search returns; that of a room that is of no account needs no keys. */
function isIndexed(entry: EntryDocument, rooms: ReadonlyMap<string, RoomDocument>): boolean {
  const room = rooms.get(entry.room)
  if (!room) return true
  const account = accountOf(room)
  if (account === undefined) return true
  const stored = new Set(entry.searchKeys)
  return searchKeysOf(account, { ...textsOf(entry), roomId: room.roomId }).every((key) => stored.has(key))
}

function positionOf({ createdAt, _id }: Pick<EntryDocument, 'createdAt' | '_id'>): string {
  return `${createdAt}:${_id}`
}

function entriesAfter(after: string) {
  const [, time, _id] = position.exec(after) ?? []
  if (time === undefined || _id === undefined) throw foreignCursor()
  const createdAt = Number(time)
  // an index has no bounds from `$or`
  const isAfter = [{ createdAt: { $lt: createdAt } }, { createdAt: equalTo(createdAt), _id: { $lt: _id } }]
  return { createdAt: { $lte: createdAt }, $or: isAfter }
}
