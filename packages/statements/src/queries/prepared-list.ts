import { randomBytes } from 'node:crypto'
import type { SqliteConnection } from './prepared-reader.js'

/** The columns of a list, by name. A `long` one is a text of any length; the values of the others are short. */
export interface ListShape {
  readonly columns: readonly string[]
  readonly long?: readonly string[]
}

// random for each process, so that no stored text contains them
const separator = randomBytes(12).toString('base64url')
const noText = randomBytes(12).toString('base64url')

/**
 * Reads a list as one row, since libsql spends more time on each value that it returns than SQLite on reading it: the
 * short columns as one JSON text, and each long column joined, because JSON is slow to escape. SQLite's plan sorts
 * in the subquery. The result is undefined for values that differ from those of a row: texts with NUL,
 * and numbers that are not safe integers.
 */
export function prepareList(connection: SqliteConnection, text: string, { columns, long = [] }: ListShape) {
  const short = columns.filter((column) => !long.includes(column))
  const json = `json_group_array(json_array(${short.map((column) => `"${column}"`).join(', ')}))`
  const joined = long.map((column) => `group_concat(coalesce("${column}", '${noText}'), '${separator}')`)
  const statement = connection.prepare(`SELECT ${[json, ...joined].join(', ')} FROM (${text})`).raw()
  const places = columns.map((column) => ({ column, short: short.indexOf(column), long: long.indexOf(column) }))

  return (values: readonly unknown[]): object[] | undefined => {
    const [json, ...joined] = statement.get(values) ?? []
    if (typeof json !== 'string' || json.includes('\\u0000')) return undefined
    const found = JSON.parse(json) as readonly (readonly unknown[])[]
    const texts = joined.map((column) => (typeof column === 'string' ? column.split(separator) : []))
    // libsql ends a text at its first NUL
    if (texts.some(({ length }) => length !== found.length)) return undefined
    const rows: object[] = []
    for (let at = 0; at < found.length; at += 1) {
      const row: Record<string, unknown> = {}
      for (const { column, short, long } of places) {
        const value = short < 0 ? texts[long]?.[at] : found[at]?.[short]
        if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined
        row[column] = value === noText ? null : value
      }
      rows.push(row)
    }
    return rows
  }
}
