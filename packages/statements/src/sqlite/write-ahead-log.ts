import { statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { type Logger, orUndefined } from '@parley/runtime'
import { type BackgroundConnection, connectInBackground } from './background-connection.js'
import { ChangedPages } from './changed-pages.js'
import { remainsIn } from './page-remains.js'

/** How long the log keeps what a write has changed, in milliseconds. */
const keptMs = 10_000
/** When a cut that another process has prevented is tried again, in milliseconds. */
const againMs = 1_000
/** How long the log may be kept without a line for the operator, in milliseconds. */
const silentMs = 60_000
/** A log of so many pages is copied to the file before the next write, and begins anew. */
const mostPages = 1_000
/** What a turn of the thread reads, and overwrites, in pages. */
const [readPerTurn, overwrittenPerTurn] = [2_000, 100]

/** A connection of libsql that writes. It waits for no lock, and leaves the log as it is. */
interface Connection {
  exec(sql: string): unknown
  pragma(text: string): unknown
  prepare(sql: string): Statement
}

interface Statement {
  raw(): this
  get(values: readonly unknown[]): unknown
  run(...values: readonly unknown[]): unknown
}

interface WriteAheadLogOptions {
  readonly connection: Connection
  /** Calls `work` while the connection has no transaction; none begins before it ends. */
  readonly between: (work: () => Promise<void>) => void
  readonly file: string
  readonly log?: Logger | undefined
}

/**
 * The write-ahead log of an SQLite file has each page as every transaction has left it, so also the texts that a later one has deleted.
 * It is copied to the file and cut to nothing at a start, 10 s after a write, and at a stop; after 1,000 pages it is copied
 * and written again from its beginning. Both flush the log and the file: on a thread of the driver, while writes wait and
 * reads do not. A cut waits for nothing: while another process reads or writes, it is tried again every second. Before each
 * copy the pages in the log lose the copies of rows that SQLite has left in unused space.
 */
export class WriteAheadLog {
  #timer: NodeJS.Timeout | undefined
  #failingSince: number | undefined
  #isLogged = false
  #background: Promise<BackgroundConnection> | undefined
  #mostPages = mostPages
  /** Whether the next transaction writes it from its beginning. */
  #isCopied: boolean
  #isClosed = false
  readonly #pages: ChangedPages

  constructor(private readonly options: WriteAheadLogOptions) {
    this.#isCopied = this.#size() === 0
    this.#pages = new ChangedPages(`${options.file}-wal`)
  }

  /** Cuts what a process that was killed has left. Call it before the first write. */
  async start(): Promise<void> {
    if (!(await this.#copy('TRUNCATE'))) this.written()
  }

  /** Call it after each write. */
  written(): void {
    this.#timer ??= this.#roundAfter(keptMs)
  }

  /** Call it before each transaction that writes. Resolves when it may begin. */
  async ready(): Promise<void> {
    // also true of one that was copied and is not written again yet
    if (!this.#isCopied && this.#hasPages(this.#mostPages)) {
      const isCopied = await this.#copy('RESTART')
      this.#mostPages = isCopied ? mostPages : 2 * this.#mostPages
    }
    if (this.#isCopied) await this.#begin()
  }

  /** Cuts it for the last time. Call it while the connection has no transaction. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#overwriteRemains()
    const background = await attempted(() => this.#background)
    background?.close()
    this.#pages.close()
    // the next start cuts it otherwise
    await attempted(() => this.options.connection.pragma('wal_checkpoint(TRUNCATE)'))
  }

  #roundAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.options.between(() => this.#round()), ms).unref()
  }

  async #round(): Promise<void> {
    if (this.#isClosed) return
    const isCut = (await this.#copy('TRUNCATE')) && this.#pages.withRemains.size === 0
    this.#timer = isCut ? undefined : this.#roundAfter(againMs)
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

  #hasPages(pages: number): boolean {
    // writes report a disk that fails
    return orUndefined(() => this.#pages.hasFrames(pages)) ?? false
  }

  /**
   * False when another process reads or writes. Remains that could not be overwritten do not keep the log: on a full disk
   * it can be what fills it.
   */
  async #copy(mode: 'RESTART' | 'TRUNCATE'): Promise<boolean> {
    await this.#overwriteRemains()
    const results = await attempted(() => this.#inBackground(`wal_checkpoint(${mode})`))
    this.#isCopied = results?.[0]?.['busy'] === 0
    return this.#isCopied
  }

  /** In all pages of the log, unless another process writes, or the disk is full. */
  async #overwriteRemains(): Promise<void> {
    await attempted(async () => {
      while (!this.#overwriteSome()) await setImmediate()
    })
  }

  /** Returns whether none is left. */
  #overwriteSome(): boolean {
    const { withRemains } = this.#pages
    if (!this.#pages.read(readPerTurn)) return false
    this.#overwrite([...withRemains].slice(0, overwrittenPerTurn))
    return this.#pages.read(readPerTurn) && withRemains.size === 0
  }

  /** By SQLite itself, in a transaction: `sqlite_dbpage` has the pages of the file. */
  #overwrite(numbers: readonly number[]): void {
    if (numbers.length === 0) return
    const { connection } = this.options
    const select = connection.prepare('SELECT data FROM sqlite_dbpage WHERE pgno = ?').raw()
    const update = connection.prepare('UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?')
    connection.exec('BEGIN IMMEDIATE')
    try {
      for (const number of numbers) {
        const row = select.get([number])
        const page: unknown = Array.isArray(row) ? row[0] : undefined
        if (!Buffer.isBuffer(page)) continue
        const remains = remainsIn(page, number)
        if (remains) update.run(page.fill(0, remains.from, remains.to), number)
      }
      connection.exec('COMMIT')
    } catch (error) {
      connection.exec('ROLLBACK')
      throw error
    }
    for (const number of numbers) this.#pages.withRemains.delete(number)
  }

  /**
   * The first transaction of a log flushes its header, or a power loss could damage the file. So the background connection
   * writes one first, which changes nothing. When it fails, the writer flushes it, or fails too.
   */
  async #begin(): Promise<void> {
    this.#isCopied = false
    await attempted(() => this.#inBackground('user_version = 0'))
  }

  async #inBackground(pragma: string) {
    this.#background ??= connectTo(this.options.file).catch((error: unknown) => {
      this.#background = undefined
      throw error
    })
    return (await this.#background).pragma(pragma)
  }
}

/** Undefined after a failure, as on a full disk: writes report it, and the next copy tries again. */
async function attempted<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

async function connectTo(file: string): Promise<BackgroundConnection> {
  const connection = connectInBackground(file)
  await connection.pragma('busy_timeout = 0')
  // a transaction flushes the header of the log alone, and a cut everything
  await connection.pragma('synchronous = NORMAL')
  return connection
}
