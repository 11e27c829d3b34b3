import { join } from 'node:path'
import Sqlite from 'libsql'
import { ConfigError } from '../config-error.js'
import { errorCode } from '../../error-code.js'
import { makeDataDir, makePrivateFile } from './data-dir.js'

/**
 * One process per data folder while its stores are embedded. The lock is an open transaction on a file of its own, so
 * the system frees it however the process ends. Nothing else of this process may open `DATA_DIR/lock`: closing a file
 * drops every lock the process has on it.
 */
export class DataLock {
  // A lock that nobody refers to would be collected, and its file closed.
  static readonly #held = new Set<DataLock>()

  readonly #file: Sqlite.Database

  private constructor(file: Sqlite.Database) {
    this.#file = file
  }

  /**
   * Takes the lock, making the folder if it is absent.
   * @throws ConfigError when another process, or this one, has it, or when the folder cannot be written.
   */
  static take(dataDir: string): DataLock {
    makeDataDir(dataDir)
    const lock = new DataLock(openExclusively(dataDir))
    DataLock.#held.add(lock)
    return lock
  }

  /** Frees the lock; a second call does nothing. */
  release(): void {
    if (DataLock.#held.delete(this)) this.#file.close()
  }
}

function openExclusively(dataDir: string): Sqlite.Database {
  let file: Sqlite.Database | undefined
  try {
    // who can read it can lock it
    makePrivateFile(join(dataDir, 'lock'))
    // With no wait at all, two starts at the same instant could refuse each other and leave none.
    file = new Sqlite(join(dataDir, 'lock'), { timeout: 100 })
    // The journal stays in memory: a killed process leaves nothing behind to recover from.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file?.close()
    if (error instanceof ConfigError) throw error
    if (errorCode(error) === 'SQLITE_BUSY') {
      throw new ConfigError([`DATA_DIR: another Parley process is using ${dataDir}`], error)
    }
    throw new ConfigError([`DATA_DIR: the file ${join(dataDir, 'lock')} cannot be locked (${errorCode(error)})`], error)
  }
}
