import type { Kind } from '../kinds.js'
import type { AskedSampling } from '../ports/reply-generator/reply-generator.js'

/** What a caller that may use a room can change of it. */
export interface RoomSettings {
  name: string | null
  /** A title for a room without a name, from the beginning of a message. A change of the name removes it. */
  proposedTitle: string | null
  /** Follows the system text of every reply. */
  instructions: string | null
  /** The model of a reply whose request names none; see `offeredModel`. */
  model: string | null
  /** Single values that override the model's own. */
  sampling: AskedSampling | null
  /** Epoch milliseconds; null unless the room is archived. A new message removes it from the archive. */
  archivedAt: number | null
}

/**
 * A chat room record. `id` is the number in the documented shapes (`id`, `idx`), `roomId` the UUID (`room_id`,
 * `doclog_chatroomid`), which is also the id of the room in the chat-log service.
 */
export interface Room extends RoomSettings {
  readonly id: number
  readonly roomId: string
  readonly kind: Kind
  /** Null for a room created without a token: every caller that knows its UUID may use it. */
  readonly ownerId: number | null
  /** The user id of the chat-log room: the owner's id, or the text that an anonymous caller sent. */
  readonly userId: string
  readonly characterId: number | null
  /** Office rooms only. */
  readonly roomType: string | null
  readonly createdAt: number
  updatedAt: number
}

export const noSettings = {
  name: null,
  instructions: null,
  model: null,
  sampling: null,
  archivedAt: null,
  proposedTitle: null,
} as const satisfies RoomSettings

/** What identifies a room, its log and its owner. */
export type RoomKey = Pick<Room, 'id' | 'roomId' | 'kind' | 'userId' | 'ownerId'>
