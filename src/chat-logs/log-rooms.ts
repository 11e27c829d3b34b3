import { randomUUID } from 'node:crypto'
import type { ChatLogStore, LogEntry, LogRoomKey, LogRoomKind } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import type { Connection, PageArgs } from '@parley/statements'
import { canonicalUuid } from '../limits.js'
import type { Deletion } from '../deletion/deletion.js'
import type { LogRoomPurges } from '../deletion/log-room-purges.js'
import type { RoomChange, RoomChanges } from '../rooms/room-changes.js'
import type { MessageFiles } from '../files/message-files.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import type { AppendOnce } from './append-once.js'
import { entriesPage } from './entries-page.js'
import { idempotentSource } from './idempotent-source.js'
import { badImage, hasImages, type LogImages } from './log-images.js'

/** The address of a log room; with another kind or user id it is not found. `roomId` is a UUID in any spelling. */
export interface LogRoomAddress {
  readonly kind: LogRoomKind
  /** 1 to 50 code points. */
  readonly userId: string
  readonly roomId: string
}

/** A message and its reply. `imgUrl` is the URL of a stored image: required in `chatbot` rooms, ignored in others. */
export interface LogTurn {
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl?: string | null | undefined
}

interface Keyed {
  readonly idempotencyKey?: string | null | undefined
}

/**
 * The rooms of the chat-log service (docs/contract/chat-logs.md). They have addresses but no owners: every caller of
 * the service may use each of them, so they are only for `{ kind: 'service' }`. Methods on a room throw NOT_FOUND when
 * (kind, user id, id) has none. They also update the application's record of the room, if there is one.
 */
export class LogRooms {
  constructor(
    private readonly options: {
      readonly store: ChatLogStore
      readonly rooms: Rooms
      readonly deletion: Deletion
      readonly purges: LogRoomPurges
      readonly images: LogImages
      readonly appendOnce: AppendOnce
      readonly messageFiles: Pick<MessageFiles, 'release'>
      readonly roomChanges: RoomChanges
      readonly newId?: () => string
    },
  ) {}

  /**
   * Creates a room without a record. A retry with the same key returns the room of the first call. Throws UNAVAILABLE
   * while deleted rooms of this user id are still being removed.
   */
  async create(
    caller: Caller,
    { kind, userId, idempotencyKey }: Omit<LogRoomAddress, 'roomId'> & Keyed,
  ): Promise<string> {
    const { store, purges, newId = randomUUID } = this.options
    const proposed = { kind, userId, id: newId() }
    const source = idempotentSource(caller, idempotencyKey)
    await purges.clear(proposed)
    const made = await store.createRoom(proposed, source, 'service')
    if (made.created || !(await purges.isPending({ ...proposed, id: made.id }))) return made.id
    // the room of the first call has been deleted
    await purges.clear({ ...proposed, id: made.id })
    return (await store.createRoom(proposed, source, 'service')).id
  }

  /** Appends at the next index, above the highest ever used (contract: chat-logs.5). Throws as `AppendOnce`. */
  async save(caller: Caller, { idempotencyKey, ...input }: LogRoomAddress & LogTurn & Keyed): Promise<LogEntry> {
    const room = await this.#roomAt(input)
    const content = this.#contentOf(input)
    const { appendOnce, images } = this.options
    // keys are unique per room, because many services share the one caller
    const operation = ['saveLogRoomEntry', room.kind, room.userId, room.id].join(' ')
    const call = { caller, operation, key: idempotencyKey, body: content }
    await images.requireServed(content.imgUrl, { isWritten: () => appendOnce.isWritten(call, room) })
    const { entry, appended } = await appendOnce.append(call, room, content)
    // an interrupted first try may have left the room's record untouched
    await this.#changed(room, { kind: 'entry', index: entry.index }, appended ? undefined : entry.createdAt)
    return entry
  }

  /** Replaces the entry at an index; NOT_FOUND without one. */
  async update({ index, ...input }: LogRoomAddress & LogTurn & { readonly index: number }): Promise<LogEntry> {
    const room = await this.#roomAt(input)
    const { images, store } = this.options
    const imgUrl = images.acceptChange(input.kind, input.imgUrl)
    await images.requireServed(imgUrl ?? null)
    const entry = await store.replace(room, index, { ...this.#contentOf(input), imgUrl })
    await this.#changed(room, { kind: 'entry', index })
    return entry
  }

  /** Removes the entry at an index without renumbering; NOT_FOUND without one. Returns the room's id. */
  async deleteEntry({ index, ...address }: LogRoomAddress & { readonly index: number }): Promise<string> {
    const room = await this.#roomAt(address)
    const { store, rooms, roomChanges } = this.options
    await store.remove(room, index)
    await this.options.messageFiles.release(room.id, { from: index, to: index })
    const ownerId = await rooms.touchByRemoval(room)
    roomChanges.publish({ roomId: room.id, ownerId }, { kind: 'entry deleted', index })
    return room.id
  }

  /** By ascending index. */
  async entries(address: LogRoomAddress, page: PageArgs): Promise<Connection<LogEntry>> {
    return entriesPage(this.options.store, await this.#roomAt(address), page)
  }

  /** Deletes the room, its entries, and the application's record of it, if any. Returns the room's id. */
  async delete(address: LogRoomAddress): Promise<string> {
    const room = await this.#roomAt(address)
    await this.options.deletion.logRoom(room)
    return room.id
  }

  /** A room with a pending purge counts as deleted: the purge removes the rest. */
  async #roomAt({ kind, userId, roomId }: LogRoomAddress): Promise<LogRoomKey> {
    const id = canonicalUuid(roomId)
    if (id === undefined) throw new AppError('NOT_FOUND')
    const room = { kind, userId, id }
    if (await this.options.purges.isPending(room)) throw new AppError('NOT_FOUND')
    return room
  }

  async #changed({ id: roomId }: LogRoomKey, change: RoomChange, since?: number): Promise<void> {
    const ownerId = await this.options.rooms.touch({ roomId }, since)
    this.options.roomChanges.publish({ roomId, ownerId }, change)
  }

  #contentOf({ kind, inputData, outputData, imgUrl }: Pick<LogRoomAddress, 'kind'> & LogTurn) {
    if (hasImages(kind) && typeof imgUrl !== 'string') throw badImage('required', 'Field required')
    return { inputData, outputData, imgUrl: this.options.images.accept(kind, imgUrl) }
  }
}
