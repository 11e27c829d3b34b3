import { entryOf, type LogDocument, LogRoomTable } from '@parley/chat-log-store/embedded'
import type { ImportedEntry } from '@parley/chat-log-store/mongodb'
import { type CopiedRow, type Database, oneOf } from '@parley/statements'

/** The entries of rows of `log_entries`. */
export async function importedEntries(source: Database, rows: readonly CopiedRow[]): Promise<ImportedEntry[]> {
  const where = { id: oneOf([...new Set(rows.map(({ room_id: id }) => id ?? ''))]) }
  const held = { ...where, holder: 'account' as const }
  const rooms = await source.read((db) => db.select(LogRoomTable, held, { columns: ['id', 'userId'] }))
  const accounts = new Map(rooms.map(({ id, userId }) => [id, userId]))
  return rows.map(({ id, room_id, entry_index, source: writer, document }) => {
    const roomId = room_id ?? ''
    const stored = { index: Number(entry_index), document: JSON.parse(document ?? '') as LogDocument }
    return { ...entryOf(stored, roomId), id: Number(id), account: accounts.get(roomId), source: writer ?? null }
  })
}
