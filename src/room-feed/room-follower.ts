import { AppError } from '../errors.js'
import type { RoomEventBuffer } from '../rooms/room-event-buffer.js'
import {
  entryEvents,
  generationEvents,
  hasEntryBeyond,
  isGenerationGone,
  isTooMuch,
  snapshotOf,
} from './differences.js'
import type { RoomEvent } from './room-event.js'
import type { ReadRequest } from './room-reader.js'
import type { LogView, RoomView } from './room-view.js'
import { ClientState } from './client-state.js'

interface RoomFollowerOptions {
  readonly roomId: string
  /** Registered before the first read, so that nothing falls between the two. */
  readonly buffer: RoomEventBuffer
  /** The room as it is now; null when it is gone or the follower lost access. */
  readonly read: (request: ReadRequest) => Promise<RoomView | null>
  /** How long to trust the silence of the bus, in milliseconds. */
  readonly pollMs: number
}

/** Whatever the room says of itself, its log is read this often. */
const logEveryMs = 30_000

/**
 * The events of one room for one client. It remembers the client's state, and at each wake it reads the stores and
 * publishes the difference: so it is right when bus messages are lost, and all that happens while a client is slow costs one
 * read. Written by hand because `return()` must end a waiting `next()`, which an async generator cannot.
 */
export class RoomFollower implements AsyncIterableIterator<RoomEvent, undefined> {
  #client: ClientState | undefined
  /** Of the last read, not published yet. */
  #left: readonly RoomEvent[] = []
  readonly #roomKeys = { published: '', seen: '' }
  /** Entries that bus messages have named, until they are published. */
  readonly #owed = new Set<number>()
  /** What the client has may be wrong in a way that no read shows. */
  #owesSnapshot = true
  /** The room's `updatedAt` when its log was last read. */
  #movedAt: number | undefined
  #logReadAt = -Infinity
  #readAt = -Infinity
  #isOver = false

  constructor(private readonly options: RoomFollowerOptions) {}

  /** The first read; false when there is no such room. Throws UNAVAILABLE when a store cannot be reached. */
  async begin(): Promise<boolean> {
    await this.#read()
    return this.#left.some(({ kind }) => kind === 'RoomSnapshot')
  }

  async next(): Promise<IteratorResult<RoomEvent, undefined>> {
    try {
      const event = await this.#advance()
      if (event === undefined || event.kind === 'RoomDeleted') await this.return()
      return event === undefined ? { done: true, value: undefined } : { done: false, value: event }
    } catch (error) {
      await this.return()
      throw error
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#isOver = true
    await this.options.buffer.end()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #advance(): Promise<RoomEvent | undefined> {
    const { buffer, pollMs } = this.options
    while (!this.#isEnded()) {
      // also before what is left of the last read: it may not be so any more, or not for this client
      const mustRead = buffer.hasChanges || performance.now() - this.#readAt >= pollMs
      const hasRead = !mustRead || (await this.#readAgain())
      const [event, ...left] = hasRead ? this.#left : []
      if (event && !this.#isEnded()) {
        this.#left = left
        this.#publish(event)
        return event
      }
      await buffer.wait(pollMs)
      this.#readAt = -Infinity
    }
    return undefined
  }

  // read through a method: it may have ended during an await
  #isEnded(): boolean {
    return this.#isOver || this.options.buffer.isOver
  }

  async #readAgain(): Promise<boolean> {
    try {
      await this.#read()
      return true
    } catch (error) {
      const isStoreAway = error instanceof AppError && error.code === 'UNAVAILABLE' && error.part === 'store'
      if (!isStoreAway) throw error
      // the client keeps what it has; the read that finds the store again publishes the rest
      return false
    }
  }

  async #read(): Promise<void> {
    const { buffer, read, roomId } = this.options
    this.#readAt = performance.now()
    const { indexes, isIncomplete, isOfLog } = buffer.drain()
    for (const index of indexes) this.#owed.add(index)
    this.#owesSnapshot ||= isIncomplete
    // what is left of the last read is read again, and published then
    if (isOfLog || this.#left.length > 0) this.#logReadAt = -Infinity
    let view = await read(this.#request())
    if (view && !view.log && this.#mustReplace(view)) view = await read(this.#request())
    this.#left = view ? this.#eventsOf(view) : [{ kind: 'RoomDeleted', roomId }]
  }

  #request(): ReadRequest {
    const named = [...this.#owed]
    const mustRead = this.#owesSnapshot || performance.now() - this.#logReadAt >= logEveryMs
    return { named, unlessMovedSince: mustRead ? undefined : this.#movedAt }
  }

  /** Whether only a snapshot can show what has happened. */
  #mustReplace({ generations }: RoomView): boolean {
    this.#owesSnapshot ||= this.#client === undefined || isGenerationGone(this.#client, generations)
    return this.#owesSnapshot
  }

  #eventsOf(view: RoomView): readonly RoomEvent[] {
    const { log } = view
    const client = this.#client
    this.#roomKeys.seen = view.roomKey
    const entries = client && log ? entryEvents(client, log) : []
    if (log) this.#noteLog(view, log, entries)
    // a cut that the client has not received in full: it may have paged back to entries that are gone
    const isLeft = this.#left.some(({ kind }) => kind === 'EntryAdded')
    const isCutShort = isLeft && client?.hasOlderEntries === true && log?.hasOlderEntries === false
    const isBeyond = client !== undefined && log !== undefined && hasEntryBeyond(client, log)
    this.#owesSnapshot ||= isCutShort || isTooMuch(entries) || isBeyond
    if (log && (!client || this.#mustReplace(view))) return [snapshotOf(view, log)]
    if (!client) return []
    const hasOlderEntries = log?.hasOlderEntries ?? client.hasOlderEntries
    const isOther = this.#roomKeys.published !== view.roomKey || hasOlderEntries !== client.hasOlderEntries
    return [
      ...entries,
      ...generationEvents(client, view.generations, entries),
      ...(isOther ? [{ kind: 'RoomChanged', room: view.room, hasOlderEntries } as const] : []),
    ]
  }

  #noteLog({ room }: RoomView, { named, hasUnreadNamed }: LogView, events: readonly RoomEvent[]): void {
    this.#owesSnapshot ||= hasUnreadNamed
    const hasMoved = this.#movedAt !== undefined && this.#movedAt !== room.updatedAt
    // something has changed among entries that are older than a read covers, and no message has said where
    if (hasMoved && events.length === 0 && this.#owed.size === 0)
      this.#owesSnapshot ||= this.#client?.hasOlderEntries ?? false
    for (const index of this.#owed) if (!named.has(index)) this.#owed.delete(index)
    this.#movedAt = room.updatedAt
    this.#logReadAt = performance.now()
  }

  #publish(event: RoomEvent): void {
    if (event.kind === 'RoomSnapshot') {
      this.#client = new ClientState(event)
      this.#owed.clear()
      this.#owesSnapshot = false
    } else this.#client?.fold(event)
    if (event.kind === 'EntryChanged') this.#owed.delete(event.entry.index)
    if (event.kind === 'EntryDeleted') this.#owed.delete(event.index)
    if ('room' in event) this.#roomKeys.published = this.#roomKeys.seen
  }
}
