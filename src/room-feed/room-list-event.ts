import type { Room } from '../rooms/room.js'

/** One change of the list that a client has of an account's rooms. */
export interface RoomListEvent {
  /** Whether `rooms` replaces the whole list: the client may have missed changes that no later event has. */
  readonly reset: boolean
  /** New and changed rooms, the last changed first. */
  readonly rooms: readonly Room[]
  /** UUIDs. */
  readonly deletedRoomIds: readonly string[]
  /** The state of the list after this event. */
  readonly cursor: string
}
