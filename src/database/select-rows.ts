import type { EntityManager } from 'typeorm'
import type { ColumnSpec, Driver } from './columns.js'
import { driverOf, quoted, Statement } from './conditions.js'
import type { Condition } from './conditions.js'
import type { Table } from './define-table.js'

export interface Selection<Row> {
  readonly where: readonly Condition<Row>[]
  readonly orderBy?: { readonly column: keyof Row & string; readonly descending: boolean }
  readonly limit?: number
  /**
   * Inside a write: nobody deletes the rows (`share`), or changes them (`no key update`), or refers to them either
   * (`update`), until it ends. On SQLite that is so for every row.
   */
  readonly lock?: 'share' | 'update' | 'no key update'
}

/**
 * Rows of one table with all or some of its columns, as `find` gives them, for a third of its CPU: for what is asked with nearly every request. The same on both
 * engines.
 */
export function selectRows<Row extends object, Column extends keyof Row & string>(
  table: Table<Row>,
  columns: readonly Column[] = Object.keys(table.spec.columns) as Column[],
): (em: EntityManager, selection: Selection<Row>) => Promise<Pick<Row, Column>[]> {
  const name = (property: keyof Row & string) => quoted(table.columnNames[property])
  const asked = columns.map((column) => `${name(column)} AS ${quoted(column)}`).join(', ')
  const foreignOf = (driver: Driver) => columns.filter((column) => isForeign(table.spec.columns[column], driver))
  const foreign = { sqlite: foreignOf('sqlite'), postgres: foreignOf('postgres') }

  return async (em, { where, orderBy, limit, lock }) => {
    const driver = driverOf(em)
    const statement = new Statement(driver)
    let sql = `SELECT ${asked} FROM ${quoted(table.spec.name)}${statement.where(table, where)}`
    if (orderBy) sql += ` ORDER BY ${name(orderBy.column)} ${orderBy.descending ? 'DESC' : 'ASC'}`
    if (limit !== undefined) sql += ` LIMIT ${statement.placeholder(limit)}`
    if (lock !== undefined && driver === 'postgres') sql += ` FOR ${lock.toUpperCase()}`
    const rows = await em.query<Record<string, unknown>[]>(sql, statement.parameters)
    for (const column of foreign[driver]) {
      const spec = table.spec.columns[column]
      for (const row of rows) row[column] = ownValue(row[column], spec)
    }
    // the columns are those of the table's own declaration
    return rows as Pick<Row, Column>[]
  }
}

/** Whether a driver gives the values of a column in a form of its own: SQLite flags as numbers, PostgreSQL integers as text. */
function isForeign({ kind }: ColumnSpec, driver: Driver): boolean {
  if (kind === 'json') return true
  const isInteger = kind === 'id' || kind === 'ref' || kind === 'count' || kind === 'instant'
  return driver === 'postgres' ? isInteger : kind === 'flag'
}

function ownValue(value: unknown, { kind }: ColumnSpec): unknown {
  if (value === null) return null
  if (kind === 'flag') return value === 1
  return kind === 'json' && typeof value === 'string' ? JSON.parse(value) : Number(value)
}
