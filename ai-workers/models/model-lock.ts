import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'libsql'
import { errorCode } from '../../src/error-code.js'

const pollMs = 250

/**
 * One process at a time downloads a file. The lock is an open transaction on a file of its own, as that of the data
 * folder: the system frees it however the process ends.
 */
export class ModelLock {
  private constructor(private readonly file: Sqlite.Database) {}

  /** Resolves when the lock is ours; `onWait` is called once when somebody else has it. Throws what the file system throws. */
  static async take(path: string, onWait: () => void): Promise<ModelLock> {
    let file = tryToTake(path)
    if (!file) onWait()
    while (!file) {
      await pause(pollMs)
      file = tryToTake(path)
    }
    return new ModelLock(file)
  }

  release(): void {
    this.file.close()
  }
}

function tryToTake(path: string): Sqlite.Database | undefined {
  const file = new Sqlite(path, { timeout: 0 })
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file.close()
    if (errorCode(error) === 'SQLITE_BUSY') return undefined
    throw error
  }
}
