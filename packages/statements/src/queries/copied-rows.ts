import { hash } from 'node:crypto'
import { fittingRows } from '@parley/runtime'
import type { ColumnSpec } from '../tables/columns.js'
import type { AnyTable } from '../tables/database-schema.js'
import type { Queries } from './queries.js'
import { Statement } from './statement.js'

// rows on their way from SQLite to PostgreSQL, whose values are texts: the same on both

/** A row by its names in SQL. Flags are `0` and `1`. */
export type CopiedRow = Readonly<Record<string, string | null>>

/** The number of rows, and the sum of the first 60 bits of the SHA-256 of each: the same in any order. */
export interface RowSum {
  readonly rows: number
  readonly checksum: bigint
}

/** Sums up the texts of rows. */
export class RowSummer implements RowSum {
  rows = 0
  checksum = 0n

  add(text: string): void {
    this.rows += 1
    this.checksum += BigInt(`0x${hash('sha256', text).slice(0, 15)}`)
  }
}

/** The name of the primary key in SQL. */
export function keyColumn({ spec, sqlColumns }: AnyTable): string {
  const [property = 'id'] = Object.entries(spec.columns).find(([, column]) => column.primary) ?? []
  return nameOf(sqlColumns[property])
}

/** The next rows after a key in the order of the keys, of at most 1 MiB of long texts or one row. Only on SQLite. */
export async function readRows(
  db: Queries,
  table: AnyTable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<CopiedRow[]> {
  // with the table: a name alone would be that of the text
  const key = `${table.sqlName}."${keyColumn(table)}"`
  const select = (list: string, count: number) => {
    const statement = new Statement(db.driver, `SELECT ${list} FROM ${table.sqlName}`)
    if (after !== null) statement.and(`${key} > ${castKey(table, statement.placeholder(after))}`)
    return statement.add(` ORDER BY ${key} LIMIT ${statement.placeholder(count)}`)
  }
  const columns = columnsOf(table)
  const long = columns.filter(
    ({ spec: { kind, length } }) => kind === 'json' || (kind === 'text' && length === undefined),
  )
  const size = long.map(({ name }) => `COALESCE(octet_length("${name}"), 0)`).join(' + ') || '0'
  const sizes = await db.run<{ size: number }>(select(`${size} AS "size"`, limit), { columns: ['size'] })
  const fitting = fittingRows(
    sizes.rows.map((row) => row.size),
    { limit },
  )
  const list = columns.map(({ name }) => `CAST("${name}" AS text) AS "${name}"`).join(', ')
  const names = { columns: columns.map(({ name }) => name), long: long.map(({ name }) => name) }
  return (await db.run<CopiedRow>(select(list, fitting), names)).rows
}

/** Inserts rows, whose values may also be numbers or arrays. Only on PostgreSQL. */
export async function writeRows(db: Queries, sqlName: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
    .map((name) => `"${name}"`)
    .join(', ')
  const statement = new Statement(db.driver, `INSERT INTO ${sqlName} (${names}) SELECT ${names} FROM `)
  await db.run(
    statement.add(`json_populate_recordset(NULL::${sqlName}, ${statement.placeholder(JSON.stringify(rows))})`),
  )
}

/** The number of rows and the highest key in the order of `readRows`; null without rows. */
export async function writtenRows(db: Queries, table: AnyTable): Promise<{ rows: number; last: string | null }> {
  const key = `"${keyColumn(table)}"${isText(table) && db.driver === 'postgres' ? ' COLLATE "C"' : ''}`
  const text = `SELECT COUNT(*) AS rows, CAST(MAX(${key}) AS text) AS last FROM ${table.sqlName}`
  const { rows } = await db.run<{ rows: string; last: string | null }>(new Statement(db.driver, text))
  return { rows: Number(rows[0]?.rows), last: rows[0]?.last ?? null }
}

/** The text of a row for its checksum. */
export function rowText(table: AnyTable, row: CopiedRow): string {
  return columnsOf(table)
    .map(({ name }) => row[name] ?? null)
    .map((value) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`))
    .join('')
}

/** The sum of all rows, computed by PostgreSQL from the texts that `rowText` makes. */
export async function sumRows(db: Queries, table: AnyTable): Promise<RowSum> {
  const values = columnsOf(table).map(({ name, spec }) => {
    const value = spec.kind === 'flag' ? `"${name}"::int::text` : `"${name}"::text`
    return `COALESCE(octet_length(${value}) || ':' || ${value}, '-')`
  })
  const bits = `('x' || left(encode(sha256(convert_to(${values.join(' || ')}, 'UTF8')), 'hex'), 15))::bit(60)::bigint`
  const text = `SELECT COUNT(*) AS rows, COALESCE(SUM(${bits}), 0) AS sum FROM ${table.sqlName}`
  const { rows } = await db.run<{ rows: string; sum: string }>(new Statement(db.driver, text))
  return { rows: Number(rows[0]?.rows), checksum: BigInt(rows[0]?.sum ?? 0) }
}

/** The highest id that a table of SQLite has ever used; 0 if none. */
export async function highestId(db: Queries, table: AnyTable): Promise<number> {
  const statement = new Statement(db.driver, 'SELECT seq FROM sqlite_sequence WHERE name = ')
  const { rows } = await db.run<{ seq: number }>(statement.add(statement.placeholder(table.spec.name)))
  return rows[0]?.seq ?? 0
}

/** Makes the next id of a table of PostgreSQL higher than this one. */
export async function continueIds(db: Queries, table: AnyTable, highest: number): Promise<void> {
  const statement = new Statement(
    db.driver,
    `SELECT setval(pg_get_serial_sequence('${table.sqlName}', '${keyColumn(table)}'), `,
  )
  if (highest > 0) await db.run(statement.add(`${statement.placeholder(highest)})`))
}

interface Occupancy {
  /** The row of an installation, whatever its release. */
  readonly installation: { readonly id: string; readonly chatLogStore: string } | undefined
  /** The other tables that have rows. */
  readonly tables: readonly string[]
}

/** What is in a database of PostgreSQL, perhaps one that no release has used. */
export async function occupancyOf(db: Queries): Promise<Occupancy> {
  const listing = 'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1'
  const found = (await db.run<{ name: string }>(new Statement(db.driver, listing))).rows.map(({ name }) => name)
  const tables: string[] = []
  for (const name of found.filter((one) => one !== 'installation' && one !== 'migrations')) {
    const { rows } = await db.run(new Statement(db.driver, `SELECT 1 FROM ${name} LIMIT 1`))
    if (rows.length > 0) tables.push(name)
  }
  if (!found.includes('installation')) return { installation: undefined, tables }
  const text = `SELECT id, to_jsonb(installation) ->> 'chat_log_store' AS "chatLogStore" FROM installation`
  const { rows } = await db.run<{ id: string; chatLogStore: string }>(new Statement(db.driver, text))
  return { installation: rows[0], tables }
}

function columnsOf({ spec, sqlColumns }: AnyTable): { name: string; spec: ColumnSpec }[] {
  return Object.entries(spec.columns).map(([property, column]) => ({
    name: nameOf(sqlColumns[property]),
    spec: column,
  }))
}

function nameOf(quoted = ''): string {
  return quoted.slice(1, -1)
}

function isText({ spec }: AnyTable): boolean {
  return Object.values(spec.columns).some(({ primary, kind }) => primary && kind === 'text')
}

function castKey(table: AnyTable, placeholder: string): string {
  return isText(table) ? placeholder : `CAST(${placeholder} AS integer)`
}
