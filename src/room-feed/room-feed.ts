import { AppError } from '../errors.js'
import type { RoomNews } from '../rooms/room-news.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import { RoomFollower } from './room-follower.js'
import type { RoomReader } from './room-reader.js'

export interface RoomFeedOptions {
  readonly rooms: Pick<Rooms, 'require'>
  readonly looks: RoomReader
  readonly news: RoomNews
  /** How long to trust the silence of the bus, in milliseconds: other instances may write without it. */
  readonly pollMs?: number
}

/** Publishes what happens in a room to every client that follows it. */
export class RoomFeed {
  constructor(private readonly options: RoomFeedOptions) {}

  /**
   * A snapshot of the room, then what changes in it, until it is deleted. Who may use a room may follow it, and is asked for
   * again at each look. Throws NOT_FOUND for missing and foreign ones alike.
   */
  async follow(caller: Caller, id: string): Promise<RoomFollower> {
    const { rooms, looks, pollMs = 3_000 } = this.options
    const room = await rooms.require(caller, id)
    const news = this.options.news.listen(room)
    const { roomId } = room
    const follower = new RoomFollower({ roomId, news, pollMs, look: (request) => looks.look(caller, room, request) })
    try {
      if (await follower.begin()) return follower
      throw new AppError('NOT_FOUND')
    } catch (error) {
      await follower.return()
      throw error
    }
  }
}
