import { AppError } from '../errors.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import { RoomFollower } from './room-follower.js'
import { readListCursor } from './room-list-cursor.js'
import { RoomListFollower } from './room-list-follower.js'
import type { RoomListReader } from './room-list-reader.js'
import type { RoomReader } from './room-reader.js'

export interface RoomFeedOptions {
  readonly rooms: Pick<Rooms, 'require'>
  readonly reader: RoomReader
  readonly listReader: Pick<RoomListReader, 'read'>
  readonly roomChanges: RoomChanges
  /** Milliseconds until the room is read again without a bus message: other instances may write without one. */
  readonly pollMs?: number
}

/** Publishes the changes of a room to every client that follows it. */
export class RoomFeed {
  constructor(private readonly options: RoomFeedOptions) {}

  /**
   * A snapshot of the room, then its changes until it is deleted. Every caller that may use a room may follow it; this
   * is checked at each read. Throws NOT_FOUND for a missing room and for a room of another account.
   */
  async follow(caller: Caller, id: string): Promise<RoomFollower> {
    const { rooms, reader, pollMs = 3_000 } = this.options
    const room = await rooms.require(caller, id)
    const buffer = this.options.roomChanges.listen(room)
    const { roomId } = room
    const follower = new RoomFollower({ roomId, buffer, pollMs, read: (request) => reader.read(caller, room, request) })
    try {
      await buffer.active()
      if (await follower.begin()) return follower
      throw new AppError('NOT_FOUND')
    } catch (error) {
      await follower.return()
      throw error
    }
  }

  /**
   * The changes of the caller's own rooms since the cursor; without one, a list of the newest first. Throws
   * UNAUTHENTICATED for a guest, BAD_USER_INPUT for a cursor that this feed has not issued.
   */
  async followList(caller: Caller, after: string | null | undefined): Promise<RoomListFollower> {
    const { listReader, roomChanges, pollMs = 3_000 } = this.options
    if (caller.kind !== 'user') throw new AppError('UNAUTHENTICATED')
    const seen = typeof after === 'string' ? readListCursor(after) : undefined
    const buffer = roomChanges.listenToList(caller.id)
    const read = (roomIds: readonly string[]) => listReader.read(caller.id, roomIds)
    const follower = new RoomListFollower({ buffer, pollMs: 2 * pollMs, seen, read })
    try {
      await buffer.active()
      await follower.begin()
      return follower
    } catch (error) {
      await follower.return()
      throw error
    }
  }
}
