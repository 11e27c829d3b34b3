import Sqlite from 'libsql'

/**
 * A lock between processes: an open transaction on a file of its own, so the system releases it however the process
 * ends. Nothing else of this process may open the file: closing it would drop every lock that the process has on it.
 */
export class FileLock {
  private constructor(private readonly file: Sqlite.Database) {}

  /**
   * Makes the file when it is absent. Waits `waitMs` milliseconds at most, blocking the process.
   * @throws an error with the code SQLITE_BUSY while another process, or this one, has the lock; what the file system throws.
   */
  static acquire(path: string, waitMs: number): FileLock {
    const file = new Sqlite(path, { timeout: waitMs })
    try {
      // The journal stays in memory: a killed process leaves nothing behind to recover from.
      file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      return new FileLock(file)
    } catch (error) {
      file.close()
      throw error
    }
  }

  release(): void {
    this.file.close()
  }
}
