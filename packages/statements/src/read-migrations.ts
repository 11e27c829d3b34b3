import { existsSync } from 'node:fs'
import type { DatabaseLocation } from './database.js'
import { GuardedClient } from './postgres/guarded-client.js'
import { appliedMigrations } from './tables/migrate.js'
import { reachServer } from './postgres/reach-server.js'
import { ReadOnlyFile } from './sqlite/read-only-file.js'
import { translated } from './translate-error.js'
import { requireWholeFile } from './sqlite/whole-file.js'

/**
 * The names of the migrations that have run, in their order, none for an absent or empty database. Changes nothing.
 * Throws as `Database.open`.
 */
export async function readMigrations({ url, file }: DatabaseLocation): Promise<string[]> {
  return url === undefined ? translated(async () => inFile(file)) : reachServer(url, () => onServer(url))
}

function inFile(file: string): string[] {
  if (!existsSync(file)) return []
  requireWholeFile(file)
  const database = new ReadOnlyFile(file)
  try {
    const exists = database.rows("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").length > 0
    return exists ? namesOf(database.rows(appliedMigrations)) : []
  } finally {
    database.close()
  }
}

async function onServer(url: string): Promise<string[]> {
  const client = new GuardedClient({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found")
    return rows[0]?.found ? namesOf((await client.query<{ name: string }>(appliedMigrations)).rows) : []
  } finally {
    await client.end()
  }
}

const namesOf = (rows: readonly { readonly name?: unknown }[]) => rows.map(({ name }) => String(name))
