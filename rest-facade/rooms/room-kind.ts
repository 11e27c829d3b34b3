import { AppError } from '../../src/errors.js'
import { RoomKindDocument } from '../operations/operations.generated.js'
import type { Execute } from '../rows/route.js'

export type RoomKind = 'ChatRoom' | 'OfficeRoom'

/** When a room path is 404: a foreign room and a missing one are the same (contract: access.9). */
export const noSuchRoom = 'No room of this kind that the caller may use.'

/** The UUID of a room on a path of its kind. A room of the other kind is not found there (contract: rooms.13). */
export async function roomIdOf(kind: RoomKind, id: string, execute: Execute): Promise<string> {
  const { room } = await execute(RoomKindDocument, { id })
  if (room?.__typename !== kind) throw new AppError('NOT_FOUND')
  return room.id
}
