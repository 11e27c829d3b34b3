import { statSync } from 'node:fs'
import type { Logger } from '../logger.js'
import type { SqliteConnection } from './statements/prepared-reader.js'

/** How long the log keeps what a write has changed, in milliseconds. */
const keptMs = 10_000
/** When a cut that another process has prevented is tried again, in milliseconds. */
const againMs = 1_000
/** How long the log may be kept without a line for the operator, in milliseconds. */
const silentMs = 60_000

interface WriteAheadLogOptions {
  /** Without a transaction, and without a wait for locks. */
  readonly connection: Pick<SqliteConnection, 'pragma'>
  readonly file: string
  readonly log?: Logger | undefined
}

/**
 * The write-ahead log of an SQLite file has each page as every transaction has left it, so also the texts that a later one has deleted.
 * It is copied to the file and cut to nothing 10 s after a write, and at a stop. A cut waits for nothing: while another
 * process reads or writes, it is tried again every second.
 */
export class WriteAheadLog {
  #timer: NodeJS.Timeout | undefined
  #failingSince: number | undefined
  #isLogged = false

  constructor(private readonly options: WriteAheadLogOptions) {
    // a process that was killed has left one
    this.written()
  }

  /** Call it after each write. */
  written(): void {
    this.#timer ??= setTimeout(() => this.#round(), keptMs).unref()
  }

  /** Cuts it for the last time. */
  close(): void {
    clearTimeout(this.#timer)
    this.#cut()
  }

  #round(): void {
    const isCut = this.#cut()
    this.#timer = isCut ? undefined : setTimeout(() => this.#round(), againMs).unref()
    if (isCut) this.#failingSince = undefined
    else this.#failingSince ??= performance.now()
    if (this.options.log) this.#report(this.options.log)
  }

  /** Once when it has been kept for a minute, and once when it is cut then. */
  #report(log: Logger): void {
    const isKept = this.#failingSince !== undefined
    if (isKept === this.#isLogged) return
    if (!isKept) log.info({}, 'write_ahead_log.cut')
    else if (performance.now() - (this.#failingSince ?? 0) < silentMs) return
    else log.warn({ bytes: this.#size() }, 'write_ahead_log.kept')
    this.#isLogged = isKept
  }

  #size(): number {
    return statSync(`${this.options.file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }

  #cut(): boolean {
    try {
      const [result] = this.options.connection.pragma('wal_checkpoint(TRUNCATE)') as readonly { busy: number }[]
      return result?.busy === 0
    } catch {
      // such as a full disk, which writes report
      return false
    }
  }
}
