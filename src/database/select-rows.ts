import type { EntityManager } from 'typeorm'
import type { ColumnSpec, Driver } from './columns.js'
import type { Table } from './define-table.js'

/** One condition of a list; all of them hold. `like` takes a pattern in which a backslash makes a sign literal. */
export interface Condition<Row> {
  readonly column: keyof Row & string
  readonly is: '=' | '<' | '>' | 'like'
  readonly value: string | number | boolean
}

export interface Selection<Row, Column extends keyof Row & string> {
  readonly columns: readonly Column[]
  readonly where: readonly Condition<Row>[]
  readonly orderBy?: { readonly column: keyof Row & string; readonly descending: boolean }
  readonly limit?: number
}

/**
 * Rows of one table as `find` gives them, at a third of what it costs: for what is asked with nearly every request. The same on
 * both engines.
 */
export async function selectRows<Row extends object, Column extends keyof Row & string>(
  em: EntityManager,
  table: Table<Row>,
  { columns, where, orderBy, limit }: Selection<Row, Column>,
): Promise<Pick<Row, Column>[]> {
  const driver: Driver = em.dataSource.options.type === 'postgres' ? 'postgres' : 'sqlite'
  const name = (property: keyof Row & string) => quoted(table.columnNames[property])
  const parameters: (string | number | boolean)[] = []
  const placeholder = (value: string | number | boolean) => {
    parameters.push(value)
    return driver === 'postgres' ? `$${parameters.length}` : '?'
  }
  const conditions = where.map(({ column, is, value }) =>
    is === 'like'
      ? `${name(column)} LIKE ${placeholder(value)} ESCAPE '\\'`
      : `${name(column)} ${is} ${placeholder(value)}`,
  )
  const sql = [
    `SELECT ${columns.map((column) => `${name(column)} AS ${quoted(column)}`).join(', ')} FROM ${quoted(table.spec.name)}`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    ...(orderBy === undefined ? [] : [`ORDER BY ${name(orderBy.column)} ${orderBy.descending ? 'DESC' : 'ASC'}`]),
    ...(limit === undefined ? [] : [`LIMIT ${placeholder(limit)}`]),
  ].join(' ')
  const rows = await em.query<Record<string, unknown>[]>(sql, parameters)
  const foreign = columns.filter((column) => isForeign(table.spec.columns[column], driver))
  for (const row of rows) for (const column of foreign) row[column] = ownValue(row[column], table.spec.columns[column])
  // the columns are those of the table's own declaration
  return rows as Pick<Row, Column>[]
}

function quoted(name: string): string {
  return `"${name}"`
}

/** Whether a driver gives the values of a column in a form of its own: SQLite flags as numbers, PostgreSQL integers as text. */
function isForeign({ kind }: ColumnSpec, driver: Driver): boolean {
  if (kind === 'json') return true
  return driver === 'postgres'
    ? kind === 'id' || kind === 'ref' || kind === 'count' || kind === 'instant'
    : kind === 'flag'
}

function ownValue(value: unknown, { kind }: ColumnSpec): unknown {
  if (value === null) return null
  if (kind === 'flag') return value === 1
  return kind === 'json' && typeof value === 'string' ? JSON.parse(value) : Number(value)
}
