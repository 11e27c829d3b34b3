import { closeSync, openSync, readSync, statSync } from 'node:fs'
import Libsql from 'libsql/promise'
import type { Logger } from '../logger.js'
import type { SqliteConnection } from './statements/prepared-reader.js'

/** How long the log keeps what a write has changed, in milliseconds. */
const keptMs = 10_000
/** When a cut that another process has prevented is tried again, in milliseconds. */
const againMs = 1_000
/** How long the log may be kept without a line for the operator, in milliseconds. */
const silentMs = 60_000
/** A log of so many pages is copied to the file before the next write, and begins anew. */
const mostPages = 1_000

interface WriteAheadLogOptions {
  /** Without a transaction, and without a wait for locks. */
  readonly connection: Pick<SqliteConnection, 'pragma'>
  readonly file: string
  readonly log?: Logger | undefined
}

/** A connection whose statements run on a thread of the driver, in order. */
interface BackgroundConnection {
  pragma(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  close(): void
}

/**
 * The write-ahead log of an SQLite file has each page as every transaction has left it, so also the texts that a later one has deleted.
 * It is copied to the file and cut to nothing 10 s after a write, and at a stop; after 1,000 pages it is copied and written again from its
 * beginning. Both flush the log and the file: on a thread of the driver, while writes wait and reads do not. A cut waits for nothing: while
 * another process reads or writes, it is tried again every second.
 */
export class WriteAheadLog {
  #timer: NodeJS.Timeout | undefined
  #failingSince: number | undefined
  #isLogged = false
  #background: Promise<BackgroundConnection> | undefined
  /** Until it ends, no write begins. */
  #copying: Promise<boolean> | undefined
  #mostPages = mostPages
  /** Whether the next transaction writes it from its beginning. */
  #isCopied: boolean
  #opened: number | undefined
  #isClosed = false

  constructor(private readonly options: WriteAheadLogOptions) {
    this.#isCopied = this.#size() === 0
    // a process that was killed has left one
    this.written()
  }

  /** Call it after each write. */
  written(): void {
    this.#timer ??= setTimeout(() => void this.#round(), keptMs).unref()
  }

  /** Call it before each transaction that writes. Resolves when it may begin. */
  async ready(): Promise<void> {
    await this.#copying
    // also true of one that was copied and is not written again yet
    if (!this.#isCopied && this.#hasPages(this.#mostPages)) {
      const isCopied = await this.#copy('RESTART')
      this.#mostPages = isCopied ? mostPages : 2 * this.#mostPages
    }
    if (this.#isCopied) await this.#begin()
  }

  /** Cuts it for the last time. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#copying
    const background = await this.#background?.catch(() => undefined)
    background?.close()
    if (this.#opened !== undefined) closeSync(this.#opened)
    try {
      this.options.connection.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // such as a full disk: the next start cuts it
    }
  }

  async #round(): Promise<void> {
    const isCut = await this.#copy('TRUNCATE')
    if (this.#isClosed) return
    this.#timer = isCut ? undefined : setTimeout(() => void this.#round(), againMs).unref()
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

  /** Whether it has at least so many pages, by the format of the file: those of this round have the salt of its header. */
  #hasPages(pages: number): boolean {
    try {
      this.#opened ??= openSync(`${this.options.file}-wal`, 'r')
      const [header, frame] = [Buffer.alloc(32), Buffer.alloc(24)]
      readSync(this.#opened, header, { position: 0 })
      const position = 32 + (pages - 1) * (24 + header.readUInt32BE(8))
      const isWritten = readSync(this.#opened, frame, { position }) === frame.length
      return isWritten && frame.subarray(8, 16).equals(header.subarray(16, 24))
    } catch {
      // such as a disk that fails, which writes report
      return false
    }
  }

  /** False when another process reads or writes. */
  #copy(mode: 'RESTART' | 'TRUNCATE'): Promise<boolean> {
    const run = async () => {
      const [result] = await this.#inBackground(`wal_checkpoint(${mode})`)
      return (this.#isCopied = result?.['busy'] === 0)
    }
    // such as a full disk, which writes report
    this.#copying ??= run()
      .catch(() => false)
      .finally(() => (this.#copying = undefined))
    return this.#copying
  }

  /**
   * The first transaction of a log flushes its header, or a power loss could damage the file. So the background connection writes one first, which
   * changes nothing. When it fails, the writer flushes it, or fails too.
   */
  async #begin(): Promise<void> {
    this.#isCopied = false
    await this.#inBackground('user_version = 0').catch(() => undefined)
  }

  async #inBackground(pragma: string) {
    this.#background ??= connectTo(this.options.file).catch((error: unknown) => {
      this.#background = undefined
      throw error
    })
    return (await this.#background).pragma(pragma)
  }
}

async function connectTo(file: string): Promise<BackgroundConnection> {
  const connection = new Libsql(file, {}) as unknown as BackgroundConnection
  await connection.pragma('busy_timeout = 0')
  // a transaction flushes the header of the log alone, and a cut everything
  await connection.pragma('synchronous = NORMAL')
  return connection
}
