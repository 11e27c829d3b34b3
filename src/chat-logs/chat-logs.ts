import type { ChatLogStore, LogEntry, LogRoomKey } from '@parley/chat-log-store'
import { AppError, type ResultBytes } from '@parley/runtime'
import type { Connection, PageArgs } from '@parley/statements'
import type { Kind } from '../kinds.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { GuestLimits, Writer } from '../rate-limits/guest-limits.js'
import type { Caller } from '../users/caller.js'
import type { AppendOnce } from './append-once.js'
import { entriesPage } from './entries-page.js'
import type { MessageFiles } from '../files/message-files.js'
import type { LogImages } from './log-images.js'

/** A room by its UUID, or for its owner by its number. A room of another kind than `kind` is not found. */
interface RoomOfKind {
  readonly roomId: string
  readonly kind?: Kind | null | undefined
}

interface LogEntryInput extends RoomOfKind {
  readonly inputData: string
  readonly outputData: string
  /** The URL of a stored image; ignored in an office room. */
  readonly imgUrl?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

/** An entry of a room, and the version that the caller has read. */
export interface SeenEntry extends RoomOfKind {
  readonly index: number
  /** The version that the caller has read; not checked when unset. */
  readonly expectedVersion?: number | null | undefined
}

interface LogEntryChange extends Omit<LogEntryInput, 'idempotencyKey'>, SeenEntry {}

/** The log of an application room: entries with increasing indexes, for callers that may use the room. */
export class ChatLogs {
  constructor(
    private readonly options: {
      readonly rooms: Rooms
      readonly store: ChatLogStore
      readonly appendOnce: AppendOnce
      readonly messageFiles: Pick<MessageFiles, 'release'>
      readonly images: LogImages
      readonly roomChanges: RoomChanges
      readonly guestLimits: GuestLimits
    },
  ) {}

  /** Entries of a room that the caller may use, by ascending index. */
  entries(room: Room, page: PageArgs): Promise<Connection<LogEntry>> {
    return entriesPage(this.options.store, this.options.rooms.logRoom(room), page)
  }

  /**
   * Appends an entry at the next index. A retry with the same idempotency key returns the current state of the first
   * entry; NOT_FOUND when that was deleted. Throws NOT_FOUND for a room that the caller may not use, BAD_USER_INPUT for
   * an image that `LogImages` refuses, RATE_LIMITED as `GuestLimits`.
   */
  async save(writer: Writer, { roomId, kind, idempotencyKey, ...input }: LogEntryInput): Promise<LogEntry> {
    const { caller } = writer
    const room = await this.options.rooms.require(caller, roomId, kind)
    const logRoom = this.options.rooms.logRoom(room)
    const content = this.#contentOf(logRoom, input)
    await this.options.guestLimits.chargeEntry(writer, content)
    // keys are unique per caller, not per room
    const call = { caller, operation: 'saveLogEntry', key: idempotencyKey, body: { roomId: room.roomId, ...content } }
    const isWritten = () => this.options.appendOnce.isWritten(call, logRoom)
    await this.options.images.requireServed(content.imgUrl, { writer, isWritten })
    await this.options.rooms.recordLogChange(caller, room, async () => !(await isWritten()))
    const sender = await this.options.rooms.senderIn(room, caller)
    const { entry, appended } = await this.options.appendOnce.append(call, logRoom, { ...content, sender })
    // an interrupted first try may have left the room untouched
    if (appended || room.updatedAt < entry.createdAt) await this.options.rooms.touchByEntry(room, entry.inputData)
    this.options.roomChanges.publish(room, { kind: 'entry', index: entry.index })
    return entry
  }

