import type { Collection, FindCursor, OptionalUnlessRequiredId } from 'mongodb'
import type { LogEntry, LogRoomHolder, LogRoomKey } from '../chat-log-store.js'
import { MongoConnection, readAll } from './mongo-connection.js'
import {
  changeOf,
  entryOf,
  equalTo,
  keyOf,
  noKeys,
  partsOf,
  stored,
  textOf,
  type EntryMark,
} from './mongo-documents.js'
import { isDuplicate, orUnavailable } from './mongo-errors.js'

/** A room of the embedded store. */
export interface ImportedRoom extends LogRoomKey {
  readonly source: string | null
  readonly lastIndex: number
  readonly createdAt: number
  readonly holder: LogRoomHolder
}

/** An entry of the embedded store, with the number of its row. */
export interface ImportedEntry extends LogEntry {
  readonly id: number
  /** The account whose search finds it, if there is one. */
  readonly account: string | undefined
  readonly source: string | null
}

/** The text of a room for its checksum. */
export function roomText({ id, kind, userId, source, lastIndex, createdAt, holder }: ImportedRoom): string {
  return JSON.stringify([id, kind, userId, source, lastIndex, createdAt, holder])
}

/** The text of an entry for its checksum. */
export function entryText({ id, source, ...entry }: Omit<ImportedEntry, 'account'>): string {
  const { roomId, index, inputData, outputData, imgUrl, version, createdAt, shown, others } = entry
  const texts = [inputData, outputData, imgUrl, entry.sender, entry.attachments]
  return JSON.stringify([id, source, roomId, index, ...texts, version, createdAt, shown, others])
}

const perPage = 500
/** No client waits for these requests, some of which count a whole collection. */
const timeoutMs = 600_000
const patiently = <T>(work: Promise<T>) => orUnavailable(work, timeoutMs)
const owner = { _id: equalTo('installation') } as const
const entryId = (id: number) => String(id).padStart(16, '0')

/**
 * Fills a database with the chat logs of an embedded store, in the order of their ids: after an interruption
 * everything up to the highest id is there. The entries come before the rooms.
 */
export class MongoImport {
  private constructor(
    private readonly url: string,
    private readonly connection: MongoConnection,
  ) {}

  /** Connects, and creates nothing. Throws as `MongoConnection.open`. */
  static async open(url: string): Promise<MongoImport> {
    return new MongoImport(url, await MongoConnection.open(url, undefined, timeoutMs))
  }

  /** Whether the database is empty, or is being filled from this installation, or else has other data. */
  async state(installationId: string): Promise<'empty' | 'unfinished' | 'finished' | 'foreign'> {
    const { owners, rooms, marks } = this.connection
    const found = await patiently(owners.findOne(owner))
    if (found && found.installationId !== installationId) return 'foreign'
    if (found?.unfinished) return 'unfinished'
    const some = (await patiently(marks.findOne({}))) ?? (await patiently(rooms.findOne({})))
    return some === null ? 'empty' : found ? 'finished' : 'foreign'
  }

  /** Prepares and marks an empty database, without the index of the search keys, which slows down every insertion. */
  async begin(installationId: string): Promise<void> {
    await this.index()
    const { owners, live } = this.connection
    for (const { name, key } of await patiently(live.indexes()))
      if (name !== undefined && 'searchKeys' in Object(key)) await patiently(live.dropIndex(name))
    const mark = { $set: { installationId, unfinished: true } } as const
    await patiently(owners.updateOne(owner, mark, { upsert: true }))
  }

  /** Creates the indexes that are missing. */
  async index(): Promise<void> {
    await (await MongoConnection.open(this.url)).close()
  }

  /** Removes the mark. */
  async finish(): Promise<void> {
    await patiently(this.connection.owners.updateOne(owner, { $unset: { unfinished: true } }))
  }

  /** The number of entries and the highest id. */
  async writtenEntries(): Promise<{ rows: number; last: string | null }> {
    const last = await patiently(this.connection.live.findOne({ removed: equalTo(false) }, { sort: { _id: -1 } }))
    const rows = await patiently(this.connection.live.countDocuments({ removed: equalTo(false) }))
    return { rows, last: last && String(Number(last._id)) }
  }

