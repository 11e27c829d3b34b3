import { type Database, oneOf, type Queries, selectPage } from '@parley/statements'
import { limits } from '../limits.js'
import { chosenOf } from '../database/statements/persona-in-room.js'
import { CharacterTable } from '../database/tables/characters.js'
import { PersonaTable } from '../database/tables/personas.js'
import { RoomTable } from '../database/tables/rooms.js'
import type { Room } from '../rooms/room.js'
import { stateKey, type RoomListState } from './room-list-cursor.js'

/** The newest rooms of an account, and older ones that a client asks about. */
export interface RoomListView {
  /** The last changed first, at most `roomFeedRooms`, and fewer if they fill the byte limit of a page. */
  readonly newest: readonly Room[]
  readonly hasMore: boolean
  readonly older: readonly Room[]
  /** Of all these rooms. */
  readonly keys: RoomListState
}

const newestPage = selectPage(RoomTable)
/** Test conversations of authors are in no list. */
const listed = (ownerId: number) => ({ ownerId, testOf: null })
const newestFirst = { updatedAt: 'desc', id: 'desc' } as const

/** Reads the rooms of an account. Rooms of other accounts are answered like missing ones. */
export class RoomListReader {
  constructor(private readonly database: Database) {}

  /** `roomIds`: the UUIDs of rooms to read even if they are older than the newest ones. */
  read(ownerId: number, roomIds: readonly string[]): Promise<RoomListView> {
    return this.database.read(async (db) => {
      const bounds = { limit: limits.roomFeedRooms, bytes: undefined }
      const page = await newestPage(db, { where: listed(ownerId), orderBy: newestFirst }, bounds)
      const shown = new Set(page.rows.map(({ roomId }) => roomId))
      const others = roomIds.filter((roomId) => !shown.has(roomId))
      const where = { ...listed(ownerId), roomId: oneOf(others) }
      const older = others.length === 0 ? [] : await db.select(RoomTable, where, { orderBy: newestFirst })
      return {
        newest: page.rows,
        hasMore: page.hasMore,
        older,
        keys: await listStateOf(db, ownerId, [...page.rows, ...older]),
      }
    })
  }
}

async function listStateOf(db: Queries, ownerId: number, rooms: readonly Room[]): Promise<RoomListState> {
  const ids = [...new Set(rooms.flatMap(({ characterId }) => characterId ?? []))]
  const where = { id: oneOf(ids) }
  const shown = ids.length === 0 ? [] : await db.select(CharacterTable, where, { columns: ['id', 'updatedAt'] })
  // a list shows the names and pictures of characters
  const changes = new Map(shown.map(({ id, updatedAt }) => [id, updatedAt]))
  const personas = await db.select(PersonaTable, { ownerId }, { columns: ['id', 'isDefault', 'updatedAt'] })
  return new Map(
    rooms.map((room) => {
      const persona = chosenOf(personas, room)
      return [room.roomId, stateKey([room, changes.get(room.characterId ?? 0), ...(persona ? [persona] : [])])]
    }),
  )
}
