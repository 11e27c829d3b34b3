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
    const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").all().length > 0
    return exists ? namesOf(database.prepare(appliedMigrations).all()) : []
  } finally {
    database.close()
  }
}

async function onServer(url: string): Promise<string[]> {
  const client = new GuardedClient({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found")
    return rows[0]?.found ? namesOf((await client.query(appliedMigrations)).rows) : []
  } finally {
    await client.end()
  }
}

const namesOf = (rows: unknown[]) => rows.map((row) => (row as { readonly name: string }).name)
