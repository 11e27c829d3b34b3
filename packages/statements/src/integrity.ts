import type { JsonObject } from '@parley/runtime'
import type { DatabaseLocation } from './database.js'
import { GuardedClient } from './postgres/guarded-client.js'
import { reachServer } from './postgres/reach-server.js'
import { ReadOnlyFile } from './sqlite/read-only-file.js'
import { isDamaged } from './translate-error.js'

/** What the check of one table has found. */
interface TableIntegrity {
  readonly table: string
  /** Sentences of the database; at most `maxFaults`. */
  readonly faults: readonly string[]
  /** How many tables were checked so far, of how many. */
  readonly checked: number
  readonly tables: number
}

const maxFaults = 10

/**
 * Checks all pages of a database table by table, beside a running server too,
 * and changes nothing. On SQLite it blocks this process during each table. PostgreSQL is asked for every value, and
 * notices damage by its checksums and when it cannot read a value. Throws AppError UNAVAILABLE when it cannot be reached.
 */
export async function* examineIntegrity({
  url,
  file,
}: DatabaseLocation): AsyncGenerator<TableIntegrity, void, undefined> {
  if (url === undefined) yield* ofFile(file)
  else yield* ofServer(url)
}

function* ofFile(path: string): Generator<TableIntegrity, void, undefined> {
  const file = new ReadOnlyFile(path)
  try {
    // virtual tables have no pages of their own
    const select = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"
    const names = orFaults(() => file.rows(select).map(({ name }) => String(name)))
    if ('faults' in names) return yield { table: 'sqlite_master', ...names, checked: 1, tables: 1 }
    for (const [index, table] of names.found.entries()) {
      const check = orFaults(() => file.rows(`PRAGMA integrity_check("${table}")`).flatMap((row) => linesOf(row)))
      const faults = 'faults' in check ? check.faults : check.found
      yield { table, faults: faults.slice(0, maxFaults), checked: index + 1, tables: names.found.length }
    }
  } finally {
    file.close()
  }
}

/** Without the lines that find nothing, and the title. */
function linesOf(row: JsonObject): string[] {
  const text = Object.values(row).map(String).join('\n')
  return text.split('\n').filter((line) => line !== 'ok' && line !== '' && !line.startsWith('***'))
}

async function* ofServer(url: string): AsyncGenerator<TableIntegrity, void, undefined> {
  const client = new GuardedClient({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.limitMs = Infinity
  await reachServer(url, () => client.connect())
  try {
    const select = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename'
    const { rows } = await client.query<{ name: string }>(select)
    for (const [index, { name: table }] of rows.entries()) {
      const faults = await faultsOf(client, table)
      yield { table, faults, checked: index + 1, tables: rows.length }
    }
  } finally {
    await client.end()
  }
}

async function faultsOf(client: GuardedClient, table: string): Promise<string[]> {
  try {
    // the text of a row needs all of its values, also those that are stored apart
    await client.query(`SELECT count(md5(value::text)) FROM ${client.escapeIdentifier(table)} AS value`)
    return []
  } catch (error) {
    if (isDamaged(error) && error instanceof Error) return [error.message]
    throw error
  }
}

function orFaults<T>(read: () => T): { readonly found: T } | { readonly faults: readonly string[] } {
  try {
    return { found: read() }
  } catch (error) {
    if (isDamaged(error) && error instanceof Error) return { faults: [error.message] }
    throw error
  }
}
