import type { Kind } from '../kinds.js'

/**
 * A chat room record. `id` is the number in the documented shapes (`id`, `idx`), `roomId` the UUID (`room_id`,
 * `doclog_chatroomid`), which is also the id of the room in the chat-log service.
 */
export interface Room {
  readonly id: number
  readonly roomId: string
  readonly kind: Kind
  /** Null for a room created without a token: every caller that knows its UUID may use it. */
  readonly ownerId: number | null
  /** The user id of the chat-log room: the owner's id, or the text that an anonymous caller sent. */
  readonly userId: string
  readonly characterId: number | null
  name: string | null
  /** Office rooms only. */
  readonly roomType: string | null
  readonly createdAt: number
  updatedAt: number
}