  async writtenRooms(): Promise<{ rows: number; last: string | null }> {
    const last = await patiently(this.connection.rooms.findOne({}, { sort: { _id: -1 } }))
    return { rows: await patiently(this.connection.rooms.countDocuments({})), last: last?._id ?? null }
  }

  async writeEntries(entries: readonly ImportedEntry[]): Promise<void> {
    const documents = entries.map((entry) => {
      const { id, account, roomId, index, source, createdAt } = entry
      const sourceKey = source === null ? {} : { sourceKey: keyOf(roomId, source) }
      const live = { _id: entryId(id), room: roomId, index, removed: false as const, createdAt }
      return { ...live, ...sourceKey, ...changeOf(account, entry) }
    })
    await insertAll(this.connection.live, documents)
  }

  /** Writes rooms, and a removed entry for the highest index of each if that entry does not exist. */
  async writeRooms(rooms: readonly ImportedRoom[]): Promise<void> {
    const marks = rooms
      .filter(({ lastIndex }) => lastIndex > 0)
      .map(({ id, lastIndex }): EntryMark => ({
        _id: `last-${id}`,
        room: id,
        index: lastIndex,
        removed: true,
        searchKeys: noKeys,
      }))
    await insertAll(this.connection.marks, marks)
    const documents = rooms.map(({ id, kind, userId, source, createdAt, holder }) => {
      const sourceKey = source === null ? {} : { sourceKey: keyOf(kind, userId, source) }
      return { _id: id, roomId: id, liveId: id, kind, userId: stored(userId), ...sourceKey, createdAt, holder }
    })
    await insertAll(this.connection.rooms, documents)
  }

  /** All entries, as `entryText` makes their texts. */
  async *entryTexts(): AsyncGenerator<string, void> {
    for await (const document of allOf((_id) => this.connection.live.find({ _id, removed: equalTo(false) })))
      yield entryText({
        ...entryOf(document.room, document),
        id: Number(document._id),
        source: sourceOf(document),
      })
  }

  /** All rooms, as `roomText` makes their texts. */
  async *roomTexts(): AsyncGenerator<string, void> {
    const highest = { $group: { _id: '$room', last: { $max: '$index' } } }
    const found = await readAll(this.connection.marks.aggregate<{ _id: string; last: number }>([highest]), timeoutMs)
    const lastIndexes = new Map(found.map(({ _id, last }) => [_id, last]))
    for await (const room of allOf((_id) => this.connection.rooms.find({ _id }))) {
      const { _id: id, kind, userId, createdAt, holder } = room
      const lastIndex = lastIndexes.get(id) ?? 0
      yield roomText({
        id,
        kind,
        userId: textOf(userId),
        source: sourceOf(room),
        lastIndex,
        createdAt,
        holder: holder ?? 'service',
      })
    }
  }

  close(): Promise<void> {
    return this.connection.close()
  }
}

/**
 * Inserts documents in their order, so that an interruption leaves no gap. Existing ones stay: the server may still have
 * inserted some for a run that was killed.
 */
async function insertAll<T extends { readonly _id: string }>(
  into: Collection<T>,
  documents: readonly T[],
): Promise<void> {
  for (const ordered of [true, false]) {
    try {
      if (documents.length > 0)
        await patiently(into.insertMany(documents as OptionalUnlessRequiredId<T>[], { ordered }))
      return
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
  }
}

function sourceOf({ sourceKey }: { readonly sourceKey?: string | undefined }): string | null {
  return sourceKey === undefined ? null : (partsOf(sourceKey).at(-1) ?? null)
}

/** All documents in the order of their ids, in pages that are read within the timeout of a request. */
async function* allOf<T extends { readonly _id: string }>(
  find: (after: { readonly $gt: string }) => FindCursor<T>,
): AsyncGenerator<T, void> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const page: T[] = await readAll(find({ $gt: last }).sort({ _id: 1 }).limit(perPage), timeoutMs)
    yield* page
    last = page.at(-1)?._id
  }
}
