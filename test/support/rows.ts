import type { Database } from '../../src/database/database.js'

/** Every row of every table, by table: what two states of the stores differ in. */
export async function allRows(database: Database): Promise<Record<string, Record<string, unknown>[]>> {
  return database.read(async (em) => {
    const rows: Record<string, Record<string, unknown>[]> = {}
    for (const { name } of em.dataSource.entityMetadatas)
      rows[name] = (await em.find<Record<string, unknown>>(name)).sort((one, other) =>
        JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
      )
    return rows
  })
}
