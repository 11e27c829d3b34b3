import { randomUUID } from 'node:crypto'
import { fittingRows, type PageBounds, rereadIfDeleted, type ResultBytes } from '@parley/runtime'
import type { Table } from '../tables/define-table.js'
import type { PageRows } from './page.js'
import { type Where, whereIn } from './conditions.js'
import type { Queries } from './queries.js'
import { selectStatement, type Selection } from './select-statement.js'
import { toOwnValues } from './values.js'

interface PageSelection<Row> extends Pick<Selection<Row>, 'orderBy' | 'after' | 'limit' | 'lock'> {
  readonly where: Where<Row>
}

/** Unbounded texts up to this size are read by the first statement. */
const inlineBytes = 16_384

/**
 * Pages of one table, limited in rows and in bytes. One statement reads the rows and the sizes of their large columns,
 * a second one the large rows of the page. Values beyond the page are never read.
 */
export function selectPage<Row extends Identified, Column extends keyof Row & string>(
  table: Table<Row>,
  columns?: readonly (Column | 'id')[],
): (db: Queries, selection: PageSelection<Row>, bounds: PageBounds) => Promise<PageRows<Pick<Row, Column | 'id'>>> {
  const read = selectSized<Row, Column>(table, table.chosen(columns))
  return (db, selection, bounds) =>
    rereadIfDeleted(bounds, async () => {
      let hasMore = false
      const rows = await read(db, { ...selection, limit: bounds.limit + 1 }, (sizes) => {
        const kept = fittingRows(sizes, bounds)
        hasMore = sizes.length > kept
        return kept
      })
      return { rows, hasMore }
    })
}

/** All rows of a selection that is limited in itself; `bytes` counts their large columns before these are read. */
export function selectCounted<Row extends Identified, Column extends keyof Row & string>(
  table: Table<Row>,
  columns?: readonly (Column | 'id')[],
): (
  db: Queries,
  selection: PageSelection<Row>,
  bytes: ResultBytes | undefined,
) => Promise<readonly Pick<Row, Column | 'id'>[]> {
  const read = selectSized<Row, Column>(table, table.chosen(columns))
  return (db, selection, bytes) =>
    read(db, selection, (sizes) => {
      bytes?.add(sizes.reduce((sum, size) => sum + size, 0))
      return sizes.length
    })
}

/** SQL for the size of a row's large columns: unbounded texts and documents. */
export function sizeOf<Row extends object>(table: Table<Row>, columns: readonly (keyof Row & string)[]): string {
  const sizes = columns
    .filter((column) => table.isLong(column))
    .map((column) => {
      const size = `octet_length(${table.sqlColumns[column]})`
      return table.spec.columns[column].nullable ? `COALESCE(${size}, 0)` : size
    })
  return sizes.length === 0 ? '0' : sizes.join(' + ')
}

interface Identified {
  readonly id: number | string
}

/** Marks an omitted value, followed by its size. Random for each process, so that no client can write it. */
const leftOut = randomUUID()
/** The size is an integer of at most 16 digits. */
const maxLeftOutLength = leftOut.length + 16

/** `keep` receives the sizes of all found rows and returns how many of them are read completely. */
function selectSized<Row extends Identified, Column extends keyof Row & string>(
  table: Table<Row>,
  columns: readonly (Column | 'id')[],
): (
  db: Queries,
  selection: PageSelection<Row>,
  keep: (sizes: readonly number[]) => number,
) => Promise<readonly Pick<Row, Column | 'id'>[]> {
  const large = columns.filter((column) => table.isLong(column))
  const documents = large.filter((column) => table.spec.columns[column].kind === 'json')
  const values = columns.map((column) => {
    const name = table.sqlColumns[column]
    // in the place of the value: a separate size column would slow down each page by a tenth
    const size = `octet_length(${name})`
    const small = `CASE WHEN ${size} > ${inlineBytes} THEN '${leftOut}' || ${size} ELSE ${name} END`
    return `${large.includes(column) ? small : name} AS "${column}"`
  })
  const list = values.join(', ')
  const small = columns.filter((column) => !large.includes(column))
  const shape = { columns, long: large }

  return async (db, selection, keep) => {
    const found = (
      await db.run<Pick<Row, Column | 'id'>>(
        selectStatement(db.driver, { table, list, where: selection.where }, selection),
        shape,
      )
    ).rows
    toOwnValues(found, table, { columns: small, driver: db.driver })
    const missing = new Set<Row['id']>()
    const sizes: number[] = []
    for (const row of found) {
      let size = 0
      for (const column of large) {
        const value: unknown = row[column]
        if (typeof value !== 'string') continue
        const isLeftOut = value.length <= maxLeftOutLength && value.startsWith(leftOut)
        if (isLeftOut) missing.add(row.id)
        size += isLeftOut ? Number(value.slice(leftOut.length)) : Buffer.byteLength(value)
      }
      sizes.push(size)
    }
    const kept = found.slice(0, keep(sizes))
    for (const column of documents) for (const row of kept) if (!missing.has(row.id)) parse(row, column)
    if (missing.size === 0) return kept
    const ids = kept.map(({ id }) => id).filter((id) => missing.has(id))
    if (ids.length === 0) return kept
    const statement = selectStatement(db.driver, { table, list: table.list(columns), where: selection.where })
    statement.where(table, whereIn<Row>('id', ids))
    const { rows } = await db.run<Pick<Row, Column | 'id'>>(statement)
    toOwnValues(rows, table, { columns, driver: db.driver })
    const byId = new Map(rows.map((row) => [row.id, row]))
    // a row that was deleted in the meantime, or no longer matches, is left out
    return kept.flatMap((row) => (missing.has(row.id) ? (byId.get(row.id) ?? []) : row))
  }
}

function parse(row: object, column: string): void {
  const value: unknown = Reflect.get(row, column)
  if (typeof value === 'string') Reflect.set(row, column, JSON.parse(value))
}
