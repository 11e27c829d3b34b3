import type { Database } from '../database/database.js'

/** The relational store as the 0.4 line shows it (contract: earlier-lines.3). The face decides who may ask. */
export class StoreTables {
  constructor(private readonly database: Database) {}

  /** In alphabetical order; those of the product, without the list of migrations. */
  async names(): Promise<string[]> {
    return this.database.tableNames()
  }
}
