import { open, type FileHandle } from 'node:fs/promises'
import { reasonOf } from '@parley/runtime'

/** Flushes the write-ahead log of SQLite on a thread of libuv: as a part of COMMIT it would stop this one. */
export class WalFlush {
  #file: FileHandle | undefined

  /** `path` is that of the log, which exists while a connection is open and has written. */
  constructor(private readonly path: string) {}

  /** Resolves when every commit so far is on the disk. @throws an error with the code of SQLite for it. */
  async run(): Promise<void> {
    try {
      this.#file ??= await open(this.path, 'r+')
      await this.#file.datasync()
    } catch (error) {
      const code = 'SQLITE_IOERR_FSYNC'
      throw Object.assign(new Error(`The log of SQLite could not be flushed (${reasonOf(error)})`, { cause: error }), {
        code,
      })
    }
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }
}
