import { kindTable } from '../../src/kinds.js'
import type { RoomKind } from '../operations/operations.generated.js'

/** The room endpoints of one kind. A room of the other kind is not found there (contract: rooms.13). */
export interface RoomFamily {
  readonly kind: RoomKind
  readonly roomType: 'ChatRoom' | 'OfficeRoom'
  readonly hasImages: boolean
  /** A room endpoint and its short form (contract: rooms.1). */
  readonly paths: (rest: string) => readonly [string, string]
}

const pathsBelow = (folder: string) => (rest: string) =>
  [`/api/rooms/${folder}${rest}`, `/api/${folder}${rest}`] as const

export const chatRooms: RoomFamily = { ...kindTable.character, kind: 'CHARACTER', paths: pathsBelow('chatrooms') }
export const officeRooms: RoomFamily = { ...kindTable.office, kind: 'OFFICE', paths: pathsBelow('officerooms') }
export const roomFamilies = [chatRooms, officeRooms]

/** The description of 404: a room of another account is answered like a missing one (contract: access.9). */
export const noSuchRoom = 'The room does not exist, is of the other kind, or belongs to another account.'
