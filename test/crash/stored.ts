import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { z } from 'zod'

const generationRow = z.object({
  id: z.string(),
  message: z.string(),
  status: z.enum(['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  attempt: z.number(),
  text: z.string(),
  errorCode: z.string().nullable(),
  sealedAt: z.number().nullable(),
  entryIndex: z.number().nullable(),
})

export type StoredGeneration = z.infer<typeof generationRow>

/** What a kill left in the store. */
export interface Stored {
  readonly generations: ReadonlyMap<string, StoredGeneration>
  /** In words, what is broken in it. */
  readonly faults: readonly string[]
}

const generations = `SELECT id, message, status, attempt, text, error_code AS errorCode, sealed_at AS sealedAt,
  entry_index AS entryIndex FROM generations`

/** Accounts and their terms are one write. */
const halfAccounts = `SELECT username FROM users WHERE id NOT IN (SELECT user_id FROM terms_agreements)`

/** Looks into a copy: opening the file itself would mend it before the server has to. */
export function readStored(dataDir: string): Stored {
  const folder = mkdtempSync(join(tmpdir(), 'parley-crash-copy-'))
  try {
    for (const name of ['parley.db', 'parley.db-wal'])
      if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name))
    const file = new Sqlite(join(folder, 'parley.db'))
    try {
      return contentsOf(file)
    } finally {
      file.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function contentsOf(file: Sqlite.Database): Stored {
  const query = (sql: string): unknown[] => file.prepare(sql).all()
  const faults = query('PRAGMA integrity_check')
    .map((row) => z.object({ integrity_check: z.string() }).parse(row).integrity_check)
    .filter((line) => line !== 'ok')
  // killed before its first migration
  if (query(`SELECT name FROM sqlite_master WHERE name = 'generations'`).length === 0)
    return { generations: new Map(), faults }
  const rows = query(generations).map((row) => generationRow.parse(row))
  const half = query(halfAccounts).map((row) => `account without terms: ${JSON.stringify(row)}`)
  return { generations: new Map(rows.map((row) => [row.id, row])), faults: [...faults, ...half] }
}
