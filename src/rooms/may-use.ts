import type { Caller } from '../users/caller.js'
import type { Room } from './room.js'

/** A room with an owner is for the owner and admins; one without is for every caller that knows its UUID (contract: rooms.11, rooms.12). */
export function mayUse(caller: Caller, room: Room, { byNumber }: { byNumber: boolean }): boolean {
  if (caller.kind === 'service') return false
  if (caller.kind === 'user' && caller.role === 'ADMIN') return true
  if (room.ownerId === null) return !byNumber
  return caller.kind === 'user' && caller.id === room.ownerId
}
