import type { Queries } from './queries.js'
import { Statement } from './statement.js'

const expressions = {
  // the time of this statement; now() would be the start of the transaction, before it waited for a lock
  postgres: 'extract(epoch FROM clock_timestamp()) * 1000',
  sqlite: "unixepoch('subsec') * 1000",
}

/** Epoch milliseconds by the clock of the database, which is the same for all instances. */
export async function databaseTime(db: Queries): Promise<number> {
  const statement = new Statement(db.driver, `SELECT ${expressions[db.driver]} AS now`)
  const { rows } = await db.run<{ now: number | string }>(statement)
  return Math.floor(Number(rows[0]?.now))
}
