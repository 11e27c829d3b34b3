import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import libsql from 'libsql'
import { DataSource } from 'typeorm'
import type { DataSourceOptions } from 'typeorm'
import type { Driver } from './columns.js'
import { GroupCommit } from './group-commit.js'
import type { WriteOptions } from './group-commit.js'
import { GuardedClient } from './guarded-client.js'
import { stopwatch } from '../metrics/registry.js'
import { databaseSeconds } from '../metrics/stores.js'
import { migrate } from './migrate.js'
import { migrations } from './migrations.js'
import { reachServer } from './reach-server.js'
import { ReadOnlyFile } from './read-only-file.js'
import { PreparedReader } from './statements/prepared-reader.js'
import type { SqliteConnection } from './statements/prepared-reader.js'
import { Queries } from './statements/queries.js'
import { Statement } from './statements/statement.js'
import { tables } from './tables.js'
import { isDeadlock, translated } from './translate-error.js'
import { ConcurrencyLimit } from './concurrency-limit.js'

/** Connections of each process to PostgreSQL. */
const connections = 10
/** How often a transaction runs before a deadlock is reported. */
const tries = 5

const readSeconds = databaseSeconds.labels('read')
const writeSeconds = databaseSeconds.labels('write')

interface Holding {
  open: boolean
}

/**
 * The only door to the relational store. `read` never sees uncommitted rows. `write` is one transaction: serial and
 * IMMEDIATE on SQLite, where waiting writes share a commit; an ordinary one on PostgreSQL, where
 * none waits for others. A write may only await SQL. A `read` or `write` inside a write throws: pass on its queries
 * instead. The work of a write may run again from the beginning (PostgreSQL: a deadlock; SQLite: another write of the
 * same commit failed). Both throw AppError UNAVAILABLE (part `store`) when the store cannot be reached, NOT_FOUND for
 * a reference to a deleted row.
 */
export class Database {
  readonly #writing = new AsyncLocalStorage<Holding>()
  // a timeout while waiting for a pooled connection would look like an unreachable store, so calls queue here instead
  readonly #turns = new ConcurrencyLimit(connections)
  readonly #commits: GroupCommit
  readonly #prepared: PreparedReader | undefined
  readonly #reading: Queries
  #openWrites = 0

  constructor(
    readonly driver: Driver,
    private readonly writer: DataSource,
    private readonly reader: DataSource,
  ) {
    this.#commits = new GroupCommit(new Queries(writer.manager, driver))
    if (driver === 'sqlite') {
      const connection: unknown = Reflect.get(reader.driver, 'databaseConnection')
      this.#prepared = new PreparedReader(reader, connection as SqliteConnection)
    }
    this.#reading = new Queries(reader.manager, driver, this.#prepared)
  }

  /**
   * Opens PostgreSQL by `url`, or the embedded file `parley.db` in `dataDir`, and runs pending migrations. Throws
   * AppError UNAVAILABLE with host and port when the store cannot be reached, BAD_USER_INPUT when it refuses the URL, and
   * leaves no connection open.
   */
  static async open({ url, dataDir }: { url?: string | undefined; dataDir: string }): Promise<Database> {
    const database = url === undefined ? await openSqlite(join(dataDir, 'parley.db')) : await openPostgres(url)
    try {
      await translated(() => migrate(database.writer))
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
  static async openUnchanged({ url, dataDir }: { url?: string | undefined; dataDir: string }): Promise<Database> {
    if (url !== undefined) return openPostgres(url)
    const reader = await openReader(join(dataDir, 'parley.db'), ReadOnlyFile)
    return new Database('sqlite', reader, reader)
  }

  async read<T>(query: (db: Queries) => Promise<T>): Promise<T> {
    if (this.#writing.getStore()?.open) throw new Error('read() inside write(): use the queries that it was given')
    const run = () => translated(() => query(this.#reading))
    const seconds = stopwatch()
    try {
      return await (this.driver === 'postgres' ? this.#turns.run(run) : run())
    } finally {
      readSeconds.observe(seconds())
    }
  }

  async write<T>(work: (db: Queries) => Promise<T>, options?: WriteOptions): Promise<T> {
    if (this.#writing.getStore()?.open) throw new Error('write() inside write(): pass its queries on')
    const guarded = (db: Queries) => this.#hold(() => work(db))
    const seconds = stopwatch()
    try {
      return await translated(() =>
        this.driver === 'postgres'
          ? this.#turns.run(() => this.#transaction(guarded))
          : this.#commits.run(guarded, options),
      )
    } finally {
      writeSeconds.observe(seconds())
    }
  }

  /** Resolves when the store answers; throws AppError UNAVAILABLE otherwise. */
  async ping(): Promise<void> {
    await this.read((db) => db.run(new Statement(this.driver, 'SELECT 1')))
  }

  /** The names of the product's tables, in alphabetical order. */
  tableNames(): string[] {
    return this.writer.entityMetadatas.map(({ tableName }) => tableName).sort()
  }

  async close(): Promise<void> {
    await this.#commits.idle()
    this.#prepared?.close()
    if (this.reader !== this.writer) await this.reader.destroy()
    await this.writer.destroy()
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

  async #transaction<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    for (let left = tries - 1; ; left -= 1) {
      try {
        return await this.writer.transaction((em) => work(new Queries(em, this.driver)))
      } catch (error) {
        if (left === 0 || !isDeadlock(error)) throw error
      }
    }
  }
}

const schema = (driver: Driver) => ({ entities: tables(driver), migrations, migrationsTableName: 'migrations' })

async function openPostgres(url: string): Promise<Database> {
  const options: DataSourceOptions = {
    type: 'postgres',
    url,
    ...schema('postgres'),
    extra: { Client: GuardedClient, max: connections, connectionTimeoutMillis: 2_000, keepAlive: true },
  }
  const source = await reachServer(url, () => new DataSource(options).initialize())
  return new Database('postgres', source, source)
}

async function openSqlite(file: string): Promise<Database> {
  const options = { ...embedded(file), enableWAL: true, prepareDatabase: prepareWriter }
  const writer = await new DataSource(options).initialize()
  return new Database('sqlite', writer, await openReader(file))
}

function openReader(file: string, driver: typeof libsql | typeof ReadOnlyFile = libsql): Promise<DataSource> {
  return new DataSource({ ...embedded(file), driver, prepareDatabase: prepareReader }).initialize()
}

function embedded(file: string) {
  return { type: 'better-sqlite3' as const, driver: libsql, database: file, ...schema('sqlite') }
}

interface Connection {
  prepare(sql: string): PreparedStatement
  pragma(text: string): unknown
}

interface PreparedStatement {
  run(...values: unknown[]): unknown
}

function prepareWriter(connection: Connection): void {
  connection.pragma('synchronous = FULL')
  // TypeORM begins deferred transactions, in which a write after a read would fail instead of waiting for the lock
  tuneStatements(connection, (sql) => (sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql))
}

function prepareReader(connection: Connection): void {
  connection.pragma('query_only = ON')
}

function tuneStatements(connection: Connection, rewrite = (sql: string) => sql): void {
  const prepare = connection.prepare.bind(connection)
  connection.prepare = (sql) => {
    const statement = prepare(rewrite(sql))
    const run: PreparedStatement['run'] = statement.run.bind(statement)
    // passes one array: libsql treats a single null as an object of named values
    Object.defineProperty(statement, 'run', { value: (...values: unknown[]) => run(values) })
    // TypeORM reads this property before every run, and libsql queries the native library each time
    return Object.defineProperty(statement, 'reader', { value: Reflect.get(statement, 'reader') })
  }
}
