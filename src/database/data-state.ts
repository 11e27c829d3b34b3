import { AppError } from '@parley/runtime'
import { downgradeSentence, namesOf, readMigrations, unknownMigrations } from '@parley/statements'
import { databaseLocation, schema, type InstallationLocation } from './open-database.js'
import { effects, releases } from './upgrades.js'

/** How the data of a database relates to this version. */
interface DataState {
  /** The number of migrations that have run; 0 for an empty database. */
  readonly applied: number
  /** The release whose migrations have run; null when the data is of a version between two releases, or later. */
  readonly release: string | null
  /** The migrations that the start of this version runs, in their order. */
  readonly pending: readonly { readonly name: string; readonly effect: string }[]
  /** The migrations of a later version. With any, this version does not start. */
  readonly unknown: readonly string[]
}

/** Reads the migrations of a database, and changes nothing. Throws as `Database.open`. */
export async function readDataState(place: InstallationLocation): Promise<DataState> {
  const applied = await readMigrations(databaseLocation(place))
  const unknown = unknownMigrations(schema, applied)
  const pending = namesOf(schema).filter((name) => !applied.includes(name))
  return {
    applied: applied.length,
    release: releases.find(({ last }) => last === applied.at(-1))?.version ?? null,
    pending: pending.map((name) => ({ name, effect: effects[name] ?? 'creates the first tables' })),
    unknown,
  }
}

/**
 * For commands, which migrate nothing: throws AppError BAD_USER_INPUT unless the data is exactly that of this version, or
 * there is none yet and `mayBeNew`.
 */
export async function requireMigrated(place: InstallationLocation, mayBeNew = false) {
  const state = await readDataState(place)
  if (state.unknown.length > 0) throw new AppError('BAD_USER_INPUT', { message: downgradeSentence(state.unknown) })
  if (state.pending.length === 0 || (mayBeNew && state.applied === 0)) return
  const message =
    state.applied === 0
      ? 'the database is empty: start the server once, which creates its tables'
      : 'an earlier version has written this data, and this command does not migrate it: run the command of that version, or start the server of this one, which migrates it'
  throw new AppError('BAD_USER_INPUT', { message })
}
