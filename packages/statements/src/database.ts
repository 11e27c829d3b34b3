import { AsyncLocalStorage } from 'node:async_hooks'
import type { DataSource } from 'typeorm'
import {
  AppError,
  ConcurrencyLimit,
  histogram,
  type Logger,
  shortSeconds,
  stopwatch,
  StoreDamaged,
  StoreUnwritable,
  within,
} from '@parley/runtime'
import type { Driver } from './tables/columns.js'
import { FileLockWatch } from './sqlite/file-lock-watch.js'
import { GroupCommit, type FileWaits, type WriteOptions } from './sqlite/group-commit.js'
import { committed } from './queries/committed.js'
import { background, ConnectionShares, lateMessage, type Share } from './postgres/connection-shares.js'
import { graceMs, withLimit, type StatementWatch } from './postgres/guarded-client.js'
import { LockBudget } from './postgres/lock-budget.js'
import { LockWatch } from './postgres/lock-watch.js'
import type { DatabaseSchema } from './tables/database-schema.js'
import { migrate } from './tables/migrate.js'
import { openPostgres } from './postgres/open-postgres.js'
import { openSqliteReader, openSqliteUnchanged, openSqliteWriter } from './sqlite/open-sqlite.js'
import { migrationRight, missingRight } from './postgres/required-rights.js'
import { PreparedReader, type SqliteConnection } from './queries/prepared-reader.js'
import { lockWaits } from './postgres/lock-waits.js'
import { Queries } from './queries/queries.js'
import { Statement } from './queries/statement.js'
import { exceedsLimit, hasNoConnectionLeft, isDeadlock, isReadOnly, translated } from './translate-error.js'
import { WalFlush } from './sqlite/wal-flush.js'
import { WriteAheadLog } from './sqlite/write-ahead-log.js'

/** How long a check of health waits for an answer, in milliseconds. */
const pingMs = 2_000
/** How long PostgreSQL keeps a transaction whose process sends nothing, and one of long work, in milliseconds. */
const [idleMs, longIdleMs] = [15_000, 60_000]
/** How often a transaction runs before a deadlock is reported. */
const tries = 5

const databaseSeconds = histogram({
  name: 'parley_database_duration_seconds',
  help: 'Time of a read or a write of the relational database, with the wait for its turn and its commit.',
  labelNames: ['access'],
  buckets: shortSeconds,
})
const readSeconds = databaseSeconds.labels('read')
const writeSeconds = databaseSeconds.labels('write')

interface Holding {
  open: boolean
}

/** The limits of PostgreSQL, in milliseconds. */
export interface DatabaseLimits {
  /** The wait of a write for its locks. */
  readonly lockMs: number
  /** The wait for a connection while calls of the same kind exceed their limits. */
  readonly turnMs: number
  /** A statement. */
  readonly statementMs: number
  /** A statement of an export, a search, a deletion or a sweep. */
  readonly longStatementMs: number
}

/** PostgreSQL by `url`, or else the embedded file. */
export interface DatabaseLocation {
  readonly url?: string | undefined
  readonly file: string
}

interface OpenOptions extends DatabaseLocation {
  readonly schema: DatabaseSchema
  readonly limits: DatabaseLimits
  /** Gets the waits for locks and the connections that did not answer. */
  readonly log?: Logger | undefined
  /** Whether one command uses it: its statements have no limit while PostgreSQL runs them. */
  readonly isOfCommand?: boolean | undefined
}

interface ShareOption {
  /** Of the connections to PostgreSQL; by default `reads` or `writes`. */
  readonly share?: Share
}

/**
 * The only door to the relational store. `read` never sees uncommitted rows. `write` is one transaction: serial and
 * IMMEDIATE on SQLite, where waiting writes share a commit; an ordinary one on PostgreSQL, where
 * none waits for others. A write may only await SQL, and the pauses of
 * `WorkSlices` when it is long: reads go on meanwhile. A `read` or `write` inside a write throws: pass on its queries
 * instead. The work of a write may run again from the beginning (PostgreSQL: a deadlock; SQLite: another write of the
 * same commit failed). Both throw AppError UNAVAILABLE (part `store`) when the store cannot be reached, refuses to write,
 * is damaged or, on PostgreSQL, a statement exceeds a limit; NOT_FOUND for a reference to a deleted row.
 */
