import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { z } from 'zod'

const generationRow = z.object({
  id: z.string(),
  roomId: z.string(),
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
  readonly roomIds: ReadonlySet<string>
  /** In words, what deletions have left behind that nobody would remove, or taken too much of. */
  readonly remains: readonly string[]
  /** What deletions had left to do. */
  readonly purges: ReadonlySet<number>
}

const generations = `SELECT id, room_id AS roomId, message, status, attempt, text, error_code AS errorCode, sealed_at AS sealedAt,
  entry_index AS entryIndex FROM generations`

/** Accounts and their terms are one write. */
const halfAccounts = `SELECT username FROM users WHERE id NOT IN (SELECT user_id FROM terms_agreements)`

/** A record and its log room come and go together, or the outbox says which of the two is still to go. */
const remains = [
  `SELECT 'a log without a record' AS what, id FROM log_rooms WHERE id NOT IN (SELECT room_id FROM rooms)
    AND kind || ':' || id || ':' || user_id NOT IN (SELECT target FROM purges WHERE kind = 'log_room')
    AND user_id NOT IN (SELECT target FROM purges WHERE kind = 'log_user')`,
  `SELECT 'a record without its log' AS what, room_id AS id FROM rooms WHERE room_id NOT IN (SELECT id FROM log_rooms)`,
  `SELECT 'a reply without its room' AS what, id FROM generations WHERE room_id NOT IN (SELECT room_id FROM rooms)`,
  `SELECT 'entries without their log' AS what, room_id AS id FROM log_entries WHERE room_id NOT IN (SELECT id FROM log_rooms)`,
]

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

export const nothingStored: Stored = {
  generations: new Map(),
  faults: [],
  roomIds: new Set(),
  remains: [],
  purges: new Set(),
}

function contentsOf(file: Sqlite.Database): Stored {
  const query = (sql: string): unknown[] => file.prepare(sql).all()
  const faults = query('PRAGMA integrity_check')
    .map((row) => z.object({ integrity_check: z.string() }).parse(row).integrity_check)
    .filter((line) => line !== 'ok')
  // killed before its first migration
  if (query(`SELECT name FROM sqlite_master WHERE name = 'purges'`).length === 0) return { ...nothingStored, faults }
  const rows = query(generations).map((row) => generationRow.parse(row))
  const half = query(halfAccounts).map((row) => `account without terms: ${JSON.stringify(row)}`)
  const roomIds = query('SELECT room_id AS id FROM rooms').map((row) => z.object({ id: z.string() }).parse(row).id)
  const purges = query('SELECT id FROM purges').map((row) => z.object({ id: z.number() }).parse(row).id)
  return {
    generations: new Map(rows.map((row) => [row.id, row])),
    faults: [...faults, ...half],
    roomIds: new Set(roomIds),
    purges: new Set(purges),
    remains: remains.flatMap((sql) => query(sql).map((row) => JSON.stringify(row))),
  }
}
