import { randomUUID } from 'node:crypto'
import { fittingRows, rereadIfDeleted } from '../../result-bytes.js'
import type { PageBounds, ResultBytes } from '../../result-bytes.js'
import type { Table } from '../define-table.js'
import type { PageRows } from './page.js'
import { oneOf } from './conditions.js'
import type { Where } from './conditions.js'
import type { Queries } from './queries.js'
import { selectStatement } from './select-statement.js'
import type { Selection } from './select-statement.js'
import { toOwnValues } from './values.js'

interface PageSelection<Row> extends Pick<Selection<Row>, 'orderBy' | 'after' | 'limit'> {
  readonly where: Where<Row>
}

/** A text of unbounded length with at most these bytes is read by the statement that finds its row. */
const inlineBytes = 16_384

/**
 * Rows of one table in pages that are bounded in rows and in bytes. One statement reads the rows and the bytes of their
 * large columns, and a second one those rows of the page that are large: what does not fit the page is never read.
 */
export function selectPage<Row extends Identified, Column extends keyof Row & string>(
  table: Table<Row>,
  columns: readonly (Column | 'id')[] = table.properties as readonly Column[],
): (db: Queries, selection: PageSelection<Row>, bounds: PageBounds) => Promise<PageRows<Pick<Row, Column | 'id'>>> {
  const read = selectSized<Row, Column>(table, columns)
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

/** All rows of a selection that is bounded by itself; `bytes` counts their large columns before those are read. */
export function selectCounted<Row extends Identified, Column extends keyof Row & string>(
  table: Table<Row>,
  columns: readonly (Column | 'id')[] = table.properties as readonly Column[],
): (
  db: Queries,
  selection: PageSelection<Row>,
  bytes: ResultBytes | undefined,
) => Promise<readonly Pick<Row, Column | 'id'>[]> {
  const read = selectSized<Row, Column>(table, columns)
  return (db, selection, bytes) =>
    read(db, selection, (sizes) => {
      bytes?.add(sizes.reduce((sum, size) => sum + size, 0))
      return sizes.length
    })
}

/** SQL for the bytes of a row's large columns: texts without a bound, and documents. */
export function sizeOf<Row extends object>(table: Table<Row>, columns: readonly (keyof Row & string)[]): string {
  const sizes = columns
    .filter((column) => isLarge(table, column))
    .map((column) => {
      const size = `octet_length(${table.sqlColumns[column]})`
      return table.spec.columns[column].nullable ? `COALESCE(${size}, 0)` : size
    })
  return sizes.length === 0 ? '0' : sizes.join(' + ')
}

interface Identified {
  readonly id: number | string
}

/** Stands before the size of a value that is left out. No client can write it: each process makes its own. */
const leftOut = randomUUID()
/** The size is an integer of at most 16 digits. */
const longestLeftOut = leftOut.length + 16

/** `keep` is given the bytes of all rows found, and answers how many of them are read whole. */
function selectSized<Row extends Identified, Column extends keyof Row & string>(
  table: Table<Row>,
  columns: readonly (Column | 'id')[],
): (
  db: Queries,
  selection: PageSelection<Row>,
  keep: (sizes: readonly number[]) => number,
) => Promise<readonly Pick<Row, Column | 'id'>[]> {
  const large = columns.filter((column) => isLarge(table, column))
  const documents = large.filter((column) => table.spec.columns[column].kind === 'json')
  const values = columns.map((column) => {
    const name = table.sqlColumns[column]
    // beside the value and not in a column of its own, which would cost each page a tenth of its time
    const size = `octet_length(${name})`
    const small = `CASE WHEN ${size} > ${inlineBytes} THEN '${leftOut}' || ${size} ELSE ${name} END`
    return `${large.includes(column) ? small : name} AS "${column}"`
  })
  const list = values.join(', ')
  const small = columns.filter((column) => !large.includes(column))

  return async (db, selection, keep) => {
    const { rows: found } = await db.run<Pick<Row, Column | 'id'>>(
      selectStatement(db.driver, { table, list, where: selection.where }, selection),
    )
    toOwnValues(found, table, { columns: small, driver: db.driver })
    const missing = new Set<Row['id']>()
    const sizes: number[] = []
    for (const row of found) {
      let size = 0
      for (const column of large) {
        const value: unknown = row[column]
        if (typeof value !== 'string') continue
        const isLeftOut = value.length <= longestLeftOut && value.startsWith(leftOut)
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
    statement.where(table, { id: oneOf(ids) } as Where<Row>)
    const { rows } = await db.run<Pick<Row, Column | 'id'>>(statement)
    toOwnValues(rows, table, { columns, driver: db.driver })
    const byId = new Map(rows.map((row) => [row.id, row]))
    // one that has been deleted since, or no longer matches, is left out
    return kept.flatMap((row) => (missing.has(row.id) ? (byId.get(row.id) ?? []) : row))
  }
}

function parse(row: object, column: string): void {
  const value: unknown = Reflect.get(row, column)
  if (typeof value === 'string') Reflect.set(row, column, JSON.parse(value))
}

function isLarge<Row extends object>(table: Table<Row>, column: keyof Row & string): boolean {
  const { kind, length } = table.spec.columns[column]
  return kind === 'json' || (kind === 'text' && length === undefined)
}
