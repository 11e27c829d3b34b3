import type { Queries } from './queries.js'
import { Statement } from './statement.js'

// SQLite: a full-text index of our keys as words; PostgreSQL: a table of arrays with a GIN index. Removed entries leave
// both by themselves.

interface IndexedEntry {
  readonly id: number
  /** The key of the account. */
  readonly user: number
  readonly keys: readonly number[]
}

/** Stores the keys of an entry, in place of earlier ones. */
export async function indexEntry(db: Queries, { id, user, keys }: IndexedEntry): Promise<void> {
  const statement = new Statement(db.driver)
  if (db.driver === 'sqlite') {
    const values = statement.placeholders([id, keys.map(wordOf).join(' ')])
    await db.run(statement.add(`INSERT OR REPLACE INTO log_search (rowid, keys) VALUES (${values})`))
    return
  }
  const values = statement.placeholders([id, user, keys])
  statement.add(`INSERT INTO log_search (entry_id, user_key, keys) VALUES (${values})`)
  await db.run(statement.add(' ON CONFLICT (entry_id) DO UPDATE SET keys = excluded.keys'))
}

/** Removes the keys of all entries of a room. */
export async function unindexRoom(db: Queries, roomId: string): Promise<void> {
  const statement = new Statement(db.driver, 'DELETE FROM log_search WHERE ')
  const id = db.driver === 'sqlite' ? 'rowid' : 'entry_id'
  const room = statement.placeholder(roomId)
  await db.run(statement.add(`${id} IN (SELECT id FROM log_entries WHERE room_id = ${room})`))
}

interface KeySearch {
  readonly user: number
  /** At least one; all of them are required. */
  readonly keys: readonly number[]
  /** Only entries with a lower id. */
  readonly before: number
  readonly limit: number
}

/**
 * The ids of entries with these keys, the highest first. PostgreSQL sorts `maxSorted` of them; if there are more, it
 * looks among the `maxNewest` newest entries of the user first.
 */
export async function entriesWithKeys(
  db: Queries,
  search: KeySearch,
  { maxSorted = 1_000, maxNewest = 5_000 } = {},
): Promise<number[]> {
  const { user, keys, before, limit } = search
  const idsOf = async (build: (statement: Statement) => Statement) => {
    const { rows } = await db.run<{ id: number | string }>(build(new Statement(db.driver)))
    return rows.map(({ id }) => Number(id))
  }
  if (db.driver === 'sqlite')
    return idsOf((sql) =>
      sql
        .add(`SELECT rowid AS id FROM log_search WHERE log_search MATCH ${sql.placeholder(keys.map(wordOf).join(' '))}`)
        .add(` AND rowid < ${sql.placeholder(before)} ORDER BY rowid DESC LIMIT ${sql.placeholder(limit)}`),
    )
  const withKeys = (sql: Statement) => `keys @> ${sql.placeholder(keys)}::bigint[]`
  const some = await idsOf((sql) =>
    sql
      .add(`SELECT entry_id AS id FROM log_search WHERE ${withKeys(sql)} AND entry_id < ${sql.placeholder(before)}`)
      .add(` LIMIT ${maxSorted}`),
  )
  if (some.length < maxSorted) return some.sort((one, other) => other - one).slice(0, limit)
  const newest = await idsOf((sql) =>
    sql
      .add(
        `SELECT entry_id AS id FROM (SELECT entry_id, keys FROM log_search WHERE user_key = ${sql.placeholder(user)}`,
      )
      .add(` AND entry_id < ${sql.placeholder(before)} ORDER BY entry_id DESC LIMIT ${maxNewest}) AS newest`)
      .add(` WHERE ${withKeys(sql)} ORDER BY entry_id DESC LIMIT ${sql.placeholder(limit)}`),
  )
  if (newest.length === limit) return newest
  // OFFSET 0 keeps the planner from reading the newest entries of all users
  return idsOf((sql) =>
    sql
      .add(`SELECT id FROM (SELECT entry_id AS id FROM log_search WHERE ${withKeys(sql)}`)
      .add(` AND entry_id < ${sql.placeholder(before)} OFFSET 0) AS found`)
      .add(` ORDER BY id DESC LIMIT ${sql.placeholder(limit)}`),
  )
}

/** Whether a search for all of these keys finds the entry. */
export async function hasKeys(db: Queries, id: number, keys: readonly number[]): Promise<boolean> {
  const sql = new Statement(db.driver)
  if (db.driver === 'sqlite')
    sql.add(`SELECT 1 FROM log_search WHERE log_search MATCH ${sql.placeholder(keys.map(wordOf).join(' '))} AND rowid`)
  else sql.add(`SELECT 1 FROM log_search WHERE keys @> ${sql.placeholder(keys)}::bigint[] AND entry_id`)
  const { rows } = await db.run(sql.add(` = ${sql.placeholder(id)}`))
  return rows.length > 0
}

/** Removes the index of the keys on PostgreSQL, which would slow down a load of many entries. */
export async function dropKeyIndex(db: Queries): Promise<void> {
  await db.run(new Statement(db.driver, 'DROP INDEX IF EXISTS ix_log_search_keys'))
}

/** Creates the index of the keys again, as the migration does, and counts the rows of all tables for the planner. */
export async function createKeyIndex(db: Queries): Promise<void> {
  await db.run(new Statement(db.driver, "SET LOCAL maintenance_work_mem = '256MB'"))
  const index = 'INDEX IF NOT EXISTS ix_log_search_keys ON log_search USING gin (keys) WITH (fastupdate = off)'
  await db.run(new Statement(db.driver, `CREATE ${index}`))
  await db.run(new Statement(db.driver, 'ANALYZE'))
}

function wordOf(key: number): string {
  return key.toString(36)
}
