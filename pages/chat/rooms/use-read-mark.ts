import { useEffect } from 'react'
import type { Room, RoomData } from '@parley/client'
import { useSession } from '@parley/client/react'

/** Records the replies of a room as read while the room is open and visible. */
export function useReadMark(room: Room, data: RoomData | null): void {
  const { accountId } = useSession()
  const { replyCount = 0, unread = false, ownerId = null } = data ?? {}
  const isUnread = unread && ownerId !== null && ownerId === accountId
  useEffect(() => {
    if (!isUnread) return
    const mark = () => {
      // after a failure the next reply or the next visit records it
      if (document.visibilityState === 'visible') room.markRead(replyCount).catch(() => undefined)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [room, replyCount, isUnread])
}
