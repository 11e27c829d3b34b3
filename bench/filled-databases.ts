import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, onServer } from '@parley/testing'

export type Engine = 'SQLite' | 'PostgreSQL'

/** A database that Parley fills, and copies of it for the servers beside it. */
export interface FilledDatabase {
  readonly dataDir: string
  /** The settings of Parley in addition to the folder. */
  readonly env: Readonly<Record<string, string>>
  /** Copies the database, which no process may have open; returns the path or the URL of the copy. */
  copy(name: string): Promise<string>
  /** Deletes what is not in the folder. No process may have a copy open. */
  drop(): Promise<void>
}

/** An empty database. PostgreSQL is the server of TEST_DATABASE_URL. */
export async function createDatabase(engine: Engine, folder: string): Promise<FilledDatabase> {
  const dataDir = join(folder, 'parley')
  mkdirSync(dataDir, { recursive: true })
  return engine === 'SQLite' ? embedded(folder, dataDir) : postgres(dataDir)
}

function embedded(folder: string, dataDir: string): FilledDatabase {
  const copy = async (name: string) => {
    cpSync(dataDir, join(folder, name), { recursive: true })
    return join(folder, name, 'parley.db')
  }
  return { dataDir, env: {}, copy, drop: async () => undefined }
}

async function postgres(dataDir: string): Promise<FilledDatabase> {
  const filled = await createTestDatabase()
  if (!filled) throw new Error('PostgreSQL needs TEST_DATABASE_URL')
  const { url } = filled
  const name = new URL(url).pathname.slice(1)
  const server = new URL(url)
  server.pathname = '/postgres'
  const copies: string[] = []
  return {
    dataDir,
    env: { DATABASE_URL: url },
    copy: async (key) => {
      const copied = new URL(url)
      copied.pathname = `/${name}_${key.toLowerCase()}`
      await onServer(server.toString(), `CREATE DATABASE ${copied.pathname.slice(1)} TEMPLATE ${name}`)
      copies.push(copied.pathname.slice(1))
      return copied.toString()
    },
    drop: async () => {
      for (const copied of copies) await onServer(server.toString(), `DROP DATABASE ${copied} WITH (FORCE)`)
      await filled.drop()
    },
  }
}
