import { connection, pageRequest } from '../database/page.js'
import type { Connection, PageArgs } from '../database/page.js'
import { AppError } from '../errors.js'
import type { ChatLogStore, LogEntry } from '../ports/chat-log-store/chat-log-store.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import { idempotentSource } from './idempotent-source.js'

export interface LogEntryInput {
  readonly roomId: string
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

/** The log of an application room: entries with rising indexes, for whoever may use the room. */
export class ChatLogs {
  constructor(
    private readonly rooms: Rooms,
    private readonly store: ChatLogStore,
  ) {}

  /** Entries of a room the caller has already been let into, by ascending index. */
  async entries(room: Room, page: PageArgs): Promise<Connection<LogEntry>> {
    const request = pageRequest(page)
    const rows = await this.store.page(this.rooms.logRoom(room), {
      limit: request.limit + 1,
      after: request.after?.[0],
      before: request.before?.[0],
      newestFirst: request.backward,
    })
    return connection(request, rows, ({ index }) => [index])
  }

  /** Appends an entry at the next index. Throws NOT_FOUND for a room the caller may not use. */
  async save(caller: Caller, { roomId, idempotencyKey, ...input }: LogEntryInput): Promise<LogEntry> {
    const room = await this.rooms.require(caller, roomId)
    const content = { inputData: input.inputData, outputData: input.outputData, imgUrl: input.imgUrl ?? null }
    const source = idempotentSource(caller, idempotencyKey)
    const { entry, appended } = await this.store.append(this.rooms.logRoom(room), {
      ...content,
      ...(source && { source }),
    })
    if (!appended && !sameContent(entry, content))
      throw new AppError('CONFLICT', { message: 'This idempotency key was used with another input' })
    // a first try may have been cut off between the entry and this
    if (appended || room.updatedAt < entry.createdAt) await this.rooms.touch(room)
    return entry
  }

  /** The entry a generation became; null without one, and when it or its room has been deleted since. */
  async entryOf(
    caller: Caller,
    { roomId, entryIndex }: { readonly roomId: string; readonly entryIndex: number | null },
  ): Promise<LogEntry | null> {
    if (entryIndex === null) return null
    const room = await this.rooms.find(caller, roomId)
    return room && this.store.find(this.rooms.logRoom(room), entryIndex)
  }
}

function sameContent(entry: LogEntry, content: Pick<LogEntry, 'inputData' | 'outputData' | 'imgUrl'>): boolean {
  return (
    entry.inputData === content.inputData && entry.outputData === content.outputData && entry.imgUrl === content.imgUrl
  )
}
