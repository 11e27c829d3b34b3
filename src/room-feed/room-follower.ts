import {
  entryEvents,
  generationEvents,
  hasEntryBeyond,
  isGenerationGone,
  isTooMuch,
  roomChanged,
  snapshotOf,
} from './differences.js'
import type { Room } from '../rooms/room.js'
import type { RoomEvent } from './room-event.js'
import type { NamedEntries, RoomView } from './room-view.js'
import { ClientState } from './client-state.js'
import { StoreFollower, type FollowerOptions } from './store-follower.js'

const noneNamed: NamedEntries = { entries: new Map(), isComplete: true }

/** The log is read at least this often, even if the room's record has not changed. */
const logEveryMs = 30_000

/** The events of one room for one client. */
export class RoomFollower extends StoreFollower<RoomEvent, number> {
  #client: ClientState | undefined
  readonly #roomDigests = { published: '', seen: '' }
  /** Entries named by bus messages and not published yet. */
  readonly #named = new Set<number>()
  /** Whether the client's state may be wrong in a way that no read can detect. */
  #needsSnapshot = true
  /** The room's `updatedAt` when its log was last read. */
  #movedAt: number | undefined
  #logReadAt = -Infinity

  constructor(
    private readonly options: FollowerOptions<number> & {
      /** The last event of every follower of the room. */
      readonly deleted: RoomEvent
      /**
       * The room as it was after the change or later; null when it was deleted or the follower lost access. The log is
       * left out if it has not moved since that time.
       */
      readonly read: (change: number, unlessMovedSince: number | undefined) => Promise<RoomView | null>
      /** Entries that are older than the newest page, as they were after the change or later; null as with `read`. */
      readonly readOlder: (change: number, room: Room, indexes: readonly number[]) => Promise<NamedEntries | null>
    },
  ) {
    super(options)
  }

  /** The first read; false when the room does not exist. Throws UNAVAILABLE when a store cannot be reached. */
  async begin(): Promise<boolean> {
    await this.readNow()
    return this.unpublished.some(({ kind }) => kind === 'RoomSnapshot')
  }

  protected isLast({ kind }: RoomEvent): boolean {
    return kind === 'RoomDeleted'
  }

  protected async read(): Promise<readonly RoomEvent[]> {
    const { buffer, read, deleted } = this.options
    const { names, isIncomplete, isOfLog, change } = buffer.drain()
    for (const index of names) this.#named.add(index)
    this.#needsSnapshot ||= isIncomplete
    if (isOfLog || this.unpublished.length > 0) this.#logReadAt = -Infinity
    let view = await read(change, this.#unlessMovedSince())
    if (view && !view.log && this.#mustReplace(view)) view = await read(change, undefined)
    const named = view ? await this.#readNamed(view, change) : null
    return view && named ? this.#eventsOf(view, named) : [deleted]
  }

  #unlessMovedSince(): number | undefined {
    const mustRead = this.#needsSnapshot || performance.now() - this.#logReadAt >= logEveryMs
    return mustRead ? undefined : this.#movedAt
  }

  /** The named entries that the page does not contain. Those that would be in it do not exist. */
  async #readNamed({ room, log }: RoomView, change: number): Promise<NamedEntries | null> {
    if (!log || this.#named.size === 0) return noneNamed
    const present = new Set(log.entries.map(({ index }) => index))
    const oldest = log.entries[0]?.index ?? Infinity
    const absent = [...this.#named].filter((index) => !present.has(index))
    const older = absent.filter((index) => index < oldest)
    const read = older.length === 0 ? noneNamed : await this.options.readOlder(change, room, older)
    if (!read || older.length === absent.length) return read
    const removed = absent.filter((index) => index >= oldest).map((index) => [index, null] as const)
    return { ...read, entries: new Map([...read.entries, ...removed]) }
  }

  /** Whether only a snapshot can describe the changes. */
  #mustReplace({ generations }: RoomView): boolean {
    this.#needsSnapshot ||= this.#client === undefined || isGenerationGone(this.#client, generations)
    return this.#needsSnapshot
  }

  #eventsOf(view: RoomView, named: NamedEntries): readonly RoomEvent[] {
    const { log } = view
    const client = this.#client
    this.#roomDigests.seen = view.roomDigest
    const entries = client && log ? entryEvents(client, log, named.entries) : []
    if (log) this.#recordLogRead(view, named, entries)
    // the client has not received a cut completely: it may have loaded older pages with entries that were removed
    const isLeft = this.unpublished.some(({ kind }) => kind === 'EntryAdded')
    const isCutShort = isLeft && client?.hasOlderEntries === true && log?.hasOlderEntries === false
    const isBeyond = client !== undefined && log !== undefined && hasEntryBeyond(client, log, named.entries)
    this.#needsSnapshot ||= isCutShort || isTooMuch(entries) || isBeyond
    if (log && (!client || this.#mustReplace(view))) return [snapshotOf(view, log)]
    if (!client) return []
    const hasOlderEntries = log?.hasOlderEntries ?? client.hasOlderEntries
    const isOther = this.#roomDigests.published !== view.roomDigest || hasOlderEntries !== client.hasOlderEntries
    return [
      ...entries,
      ...generationEvents(client, view.generations, entries),
      ...(isOther ? [roomChanged(view, hasOlderEntries)] : []),
    ]
  }

  #recordLogRead({ room }: RoomView, named: NamedEntries, events: readonly RoomEvent[]): void {
    this.#needsSnapshot ||= !named.isComplete
    const hasMoved = this.#movedAt !== undefined && this.#movedAt !== room.updatedAt
    // an entry older than the read has changed, and no message named it
    if (hasMoved && events.length === 0 && this.#named.size === 0)
      this.#needsSnapshot ||= this.#client?.hasOlderEntries ?? false
    for (const index of this.#named) if (!named.entries.has(index)) this.#named.delete(index)
    this.#movedAt = room.updatedAt
    this.#logReadAt = performance.now()
  }

  protected publish(event: RoomEvent): void {
    if (event.kind === 'RoomSnapshot') {
      this.#client = new ClientState(event)
      this.#named.clear()
      this.#needsSnapshot = false
    } else this.#client?.fold(event)
    if (event.kind === 'EntryChanged') this.#named.delete(event.entry.index)
    if (event.kind === 'EntryDeleted') this.#named.delete(event.index)
    if ('room' in event) this.#roomDigests.published = this.#roomDigests.seen
  }
}
