import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreDamaged } from '@parley/runtime'
import { ReadOnlyFile } from './read-only-file.js'

/** Of a file with the journal of SQLite, in bytes. */
const [journalHeader, frameHeader] = [32, 24]

/**
 * Checks the size of a file of SQLite, which otherwise notices a cut file only when it reads beyond the end. Pages that are
 * not in the file yet are in its journal. An absent file is whole.
 * @throws StoreDamaged when pages are missing, or when the file of a server that has run is empty.
 */
export function requireWholeFile(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return
  if (size === 0) {
    // a server has had the socket of its commands here, for which it needs the tables
    if (!existsSync(join(dirname(file), 'operator'))) return
    throw new StoreDamaged(new Error('it is empty, although a server has used it'))
  }
  const { pages, pageBytes } = pagesOf(file)
  const journal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const inJournal = Math.max(0, Math.floor((journal - journalHeader) / (pageBytes + frameHeader)))
  if (Math.floor(size / pageBytes) + inJournal >= pages) return
  throw new StoreDamaged(new Error(`it has ${String(size)} of ${String(pages * pageBytes)} bytes`))
}

function pagesOf(file: string): { readonly pages: number; readonly pageBytes: number } {
  const database = new ReadOnlyFile(file)
  const numberOf = (name: string) => Number(database.rows(`PRAGMA ${name}`)[0]?.[name])
  try {
    return { pages: numberOf('page_count'), pageBytes: numberOf('page_size') }
  } finally {
    database.close()
  }
}
