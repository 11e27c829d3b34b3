import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type BackgroundConnection, connectInBackground } from './background-connection.js'
import { overwriteRemains } from './page-remains.js'

/** All in bytes. */
interface CompactOptions {
  /** Called before the copy is written; `to` is about the size that it will have. */
  readonly onBegin: (from: number, to: number) => void
  /** Called five times a second. */
  readonly onProgress: (written: number, to: number) => void
}

const progressMs = 200

/** The copy while it is written. A process that is killed leaves it behind. */
export const unfinishedCopyOf = (file: string): string => `${file}.compacting`

/**
 * Replaces an SQLite file by a copy without unused pages, and without what deleted rows have left in others. The file
 * stays as it is until the copy is whole, sound and on the disk. Returns its sizes in bytes.
 * Throws an error with the code SQLITE_BUSY when another program has the file open.
 */
export async function compactFile(
  file: string,
  { onBegin, onProgress }: CompactOptions,
): Promise<{ readonly before: number; readonly after: number }> {
  const copy = unfinishedCopyOf(file)
  rmSync(copy, { force: true })
  const database = connectInBackground(file)
  try {
    await database.pragma('locking_mode = EXCLUSIVE')
    // copies the write-ahead log to the file and removes it; from then on no other program can read or write
    await database.pragma('journal_mode = DELETE')
    const before = sizeOf(file)
    const [pages, unused, pageSize] = await Promise.all(
      ['page_count', 'freelist_count', 'page_size'].map((name) => numberOf(database, name)),
    )
    const total = ((pages ?? 0) - (unused ?? 0)) * (pageSize ?? 0)
    // only its owner can read it
    closeSync(openSync(copy, 'wx', 0o600))
    onBegin(before, total)
    const timer = setInterval(() => onProgress(sizeOf(copy), total), progressMs)
    await database.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`).finally(() => clearInterval(timer))
    overwriteRemains(copy)
    await requireSound(copy)
    flush(copy)
    renameSync(copy, file)
    flush(dirname(file))
    return { before, after: sizeOf(file) }
  } finally {
    database.close()
    rmSync(copy, { force: true })
  }
}

async function numberOf(database: BackgroundConnection, name: string): Promise<number> {
  const [row] = await database.pragma(name)
  return Number(row?.[name])
}

async function requireSound(copy: string): Promise<void> {
  const database = connectInBackground(copy)
  try {
    const check = JSON.stringify(await database.pragma('integrity_check'))
    if (!check.includes('"ok"')) throw new Error(`the copy is not sound: ${check}`)
  } finally {
    database.close()
  }
}

const sizeOf = (file: string) => statSync(file).size

function flush(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
