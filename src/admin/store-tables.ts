import type { Database } from '@parley/statements'

/** The relational tables on line 0.4 (contract: earlier-lines.3). Its callers check the permission. */
export class StoreTables {
  constructor(private readonly database: Database) {}

  /** In alphabetical order; only tables of the product, without the list of migrations. */
  async names(): Promise<string[]> {
    return this.database.tableNames()
  }
}
