import { indexKey, keysOfEntry } from '@parley/chat-log-store'
import { AppError } from '@parley/runtime'
import {
  type AnyTable,
  type CopiedRow,
  type Database,
  rowText,
  sumRows,
  writeRows,
  writtenRows,
} from '@parley/statements'
import { InstallationTable } from '../../src/database/tables/installation.js'
import { Refusal } from '../operator/command.js'
import { importedEntries } from './imported-entries.js'
import { transferOf, type Transfer } from './move.js'

export const entryTable = 'log_entries'

/** A table from SQLite to PostgreSQL; entries with their search index. */
export function tableTransfer(table: AnyTable, source: Database, target: () => Database): Promise<Transfer> {
  const isOfEntries = table.spec.name === entryTable
  return transferOf(source, table, {
    msPerRow: isOfEntries ? 0.25 : 0.05,
    written: () => target().read((db) => writtenRows(db, table)),
    async write(rows, after) {
      const index = isOfEntries ? await indexOf(source, rows) : []
      try {
        await target().write(async (db) => {
          // the mark of a next run waits until the server has ended this transaction, even if this process is killed
          await db.select(InstallationTable, {}, { lock: 'share' })
          await writeRows(db, table.sqlName, rows)
          await writeRows(db, 'log_search', index)
        })
      } catch (error) {
        if (error instanceof AppError && error.code === 'UNAVAILABLE') throw error
        const where = `${table.spec.name}, one of ${rows.length} rows after ${after ?? 'the beginning'}`
        throw new Refusal(
          `The target refuses a row: ${where}: ${error instanceof Error ? error.message : ''}`,
          65,
          error,
        )
      }
    },
    texts: (rows) => rows.map((row) => rowText(table, row)),
    sum: () => target().read((db) => sumRows(db, table)),
  })
}

/** The rows of the search index, as the embedded store writes them. */
async function indexOf(source: Database, rows: readonly CopiedRow[]): Promise<object[]> {
  const entries = await importedEntries(source, rows)
  return entries.flatMap(({ account: userId, ...entry }) => {
    if (userId === undefined) return []
    return { entry_id: entry.id, user_key: indexKey(userId), keys: keysOfEntry({ ...entry, userId }, entry) }
  })
}
