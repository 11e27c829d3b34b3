import { AppError } from '../errors.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import { RoomFollower } from './room-follower.js'
import type { RoomReader } from './room-reader.js'

export interface RoomFeedOptions {
  readonly rooms: Pick<Rooms, 'require'>
  readonly reader: RoomReader
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
}
