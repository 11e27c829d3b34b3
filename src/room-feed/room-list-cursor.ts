import { hash } from 'node:crypto'
import { foreignCursor } from '@parley/runtime'
import { limits } from '../limits.js'

/** The newest rooms that a client has: their UUIDs, each with a key of its state. */
export type RoomListState = ReadonlyMap<string, string>

const idBytes = 16
const keyBytes = 8
const rowBytes = idBytes + keyBytes
const form = 1

/** The key of a room's state, which differs after every change. */
export function stateKey(state: unknown): string {
  return hash('sha256', JSON.stringify(state), 'hex').slice(0, 2 * keyBytes)
}

/** Opaque to clients. It is the state itself, so the server stores nothing for a client that has disconnected. */
export function writeListCursor(state: RoomListState): string {
  const rows = [...state].map(([roomId, key]) => Buffer.from(roomId.replaceAll('-', '') + key, 'hex'))
  return Buffer.concat([Buffer.of(form), ...rows]).toString('base64url')
}

/** Throws BAD_USER_INPUT for a text that is not the state of a list. */
export function readListCursor(cursor: string): RoomListState {
  const bytes = Buffer.from(cursor, 'base64url')
  const rows = (bytes.length - 1) / rowBytes
  const isIssued = bytes[0] === form && Number.isInteger(rows) && rows <= limits.roomFeedRooms
  if (!isIssued || bytes.toString('base64url') !== cursor) throw foreignCursor('Not a cursor of this feed')
  return new Map(
    Array.from({ length: rows }, (_, row) => {
      const start = 1 + row * rowBytes
      const id = bytes.toString('hex', start, start + idBytes)
      const key = bytes.toString('hex', start + idBytes, start + rowBytes)
      return [id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), key]
    }),
  )
}
