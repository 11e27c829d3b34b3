import { AppError, repeat } from '@parley/runtime'
import { withReply, withContent, withLongerReply, requireVersion, withShown } from '../alternatives.js'
import type {
  ChatLogStore,
  CutGuard,
  EntryChange,
  FoundEntries,
  ListedLogRoom,
  LogEntries,
  LogEntry,
  LogPage,
  LogRemnants,
  LogRoomHolder,
  LogRoomKey,
  LogRoomPage,
  LogSearch,
  LongerReply,
  NewLogEntry,
  NewReply,
  UnindexedEntries,
} from '../chat-log-store.js'
import { MongoConnection, type MongoEvents } from './mongo-connection.js'
import { MongoCuts } from './mongo-cuts.js'
import { accountOf } from './mongo-documents.js'
import { MongoEntries, type RoomLocation } from './mongo-entries.js'
import { retryOnConflict } from './mongo-errors.js'
import { MongoHolders, type HoldersOf } from './mongo-holders.js'
import { MongoRooms } from './mongo-rooms.js'
import { MongoSearch } from './mongo-search.js'
import { recordedCut } from '../recorded-cut.js'
import { RoomWriteQueue } from './room-write-queue.js'

const sweepEveryMs = 600_000

/** Chat logs in MongoDB, without transactions and counters: unique indexes decide, and the second writer retries. */
export class MongoChatLogStore implements ChatLogStore {
  readonly #rooms: MongoRooms
  readonly #entries: MongoEntries
  readonly #cuts: MongoCuts
  readonly #holders: MongoHolders
  readonly #search: MongoSearch
  readonly #writes = new RoomWriteQueue()
  #stopSweeping: (() => Promise<void>) | undefined

  private constructor(
    private readonly connection: MongoConnection,
    private readonly clock: () => number,
  ) {
    this.#search = new MongoSearch(connection)
    this.#holders = new MongoHolders(connection, this.#search)
    this.#rooms = new MongoRooms(connection, this.#holders, clock)
    this.#entries = new MongoEntries(connection, clock)
    this.#cuts = new MongoCuts(connection)
  }

  /** As `MongoConnection.open`. */
  static async open(url: string, clock = Date.now, events?: MongoEvents): Promise<MongoChatLogStore> {
    return new MongoChatLogStore(await MongoConnection.open(url, events), clock)
  }

  createRoom(
    room: LogRoomKey,
    source?: string,
    holder: LogRoomHolder = 'account',
  ): Promise<{ id: string; created: boolean }> {
    return this.#rooms.create(room, source, holder)
  }

  async assign(room: LogRoomKey, holder: LogRoomHolder): Promise<void> {
    const found = await this.#rooms.find(room)
    if (found) await this.#holders.assign(found, holder)
  }

  /** `indexNext` and `deleteRoomsOf` record with it whose rooms of an earlier release are. */
  recordHolders(holdersOf: HoldersOf): void {
    this.#holders.holdersOf = holdersOf
  }

  append(room: LogRoomKey, entry: NewLogEntry): Promise<{ entry: LogEntry; appended: boolean }> {
    return this.#writes.run(room.id, async () => this.#entries.append(await this.#locate(room), entry))
  }

  async findBySource(key: LogRoomKey, source: string): Promise<LogEntry | null> {
    const location = await this.#find(key)
    return location && this.#entries.findBySource(location, source)
  }

  async page(room: LogRoomKey, page: LogPage): Promise<LogEntries> {
    return this.#entries.page(await this.#locate(room), page)
  }

  async findEntry(room: LogRoomKey, index: number): Promise<LogEntry | null> {
    return this.#entries.find(await this.#locate(room), index)
  }

