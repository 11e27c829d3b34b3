import type { Caller } from '../users/caller.js'
import type { Room } from './room.js'

/**
 * Rooms with an owner are for the owner and administrators, others for every caller that knows the UUID (contract:
 * rooms.11, rooms.12).
 */
export function mayUse(caller: Caller, room: Room, { byNumber }: { byNumber: boolean }): boolean {
  if (caller.kind === 'service') return false
  if (caller.kind === 'user' && caller.role === 'ADMIN') return true
  if (room.ownerId === null) return !byNumber
  return caller.kind === 'user' && caller.id === room.ownerId
}
