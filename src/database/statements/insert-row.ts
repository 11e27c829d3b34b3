import type { EntityManager, QueryDeepPartialEntity } from 'typeorm'
import type { Table } from '../define-table.js'

/** Inserts a row with a generated id and gives that id. */
export async function insertRow<Row extends { readonly id: number }>(
  em: EntityManager,
  table: Table<Row>,
  values: QueryDeepPartialEntity<Row>,
): Promise<number> {
  const { identifiers } = await em.insert(table, values)
  return Number(identifiers[0]?.['id'])
}
