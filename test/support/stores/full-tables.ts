import { randomUUID } from 'node:crypto'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import type { Table } from '@parley/statements'
import { openMigrated } from '../../../src/database/open-database.js'
import { logRecords } from '../../../src/database/log-records.js'
import { tables } from '../../../src/database/tables.js'
import { runSql } from '../app/raw-sql.js'

/** A text that stores could change: no letters, an emoji, quotes, a tab, and the forms of JSON, SQL and COPY. */
export const hostileText = `"'\\ \\N \\u0000 \u0001\t\u007f\u2028 e\u0301 👩‍🚀 $1 %s {{x}} [1,2] ''; DROP TABLE users --`

type Row = Record<string, unknown>

/** Fills every table of a new embedded database with two rows: empty and hostile texts, the bounds of numbers, NULL. */
export async function fillTables(dataDir: string): Promise<void> {
  const database = await openMigrated({ dataDir })
  const ids = new Map<string, unknown[]>()
  for (const table of tables('sqlite') as unknown as Table<Row>[]) {
    const { name, columns, references = [] } = table.spec
    if (name === 'installation') continue
    const made: unknown[] = []
    for (const which of [0, 1]) {
      const row: Row = {}
      for (const [property, { kind, length, nullable, primary }] of Object.entries(columns)) {
        const target = references.find(({ column }) => column === property)?.table
        if (target !== undefined) row[property] = ids.get(target)?.[which]
        else if (kind === 'id') row[property] = which === 0 ? 7 : 2 ** 40
        else if (primary) row[property] = which === 0 ? 'Z-first' : 'a-second'
        else if (nullable && which === 0) row[property] = null
        else if (kind === 'text') row[property] = which === 0 ? '' : Array.from(hostileText).slice(0, length).join('')
        else if (kind === 'json')
          row[property] = which === 0 ? {} : { text: `\u0000 \ud800 ${hostileText}`, big: 2 ** 53 }
        else if (kind === 'flag') row[property] = which === 1
        else row[property] = which === 0 ? 0 : Number.MAX_SAFE_INTEGER
      }
      if (name === 'log_rooms') Object.assign(row, { kind: 'office', lastIndex: 9 })
      if (name === 'log_entries') Object.assign(row, { index: 3, document: documentOf(which) })
      await database.write((db) => db.insert(table, row))
      made.push(row['id'])
    }
    ids.set(name, made)
  }
  // the exact value is beyond the numbers of JavaScript
  await database.write((db) => runSql(db, 'UPDATE usage_counts SET used = 9007199254740993 WHERE used > 0'))
  await database.close()
}

function documentOf(which: number): object {
  const texts = { inputData: `\u0000 half \ud800 ${hostileText}`, outputData: which === 0 ? '' : 'A plain answer' }
  const first = { ...texts, imgUrl: null, version: 1, createdAt: 1_700_000_000_000 }
  if (which === 0) return first
  const origin = { generationId: randomUUID(), model: 'Local', askedAt: 1_700_000_000_000, finishReason: 'LENGTH' }
  const thoughts = `Hm: \ud800 ${hostileText}`
  const source = { kind: 'WEB', number: 1, title: thoughts, link: 'https://x.example/', file: null, place: null }
  const sources = [{ ...source, passage: hostileText }]
  const shown = { number: 2, thoughts, sources, origin, createdAt: 1_700_000_000_001 }
  return {
    ...first,
    shown,
    others: [{ number: 1, thoughts, sources, origin: null, createdAt: 1_700_000_000_000, ...texts }],
  }
}

/** Writes rooms with entries whose search index is complete; returns the rooms. */
export async function writeLogs(dataDir: string, { rooms = 3, entries = 40 } = {}) {
  const database = await openMigrated({ dataDir })
  const store = new EmbeddedChatLogStore(database, logRecords)
  const made = Array.from({ length: rooms }, () => ({ kind: 'office' as const, userId: '7', id: randomUUID() }))
  for (const room of made) {
    await store.createRoom(room, `source of ${room.id}`)
    for (let at = 1; at <= entries; at += 1)
      await store.append(room, {
        inputData: `Message ${at} of 안녕하세요`,
        outputData: `re: ${at}`,
        imgUrl: null,
        source: `s${at}`,
      })
    // its index is not used again
    await store.remove(room, entries)
  }
  await database.close()
  return made
}
