import type { Table } from '@parley/statements'
import { tables } from '../../../src/database/tables.js'
import type { TestApp } from './app.js'
import { withDatabase } from '@parley/testing'

type Rows = Record<string, Record<string, unknown>[]>

/** All rows of all tables, by table, with the chat logs of either store; for comparing two states of the stores. */
export async function allRows({ app, mongodbUrl }: TestApp): Promise<Rows> {
  const rows: Rows = {}
  // each heartbeat changes the registry
  const kept = tables(app.database.driver).filter(({ options: { name } }) => name !== 'instances')
  for (const table of kept as Table<Record<string, unknown>>[])
    rows[table.spec.name] = await app.database.read((db) => db.select(table))
  Object.assign(rows, mongodbUrl === undefined ? {} : await chatRows(mongodbUrl))
  for (const table of Object.values(rows))
    table.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  return rows
}

/** The documents of existing rooms, and of all entries. */
function chatRows(url: string): Promise<Rows> {
  return withDatabase(url, async (client) => ({
    log_rooms: (
      await client
        .db()
        .collection('log_rooms')
        .find({ goneAt: { $exists: false } })
        .toArray()
    ).map(({ roomId, ...document }) => ({ ...document, id: String(roomId) })),
    log_entries: await client.db().collection('log_entries').find().toArray(),
  }))
}
