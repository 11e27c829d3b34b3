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
  /** Opened before the first read, so that no change is missed in between. */
  readonly buffer: RoomEventBuffer
  /** The current room; null when it was deleted or the follower lost access. */
  readonly read: (request: ReadRequest) => Promise<RoomView | null>
  /** How long to wait for the bus before the room is read again, in milliseconds. */
  readonly pollMs: number
}

/** The log is read at least this often, even if the room's record has not changed. */
const logEveryMs = 30_000

/**
 * The events of one room for one client. It keeps the client's state; at each wake-up it reads the stores and publishes
 * the difference. So lost bus messages do no harm, and all changes during a slow send cost one read. Not an async
 * generator, because `return()` must end a waiting `next()`.
 */
export class RoomFollower implements AsyncIterableIterator<RoomEvent, undefined> {
  #client: ClientState | undefined
  /** Events of the last read that are not published yet. */
  #unpublished: readonly RoomEvent[] = []
  readonly #roomKeys = { published: '', seen: '' }
  /** Entries named by bus messages and not published yet. */
  readonly #named = new Set<number>()
  /** Whether the client's state may be wrong in a way that no read can detect. */
  #needsSnapshot = true
  /** The room's `updatedAt` when its log was last read. */
  #movedAt: number | undefined
  #logReadAt = -Infinity
  #readAt = -Infinity
  #isOver = false

  constructor(private readonly options: RoomFollowerOptions) {}

  /** The first read; false when the room does not exist. Throws UNAVAILABLE when a store cannot be reached. */
  async begin(): Promise<boolean> {
    await this.#read()
    return this.#unpublished.some(({ kind }) => kind === 'RoomSnapshot')
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
      // also with unpublished events: they may be outdated, or the client may have lost access
      const mustRead = buffer.hasChanges || performance.now() - this.#readAt >= pollMs
      const hasRead = !mustRead || (await this.#readAgain())
      const [event, ...left] = hasRead ? this.#unpublished : []
      if (event && !this.#isEnded()) {
        this.#unpublished = left
        this.#publish(event)
        return event
      }
      await buffer.wait(pollMs)
      this.#readAt = -Infinity
    }
    return undefined
  }

  // a method, since it may end during an await
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
      // the client keeps its state; the next successful read publishes the changes
      return false
    }
  }

  async #read(): Promise<void> {
    const { buffer, read, roomId } = this.options
    this.#readAt = performance.now()
    const { indexes, isIncomplete, isOfLog } = buffer.drain()
    for (const index of indexes) this.#named.add(index)
    this.#needsSnapshot ||= isIncomplete
    // unpublished events are discarded and computed again from a new read
    if (isOfLog || this.#unpublished.length > 0) this.#logReadAt = -Infinity
    let view = await read(this.#request())
    if (view && !view.log && this.#mustReplace(view)) view = await read(this.#request())
    this.#unpublished = view ? this.#eventsOf(view) : [{ kind: 'RoomDeleted', roomId }]
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
    this.#roomKeys.seen = view.roomKey
    const entries = client && log ? entryEvents(client, log) : []
    if (log) this.#recordLogRead(view, log, entries)
    // the client has not received a cut completely: it may have loaded older pages with entries that were removed
    const isLeft = this.#unpublished.some(({ kind }) => kind === 'EntryAdded')
    const isCutShort = isLeft && client?.hasOlderEntries === true && log?.hasOlderEntries === false
    const isBeyond = client !== undefined && log !== undefined && hasEntryBeyond(client, log)
    this.#needsSnapshot ||= isCutShort || isTooMuch(entries) || isBeyond
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

  #publish(event: RoomEvent): void {
    if (event.kind === 'RoomSnapshot') {
      this.#client = new ClientState(event)
      this.#named.clear()
      this.#needsSnapshot = false
    } else this.#client?.fold(event)
    if (event.kind === 'EntryChanged') this.#named.delete(event.entry.index)
    if (event.kind === 'EntryDeleted') this.#named.delete(event.index)
    if ('room' in event) this.#roomKeys.published = this.#roomKeys.seen
  }
}
