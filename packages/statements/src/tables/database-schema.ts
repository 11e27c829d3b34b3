import type { EntitySchema, MigrationInterface } from 'typeorm'
import type { ColumnSpec, Driver } from './columns.js'

/** A table of any rows. */
export interface AnyTable {
  readonly spec: { readonly name: string; readonly columns: Readonly<Record<string, ColumnSpec>> }
  readonly sqlName: string
  readonly sqlColumns: Readonly<Record<string, string>>
}

/** What a database holds, in the words of one application. */
export interface DatabaseSchema {
  /** Every table, with the column types of one engine. A table refers only to earlier ones. */
  readonly tables: (driver: Driver) => (EntitySchema & AnyTable)[]
  /** In order. Their names are kept in the table `migrations`. */
  readonly migrations: readonly (new () => MigrationInterface)[]
}

/** The schema as options of a data source. */
export const optionsOf = ({ tables, migrations }: DatabaseSchema, driver: Driver) => ({
  entities: tables(driver),
  migrations: [...migrations],
  migrationsTableName: 'migrations',
})
