import type { RoomData } from '@parley/client'

/** The name of a room: its own, the proposed one, or that of its character. */
export const roomTitle = (room: RoomData, assistant: string): string =>
  room.name ?? room.proposedTitle ?? partnerOf(room, assistant)

/** The name of the one who replies in a room. */
export const partnerOf = (room: RoomData, assistant: string): string =>
  (room.__typename === 'ChatRoom' ? room.character?.name : undefined) ?? assistant
