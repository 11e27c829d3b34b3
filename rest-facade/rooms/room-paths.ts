/** A room endpoint and its short form (contract: rooms.1). */
export type RoomPaths = readonly [string, string]

export const chatRoomPaths = (rest: string): RoomPaths => [`/api/rooms/chatrooms${rest}`, `/api/chatrooms${rest}`]
export const officeRoomPaths = (rest: string): RoomPaths => [`/api/rooms/officerooms${rest}`, `/api/officerooms${rest}`]
