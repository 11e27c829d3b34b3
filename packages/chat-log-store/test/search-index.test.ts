import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '@parley/statements'
import { createTestDatabase, testServer, until } from '@parley/testing'
import { entriesWithKeys, indexEntry, mergeKeys } from '../src/embedded/search-index.js'
import { LogEntryTable } from '../src/embedded/tables.js'
import { EmbeddedChatLogStore } from '../src/embedded/embedded-chat-log-store.js'
import { indexKey, keysOfQuery } from '../src/search-terms.js'
import { openLogTables, records, runSql } from './contract/log-tables.js'

const room = { kind: 'office', userId: '7', id: randomUUID() } as const
const onSqlite = testServer() === undefined ? it : it.skip
/** Without those of its structure and of its averages. */
const pagesOfIndex = 'SELECT id FROM log_search_data WHERE id > 10'
const segmentsOfIndex = 'SELECT DISTINCT segid FROM log_search_idx'
const onPostgres = testServer() === undefined ? it.skip : it

let database: Database
let store: EmbeddedChatLogStore
let dataDir: string
let server: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-log-search-'))
  server = await createTestDatabase()
  database = await openLogTables(dataDir, server?.url)
  store = new EmbeddedChatLogStore(database, records)
  await store.createRoom(room)
  for (const inputData of ['beacon', 'beacon', 'beacon seldom', 'beacon', 'beacon', 'beacon seldom'])
    await store.append(room, { inputData, outputData: 're', imgUrl: null })
})
afterAll(async () => {
  await database.close()
  await server?.drop()
  rmSync(dataDir, { recursive: true })
})

const searchFor = (userId: string, word: string) => ({
  user: indexKey(userId),
  keys: keysOfQuery({ userId }, [word]),
  before: Number.MAX_SAFE_INTEGER,
  limit: 100,
})

describe('the search index of the embedded chat logs', () => {
  it.each<[string, number, object, number[]]>([
    ['all that were found', 4, { maxSorted: 10 }, [6, 5, 4, 3]],
    ['the newest entries', 2, { maxSorted: 2, maxNewest: 3 }, [6, 5]],
    ['all entries, where the newest have too few', 4, { maxSorted: 2, maxNewest: 3 }, [6, 5, 4, 3]],
  ])('returns the newest entries of a frequent word from %s', async (_, limit, sizes, ids) => {
    const search = { user: indexKey('7'), keys: keysOfQuery({ userId: '7' }, ['beacon']), before: 100, limit }
    expect(await database.read((db) => entriesWithKeys(db, search, sizes))).toEqual(ids)
    const before = { ...search, before: 3 }
    expect(await database.read((db) => entriesWithKeys(db, before, sizes))).toEqual([2, 1])
    const both = { ...search, keys: keysOfQuery({ userId: '7' }, ['beacon', 'seldom']) }
    expect(await database.read((db) => entriesWithKeys(db, both, sizes))).toEqual([6, 3])
  })

  it('is examined in pages, which name entries that it lacks or has with another text, and is repaired', async () => {
    const large = { kind: 'office', userId: '11', id: randomUUID() } as const
    await store.createRoom(large)
    const texts = Array.from({ length: 1_050 }, (_, n) => `compass ${n} of ${n % 7}`)
    await Promise.all(texts.map((inputData) => store.append(large, { inputData, outputData: 're', imgUrl: null })))
    const rows = await database.read((db) => db.select(LogEntryTable, { roomId: large.id }, { orderBy: { id: 'asc' } }))
    const [lost, other] = [rows[3]?.id ?? 0, rows[1_040]?.id ?? 0]
    const user = indexKey(large.userId)
    await database.write(async (db) => {
      await runSql(db, `DELETE FROM log_search WHERE ${db.driver === 'sqlite' ? 'rowid' : 'entry_id'} = ${lost}`)
      await indexEntry(db, { id: other, user, keys: keysOfQuery({ userId: large.userId }, ['compass', 'earlier']) })
    })
    const examine = async () => {
      const pages: { examined: number; names: readonly string[] }[] = []
      for (let after: string | null = '0'; after !== null;) {
        const { next, ...page } = await store.unindexed(after)
        pages.push(page)
        after = next
      }
      return pages
    }
    const [first, second, ...others] = await examine()
    expect(first).toEqual({ examined: 1_000, names: [String(lost)] })
    expect(second).toEqual({ examined: expect.any(Number), names: [String(other)] })
    expect(others).toEqual([])
    for (const id of [lost, other]) expect(await store.indexAgain(String(id))).toBe(true)
    expect((await examine()).flatMap(({ names }) => names)).toEqual([])
    await store.deleteRoom(large)
  })

  onPostgres('is made for entries of an earlier release without those that are being deleted', async () => {
    await database.write(async (db) => {
      await runSql(db, 'DELETE FROM log_search')
      await records.setUnindexedTo(db, 6)
    })
    let begin: () => void = () => undefined
    let release: () => void = () => undefined
    const begun = new Promise((resolve) => (begin = () => resolve(true)))
    const released = new Promise((resolve) => (release = () => resolve(true)))
    const deletion = database.write(async (db) => {
      await db.delete(LogEntryTable, { id: 5 })
      begin()
      await released
    })
    await begun
    const step = store.indexNext()
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
    await until('the step waits', async () => (await database.read((db) => runSql(db, waiting))).length > 0)
    release()
    await deletion
    expect(await step).toBe(false)
    const indexed = await database.read((db) => runSql<{ entry_id: string }>(db, 'SELECT entry_id FROM log_search'))
    expect(indexed.map(({ entry_id: id }) => Number(id)).sort()).toEqual([1, 2, 3, 4, 6])
  })

  onSqlite(
    'writes a bounded number of pages in each transaction, and gives those of deleted entries back',
    async () => {
      const others = { kind: 'office', userId: '12', id: randomUUID() } as const
      await store.createRoom(others)
      const texts = Array.from({ length: 1_500 }, (_, entry) =>
        Array.from({ length: 200 }, (_, word) => `word${(entry + 7 * word) % 3_000}`).join(' '),
      )
      const pages = async () =>
        new Set((await database.read((db) => runSql<{ id: number }>(db, pagesOfIndex))).map(({ id }) => id))
      const segments = async () => (await database.read((db) => runSql(db, segmentsOfIndex))).length
      for (const inputData of texts) {
        await store.append(others, { inputData, outputData: 're', imgUrl: null })
        expect(await segments()).toBeLessThan(32)
      }
      const filled = await pages()
      expect(filled.size).toBeGreaterThan(100)

      await database.write((db) => db.deleteSome(LogEntryTable, { roomId: others.id }, texts.length))
      let before = await pages()
      // no page is written anew, so nothing was merged
      expect([...filled].filter((page) => !before.has(page))).toEqual([])
      for (let isMerging = true; isMerging;) {
        await database.write((db) => mergeKeys(db))
        const after = await pages()
        expect([...after].filter((page) => !before.has(page)).length).toBeLessThan(32)
        isMerging = before.size !== after.size || [...after].some((page) => !before.has(page))
        before = after
      }
      expect(before.size).toBeLessThan(filled.size / 2)
      expect(await database.read((db) => entriesWithKeys(db, searchFor('7', 'beacon')))).toHaveLength(6)
      await store.deleteRoom(others)
    },
  )
})
