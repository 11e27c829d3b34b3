import type { Kind } from '../kinds.js'

/**
 * A chat room record. `id` is the number of the documented shapes (`id`, `idx`), `roomId` the UUID (`room_id`,
 * `doclog_chatroomid`) that also names the room in the chat-log service.
 */
export interface Room {
  readonly id: number
  readonly roomId: string
  readonly kind: Kind
  /** Null for a room made without a token: every caller that knows its UUID may use it. */
  readonly ownerId: number | null
  /** The user id text under which the chat-log room is kept: the owner's id, or what an anonymous creator sent. */
  readonly userId: string
  readonly characterId: number | null
  name: string | null
  /** Office rooms only. */
  readonly roomType: string | null
  readonly createdAt: number
  updatedAt: number
}
