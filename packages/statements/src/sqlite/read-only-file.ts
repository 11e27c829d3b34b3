import { pathToFileURL } from 'node:url'
import Sqlite from 'libsql'
import { isJsonObject, type JsonObject } from '@parley/runtime'

/** A connection that cannot write to a file of SQLite, and leaves its journal as it is when it closes. */
export class ReadOnlyFile extends Sqlite {
  constructor(path: string) {
    // not `readonly` of libsql, which has no effect
    super(`${pathToFileURL(path).href}?mode=ro`)
  }

  /** The rows of a query without parameters. */
  rows(sql: string): JsonObject[] {
    return this.prepare(sql).all().filter(isJsonObject)
  }
}
