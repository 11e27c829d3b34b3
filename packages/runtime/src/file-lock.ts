import Sqlite from 'libsql'

/**
 * A lock between processes: an open transaction on a separate file, which the system releases however the process ends.
 * No other code of this process may open the file: closing it would drop every lock of the process on it.
 */
export class FileLock {
  private constructor(private readonly file: Sqlite.Database) {}

  /**
   * Creates the file if it is absent. Waits at most `waitMs` milliseconds, blocking the process.
   * @throws an error with the code SQLITE_BUSY while another process, or this one, has the lock; errors of the file
   * system.
   */
  static acquire(path: string, waitMs: number): FileLock {
    const file = new Sqlite(path, { timeout: waitMs })
    try {
      // the journal stays in memory, so a killed process leaves nothing to recover from
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
