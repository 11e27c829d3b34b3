import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fillRoom, openLogTables } from '@parley/chat-log-store/contract'
import { EmbeddedChatLogStore, LogEntryTable } from '@parley/chat-log-store/embedded'
import type { Database } from '@parley/statements'
import { createTestDatabase, testServer, until } from '@parley/testing'
import { logRecords } from '../../src/database/log-records.js'
import { openMigrated } from '../../src/database/open-database.js'
import { PurgeTable } from '../../src/database/tables/purges.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp } from '../support/app/app.js'
import { runSql } from '../support/app/raw-sql.js'
import { logOf, truncate } from '../support/rooms/log-queries.js'

const onSqlite = testServer() === undefined ? describe : describe.skip
const onPostgres = testServer() === undefined ? it.skip : it

const length = 1_000

describe('the embedded chat logs of an installation', () => {
  let database: Database
  let store: EmbeddedChatLogStore
  let dataDir: string
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-log-records-'))
    server = await createTestDatabase()
    database = await openMigrated({ url: server?.url, dataDir })
    store = new EmbeddedChatLogStore(database, logRecords)
  })
  afterAll(async () => {
    await database.close()
    await server?.drop()
    rmSync(dataDir, { recursive: true })
  })

  it('have the search index on which the tests of the store run', async () => {
    const other = await createTestDatabase()
    const tables = await openLogTables(dataDir, other?.url)
    const catalogs =
      server === undefined
        ? [
            "SELECT name, sql FROM sqlite_master WHERE name LIKE 'log_search%' OR name = 'log_entries_search' ORDER BY name",
            'SELECT k, v FROM log_search_config ORDER BY k',
          ]
        : [
            "SELECT indexdef FROM pg_indexes WHERE tablename = 'log_search' ORDER BY indexdef",
            `SELECT column_name, data_type, is_nullable FROM information_schema.columns
              WHERE table_name = 'log_search' ORDER BY column_name`,
            "SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conrelid = 'log_search'::regclass ORDER BY 1",
          ]
    for (const catalog of catalogs) {
      const expected = await tables.read((db) => runSql(db, catalog))
      expect(expected.length).toBeGreaterThan(0)
      expect(await database.read((db) => runSql(db, catalog))).toEqual(expected)
    }
    await tables.close()
    await other?.drop()
  })

  onPostgres('have the rooms that an instance of an earlier release creates beside this one', async () => {
    const keys = ['guest', 'service'].map(() => ({ kind: 'office', userId: '8', id: randomUUID() }) as const)
    const [guests] = keys
    const owned = { kind: 'office', userId: '9', id: randomUUID() } as const
    const account = { username: 'ada', usernameKey: 'ada', email: 'a@example.com', emailKey: 'a@example.com' }
    const times = { createdAt: 1, updatedAt: 1 }
    await database.write(async (db) => {
      const ownerId = await db.insertReturningId(UserTable, { ...account, ...times })
      for (const [key, owner] of [
        [guests, null],
        [owned, ownerId],
      ] as const)
        await db.insert(RoomTable, { roomId: key?.id, kind: 'office', userId: key?.userId, ownerId: owner, ...times })
    })
    for (const key of [...keys, owned]) {
      await store.createRoom(key, `record:${key.id}`, 'service')
      await store.append(key, { inputData: 'sextant', outputData: 're', imgUrl: null })
    }
    const found = async (userId: string) => {
      const readable = (ids: readonly string[]) => Promise.resolve(new Set(ids))
      return (await store.search({ userId, terms: ['sextant'], limit: 5, readable })).found.length
    }
    await store.deleteRoomsOf('8')
    expect(await Promise.all(keys.map((key) => store.hasRoom(key)))).toEqual([true, false])
    expect([await found('8'), await found('9')]).toEqual([0, 0])
    // at the start of a process
    await new EmbeddedChatLogStore(database, logRecords).indexNext()
    expect([await found('8'), await found('9')]).toEqual([0, 1])
  })
})

onSqlite('truncateLog of a long log', () => {
  it('is answered when the entries are hidden, and a purge deletes them', async () => {
    const app = await createTestApp({ embedded: true })
    const ada = await app.person('ada')
    const roomId = await ada.room()
    const { database } = app.app
    await fillRoom(database, { kind: 'office', userId: ada.id, id: roomId }, length)
    await ada.data(truncate, { roomId, fromIndex: 3 })
    expect((await logOf(ada, roomId)).map(({ index }) => index)).toEqual([1, 2])
    const left = () => database.read((db) => db.count(LogEntryTable, { roomId }))
    await until('the entries are deleted', left, (count) => count === 2)
    await until(
      'the purge is done',
      () => database.read((db) => db.exists(PurgeTable, { kind: 'log_cut' })),
      (isPending) => !isPending,
    )
    expect((await logOf(ada, roomId)).map(({ index }) => index)).toEqual([1, 2])
    await app.close()
  })
})