  async replace(room: LogRoomKey, index: number, content: EntryChange, expectedVersion?: number): Promise<LogEntry> {
    return this.#entries.change(await this.#locate(room), index, (entry) => {
      requireVersion(entry, expectedVersion)
      return withContent(entry, content, this.clock())
    })
  }

  async addReply(room: LogRoomKey, index: number, reply: NewReply): Promise<LogEntry> {
    return this.#entries.change(await this.#locate(room), index, (entry) => withReply(entry, reply, this.clock()))
  }

  async continueReply(room: LogRoomKey, index: number, reply: LongerReply): Promise<LogEntry> {
    return this.#entries.change(await this.#locate(room), index, (entry) => withLongerReply(entry, reply))
  }

  async choose(room: LogRoomKey, index: number, alternative: number, expectedVersion?: number): Promise<LogEntry> {
    return this.#entries.change(await this.#locate(room), index, (entry) => {
      requireVersion(entry, expectedVersion)
      return withShown(entry, alternative)
    })
  }

  async remove(room: LogRoomKey, index: number, expectedVersion?: number): Promise<void> {
    return this.#entries.remove(await this.#locate(room), index, expectedVersion)
  }

  async truncate(key: LogRoomKey, from: number, guard: CutGuard = {}): Promise<void> {
    let { expectedVersion } = guard
    await retryOnConflict(async () => {
      // this also finishes a cut that another call has begun
      const { room } = await this.#locate(key)
      const cut = await this.#cuts.begin(room, from, { ...guard, expectedVersion })
      if (cut) await this.#cuts.finish(room, cut)
      // `begin` has already raised the version of the entry
      if (cut === undefined && expectedVersion !== undefined) expectedVersion += 1
      return cut === undefined ? undefined : true
    })
  }

  /** Of a log that was moved here from SQLite. */
  async finishCut(name: string): Promise<void> {
    const { room, cut } = recordedCut(name)
    const found = await this.#rooms.find(room)
    if (found) await this.#cuts.finish(found._id, cut)
  }

  async hasRoom(room: LogRoomKey): Promise<boolean> {
    return (await this.#rooms.find(room)) !== null
  }

  findRoom(room: LogRoomKey): Promise<ListedLogRoom | null> {
    return this.#rooms.findListed(room)
  }

  rooms(page: LogRoomPage): Promise<ListedLogRoom[]> {
    return this.#rooms.list(page)
  }

  deleteRoom(room: LogRoomKey, signal?: AbortSignal): Promise<boolean> {
    return this.#rooms.delete(room, signal)
  }

  deleteRoomsOf(userId: string, signal?: AbortSignal): Promise<void> {
    return this.#rooms.deleteOf(userId, signal)
  }

  remnants(after?: string): Promise<LogRemnants> {
    return this.#rooms.remnants(after)
  }

  removeRemnant(name: string): Promise<boolean> {
    return this.#rooms.removeRemnant(name)
  }

  search(search: LogSearch): Promise<FoundEntries> {
    return this.#search.find(search)
  }

  async indexNext(): Promise<boolean> {
    return (await this.#holders.recordNext()) || this.#search.indexNext()
  }

  unindexed(after?: string): Promise<UnindexedEntries> {
    return this.#search.unindexed(after)
  }

  indexAgain(name: string): Promise<boolean> {
    return this.#search.indexAgain(name)
  }

  ping(): Promise<void> {
    return this.connection.ping()
  }

  probeWrites(): Promise<void> {
    return this.connection.probeWrites()
  }

  /** Whether the database has the chats of this installation. One without chats is assigned to it if it may be new. */
  belongsTo(installationId: string, { mayBeNew }: { mayBeNew: boolean }): Promise<boolean> {
    return this.connection.belongsTo(installationId, mayBeNew)
  }

  /** Sweeps now and every ten minutes until it is closed. */
  startSweeping(): void {
    this.#stopSweeping = repeat(() => this.sweep(), { everyMs: sweepEveryMs, isAtOnce: true })
  }

  /** Removes the remnants of cut logs and of rooms that were deleted more than ten minutes ago, with late entries. */
  async sweep(): Promise<void> {
    await this.#cuts.sweep()
    await this.#rooms.sweep()
  }

  async close(): Promise<void> {
    await this.#stopSweeping?.()
    await this.connection.close()
  }

  async #locate(key: LogRoomKey): Promise<RoomLocation> {
    const location = await this.#find(key)
    if (!location) throw new AppError('NOT_FOUND')
    return location
  }

  async #find(key: LogRoomKey): Promise<RoomLocation | null> {
    const found = await this.#rooms.find(key)
    if (!found) return null
    if (found.cut) await this.#cuts.finish(found._id, found.cut)
    return { key, room: found._id, account: accountOf(found) }
  }
}
