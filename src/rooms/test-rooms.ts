import { AppError } from '@parley/runtime'
import { type Database, lessThan, not } from '@parley/statements'
import type { Characters } from '../characters/characters.js'
import { RoomTable } from '../database/tables/rooms.js'
import type { Deletion } from '../deletion/deletion.js'
import type { UserCaller } from '../users/caller.js'
import type { Room } from './room.js'
import type { Rooms } from './rooms.js'

/** How long a test conversation stays after its last change, in milliseconds. */
const keptMs = 24 * 60 * 60 * 1000
const roomsPerRound = 100

/**
 * Test conversations of authors with their characters: each is a room that is in no list, is not found by a search and does not
 * count as a talk. Its messages cost what others cost. An account has at most one with a character.
 */
export class TestRooms {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly rooms: Rooms
      readonly characters: Characters
      readonly deletion: Pick<Deletion, 'room' | 'logRoom'>
      readonly clock: () => number
    },
  ) {}

  /**
   * The caller's test conversation with a character; with `isNew` an empty one, and the one before is deleted. Throws as
   * `Characters.requireOwn`.
   */
  async open(caller: UserCaller, characterId: string, isNew: boolean): Promise<Room> {
    const { rooms, characters, deletion } = this.options
    const { id } = await characters.requireOwn(caller, characterId)
    const earlier = await this.#find(caller, id)
    if (earlier && !isNew) return earlier
    if (earlier) await unlessDeleted(deletion.room(caller, earlier.roomId))
    const writer = { caller, ipAddress: caller.ipAddress ?? null }
    try {
      return await rooms.create(writer, 'character', { characterId, isTest: true })
    } catch (error) {
      // a concurrent call has made the one room
      const other = await this.#find(caller, id)
      if (!other) throw error
      return other
    }
  }

  /** Deletes those whose time has passed. */
  async sweep(): Promise<void> {
    const { database, rooms, deletion, clock } = this.options
    const expired = { testOf: not(null), updatedAt: lessThan(clock() - keptMs) }
    for (;;) {
      const found = await database.read((db) => db.select(RoomTable, expired, { limit: roomsPerRound }))
      for (const room of found) await unlessDeleted(deletion.logRoom(rooms.logRoom(room)))
      if (found.length < roomsPerRound) return
    }
  }

  #find({ id: ownerId }: UserCaller, testOf: number): Promise<Room | undefined> {
    return this.options.database.read((db) => db.selectOne(RoomTable, { ownerId, testOf }))
  }
}

/** Another call can have deleted a room first. */
async function unlessDeleted(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
  }
}