  /**
   * Replaces the entry at an index; if the reply differs, the earlier one stays as an alternative. Throws NOT_FOUND for
   * a room that the caller may not use and for a missing entry, CONFLICT when the entry has another version than
   * `expectedVersion`, BAD_USER_INPUT and RATE_LIMITED as `save`.
   */
  async update(writer: Writer, { roomId, kind, index, expectedVersion, ...turn }: LogEntryChange): Promise<LogEntry> {
    const room = await this.options.rooms.require(writer.caller, roomId, kind)
    const logRoom = this.options.rooms.logRoom(room)
    const { images, guestLimits } = this.options
    const { inputData, outputData } = turn
    const content = { inputData, outputData, imgUrl: images.acceptChange(logRoom.kind, turn.imgUrl) }
    await guestLimits.chargeEntry(writer, content)
    await images.requireServed(content.imgUrl ?? null, { writer })
    await this.options.rooms.recordLogChange(writer.caller, room, this.#isSeen(logRoom, { index, expectedVersion }))
    const entry = await this.options.store.replace(logRoom, index, content, expectedVersion ?? undefined)
    await this.options.rooms.touch(room)
    this.options.roomChanges.publish(room, { kind: 'entry', index })
    return entry
  }

  /** Shows another alternative of an entry. Throws as `update`, and NOT_FOUND for an unknown alternative. */
  async choose(
    writer: Writer,
    { roomId, index, alternative, expectedVersion }: SeenEntry & { readonly alternative: number },
  ): Promise<LogEntry> {
    const room = await this.options.rooms.require(writer.caller, roomId)
    const logRoom = this.options.rooms.logRoom(room)
    await this.options.guestLimits.chargeEntry(writer)
    await this.options.rooms.recordLogChange(writer.caller, room, this.#isSeen(logRoom, { index, expectedVersion }))
    const entry = await this.options.store.choose(logRoom, index, alternative, expectedVersion ?? undefined)
    await this.options.rooms.touch(room)
    this.options.roomChanges.publish(room, { kind: 'entry', index })
    return entry
  }

  /** Removes one entry; the others keep their indexes. Returns the room's UUID. Throws as `update`. */
  async remove(caller: Caller, { roomId, kind, index, expectedVersion }: SeenEntry): Promise<string> {
    const room = await this.options.rooms.require(caller, roomId, kind)
    const logRoom = this.options.rooms.logRoom(room)
    await this.options.rooms.recordLogChange(caller, room, this.#isSeen(logRoom, { index, expectedVersion }))
    await this.options.store.remove(logRoom, index, expectedVersion ?? undefined)
    await this.options.messageFiles.release(room.roomId, { from: index, to: index })
    await this.options.rooms.touchByRemoval(logRoom)
    this.options.roomChanges.publish(room, { kind: 'entry deleted', index })
    return room.roomId
  }

  /** Whether there is an entry that has the expected version, if one is. */
  #isSeen(room: LogRoomKey, { index, expectedVersion }: Pick<SeenEntry, 'index' | 'expectedVersion'>) {
    return async () => {
      const entry = await this.options.store.findEntry(room, index)
      return entry !== null && (expectedVersion ?? entry.version) === entry.version
    }
  }

  /** The entry of a generation; null if it has none, or if the entry or its room was deleted. */
  async entryOf(
    caller: Caller,
    { roomId, entryIndex }: { readonly roomId: string; readonly entryIndex: number | null },
    bytes: ResultBytes,
  ): Promise<LogEntry | null> {
    if (entryIndex === null) return null
    const room = await this.options.rooms.find(caller, roomId)
    return room && this.entry(room, entryIndex, bytes)
  }

  /** The entry at an index of a room that the caller may use; null if there is none, or the room was deleted. */
  async entry(room: Room, index: number, bytes: ResultBytes): Promise<LogEntry | null> {
    // a page of one entry, so that its size is counted before it is read
    const page = { after: index - 1, before: index + 1, limit: 1, newestFirst: false, bytes }
    try {
      const { entries } = await this.options.store.page(this.options.rooms.logRoom(room), page)
      return entries[0] ?? null
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }

  #contentOf({ kind }: LogRoomKey, { inputData, outputData, imgUrl }: Omit<LogEntryInput, 'roomId' | 'kind'>) {
    return { inputData, outputData, imgUrl: this.options.images.accept(kind, imgUrl) }
  }
}
