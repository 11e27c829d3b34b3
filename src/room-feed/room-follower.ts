import {
  entryEvents,
  generationEvents,
  hasEntryBeyond,
  isGenerationGone,
  isTooMuch,
  roomChanged,
  snapshotOf,
} from './differences.js'
import type { RoomEvent } from './room-event.js'
import type { ReadRequest } from './room-reader.js'
import type { LogView, RoomView } from './room-view.js'
import { ClientState } from './client-state.js'
import { StoreFollower } from './store-follower.js'
import type { FollowerOptions } from './store-follower.js'

interface RoomFollowerOptions extends FollowerOptions<number> {
  /** The last event of every follower of the room. */
  readonly deleted: RoomEvent
  /** The room as it was after the change or later; null when it was deleted or the follower lost access. */
  readonly read: (request: ReadRequest, change: number) => Promise<RoomView | null>
}

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

  constructor(private readonly options: RoomFollowerOptions) {
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
    let view = await read(this.#request(), change)
    if (view && !view.log && this.#mustReplace(view)) view = await read(this.#request(), change)
    return view ? this.#eventsOf(view) : [deleted]
  }

  #request(): ReadRequest {
    const named = [...this.#named]
    const mustRead = this.#needsSnapshot || performance.now() - this.#logReadAt >= logEveryMs
    return { named, unlessMovedSince: mustRead ? undefined : this.#movedAt }
  }

  /** Whether only a snapshot can describe the changes. */
  #mustReplace({ generations }: RoomView): boolean {
    this.#needsSnapshot ||= this.#client === undefined || isGenerationGone(this.#client, generations)
    return this.#needsSnapshot
  }

  #eventsOf(view: RoomView): readonly RoomEvent[] {
    const { log } = view
    const client = this.#client
    this.#roomDigests.seen = view.roomDigest
    const entries = client && log ? entryEvents(client, log) : []
    if (log) this.#recordLogRead(view, log, entries)
    // the client has not received a cut completely: it may have loaded older pages with entries that were removed
    const isLeft = this.unpublished.some(({ kind }) => kind === 'EntryAdded')
    const isCutShort = isLeft && client?.hasOlderEntries === true && log?.hasOlderEntries === false
    const isBeyond = client !== undefined && log !== undefined && hasEntryBeyond(client, log)
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

  #recordLogRead({ room }: RoomView, { named, hasUnreadNamed }: LogView, events: readonly RoomEvent[]): void {
    this.#needsSnapshot ||= hasUnreadNamed
    const hasMoved = this.#movedAt !== undefined && this.#movedAt !== room.updatedAt
    // an entry older than the read has changed, and no message named it
    if (hasMoved && events.length === 0 && this.#named.size === 0)
      this.#needsSnapshot ||= this.#client?.hasOlderEntries ?? false
    for (const index of this.#named) if (!named.has(index)) this.#named.delete(index)
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
