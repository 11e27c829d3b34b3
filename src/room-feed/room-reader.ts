import { hash } from 'node:crypto'
import { additionsLength, type ChatLogStore, type LogEntry, type LogRoomKey } from '@parley/chat-log-store'
import { AppError, pageBytes } from '@parley/runtime'
import { limits } from '../limits.js'
import type { Characters } from '../characters/characters.js'
import type { Personas } from '../personas/personas.js'
import type { Replies } from '../replies/replies.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import type { LogPage, NamedEntries, RoomView } from './room-view.js'

/** The assumed clock difference of two instances, and the time in which two writes share a timestamp. */
const recentMs = 10_000

export class RoomReader {
  constructor(
    private readonly options: {
      readonly rooms: Pick<Rooms, 'find' | 'logRoom'>
      readonly chatLogs: Pick<ChatLogStore, 'page' | 'findEntry'>
      readonly replies: Pick<Replies, 'list'>
      readonly characters: Pick<Characters, 'byIds'>
      readonly personas: Pick<Personas, 'inRoom'>
      readonly clock: () => number
    },
  ) {}

  /**
   * The room as the caller may see it now; null when it was deleted or the caller may not use it. `unlessMovedSince`:
   * the room's `updatedAt` when its log was last read. The log is read again only if it may have changed since.
   */
  async read(
    caller: Caller,
    { id, roomId }: Pick<Room, 'id' | 'roomId'>,
    unlessMovedSince?: number,
  ): Promise<RoomView | null> {
    const { rooms, replies } = this.options
    const room = await rooms.find(caller, roomId)
    // another room may have been created under the same UUID
    if (room?.id !== id) return null
    const roomDigest = await this.#digestOf(room)
    // read before the log, which then contains the entry of every completed generation
    const { nodes: generations } = await replies.list(room, { first: limits.roomFeedGenerations })
    if (!this.#mayHaveMoved(room, unlessMovedSince)) return { room, roomDigest, generations, log: undefined }
    try {
      return { room, roomDigest, generations, log: await this.#log(rooms.logRoom(room)) }
    } catch (error) {
      if (await this.#isGone(caller, roomId, error)) return null
      throw error
    }
  }

  /** Entries that are older than the newest page, for a caller who has just read it; null as with `read`. */
  async readOlder(caller: Caller, room: Room, indexes: readonly number[]): Promise<NamedEntries | null> {
    const { rooms, chatLogs } = this.options
    const named = new Map<number, LogEntry | null>()
    let length = 0
    try {
      for (const index of indexes) {
        if (length > pageBytes) break
        const entry = await chatLogs.findEntry(rooms.logRoom(room), index)
        length += entry ? lengthOf(entry) : 0
        named.set(index, entry)
      }
      return { entries: named, isComplete: named.size === indexes.length }
    } catch (error) {
      if (await this.#isGone(caller, room.roomId, error)) return null
      throw error
    }
  }

  #mayHaveMoved({ updatedAt }: Room, since: number | undefined): boolean {
    return updatedAt !== since || this.options.clock() - updatedAt < recentMs
  }

  async #log(room: LogRoomKey): Promise<LogPage> {
    const newest = await this.options.chatLogs.page(room, { limit: limits.roomFeedEntries, newestFirst: true })
    return { entries: newest.entries.toReversed(), hasOlderEntries: newest.hasMore }
  }

  async #isGone(caller: Caller, roomId: string, error: unknown): Promise<boolean> {
    return error instanceof AppError && error.code === 'NOT_FOUND' && !(await this.options.rooms.find(caller, roomId))
  }

  async #digestOf(room: Room): Promise<string> {
    const [character = null] = room.characterId === null ? [] : await this.options.characters.byIds([room.characterId])
    const persona = await this.options.personas.inRoom(room)
    return hash('sha256', JSON.stringify([room, character, persona]), 'base64')
  }
}

function lengthOf(entry: LogEntry): number {
  const { shown, others } = entry
  const additions = [shown, ...others].reduce((sum, one) => sum + additionsLength(one), 0)
  return [entry, ...others].reduce((sum, one) => sum + one.inputData.length + one.outputData.length, additions)
}
