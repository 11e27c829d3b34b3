import type { Connection, PageArgs } from '../database/statements/page.js'
import type { Kind } from '../kinds.js'
import type { ChatLogStore, LogEntry, LogRoomKey } from '../ports/chat-log-store/chat-log-store.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { GuestLimits, Writer } from '../rate-limits/guest-limits.js'
import type { ResultBytes } from '../result-bytes.js'
import type { Caller } from '../users/caller.js'
import type { AppendOnce } from './append-once.js'
import { entriesPage } from './entries-page.js'
import type { LogImages } from './log-images.js'

/** A room, by its UUID, or for its owner its number. Of another kind than `kind` it is not found. */
interface RoomOfKind {
  readonly roomId: string
  readonly kind?: Kind | null | undefined
}

export interface LogEntryInput extends RoomOfKind {
  readonly inputData: string
  readonly outputData: string
  /** Of a stored image; ignored in an office room. */
  readonly imgUrl?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

/** An entry of a room, and the version that the caller has seen. */
export interface SeenEntry extends RoomOfKind {
  readonly index: number
  /** The version that the caller has seen; any when unset. */
  readonly expectedVersion?: number | null | undefined
}

export interface LogEntryChange extends Omit<LogEntryInput, 'idempotencyKey'>, SeenEntry {}

export interface LogChoice extends SeenEntry {
  /** The number of one of its alternatives. */
  readonly alternative: number
}

export interface ChatLogsOptions {
  readonly rooms: Rooms
  readonly store: ChatLogStore
  readonly appendOnce: AppendOnce
  readonly images: LogImages
  readonly roomChanges: RoomChanges
  readonly guestLimits: GuestLimits
}

/** The log of an application room: entries with rising indexes, for callers that may use the room. */
export class ChatLogs {
  constructor(private readonly options: ChatLogsOptions) {}

  /** Entries of a room the caller has already been let into, by ascending index. */
  entries(room: Room, page: PageArgs): Promise<Connection<LogEntry>> {
    return entriesPage(this.options.store, this.options.rooms.logRoom(room), page)
  }

  /**
   * Appends an entry at the next index. A retry with an idempotency key gives the entry of the first try as it is now; NOT_FOUND
   * when that has been deleted. Throws NOT_FOUND for a room the caller may not use, BAD_USER_INPUT for an image that `LogImages`
   * refuses, RATE_LIMITED as `GuestLimits` does.
   */
  async save(writer: Writer, { roomId, kind, idempotencyKey, ...input }: LogEntryInput): Promise<LogEntry> {
    const { caller } = writer
    const room = await this.options.rooms.require(caller, roomId, kind)
    const logRoom = this.options.rooms.logRoom(room)
    const content = this.#contentOf(logRoom, input)
    await this.options.guestLimits.chargeEntry(writer, content)
    // the key belongs to the caller, not to the room
    const call = { caller, operation: 'saveLogEntry', key: idempotencyKey, body: { roomId: room.roomId, ...content } }
    await this.options.images.requireServed(content.imgUrl, () => this.options.appendOnce.isWritten(call, logRoom))
    const { entry, appended } = await this.options.appendOnce.append(call, logRoom, content)
    // a first try may have been cut off between the entry and this
    if (appended || room.updatedAt < entry.createdAt) await this.options.rooms.touch(room)
    this.options.roomChanges.publish(room.roomId, { kind: 'entry', index: entry.index })
    return entry
  }

  /**
   * Replaces the entry at an index; a reply that is another one leaves the earlier one as an alternative. Throws NOT_FOUND for a room the caller may not use and for no entry, CONFLICT when
   * `expectedVersion` is given and another version stands there, BAD_USER_INPUT and RATE_LIMITED as `save` does.
   */
  async update(writer: Writer, { roomId, kind, index, expectedVersion, ...turn }: LogEntryChange): Promise<LogEntry> {
    const room = await this.options.rooms.require(writer.caller, roomId, kind)
    const logRoom = this.options.rooms.logRoom(room)
    const content = this.#contentOf(logRoom, turn)
    await this.options.guestLimits.chargeEntry(writer, content)
    await this.options.images.requireServed(content.imgUrl)
    const entry = await this.options.store.replace(logRoom, index, content, expectedVersion ?? undefined)
    await this.options.rooms.touch(room)
    this.options.roomChanges.publish(room.roomId, { kind: 'entry', index })
    return entry
  }

  /** Shows another of an entry's alternatives. Throws as `update` does, and NOT_FOUND for an alternative that it has not. */
  async choose(writer: Writer, { roomId, index, alternative, expectedVersion }: LogChoice): Promise<LogEntry> {
    const room = await this.options.rooms.require(writer.caller, roomId)
    const logRoom = this.options.rooms.logRoom(room)
    await this.options.guestLimits.chargeEntry(writer)
    const entry = await this.options.store.choose(logRoom, index, alternative, expectedVersion ?? undefined)
    await this.options.rooms.touch(room)
    this.options.roomChanges.publish(room.roomId, { kind: 'entry', index })
    return entry
  }

  /** Removes one entry; the others keep their indexes. Gives the room's UUID. Throws NOT_FOUND and CONFLICT as `update` does. */
  async remove(caller: Caller, { roomId, kind, index, expectedVersion }: SeenEntry): Promise<string> {
    const room = await this.options.rooms.require(caller, roomId, kind)
    await this.options.store.remove(this.options.rooms.logRoom(room), index, expectedVersion ?? undefined)
    await this.options.rooms.touch(room)
    this.options.roomChanges.publish(room.roomId, { kind: 'entry deleted', index })
    return room.roomId
  }

  /** The entry a generation became; null without one, and when it or its room has been deleted since. */
  async entryOf(
    caller: Caller,
    { roomId, entryIndex }: { readonly roomId: string; readonly entryIndex: number | null },
    bytes: ResultBytes,
  ): Promise<LogEntry | null> {
    if (entryIndex === null) return null
    const room = await this.options.rooms.find(caller, roomId)
    if (!room) return null
    // a page of one: it counts the entry before it is read
    const page = { after: entryIndex - 1, before: entryIndex + 1, limit: 1, newestFirst: false, bytes }
    const { entries } = await this.options.store.page(this.options.rooms.logRoom(room), page)
    return entries[0] ?? null
  }

  #contentOf({ kind }: LogRoomKey, { inputData, outputData, imgUrl }: Omit<LogEntryInput, 'roomId' | 'kind'>) {
    return { inputData, outputData, imgUrl: this.options.images.accept(kind, imgUrl) }
  }
}
