import { WorkSlices } from '@parley/runtime'
import { type Queries, Statement } from '@parley/statements'

// SQLite: a full-text index of our keys as words; PostgreSQL: a table of arrays with a GIN index. Removed entries leave
// both by themselves.

interface IndexedEntry {
  readonly id: number
  /** The key of the account. */
  readonly user: number
  readonly keys: readonly number[]
}

/** An entry adds about one page, which is written again once on each level. */
const pagesPerEntry = 8

/** An entry and the keys that the index should have of it. */
export type EntryKeys = Pick<IndexedEntry, 'id' | 'keys'>

/** Stores the keys of an entry, in place of earlier ones. */
export async function indexEntry(db: Queries, { id, user, keys }: IndexedEntry): Promise<void> {
  const statement = new Statement(db.driver)
  if (db.driver === 'sqlite') {
    const values = statement.placeholders([id, keys.map(wordOf).join(' ')])
    await db.run(statement.add(`INSERT OR REPLACE INTO log_search (rowid, keys) VALUES (${values})`))
    await mergeKeys(db, pagesPerEntry)
    return
  }
  const values = statement.placeholders([id, user, keys])
  statement.add(`INSERT INTO log_search (entry_id, user_key, keys) VALUES (${values})`)
  await db.run(statement.add(' ON CONFLICT (entry_id) DO UPDATE SET keys = excluded.keys'))
}

/**
 * Writes up to so many pages of the merges that the index needs, if any: a commit does none by itself. Call it in each
 * transaction that deletes many entries. On PostgreSQL the index needs none.
 */
export async function mergeKeys(db: Queries, pages = 16): Promise<void> {
  if (db.driver !== 'sqlite') return
  await db.run(new Statement(db.driver, `INSERT INTO log_search (log_search, rank) VALUES ('merge', ${String(pages)})`))
}

/** Removes the keys of entries. */
export async function unindexEntries(db: Queries, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const id = db.driver === 'sqlite' ? 'rowid' : 'entry_id'
  const statement = new Statement(db.driver, `DELETE FROM log_search WHERE ${id} IN (`)
  await db.run(statement.add(`${statement.placeholders(ids)})`))
}

interface KeySearch {
  readonly user: number
  /** At least one; all of them are required. */
  readonly keys: readonly number[]
  /** At least one of these is required too. */
  readonly anyOf?: readonly number[] | undefined
  /** Only entries with a lower id. */
  readonly before: number
  readonly limit: number
}

const defaultSorted = 1_000
const defaultNewest = 5_000

/**
 * The ids of entries with these keys, the highest first. PostgreSQL sorts `maxSorted` of them; if there are more, it
 * looks among the `maxNewest` newest entries of the user first.
 */
