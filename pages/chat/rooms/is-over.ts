import type { RoomData } from '@parley/client'

/** Whether a room gets no new reply, since its character has become private to another account. */
export const isOver = (room: RoomData | null | undefined): boolean =>
  room?.__typename === 'ChatRoom' && !room.characterVisible