export class Database {
  readonly #writing = new AsyncLocalStorage<Holding>()
  // a timeout while waiting for a pooled connection would look like an unreachable store, so calls queue here instead
  readonly #shares: ConnectionShares
  /** The connection for the checks of health and of the waits for locks. */
  readonly #checks = new ConcurrencyLimit(1)
  #pinging: Promise<void> | undefined
  readonly #commits: GroupCommit
  readonly #prepared: PreparedReader | undefined
  readonly #reading: Queries
  readonly #readingLong: Queries
  readonly #ordinary: TransactionLimits
  readonly #long: TransactionLimits
  #openWrites = 0
  #hasReadOnlySessions = false
  #onRefused: (error: unknown) => void = () => undefined
  #onDamaged: (error: StoreDamaged) => void = () => undefined
  /** Of an embedded database that is open for writes. */
  #writeAheadLog: WriteAheadLog | undefined

  private constructor(
    readonly driver: Driver,
    private readonly writer: DataSource,
    private readonly reader: DataSource,
    private readonly options: Options,
  ) {
    const { limits, isOfCommand } = options
    this.#shares = new ConnectionShares({ turnMs: limits.turnMs, isExceeded: exceedsLimit })
    const [statementMs, longMs] = isOfCommand ? [0, 0] : [limits.statementMs, limits.longStatementMs]
    const ordinary = beginning(limits.lockMs, statementMs, isOfCommand ? longIdleMs : idleMs)
    this.#ordinary = { beginning: ordinary, lockMs: limits.lockMs }
    this.#long = {
      beginning: beginning(limits.lockMs, longMs, longIdleMs),
      limitMs: isOfCommand ? undefined : longMs + graceMs,
    }
    const flush = () => options.sqlite?.wal?.run() ?? Promise.resolve()
    const ready = () => this.#writeAheadLog?.ready() ?? Promise.resolve()
    const ofFile = { ready, flush, waits: options.sqlite?.waits }
    this.#commits = new GroupCommit(new Queries(writer.manager, driver), ofFile)
    if (options.sqlite) this.#prepared = new PreparedReader(reader, options.sqlite.reading)
    this.#reading = new Queries(reader.manager, driver, { reader: this.#prepared })
    this.#readingLong = new Queries(reader.manager, driver, { limitMs: this.#long.limitMs })
  }

  /**
   * Opens PostgreSQL by `url`, or else the embedded file, and runs pending migrations. Throws
   * AppError UNAVAILABLE with host and port when the store cannot be reached, BAD_USER_INPUT when it refuses the URL,
   * StoreDamaged when it is damaged or cut, and leaves no connection open.
   */
  static async open(options: OpenOptions): Promise<Database> {
    const { url, file, schema } = options
    const database = await (url === undefined ? this.#ofFile(options) : this.#ofServer(url, options))
    try {
      if (database.driver === 'postgres') await migrateWithRights(database.writer, schema)
      else await translated(() => migrate(database.writer, schema))
      database.#limitWaits()
      if (url === undefined) await database.#cutLog(file)
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }

  /**
   * Opens a store without migrations, the embedded one only for reads. Throws as `open`, and for an absent embedded
   * database.
   */
  static async openUnchanged(options: OpenOptions): Promise<Database> {
    const { url, file, schema, limits, isOfCommand = false } = options
    if (url !== undefined) {
      const database = await this.#ofServer(url, options)
      database.#limitWaits()
      return database
    }
    const { source, connection } = await translated(() => openSqliteUnchanged(file, schema))
    return new Database('sqlite', source, source, { limits, isOfCommand, sqlite: { reading: connection } })
  }

  static async #ofServer(url: string, { schema, limits, log, isOfCommand = false }: OpenOptions): Promise<Database> {
    let database: Database | undefined
    const locks = log && new LockWatch({ log, read: async () => (database ? database.#check(lockWaits) : []) })
    const watch: StatementWatch = {
      limitMs: Infinity,
      onWait: () => void locks?.look(),
      onDestroyed: (ms) => locks?.connectionDestroyed(ms),
      validFrom: -Infinity,
    }
    const source = await openPostgres(url, schema, watch)
    return (database = new Database('postgres', source, source, { limits, isOfCommand, watch }))
  }

  static #ofFile({ file, schema, limits, log, isOfCommand = false }: OpenOptions): Promise<Database> {
    return translated(async () => {
      const writer = await openSqliteWriter(file, schema)
      const reader = await openSqliteReader(file, schema).catch(async (error: unknown) => {
        await writer.source.destroy()
        throw error
      })
      const sqlite = {
        reading: reader.connection,
        writing: writer.connection,
        wal: new WalFlush(`${file}-wal`),
        waits: log && new FileLockWatch({ log, file }),
        log,
      }
      return new Database('sqlite', writer.source, reader.source, { limits, isOfCommand, sqlite })
    })
  }

  async read<T>(query: (db: Queries) => Promise<T>, { share = 'reads' }: ShareOption = {}): Promise<T> {
    if (this.#writing.getStore()?.open) throw new Error('read() inside write(): use the queries that it was given')
    const seconds = stopwatch()
    try {
      if (this.driver === 'sqlite') return await translated(() => query(this.#reading), true)
      const db = share === 'long' ? this.#readingLong : this.#reading
      return await translated(() => this.#shares.run(share, () => query(db)), true)
    } catch (error) {
      // one that only finds no room to sort says nothing about writes
      if (error instanceof StoreUnwritable && hasNoConnectionLeft(error.cause)) this.#onRefused(error)
      if (error instanceof StoreDamaged) this.#onDamaged(error)
      throw error
    } finally {
      readSeconds.observe(seconds())
    }
  }

  async write<T>(work: (db: Queries) => Promise<T>, options: WriteOptions & ShareOption = {}): Promise<T> {
    if (this.#writing.getStore()?.open) throw new Error('write() inside write(): pass its queries on')
    const guarded = (db: Queries) => this.#hold(() => work(db))
    const { share = 'writes', ...ofCommit } = options
    const seconds = stopwatch()
    try {
      if (this.driver === 'sqlite') return await translated(() => this.#commits.run(guarded, ofCommit))
      const limits = share === 'long' ? this.#long : this.#ordinary
      return await translated(() => this.#shares.run(share, () => this.#transaction(guarded, limits)))
    } catch (error) {
      if (error instanceof StoreUnwritable) {
        this.#hasReadOnlySessions ||= isReadOnly(error.cause)
        this.#onRefused(error)
      }
      if (error instanceof StoreDamaged) this.#onDamaged(error)
      throw error
    } finally {
      this.#writeAheadLog?.written()
      writeSeconds.observe(seconds())
    }
  }

  /** Calls `onDamaged` with each error of a read or a write that meets a damaged page. */
  watchDamage(onDamaged: (error: StoreDamaged) => void): void {
    this.#onDamaged = onDamaged
  }

  /** Calls `onRefused` with each error of a write that the store refuses. */
  watchWrites(onRefused: (error: unknown) => void): void {
    this.#onRefused = onRefused
  }

  /**
   * Writes 64 KiB and removes them: other writes may still find room in pages that are not full. On PostgreSQL it is a
   * temporary table, so that the role needs no right to change the schema.
   */
  async probeWrites(): Promise<void> {
    const run = (statements: readonly string[]) =>
      this.write(async (db) => {
        for (const sql of statements) await db.run(new Statement(this.driver, sql))
      }, background)
    if (this.driver === 'postgres') {
      if (this.#hasReadOnlySessions && this.options.watch) this.options.watch.validFrom = performance.now()
      this.#hasReadOnlySessions = false
      const filler = `SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 4096)`
      // otherwise the state would end while a table cannot be written
      const missing = await translated(() => missingRight(this.writer), true)
      if (missing !== undefined) return this.#refuse(missing)
      await run([
        'CREATE TEMPORARY TABLE write_probe (filler text) ON COMMIT DROP',
        `INSERT INTO write_probe ${filler}`,
      ])
      return
    }
    // two commits: pages that one frees again are not written
    const drop = 'DROP TABLE IF EXISTS write_probe'
    const filler = 'SELECT randomblob(65536)'
    await run([drop, 'CREATE TABLE write_probe (filler blob)', `INSERT INTO write_probe ${filler}`])
    await run([drop])
  }

  /**
   * Resolves when the store answers; throws AppError UNAVAILABLE otherwise, after 2 seconds at the latest on PostgreSQL,
   * which has a connection for it.
   */
  async ping(): Promise<void> {
    const select = async (db: Queries) => {
      await db.run(new Statement(this.driver, 'SELECT 1'))
    }
    if (this.driver === 'sqlite') return this.read(select)
    this.#pinging ??= this.#check(select).finally(() => (this.#pinging = undefined))
    await within(pingMs, this.#pinging, () => {
      throw new AppError('UNAVAILABLE', { part: 'store', message: lateMessage })
    })
  }

  #refuse(reason: string): never {
    const error = new StoreUnwritable('database', new Error(reason))
    this.#onRefused(error)
    throw error
  }

  /** The names of the tables of the schema, in alphabetical order. */
  tableNames(): string[] {
    return this.writer.entityMetadatas.map(({ tableName }) => tableName).sort()
  }

  async close(): Promise<void> {
    await this.#commits.idle()
    await this.#writeAheadLog?.close()
    this.#writeAheadLog = undefined
    this.#prepared?.close()
    if (this.reader !== this.writer) await this.reader.destroy()
    await this.writer.destroy()
    await this.options.sqlite?.wal?.close()
  }

  /** Runs a write and marks it as open, so that a nested call can be refused. */
  #hold<T>(work: () => Promise<T>): Promise<T> {
    const holding: Holding = { open: true }
    this.#openWrites += 1
    return this.#writing.run(holding, () =>
      work().finally(() => {
        holding.open = false
        this.#openWrites -= 1
        // an active storage slows down every promise of the process (Node 20); run() activates it again
        if (this.#openWrites === 0) this.#writing.disable()
      }),
    )
  }

  async #transaction<T>(work: (db: Queries) => Promise<T>, limits: TransactionLimits): Promise<T> {
    for (let left = tries - 1; ; left -= 1) {
      try {
        return await this.#inTransaction(work, limits)
      } catch (error) {
        if (left === 0 || !isDeadlock(error)) throw error
      }
    }
  }

  async #inTransaction<T>(
    work: (db: Queries) => Promise<T>,
    { beginning: begin, limitMs, lockMs }: TransactionLimits,
  ): Promise<T> {
    const runner = this.writer.createQueryRunner()
    try {
      const begun = async () => {
        await runner.query(begin)
        const locks = lockMs === undefined ? undefined : new LockBudget(lockMs)
        return work(new Queries(runner.manager, this.driver, { locks }))
      }
      return await withLimit(runner, limitMs, () => committed((sql) => runner.query(sql), begun))
    } finally {
      await runner.release()
    }
  }

  async #check<T>(query: (db: Queries) => Promise<T>): Promise<T> {
    return translated(() => this.#checks.run(() => query(this.#reading)), true)
  }

  async #cutLog(file: string): Promise<void> {
    const { writing: connection, log } = this.options.sqlite ?? {}
    if (!connection) return
    const between = (work: () => Promise<void>) => this.#commits.between(work)
    this.#writeAheadLog = new WriteAheadLog({ connection, between, file, log })
    await this.#writeAheadLog.start()
  }

  /** After the migrations, which may take as long as they need. */
  #limitWaits(): void {
    // SQLite waits for a locked file on this thread; see GroupCommit
    const { sqlite, limits, watch, isOfCommand } = this.options
    for (const connection of [sqlite?.writing, sqlite?.reading]) connection?.pragma('busy_timeout = 0')
    if (watch && !isOfCommand) watch.limitMs = limits.statementMs + graceMs
  }
}

interface Options {
  readonly limits: DatabaseLimits
  readonly isOfCommand: boolean
  /** Of the pool of PostgreSQL. */
  readonly watch?: StatementWatch
  readonly sqlite?: {
    readonly reading: SqliteConnection
    /** All that follows is absent when the file is only read. */
    readonly writing?: SqliteConnection
    readonly wal?: WalFlush
    readonly waits?: FileWaits | undefined
    readonly log?: Logger | undefined
  }
}

interface TransactionLimits {
  /** Begins the transaction, and sets its limits in the same round trip: PgBouncer keeps no setting of a session. */
  readonly beginning: string
  /** Of each statement on its connection; undefined for that of the pool. */
  readonly limitMs?: number | undefined
  /** What the transaction may wait for all its locks; undefined when each statement may wait as long. */
  readonly lockMs?: number
}

/** In milliseconds; 0 means no limit. */
function beginning(lockMs: number, statementMs: number, idleInTransactionMs: number): string {
  const settings = {
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
  return ['BEGIN', ...Object.entries(settings).map(([name, ms]) => `SET LOCAL ${name} = ${String(ms)}`)].join('; ')
}

/** @throws AppError BAD_USER_INPUT with the right that the role lacks. */
async function migrateWithRights(writer: DataSource, schema: DatabaseSchema): Promise<void> {
  const refused = (message: string, cause?: unknown) => new AppError('BAD_USER_INPUT', { message, cause })
  try {
    await translated(() => migrate(writer, schema))
  } catch (error) {
    const right = error instanceof AppError ? migrationRight(error.cause) : undefined
    throw right === undefined ? error : refused(right, error)
  }
  const missing = await translated(() => missingRight(writer), true)
  if (missing !== undefined) throw refused(missing)
}
