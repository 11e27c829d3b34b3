import { join } from 'node:path'
import { ConfigError } from '../config-error.js'
import { errorCode } from '../../error-code.js'
import { FileLock } from '../../file-lock.js'
import { makeDataDir, makePrivateFile } from './data-dir.js'

/**
 * One process per data folder while its stores are embedded. Nothing else of this process may open `DATA_DIR/lock`, the file of the
 * lock.
 */
export class DataLock {
  // A lock without a reference would be collected, and its file closed.
  static readonly #held = new Set<DataLock>()

  readonly #file: FileLock

  private constructor(file: FileLock) {
    this.#file = file
  }

  /**
   * Acquires the lock, making the folder if it is absent.
   * @throws ConfigError when another process, or this one, has it, or when the folder cannot be written.
   */
  static acquire(dataDir: string): DataLock {
    makeDataDir(dataDir)
    const lock = new DataLock(lockFileOf(dataDir))
    DataLock.#held.add(lock)
    return lock
  }

  /** Frees the lock; a second call does nothing. */
  release(): void {
    if (DataLock.#held.delete(this)) this.#file.release()
  }
}

function lockFileOf(dataDir: string): FileLock {
  try {
    // a process that can read it can lock it
    makePrivateFile(join(dataDir, 'lock'))
    // With no wait at all, two starts at the same instant could refuse each other and leave none.
    return FileLock.acquire(join(dataDir, 'lock'), 100)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (errorCode(error) === 'SQLITE_BUSY') {
      throw new ConfigError([`DATA_DIR: another Parley process is using ${dataDir}`], error)
    }
    throw new ConfigError([`DATA_DIR: the file ${join(dataDir, 'lock')} cannot be locked (${errorCode(error)})`], error)
  }
}
