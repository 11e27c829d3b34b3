import { join } from 'node:path'
import { FileLock, systemErrorCode } from '@parley/runtime'
import { ConfigError } from '../config-error.js'
import { makeDataDir, makePrivateFile } from './data-dir.js'
import { fileFault } from './file-fault.js'

/** Allows one process per data folder. No other code of this process may open `DATA_DIR/lock`. */
export class DataLock {
  // a lock without a reference would be garbage-collected, and its file closed
  static readonly #held = new Set<DataLock>()

  readonly #file: FileLock

  private constructor(file: FileLock) {
    this.#file = file
  }

  /**
   * Acquires the lock; creates the folder if it is absent.
   * @throws ConfigError when another process, or this one, has the lock, or when the folder is not writable.
   */
  static acquire(dataDir: string): DataLock {
    makeDataDir(dataDir)
    const lock = new DataLock(lockFileOf(dataDir))
    DataLock.#held.add(lock)
    return lock
  }

  /** Releases the lock. Idempotent. */
  release(): void {
    if (DataLock.#held.delete(this)) this.#file.release()
  }
}

function lockFileOf(dataDir: string): FileLock {
  try {
    // a process that can read the file can lock it
    makePrivateFile(join(dataDir, 'lock'))
    // without a wait, two processes that start at the same moment could refuse each other
    return FileLock.acquire(join(dataDir, 'lock'), 100)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (systemErrorCode(error) === 'SQLITE_BUSY') {
      throw new ConfigError([`DATA_DIR: another Parley process is using ${dataDir}`], error)
    }
    const fault = fileFault(join(dataDir, 'lock'), 'read')
    if (fault !== undefined) throw new ConfigError([fault], error)
    const code = systemErrorCode(error)
    // it has no content that anything needs
    const remedy = code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT' ? ': remove it while no server runs' : ''
    throw new ConfigError([`DATA_DIR: the file ${join(dataDir, 'lock')} cannot be locked (${code})${remedy}`], error)
  }
}
