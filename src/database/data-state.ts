import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@parley/runtime'
import { GuardedClient } from './guarded-client.js'
import { migrations } from './migrations.js'
import { reachServer } from './reach-server.js'
import { ReadOnlyFile } from './read-only-file.js'
import { translated } from './translate-error.js'
import { effects, releases } from './upgrades.js'
import { requireWholeFile } from './whole-file.js'

/** How the data of a database relates to this version. */
export interface DataState {
  /** The number of migrations that have run; 0 for an empty database. */
  readonly applied: number
  /** The release whose migrations have run; null when the data is of a version between two releases, or later. */
  readonly release: string | null
  /** The migrations that the start of this version runs, in their order. */
  readonly pending: readonly { readonly name: string; readonly effect: string }[]
  /** The migrations of a later version. With any, this version does not start. */
  readonly unknown: readonly string[]
}

const names = migrations.map(({ name }) => name)
const select = 'SELECT name FROM migrations ORDER BY id'

/**
 * Reads the migrations of a database, PostgreSQL by `url` or else the file in `dataDir`, and changes nothing. Throws
 * as `Database.open`.
 */
export async function readDataState({
  url,
  dataDir,
}: {
  url?: string | undefined
  dataDir: string
}): Promise<DataState> {
  return dataStateOf(
    url === undefined ? await translated(async () => inFile(dataDir)) : await reachServer(url, () => onServer(url)),
  )
}

export function dataStateOf(applied: readonly string[]): DataState {
  const unknown = applied.filter((name) => !names.includes(name))
  const pending = names.filter((name) => !applied.includes(name))
  return {
    applied: applied.length,
    release: releases.find(({ last }) => last === applied.at(-1))?.version ?? null,
    pending: pending.map((name) => ({ name, effect: effects[name] ?? 'creates a part of the first tables' })),
    unknown,
  }
}

/**
 * For commands, which migrate nothing: throws AppError BAD_USER_INPUT unless the data is exactly that of this version, or
 * there is none yet and `mayBeNew`.
 */
export async function requireMigrated(place: { url?: string | undefined; dataDir: string }, mayBeNew = false) {
  const state = await readDataState(place)
  if (state.unknown.length > 0) throw new AppError('BAD_USER_INPUT', { message: downgradeSentence(state) })
  if (state.pending.length === 0 || (mayBeNew && state.applied === 0)) return
  const message =
    state.applied === 0
      ? 'the database is empty: start the server once, which creates its tables'
      : 'an earlier version has written this data, and this command does not migrate it: run the command of that version, or start the server of this one, which migrates it'
  throw new AppError('BAD_USER_INPUT', { message })
}

/** Why this version refuses data of a later one. */
export const downgradeSentence = ({ unknown }: DataState): string =>
  `a later version has migrated this data (${unknown.at(-1) ?? ''}), and a downgrade is not possible: start that version again, or restore the backup that was made before it`

function inFile(dataDir: string): string[] {
  const file = join(dataDir, 'parley.db')
  if (!existsSync(file)) return []
  requireWholeFile(file)
  const database = new ReadOnlyFile(file)
  try {
    const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").all().length > 0
    return exists ? namesOf(database.prepare(select).all()) : []
  } finally {
    database.close()
  }
}

async function onServer(url: string): Promise<string[]> {
  const client = new GuardedClient({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found")
    return rows[0]?.found ? namesOf((await client.query(select)).rows) : []
  } finally {
    await client.end()
  }
}

const namesOf = (rows: unknown[]) => rows.map((row) => (row as { readonly name: string }).name)