export async function entriesWithKeys(
  db: Queries,
  search: KeySearch,
  { maxSorted = defaultSorted, maxNewest = defaultNewest } = {},
): Promise<number[]> {
  const { user, keys, anyOf, before, limit } = search
  const idsOf = async (build: (statement: Statement) => Statement) => {
    const { rows } = await db.run<{ id: number | string }>(build(new Statement(db.driver)))
    return rows.map(({ id }) => Number(id))
  }
  if (db.driver === 'sqlite')
    return idsOf((sql) =>
      sql
        .add(`SELECT rowid AS id FROM log_search WHERE log_search MATCH ${sql.placeholder(matchOf(keys, anyOf))}`)
        .add(` AND rowid < ${asRowId(sql, before)} ORDER BY rowid DESC LIMIT ${sql.placeholder(limit)}`),
    )
  const withKeys = (sql: Statement) => {
    const all = `keys @> ${sql.placeholder(keys)}::bigint[]`
    return anyOf === undefined ? all : `${all} AND keys && ${sql.placeholder(anyOf)}::bigint[]`
  }
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

/** Those of the entries that were written in a time, the highest id first; `from` is within it, `to` is not. */
export async function entriesWithin(
  db: Queries,
  ids: readonly number[],
  { from, to, limit }: { readonly from?: number | undefined; readonly to?: number | undefined; readonly limit: number },
): Promise<number[]> {
  if (ids.length === 0) return []
  const sql = new Statement(db.driver, 'SELECT id FROM log_entries WHERE id IN (')
  sql.add(`${sql.placeholders(ids)})`)
  const time =
    db.driver === 'sqlite' ? "json_extract(document, '$.createdAt')" : "(document::json ->> 'createdAt')::bigint"
  if (from !== undefined) sql.add(` AND ${time} >= ${sql.placeholder(from)}`)
  if (to !== undefined) sql.add(` AND ${time} < ${sql.placeholder(to)}`)
  const { rows } = await db.run<{ id: number | string }>(sql.add(` ORDER BY id DESC LIMIT ${sql.placeholder(limit)}`))
  return rows.map(({ id }) => Number(id))
}

/** The expression of the full-text index. */
function matchOf(keys: readonly number[], anyOf: readonly number[] | undefined): string {
  const all = keys.map(wordOf).join(' AND ')
  return anyOf === undefined ? all : `${all} AND (${anyOf.map(wordOf).join(' OR ')})`
}

/** Whether a search for all of these keys finds the entry. */
export async function hasKeys(db: Queries, { id, keys }: EntryKeys): Promise<boolean> {
  const sql = new Statement(db.driver)
  if (db.driver === 'sqlite')
    sql
      .add(`SELECT 1 FROM log_search WHERE log_search MATCH ${sql.placeholder(keys.map(wordOf).join(' '))}`)
      .add(` AND rowid = ${asRowId(sql, id)}`)
  else
    sql
      .add(`SELECT 1 FROM log_search WHERE keys @> ${sql.placeholder(keys)}::bigint[]`)
      .add(` AND entry_id = ${sql.placeholder(id)}`)
  const { rows } = await db.run(sql)
  return rows.length > 0
}

/**
 * The ids of the entries, in ascending order, that a search for all of their keys does not find. Other work of the
 * process runs every 20 ms, so an entry can have changed since it was read.
 */
export async function entriesWithoutKeys(db: Queries, entries: readonly EntryKeys[]): Promise<number[]> {
  const missing = new Set<number>()
  const slices = new WorkSlices()
  if (db.driver === 'sqlite') {
    // SQLite intersects the lists of all keys of a search from their beginning: one key at a time costs a third
    const [first, last] = [entries[0]?.id ?? 0, entries.at(-1)?.id ?? 0]
    // in the order of the index, so that neighbours are on the pages that were just read
    for (const [word, ids] of [...idsByWord(entries)].sort(byWord)) {
      const found = await idsWithWord(db, word, { first, last })
      for (const id of ids) if (!found.has(id)) missing.add(id)
      await slices.pause()
    }
  } else for (const entry of entries) if (!(await hasKeys(db, entry))) missing.add(entry.id)
  return [...missing].sort((one, other) => one - other)
}

function idsByWord(entries: readonly EntryKeys[]): ReadonlyMap<string, readonly number[]> {
  const byWord = new Map<string, number[]>()
  for (const { id, keys } of entries)
    for (const word of keys.map(wordOf)) {
      const ids = byWord.get(word)
      if (ids) ids.push(id)
      else byWord.set(word, [id])
    }
  return byWord
}

const byWord = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1)

async function idsWithWord(db: Queries, word: string, { first, last }: Record<'first' | 'last', number>) {
  const sql = new Statement(db.driver, 'SELECT group_concat(rowid) AS ids FROM log_search WHERE log_search MATCH ')
  sql.add(`${sql.placeholder(word)} AND rowid >= ${asRowId(sql, first)} AND rowid <= ${asRowId(sql, last)}`)
  const { rows } = await db.run<{ ids: string | null }>(sql)
  return new Set(rows[0]?.ids?.split(',').map(Number))
}

/** The driver binds every number as a real, which the full-text index does not use as a bound: it would read all entries. */
function asRowId(sql: Statement, id: number): string {
  return `CAST(${sql.placeholder(id)} AS INTEGER)`
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
