import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, onServer, testServer } from '@parley/testing'
import { openMigrated } from '../../../src/database/open-database.js'

// Migrations are most of the start of an app: they run once, and apps start on copies.

const file = 'parley.db'

let folder: Promise<string> | undefined

/** Copies an embedded database with all migrations into the data folder. */
export async function copyTemplate(dataDir: string): Promise<void> {
  folder ??= makeFolder()
  const copy = join(dataDir, file)
  copyFileSync(join(await folder, file), copy)
  chmodSync(copy, 0o600)
}

/** It is removed with the temporary folder of the run. */
async function makeFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-template-'))
  const database = await openMigrated({ dataDir })
  await database.close()
  return dataDir
}

const prefix = 'parley_template_'

let template: Promise<string | undefined> | undefined

/** The name of a database of the test server with all migrations; undefined with embedded stores. */
export function templateDatabase(): Promise<string | undefined> {
  template ??= ensureDatabase()
  return template
}

/** The server keeps it for the next run with the same sources; those of other sources are dropped. */
async function ensureDatabase(): Promise<string | undefined> {
  const server = testServer()
  if (server === undefined) return undefined
  const name = `${prefix}${hashOfSources()}`
  const names = async () => {
    const rows = await onServer(server, `SELECT datname FROM pg_database WHERE datname LIKE '${prefix}%'`)
    return rows.map(({ datname }) => String(datname))
  }
  if ((await names()).includes(name)) return name
  const made = await createTestDatabase()
  if (!made) return undefined
  const database = await openMigrated({ url: made.url, dataDir: '' })
  await database.close()
  // another process may have been first
  await onServer(server, `ALTER DATABASE ${new URL(made.url).pathname.slice(1)} RENAME TO ${name}`).catch(made.drop)
  for (const old of await names())
    if (old !== name) await onServer(server, `DROP DATABASE IF EXISTS ${old} WITH (FORCE)`)
  return name
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const folder of ['src/database/', 'packages/statements/src/']) {
    const root = new URL(`../../../${folder}`, import.meta.url)
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
    for (const path of paths.toSorted()) hash.update(readFileSync(new URL(path, root)))
  }
  return hash.digest('hex').slice(0, 16)
}
