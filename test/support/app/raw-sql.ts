import type { DataSource } from 'typeorm'
import { type Database, type Queries, Statement } from '@parley/statements'

/** Runs SQL that the product has no statement for: engine settings, constraints and triggers of a test. */
export async function runSql<Row>(db: Queries, text: string): Promise<Row[]> {
  return (await db.run<Row>(new Statement(db.driver, text))).rows
}

/** The connections for writes. */
export function writerOf(database: Database): DataSource {
  return Reflect.get(database, 'writer') as DataSource
}

/** The connections for reads. */
export function readerOf(database: Database): DataSource {
  return Reflect.get(database, 'reader') as DataSource
}
