import type { CallOptions, Client } from '../client.js'
import { newKey } from '../idempotency-key.js'
import * as operations from '../operations.generated.js'
import type { ChatRoomInput, OfficeRoomInput, StartRoomInput } from '../operations.generated.js'
import { RoomList, type RoomFilter } from './room-list.js'
import { Room } from './room.js'
import { Sent } from './sent.js'

export interface SearchOptions extends CallOptions {
  readonly roomId?: string
  /** Only in rooms of this kind. */
  readonly kind?: 'CHARACTER' | 'OFFICE'
  /** Only in rooms with this character. */
  readonly characterId?: string
  /** An instant in ISO 8601: only entries of this time or later. */
  readonly from?: string
  /** Only entries before this time. */
  readonly to?: string
  readonly first?: number
  readonly after?: string
}

export interface StartOptions extends CallOptions, Partial<Omit<StartRoomInput, 'text'>> {}

/** How many rooms keep their last state without a listener. */
const kept = 20

/** Rooms, their list and the search in them. */
export function roomsOf(client: Client) {
  let known = new Map<string, Room>()
  let account: string | null = null
  return {
    /** The room with this id. It is read when it has a listener. */
    room: (id: string): Room => {
      const { accountId } = client.session.getSnapshot()
      // nothing of another account is shown, not even for a moment
      if (accountId !== account) known = new Map()
      account = accountId
      const room = known.get(id) ?? new Room(client, id)
      known.delete(id)
      known.set(id, room)
      const [oldest] = known.keys()
      if (known.size > kept && oldest !== undefined) known.delete(oldest)
      return room
    },
    rooms: (filter: RoomFilter = {}) => new RoomList(client, filter),
    /** Creates a room with its first message, once, however often it must be repeated. */
    startRoom: async (text: string, { signal, ...rest }: StartOptions = {}) => {
      const input = { idempotencyKey: newKey(), ...rest, text }
      const { startRoom } = await client.request(operations.startRoom, { input }, { signal })
      return { room: startRoom.room, sent: new Sent(client, startRoom) }
    },
    /** Creates a room with a character. */
    createRoom: async (input: ChatRoomInput, options: CallOptions = {}) => {
      const keyed = { idempotencyKey: newKey(), ...input }
      return (await client.request(operations.createChatRoom, { input: keyed }, options)).createChatRoom.room
    },
    /** Creates a room with the assistant. */
    createOfficeRoom: async (input: OfficeRoomInput = {}, options: CallOptions = {}) => {
      const keyed = { idempotencyKey: newKey(), ...input }
      return (await client.request(operations.createOfficeRoom, { input: keyed }, options)).createOfficeRoom.room
    },
    /** Finds entries with every word of the query, of which the last can be the beginning of one, in the rooms of the account. */
    search: async (query: string, { signal, ...rest }: SearchOptions = {}) =>
      (await client.request(operations.searchEntries, { query, ...rest }, { signal })).searchEntries,
  }
}
