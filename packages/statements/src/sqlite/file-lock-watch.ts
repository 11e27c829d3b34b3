import type { Logger } from '@parley/runtime'
import type { FileWaits } from './group-commit.js'

const loggedMs = 1_000

/** Logs that writes wait for another process, which has locked the file of SQLite: once until a write begins. */
export class FileLockWatch implements FileWaits {
  #isLogged = false

  constructor(private readonly options: { readonly log: Logger; readonly file: string }) {}

  waits(waiting: number, ms: number): void {
    if (this.#isLogged || ms < loggedMs) return
    this.#isLogged = true
    this.options.log.warn({ file: this.options.file, waiting }, 'lock.awaited')
  }

  ended(): void {
    this.#isLogged = false
  }
}
