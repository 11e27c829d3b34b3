import { randomUUID } from 'node:crypto'
import { AppError } from '@parley/runtime'
import { additionsOf, staleEntry } from '../alternatives.js'
import type { LogEntries, LogEntry, LogPage, LogRoomKey, NewLogEntry } from '../chat-log-store.js'
import type { MongoConnection } from './mongo-connection.js'
import {
  changeOf,
  contentOf,
  entryOf,
  equalTo,
  keyOf,
  noKeys,
  searchKeysOf,
  storedAdditions,
  storedMessage,
  type EntryDocument,
} from './mongo-documents.js'
import { isDuplicate, orUnavailable, retryOnConflict } from './mongo-errors.js'
import { sizedPage } from './mongo-sizes.js'

/** The location of an existing room. */
export interface RoomLocation {
  readonly key: LogRoomKey
  /** The id of the room's document. */
  readonly room: string
  /** The account whose search finds its entries, if there is one. */
  readonly account?: string | undefined
}

/** The entries of an existing room. The unique index on room and index prevents conflicting writes. */
export class MongoEntries {
  constructor(
    private readonly connection: MongoConnection,
    private readonly clock: () => number,
  ) {}

  async append(
    { key, room, account }: RoomLocation,
    entry: NewLogEntry,
  ): Promise<{ entry: LogEntry; appended: boolean }> {
    const { source, origin = null } = entry
    const createdAt = this.clock()
    const sourceKey = source === undefined ? undefined : keyOf(room, source)
    const _id = randomUUID()
    const live = {
      removed: false,
      ...(sourceKey === undefined ? {} : { sourceKey }),
      ...contentOf(entry),
      ...storedMessage(entry),
      version: 1,
      createdAt,
      shown: storedAdditions({ number: 1, ...additionsOf(entry), origin, createdAt }),
      searchKeys: searchKeysOf(account, { ...entry, roomId: key.id }),
    } as const
    return retryOnConflict(async (tries) => {
      const earlier = await this.#earlier(_id, tries, sourceKey)
      if (earlier) return { entry: entryOf(key.id, earlier), appended: earlier._id === _id }
      const document = { _id, room, index: (await this.#highest(room)) + 1, ...live }
      try {
        await orUnavailable(this.connection.live.insertOne(document))
      } catch (error) {
        if (!isDuplicate(error)) throw error
        return undefined
      }
      return { entry: entryOf(key.id, document), appended: true }
    })
  }

  async page({ key, room }: RoomLocation, page: LogPage): Promise<LogEntries> {
    const { rows, hasMore } = await this.#documents(room, page)
    return { entries: rows.map((document) => entryOf(key.id, document)), hasMore }
  }

  async find({ key, room }: RoomLocation, index: number): Promise<LogEntry | null> {
    const found = await this.#at(room, index)
    return found && entryOf(key.id, found)
  }

  async findBySource({ key, room }: RoomLocation, source: string): Promise<LogEntry | null> {
    const found = await orUnavailable(this.connection.live.findOne({ sourceKey: equalTo(keyOf(room, source)) }))
    return found && entryOf(key.id, found)
  }

  /** Changes one document in one write: readers and crashes see it before or after. Writes no unchanged entry. */
  async change(
    { key, room, account }: RoomLocation,
    index: number,
    change: (entry: LogEntry) => LogEntry,
  ): Promise<LogEntry> {
    return retryOnConflict(async () => {
      const current = await this.#at(room, index)
      if (!current) throw new AppError('NOT_FOUND')
      const before = entryOf(key.id, current)
      const entry = change(before)
      if (entry === before) return entry
      const { matchedCount } = await orUnavailable(
        this.connection.live.updateOne(
          { _id: equalTo(current._id), version: equalTo(current.version) },
          { $set: changeOf(account, entry), $unset: { keys: '' } },
        ),
      )
      return matchedCount === 0 ? undefined : entry
    })
  }

  /** Removes the content but keeps the document: its index is never reused, even if it was the highest. */
  async remove({ room }: RoomLocation, index: number, expectedVersion?: number): Promise<void> {
    const version = expectedVersion === undefined ? {} : { version: equalTo(expectedVersion) }
    const seen = { room: equalTo(room), index: equalTo(index), removed: equalTo(false), ...version }
    const { matchedCount } = await orUnavailable(this.connection.marks.updateOne(seen, withoutContent))
    if (matchedCount > 0) return
    const other = await this.#at(room, index)
    throw other ? staleEntry() : new AppError('NOT_FOUND')
  }

  #documents(room: string, { after, before, newestFirst, ...bounds }: LogPage) {
    const index = { $gt: after ?? 0, $lt: before ?? Number.MAX_SAFE_INTEGER }
    const match = { room: equalTo(room), removed: equalTo(false), index }
    return sizedPage(this.connection.live, { match, sort: { index: newestFirst ? -1 : 1 } }, bounds)
  }

  /** The entry that this append, or another one with its source, has written. */
  async #earlier(_id: string, tries: number, sourceKey: string | undefined): Promise<EntryDocument | null> {
    const { live } = this.connection
    if (sourceKey !== undefined) return orUnavailable(live.findOne({ sourceKey: equalTo(sourceKey) }))
    return tries === 0 ? null : orUnavailable(live.findOne({ _id: equalTo(_id), removed: equalTo(false) }))
  }

  async #at(room: string, index: number): Promise<EntryDocument | null> {
    return orUnavailable(
      this.connection.live.findOne({ room: equalTo(room), index: equalTo(index), removed: equalTo(false) }),
    )
  }

  /** The highest index ever used in the room; 0 if none. */
  async #highest(room: string): Promise<number> {
    const options = { sort: { index: -1 }, projection: { index: 1 } } as const
    const highest = await orUnavailable(this.connection.marks.findOne({ room: equalTo(room) }, options))
    return highest?.index ?? 0
  }
}

/** The update that removes an entry's content. Its index stays. */
export const withoutContent = {
  $set: { removed: true, searchKeys: noKeys },
  $unset: {
    // of an earlier release
    keys: true,
    sourceKey: true,
    inputData: true,
    outputData: true,
    imgUrl: true,
    sender: true,
    attachments: true,
    version: true,
    createdAt: true,
    shown: true,
    others: true,
  },
} as const
