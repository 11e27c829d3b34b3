import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import libsql from 'libsql'
import { DataSource } from 'typeorm'
import { unfinishedCopyOf } from './compact-file.js'
import { optionsOf, type DatabaseSchema } from '../tables/database-schema.js'
import { ReadOnlyFile } from './read-only-file.js'
import type { SqliteConnection } from '../queries/prepared-reader.js'
import { requireWholeFile } from './whole-file.js'

/** A connection to the file, with the data source that runs statements on it. */
interface SqliteSource {
  readonly source: DataSource
  readonly connection: SqliteConnection
}

/** How long the migrations wait for a file that another process has locked, in milliseconds. */
const timeout = 5_000

/** Opens the file for writes, and creates it if it is absent. Removes a copy that a killed compaction has left. */
export async function openSqliteWriter(file: string, schema: DatabaseSchema): Promise<SqliteSource> {
  rmSync(unfinishedCopyOf(file), { force: true })
  requireWholeFile(file)
  mkdirSync(dirname(file), { recursive: true })
  return openSource(new libsql(file, { timeout }), file, schema, (connection) => {
    // a commit is flushed by GroupCommit
    connection.pragma('synchronous = NORMAL')
    // zeros replace deleted rows and the pages that become unused
    connection.pragma('secure_delete = ON')
    // otherwise a commit copies a long log to the file as it is, and flushes both, on this thread
    connection.pragma('wal_autocheckpoint = 0')
    connection.pragma('journal_mode = WAL')
  })
}

/** Opens the file for reads. */
export function openSqliteReader(file: string, schema: DatabaseSchema): Promise<SqliteSource> {
  return openReading(new libsql(file, { timeout }), file, schema)
}

/** Opens a file that nothing changes, also one of a read-only folder. */
export function openSqliteUnchanged(file: string, schema: DatabaseSchema): Promise<SqliteSource> {
  requireWholeFile(file)
  return openReading(new ReadOnlyFile(file), file, schema)
}

function openReading(connection: libsql.Database, file: string, schema: DatabaseSchema): Promise<SqliteSource> {
  return openSource(connection, file, schema, () => void connection.pragma('query_only = ON'))
}

async function openSource(
  opened: libsql.Database,
  file: string,
  schema: DatabaseSchema,
  prepareDatabase: (connection: SqliteConnection) => void,
): Promise<SqliteSource> {
  // its types know neither raw rows nor values as one array
  const connection = opened as SqliteConnection
  /** TypeORM constructs its connection: this class returns the opened one. */
  class SharedConnection extends DriverConnection {
    constructor() {
      super(connection)
    }
  }
  const options = {
    type: 'better-sqlite3',
    driver: SharedConnection,
    database: file,
    ...optionsOf(schema, 'sqlite'),
  } as const
  try {
    return { source: await new DataSource({ ...options, prepareDatabase }).initialize(), connection }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** What TypeORM uses of a driver of SQLite. */
class DriverConnection {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  pragma(text: string): unknown {
    return this.#connection.pragma(text)
  }

  prepare(sql: string) {
    // the transaction of TypeORM is deferred: in it a write after a read fails instead of waiting for the lock
    const statement = this.#connection.prepare(sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql)
    return {
      // libsql queries the native library each time, and TypeORM reads it before every run
      reader: statement.reader,
      // one array: libsql treats a single null as an object of named values
      run: (...values: unknown[]) => statement.run(values),
      all: (...values: unknown[]) => statement.all(values),
    }
  }

  close(): void {
    this.#connection.close()
  }
}
