import { formulaAt } from './formulas.js'
import { codeEnd } from './inline-frame.js'

/**
 * A table in which each row that has more cells than columns, as GitHub divides them, has its `|` of code and formulas
 * escaped, where it then has as many cells as columns.
 */
export function withEscapedPipes(table: string, columns: number): string {
  if (!/[`$\\]/.test(table)) return table
  return table
    .split('\n')
    .map((row) => {
      if (cellsOf(row) <= columns) return row
      const escaped = escapedRow(row)
      return cellsOf(escaped) === columns ? escaped : row
    })
    .join('\n')
}

/** The number of cells of a row. */
export function cellsOf(row: string): number {
  const text = row.trim()
  let count = 1
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '|' && at > 0 && at < text.length - 1) count += 1
  }
  return count
}

/** A row whose `|` of code and formulas divide no cells. */
export function escapedRow(row: string): string {
  let result = ''
  for (let at = 0; at < row.length;) {
    const end = row[at] === '`' ? codeEnd(row, at) : at + (formulaAt(row, at)?.raw.length ?? 0)
    if (end > at) result += row.slice(at, end).replaceAll(/(?<!\\)\|/g, '\\|')
    else if (row[at] === '\\') result += row.slice(at, at + 2)
    else result += row.charAt(at)
    at = end > at ? end : at + (row[at] === '\\' ? 2 : 1)
  }
  return result
}
