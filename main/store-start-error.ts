import { join } from 'node:path'
import { ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'
import { AppError, StoreDamaged, StoreUnwritable } from '../src/errors.js'
import { reasonOf } from '../src/system-error-code.js'

type Places = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * The error of a start that could not open a store, for operators: with the place, the reason and the remedy. A damaged
 * database is a fault of its setting, since a start that fails again and again does not mend it; a store that refuses to
 * write stays UNAVAILABLE, since a later start succeeds. Other errors are returned.
 */
export function asStoreStartError(error: unknown, places: Places): unknown {
  if (error instanceof StoreDamaged) return damageFault(error, places)
  if (!(error instanceof StoreUnwritable)) return error
  return new AppError('UNAVAILABLE', {
    part: 'store',
    message: refusalMessage(reasonOf(error), places),
    cause: error.cause,
  })
}

function damageFault(error: StoreDamaged, { databaseUrl, dataDir }: Places): ConfigError {
  const [setting, place] = databaseUrl === undefined ? ['DATA_DIR', fileIn(dataDir)] : ['DATABASE_URL', 'the database']
  const remedy = 'restore the newest backup as docs/reference/backups.md says; npm run doctor lists what is damaged'
  return new ConfigError([`${setting}: ${place} is damaged (${reasonOf(error)}): ${remedy}`], error)
}

function refusalMessage(reason: string, { dataDir }: Places): string {
  // the codes of PostgreSQL
  if (/^[0-9A-Z]{5}:/.test(reason)) return `DATABASE_URL: the database refuses to write (${reason})`
  if (reason.startsWith('EROFS')) return `DATA_DIR: ${dataDir} is on a read-only file system`
  if (!reason.startsWith('SQLITE_')) return `A store refuses to write: ${reason}`
  // the file through which the processes of SQLite share its index needs 32 KiB, also to read
  const isFull = /^SQLITE_(FULL|IOERR_SHMSIZE)/.test(reason)
  return `${fileIn(dataDir)} cannot be written (${reason})${isFull ? ': its disk is full, free some space' : ''}`
}

const fileIn = (dataDir: string) => join(dataDir, 'parley.db')
