import { QueryFailedError, type DataSource } from 'typeorm'
import { prepareList, type ListShape } from './prepared-list.js'
import type { Statement } from './statement.js'

/** A connection of libsql. `raw` statements return each row as an array of values. */
export interface SqliteConnection {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  pragma(text: string): unknown
  close(): unknown
}

interface SqliteStatement {
  /** Whether it returns rows. */
  readonly reader: boolean
  raw(): this
  run(...values: readonly unknown[]): unknown
  columns(): readonly { readonly name: string }[]
  get(values: readonly unknown[]): readonly unknown[] | undefined
  all(values: readonly unknown[]): readonly (readonly unknown[])[]
}

/** What is known of the result of a statement: that it has at most one row, or the columns of a list. */
export type ResultShape = 'one row' | ListShape

/** Texts whose statements are kept, as many as TypeORM keeps. */
const maxKept = 100

/** Reads rows on the SQLite connection of a data source. Each text is prepared once. */
export class PreparedReader {
  readonly #rows = new Map<string, ReadRows>()
  readonly #lists = new Map<string, ReturnType<typeof prepareList>>()

  constructor(
    private readonly source: DataSource,
    private readonly connection: SqliteConnection,
  ) {}

  /** @throws QueryFailedError as TypeORM does. */
  rows({ text, parameters }: Statement, shape: ResultShape | undefined): object[] {
    // libsql ends the process when it gets a boolean
    const values = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    this.source.logger.logQuery(text, values)
    try {
      if (typeof shape === 'object') {
        const list = kept(this.#lists, text, () => prepareList(this.connection, text, shape))(values)
        if (list !== undefined) return list
      }
      return kept(this.#rows, text, () => prepareRows(this.connection, text))(values, shape === 'one row')
    } catch (error) {
      // libsql reports the error of a statement once more at its next use
      this.#lists.delete(text)
      this.#rows.delete(text)
      throw new QueryFailedError(text, values, error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Drops all statements: libsql would run them on a closed connection. */
  close(): void {
    this.#rows.clear()
    this.#lists.clear()
  }
}

function kept<Kept>(all: Map<string, Kept>, text: string, prepare: () => Kept): Kept {
  const known = all.get(text)
  // while all texts fit, their order does not matter, and changing it would cost as much as finding one
  if (known !== undefined && all.size < maxKept) return known
  const made = known ?? prepare()
  // the least recently used text comes first
  all.delete(text)
  all.set(text, made)
  const [oldest] = all.keys()
  if (all.size > maxKept && oldest !== undefined) all.delete(oldest)
  return made
}

type ReadRows = (values: readonly unknown[], single: boolean) => object[]

function prepareRows(connection: SqliteConnection, text: string): ReadRows {
  const statement = connection.prepare(text)
  // fails with the engine's own error, as the connection only reads
  if (!statement.reader) return (values) => (statement.run(values), [])
  statement.raw()
  const names = statement.columns().map(({ name }) => name)
  const rowOf = (values: readonly unknown[]) => {
    const row: Record<string, unknown> = {}
    names.forEach((name, at) => (row[name] = values[at]))
    return row
  }
  return (values, single) => {
    if (!single) return statement.all(values).map(rowOf)
    const row = statement.get(values)
    return row === undefined ? [] : [rowOf(row)]
  }
}
