import { keysOf } from '@parley/runtime'
import type { Driver } from '../tables/columns.js'
import type { Table } from '../tables/define-table.js'
import type { Where } from './conditions.js'
import { Statement } from './statement.js'

/** The columns with their directions, the most significant first. */
export type Order<Row> = { readonly [Column in keyof Row]?: 'asc' | 'desc' }

export interface Selection<Row> {
  readonly orderBy?: Order<Row>
  /** Only rows after this one, given by its values of the `orderBy` columns. */
  readonly after?: readonly (number | string)[] | undefined
  readonly limit?: number
  /**
   * Inside a write: until it ends, no other write can delete the rows (`key share`), or change them (`share`, `no key
   * update`), or add references to them (`update`). On SQLite this holds for every row.
   */
  readonly lock?: 'share' | 'key share' | 'update' | 'no key update' | undefined
}

interface SelectedRows<Row extends object> {
  readonly table: Table<Row>
  /** SQL for the selected values. */
  readonly list: string
  readonly where: Where<Row>
}

export function selectStatement<Row extends object>(
  driver: Driver,
  { table, list, where }: SelectedRows<Row>,
  { orderBy = {}, after, limit, lock }: Selection<Row> = {},
): Statement {
  const statement = new Statement(driver, `SELECT ${list} FROM ${table.sqlName}`).where(table, where)
  const columns = keysOf(orderBy)
  const names = columns.map((column) => table.sqlColumns[column])
  const direction = columns[0] !== undefined && orderBy[columns[0]] === 'desc' ? 'DESC' : 'ASC'
  if (after !== undefined)
    statement.and(`(${names.join(', ')}) ${direction === 'DESC' ? '<' : '>'} (${statement.placeholders(after)})`)
  if (names.length > 0) statement.add(` ORDER BY ${names.map((name) => `${name} ${direction}`).join(', ')}`)
  if (limit !== undefined) statement.add(` LIMIT ${statement.placeholder(limit)}`)
  if (lock !== undefined && driver === 'postgres') statement.add(` FOR ${lock.toUpperCase()}`)
  return statement
}
