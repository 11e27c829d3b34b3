import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { z } from 'zod'
import type { RoomDocument } from '@parley/chat-log-store/mongodb'
import { withDatabase } from '@parley/testing'
import type { Server } from './server.js'
import { noActs, readActs, type StoredActs } from './stored-acts.js'

const generationRow = z.object({
  id: z.string(),
  roomId: z.string(),
  message: z.string(),
  status: z.enum(['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  attempt: z.number(),
  text: z.string(),
  interruptions: z.number(),
  errorCode: z.string().nullable(),
  sealedAt: z.number().nullable(),
  cancelledAt: z.number().nullable(),
  entryIndex: z.number().nullable(),
})

export type StoredGeneration = z.infer<typeof generationRow>

/** The stored state after a kill. */
export interface Stored {
  readonly generations: ReadonlyMap<string, StoredGeneration>
  /** Faults of the stored data, as sentences. */
  readonly faults: readonly string[]
  readonly roomIds: ReadonlySet<string>
  /** Remains of deletions that nothing would remove, and excessive deletions, as sentences. */
  readonly remains: readonly string[]
  /** Pending purges. */
  readonly purges: ReadonlySet<number>
  readonly acts: StoredActs
}

const generations = `SELECT id, room_id AS roomId, message, status, attempt, text, interruptions, error_code AS errorCode, sealed_at AS sealedAt,
  cancelled_at AS cancelledAt,
  entry_index AS entryIndex FROM generations`

/** An account and its terms record are one write; one that an administrator has made has none. */
const halfAccounts = `SELECT username FROM users WHERE id NOT IN (SELECT user_id FROM terms_agreements)
  AND CAST(id AS TEXT) NOT IN (SELECT target_id FROM audit_log WHERE action = 'ACCOUNT_CREATED' AND actor_kind <> 'INVITATION')`

/** A record and its log room are created and deleted together, or the outbox contains the missing deletion. */
const remains = [
  `SELECT 'a log without a record' AS what, id FROM log_rooms WHERE id NOT IN (SELECT room_id FROM rooms)
    AND kind || ':' || id || ':' || user_id NOT IN (SELECT target FROM purges WHERE kind = 'log_room')
    AND user_id NOT IN (SELECT target FROM purges WHERE kind = 'log_user')`,
  `SELECT 'a record without its log' AS what, room_id AS id FROM rooms WHERE room_id NOT IN (SELECT id FROM log_rooms)`,
  `SELECT 'a reply without its room' AS what, id FROM generations WHERE room_id NOT IN (SELECT room_id FROM rooms)`,
  `SELECT 'entries without their log' AS what, room_id AS id FROM log_entries WHERE room_id NOT IN (SELECT id FROM log_rooms)`,
]

/** Reads a copy: opening the original would repair it before the server does. */
export async function readStored({ dataDir, chats }: Pick<Server, 'dataDir' | 'chats'>): Promise<Stored> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-crash-copy-'))
  try {
    for (const name of ['parley.db', 'parley.db-wal'])
      if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name))
    const file = new Sqlite(join(folder, 'parley.db'))
    try {
      if (chats) await copyChats(chats.url, file)
      return contentsOf(file)
    } finally {
      file.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Copies the data of MongoDB into tables for the same queries. Remains of a deleted room are left to the store's own
 * sweep.
 */
async function copyChats(url: string, file: Sqlite.Database): Promise<void> {
  if (!hasTables(file)) return
  await withDatabase(url, async (client) => {
    const rooms = await client.db().collection<RoomDocument>('log_rooms').find().toArray()
    const live = rooms.filter(({ goneAt }) => goneAt === undefined)
    const known = new Map(rooms.map(({ _id, roomId }) => [_id, roomId]))
    const gone = new Set(rooms.filter(({ goneAt }) => goneAt !== undefined).map(({ _id }) => _id))
    const entries = await client
      .db()
      .collection('log_entries')
      .find({}, { projection: { room: 1, index: 1 } })
      .toArray()
    file.exec('PRAGMA foreign_keys = OFF')
    const insertRoom = file.prepare('INSERT INTO log_rooms (id, kind, user_id, created_at) VALUES (?, ?, ?, 0)')
    for (const { roomId, kind, userId } of live) insertRoom.run(roomId, kind, userId)
    const insertEntry = file.prepare(`INSERT INTO log_entries (room_id, entry_index, document) VALUES (?, ?, '{}')`)
    for (const { room, index } of entries.filter((entry) => !gone.has(String(entry['room']))))
      insertEntry.run(known.get(String(room)) ?? String(room), index)
  })
}

/** False when it was killed before the end of its first migrations. */
function hasTables(file: Sqlite.Database): boolean {
  const newest = file.prepare(`SELECT name FROM pragma_table_info('data_exports') WHERE name = 'client'`)
  return newest.all().length > 0
}

export const nothingStored: Stored = {
  generations: new Map(),
  faults: [],
  roomIds: new Set(),
  remains: [],
  purges: new Set(),
  acts: noActs,
}

function contentsOf(file: Sqlite.Database): Stored {
  const query = (sql: string): unknown[] => file.prepare(sql).all()
  const faults = query('PRAGMA integrity_check')
    .map((row) => z.object({ integrity_check: z.string() }).parse(row).integrity_check)
    .filter((line) => line !== 'ok')
  if (!hasTables(file)) return { ...nothingStored, faults }
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
    acts: readActs(file),
  }
}
