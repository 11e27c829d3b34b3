import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatLogStore } from '@parley/chat-log-store'
import type { Database, Table } from '@parley/statements'
import { readOperatorConfig } from '../../../src/config/operator-config.js'
import { openUnchanged } from '../../../src/database/open-database.js'
import { tables } from '../../../src/database/tables.js'
import { migrateStore } from '../../../tools/migrate-store/migrate-store.js'

/** Data folders that are moved; `dataDir` is the newest one. */
export class MovedFolders {
  readonly lines: string[] = []
  readonly #folders: string[] = []

  get dataDir(): string {
    return this.#folders.at(-1) ?? ''
  }

  next(): string {
    this.lines.length = 0
    this.#folders.push(mkdtempSync(join(tmpdir(), 'parley-moved-')))
    return this.dataDir
  }

  /** Runs the command on the newest folder, with the settings of the targets. */
  migrate(env: Readonly<Record<string, string>>, ...args: string[]) {
    const config = () => readOperatorConfig({ DATA_DIR: this.dataDir, ...env })
    return migrateStore(args, config, (line) => void this.lines.push(line))
  }

  /** All rows of the database, by table: its file can also change when SQLite empties its journal. */
  async rows(): Promise<Record<string, string[]>> {
    const database = await openUnchanged({ dataDir: this.dataDir })
    return rowsOf(database).finally(() => database.close())
  }

  close(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** The rows of all tables but the registry, as sorted texts. */
export async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const table of tables('sqlite') as unknown as Table<Record<string, unknown>>[])
    if (table.spec.name !== 'instances')
      rows[table.spec.name] = (await database.read((db) => db.select(table))).map((row) => JSON.stringify(row)).sort()
  return rows
}

/** How many entries of user 7 a search for a term finds. */
export async function foundBy(store: ChatLogStore, term: string): Promise<number> {
  const readable = (ids: readonly string[]) => Promise.resolve(new Set(ids))
  let count = 0
  for (let after: string | null | undefined; after !== null;) {
    const page = await store.search({ userId: '7', terms: [term], readable, limit: 1_000, after })
    count += page.found.length
    after = page.next
  }
  return count
}
