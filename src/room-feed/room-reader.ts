import { hash } from 'node:crypto'
import { limits } from '../limits.js'
import type { Characters } from '../characters/characters.js'
import { AppError } from '../errors.js'
import type { ChatLogStore, LogEntry, LogRoomKey } from '../ports/chat-log-store/chat-log-store.js'
import type { Replies } from '../replies/replies.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import { pageBytes } from '../result-bytes.js'
import type { Caller } from '../users/caller.js'
import type { LogView, RoomView } from './room-view.js'

interface RoomReaderOptions {
  readonly rooms: Pick<Rooms, 'find' | 'logRoom'>
  readonly chatLogs: Pick<ChatLogStore, 'page' | 'findEntry'>
  readonly replies: Pick<Replies, 'list'>
  readonly characters: Pick<Characters, 'byIds'>
  readonly clock: () => number
}

export interface ReadRequest {
  /** The room's `updatedAt` when its log was last read. The log is read again only if it may have changed since. */
  readonly unlessMovedSince?: number | undefined
  /** Indexes of entries to read in addition, however old. */
  readonly named?: readonly number[]
}

/** The assumed clock difference of two instances, and the time in which two writes share a timestamp. */
const recentMs = 10_000

export class RoomReader {
  constructor(private readonly options: RoomReaderOptions) {}

  /** The room as the caller may see it now; null when it was deleted or the caller may not use it. */
  async read(
    caller: Caller,
    { id, roomId }: Pick<Room, 'id' | 'roomId'>,
    request: ReadRequest,
  ): Promise<RoomView | null> {
    const { rooms, replies } = this.options
    const room = await rooms.find(caller, roomId)
    // another room may have been created under the same UUID
    if (room?.id !== id) return null
    const roomDigest = await this.#digestOf(room)
    // read before the log, which then contains the entry of every completed generation
    const { nodes: generations } = await replies.list(room, { first: limits.roomFeedGenerations })
    if (!this.#mayHaveMoved(room, request.unlessMovedSince)) return { room, roomDigest, generations, log: undefined }
    try {
      return { room, roomDigest, generations, log: await this.#log(rooms.logRoom(room), request.named ?? []) }
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'NOT_FOUND' && !(await rooms.find(caller, roomId))
      if (isGone) return null
      throw error
    }
  }

  #mayHaveMoved({ updatedAt }: Room, since: number | undefined): boolean {
    return updatedAt !== since || this.options.clock() - updatedAt < recentMs
  }

  async #log(room: LogRoomKey, indexes: readonly number[]): Promise<LogView> {
    const { chatLogs } = this.options
    const newest = await chatLogs.page(room, { limit: limits.roomFeedEntries, newestFirst: true })
    const entries = newest.entries.toReversed()
    const oldest = entries[0]?.index ?? Infinity
    const named = new Map<number, LogEntry | null>()
    const others = indexes.filter((index) => !entries.some((entry) => entry.index === index))
    let length = 0
    for (const index of others) {
      if (length > pageBytes) break
      const entry = index < oldest ? await chatLogs.findEntry(room, index) : null
      length += entry ? lengthOf(entry) : 0
      named.set(index, entry)
    }
    return { entries, hasOlderEntries: newest.hasMore, named, hasUnreadNamed: named.size < others.length }
  }

  async #digestOf(room: Room): Promise<string> {
    const [character = null] = room.characterId === null ? [] : await this.options.characters.byIds([room.characterId])
    return hash('sha256', JSON.stringify([room, character]), 'base64')
  }
}

function lengthOf(entry: LogEntry): number {
  return [entry, ...entry.others].reduce((sum, one) => sum + one.inputData.length + one.outputData.length, 0)
}
