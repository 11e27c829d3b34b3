import type { ChatLogStore, LogRoomKey } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import type { MessageFiles } from '../files/message-files.js'
import type { Replies } from '../replies/replies.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'

interface LogCutRequest {
  readonly roomId: string
  /** The first entry to remove. */
  readonly fromIndex: number
  /** The version of that entry that the caller has read; not checked when unset. */
  readonly expectedVersion?: number | null | undefined
  /** The index of the last entry that the caller has read; not checked when unset. */
  readonly expectedLastIndex?: number | null | undefined
}

/** No log has so many entries. */
const beyondEvery = 2 ** 40

/** Removes the end of a room's log. */
export class LogCuts {
  constructor(
    private readonly options: {
      rooms: Rooms
      store: ChatLogStore
      replies: Replies
      roomChanges: RoomChanges
      messageFiles: MessageFiles
    },
  ) {}

  /**
   * Removes an entry and all later ones; their indexes are not reused. Without such entries it does nothing, so a retry
   * succeeds like the first try. Throws NOT_FOUND for a room that the caller may not use, CONFLICT while the room has
   * an active generation and when the log has changed since the caller read it.
   */
  async cut(caller: Caller, { roomId, fromIndex, expectedVersion, expectedLastIndex }: LogCutRequest): Promise<void> {
    const { rooms, store, replies, roomChanges, messageFiles } = this.options
    const room = await rooms.require(caller, roomId)
    const [active] = await replies.active([room.roomId])
    // its prompt contains the entries that would be removed
    if (active) throw new AppError('CONFLICT', { message: 'This room has a running generation' })
    const guard = { expectedVersion: expectedVersion ?? undefined, expectedLastIndex: expectedLastIndex ?? undefined }
    const logRoom = rooms.logRoom(room)
    await rooms.recordLogChange(caller, room, () => hasEntry(store, logRoom, fromIndex))
    await store.truncate(logRoom, fromIndex, guard)
    await messageFiles.release(room.roomId, { from: fromIndex, to: beyondEvery })
    await rooms.touchByRemoval(logRoom)
    roomChanges.publish(room, { kind: 'log cut', from: fromIndex })
  }
}

/** Whether the log has an entry at the index or a later one. */
async function hasEntry(store: ChatLogStore, room: LogRoomKey, from: number): Promise<boolean> {
  const page = { after: from - 1, newestFirst: true, limit: 1, maxBytes: 1 }
  return (await store.page(room, page)).entries.length > 0
}
