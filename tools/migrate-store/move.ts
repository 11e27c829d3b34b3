import {
  type AnyTable,
  type CopiedRow,
  type Database,
  keyColumn,
  readRows,
  type RowSum,
  RowSummer,
  writtenRows,
} from '@parley/statements'

/** A table, or a kind of object, that is copied to another store. */
export interface Transfer {
  readonly name: string
  /** Rows or files in the source. */
  readonly rows: number
  /** How long one takes, in milliseconds; an estimate. */
  readonly msPerRow: number
  /** Copies what the target lacks; yields the number of copied rows, at first that of earlier runs. */
  copy(): AsyncIterable<number>
  /** What both stores have, read from each. `onRows` gets the number of rows that are read so far. */
  compare(onRows: (rows: number) => void): Promise<{ readonly source: RowSum; readonly target: RowSum }>
}

/** The move of one kind of data to another store. Each step may be interrupted and run again. */
export interface Move {
  readonly transfers: readonly Transfer[]
  /**
   * Looks at the target and changes nothing. Returns whether an earlier run has filled it to the end.
   * @throws Refusal when it has other data.
   */
  inspect(): Promise<boolean>
  /** Marks the target as unfinished: no server starts on it. */
  begin(): Promise<void>
  /** Creates indexes after the copies. */
  complete(): Promise<void>
  /** Removes the mark. */
  finish(): Promise<void>
  close(): Promise<void>
}

interface RowTarget {
  readonly msPerRow: number
  /** The number of rows in the target, and the highest key. */
  written(): Promise<{ readonly rows: number; readonly last: string | null }>
  write(rows: readonly CopiedRow[], after: string | null): Promise<void>
  /** The texts of rows of the source for their checksum. */
  texts(rows: readonly CopiedRow[]): readonly string[] | Promise<readonly string[]>
  sum(onRows: (rows: number) => void): Promise<RowSum>
}

const perPage = 1_000

/** Copies a table in the order of its keys: everything up to the highest key of the target is there already. */
export async function transferOf(source: Database, table: AnyTable, target: RowTarget): Promise<Transfer> {
  const { rows } = await source.read((db) => writtenRows(db, table))
  const read = (after: string | null) => source.read((db) => readRows(db, table, { after, limit: perPage }))
  const lastOf = (page: readonly CopiedRow[]) => page.at(-1)?.[keyColumn(table)] ?? null
  return {
    name: table.spec.name,
    rows,
    msPerRow: target.msPerRow,
    async *copy() {
      let { rows: done, last } = await target.written()
      yield done
      let writing = Promise.resolve()
      for (;;) {
        // while a page is written, the next one is read
        const page = await read(last)
        await writing
        if (page.length === 0) return
        writing = target.write(page, last)
        // it is awaited above; until then it may fail
        writing.catch(() => undefined)
        last = lastOf(page)
        yield (done += page.length)
      }
    },
    async compare(onRows) {
      const ofSource = new RowSummer()
      let ofTarget = Infinity
      const report = () => onRows(Math.min(ofSource.rows, ofTarget))
      const sum = target.sum((rows) => {
        ofTarget = rows
        report()
      })
      for (let page = await read(null); page.length > 0; page = await read(lastOf(page))) {
        for (const text of await target.texts(page)) ofSource.add(text)
        report()
      }
      return { source: ofSource, target: await sum }
    },
  }
}
