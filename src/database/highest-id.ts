import type { EntityManager } from 'typeorm'
import { driverOf } from './conditions.js'
import type { Table } from './define-table.js'

/** The highest id that a table has ever given, to a row that may be gone; 0 before the first. */
export async function highestId<Row extends object>(em: EntityManager, { spec }: Table<Row>): Promise<number> {
  if (driverOf(em) === 'sqlite') {
    const rows = await em.query<{ seq: number }[]>('SELECT seq FROM sqlite_sequence WHERE name = ?', [spec.name])
    return rows[0]?.seq ?? 0
  }
  const [sequence] = await em.query<{ name: string }[]>(`SELECT pg_get_serial_sequence($1, 'id') AS name`, [spec.name])
  if (!sequence) throw new Error(`no sequence gives the ids of ${spec.name}`)
  const sql = `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${sequence.name}`
  const [given] = await em.query<{ last: string }[]>(sql)
  return Number(given?.last ?? 0)
}
