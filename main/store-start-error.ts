import { join } from 'node:path'
import { AppError, reasonOf, StoreDamaged, type StoreName, StoreUnwritable } from '@parley/runtime'
import { ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'

type Places = Pick<Config, 'databaseUrl' | 'dataDir' | 'imageBucket'>

/**
 * The error of a start that could not open a store, for operators: with the place, the reason and the remedy. A damaged
 * database is a fault of its setting, since a start that fails again and again does not mend it; a store that refuses to
 * write stays UNAVAILABLE, since a later start succeeds. Other errors are returned.
 */
export function asStoreStartError(error: unknown, places: Places): unknown {
  if (error instanceof StoreDamaged) {
    const remedy = 'restore the newest backup as docs/reference/backups.md says; npm run doctor lists what is damaged'
    return new ConfigError([`${placeOf('database', places)} is damaged (${reasonOf(error)}): ${remedy}`], error)
  }
  if (!(error instanceof StoreUnwritable)) return error
  const reason = reasonOf(error)
  // the file through which the processes of SQLite share its index needs 32 KiB, also to read; PostgreSQL has one for new connections
  const remedy = /^SQLITE_(FULL|IOERR_SHMSIZE)|could not write init file/.test(reason)
    ? ': its disk is full, free some space'
    : ''
  const message = `${placeOf(error.store, places)} refuses to write (${reason})${remedy}`
  return new AppError('UNAVAILABLE', { part: 'store', message, cause: error.cause })
}

function placeOf(store: StoreName, { databaseUrl, dataDir, imageBucket }: Places): string {
  if (store === 'chat_logs') return 'MONGODB_URL: the database'
  if (store === 'images') return imageBucket ? 'IMAGES_URL: the bucket' : `DATA_DIR: ${join(dataDir, 'images')}`
  return databaseUrl === undefined ? `DATA_DIR: ${join(dataDir, 'parley.db')}` : 'DATABASE_URL: the database'
}
