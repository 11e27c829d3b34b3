import type { DataSource } from 'typeorm'
import type { Database } from '../../../src/database/database.js'
import type { Queries } from '../../../src/database/statements/queries.js'
import { Statement } from '../../../src/database/statements/statement.js'

/** What no statement of the product says: settings of the engine, constraints and triggers that a test needs. */
export async function runSql<Row>(db: Queries, text: string): Promise<Row[]> {
  return (await db.run<Row>(new Statement(db.driver, text))).rows
}

/** The connections that writes are made on. */
export function writerOf(database: Database): DataSource {
  return Reflect.get(database, 'writer') as DataSource
}

/** The connections that reads are made on. */
export function readerOf(database: Database): DataSource {
  return Reflect.get(database, 'reader') as DataSource
}
