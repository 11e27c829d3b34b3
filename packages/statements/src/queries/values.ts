import type { ColumnSpec, Driver } from '../tables/columns.js'
import type { Table } from '../tables/define-table.js'

/** Converts the values of a driver into those of the column: SQLite's flags, PostgreSQL's integers. */
export function toOwnValues<Row extends object>(
  rows: readonly object[],
  table: Table<Row>,
  { columns, driver }: { columns: readonly (keyof Row & string)[]; driver: Driver },
): void {
  for (const column of columns) {
    const spec = table.spec.columns[column]
    if (isForeign(spec, driver))
      for (const row of rows as readonly Record<string, unknown>[]) row[column] = ownValue(row[column], spec)
  }
}

export function storedValue(value: unknown, { kind }: ColumnSpec, driver: Driver): unknown {
  if (value === null) return null
  if (kind === 'flag' && driver === 'sqlite') return Number(value)
  return kind === 'json' ? JSON.stringify(value) : value
}

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
