import type { EntityManager } from 'typeorm'
import { driverOf, quoted, Statement } from './conditions.js'
import type { Table } from '../define-table.js'

/** How many rows refer to each of some ids, in the order of the ids: for batching. One statement, the same on both engines. */
export function countRows<Row extends object>(
  table: Table<Row>,
  column: keyof Row & string,
): (em: EntityManager, ids: readonly number[]) => Promise<number[]> {
  const name = quoted(table.columnNames[column])
  return async (em, ids) => {
    const statement = new Statement(driverOf(em))
    const where = statement.where(table, [{ column, is: 'in', values: ids }])
    const sql = `SELECT ${name} AS id, COUNT(*) AS count FROM ${quoted(table.spec.name)}${where} GROUP BY ${name}`
    const rows = await em.query<{ id: number | string; count: number | string }[]>(sql, statement.parameters)
    const counts = new Map(rows.map(({ id, count }) => [Number(id), Number(count)]))
    return ids.map((id) => counts.get(id) ?? 0)
  }
}
