import type { RoomData } from '@parley/client'
import { plainText } from '../markdown/plain-text.js'

/** The name of a room: its own, the proposed one, or that of its character. */
export const roomTitle = (room: RoomData, assistant: string): string =>
  room.name ?? (room.proposedTitle === null ? undefined : titleOf(room.proposedTitle)) ?? partnerOf(room, assistant)

/** The beginning of a message, in which a mark may have lost its end. */
const titleOf = (beginning: string): string => plainText(beginning).replaceAll(/(?:\*\*|~~|`+)(?=\S)/g, '')

/** The name of the one who replies in a room. */
export const partnerOf = (room: RoomData, assistant: string): string =>
  (room.__typename === 'ChatRoom' ? room.character?.name : undefined) ?? assistant
