import type { Database, Queries } from '@parley/statements'

/** Only information for the owner, and the next use writes it again: a valid credential must not fail because of it. */
export async function recordLastUse(database: Database, write: (db: Queries) => Promise<unknown>): Promise<void> {
  await database.write(write).catch(() => undefined)
}
