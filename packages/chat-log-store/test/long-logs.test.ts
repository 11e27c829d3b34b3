import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '@parley/statements'
import { testServer } from '@parley/testing'
import { LogEntryTable } from '../src/embedded/tables.js'
import type { LogRoomKey } from '../src/chat-log-store.js'
import { EmbeddedChatLogStore } from '../src/embedded/embedded-chat-log-store.js'
import { fillRoom, openLogTables, records, runSql } from './contract/log-tables.js'

const onSqlite = testServer() === undefined ? describe : describe.skip

const length = 1_000
const all = { limit: 2_000, newestFirst: false }
const content = { outputData: 're', imgUrl: null }

onSqlite('a long log', () => {
  let dataDir: string
  let database: Database
  let store: EmbeddedChatLogStore
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-long-logs-'))
    database = await openLogTables(dataDir)
    store = new EmbeddedChatLogStore(database, records)
  })
  afterAll(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  })

  const longRoom = async () => {
    const room = { kind: 'office', userId: randomUUID(), id: randomUUID() } as const
    await store.createRoom(room)
    await fillRoom(database, room, length)
    return room
  }
  const indexes = async (room: LogRoomKey, page: object = {}) =>
    (await store.page(room, { ...all, ...page })).entries.map(({ index }) => index)
  const stored = ({ id: roomId }: LogRoomKey) => database.read((db) => db.count(LogEntryTable, { roomId }))
  const recorded = () => database.read((db) => records.cuts(db))
  const found = async ({ userId }: LogRoomKey) => {
    const readable = (ids: readonly string[]) => Promise.resolve(new Set(ids))
    const result = await store.search({ userId, terms: ['beacon'], readable, limit: 2_000 })
    return result.found.map(({ entry }) => entry.index).reverse()
  }
  const finish = async () => {
    for (const name of await recorded()) {
      await store.finishCut(name)
      await database.write((db) => records.removeCuts(db, [name]))
    }
  }

  it('is cut for every reader and writer before its entries are deleted, also after a crash', async () => {
    const room = await longRoom()
    await store.truncate(room, 4, { expectedVersion: 1, expectedLastIndex: length })
    for (const opened of ['in the same process', 'after a crash']) {
      if (opened === 'after a crash') store = new EmbeddedChatLogStore(database, records)
      expect(await stored(room)).toBeGreaterThan(3)
      expect(await indexes(room)).toEqual([1, 2, 3])
      expect(await indexes(room, { newestFirst: true, limit: 2 })).toEqual([3, 2])
      expect(await indexes(room, { after: 3, before: length + 1 })).toEqual([])
      expect(await found(room)).toEqual([1, 2, 3])
      expect(await store.findEntry(room, length)).toBeNull()
      expect(await store.findBySource(room, `source ${String(length)}`)).toBeNull()
      const change = { inputData: 'a', ...content }
      const reply = { ...change, origin: { generationId: randomUUID(), model: 'm' }, seenVersion: 1 }
      for (const write of [
        store.replace(room, length, change),
        store.remove(room, length),
        store.choose(room, length, 1),
        store.addReply(room, length, reply),
      ])
        await expect(write).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    // as after a cut in one transaction
    const { entry, appended } = await store.append(room, {
      inputData: 'next',
      ...content,
      source: `source ${String(length)}`,
    })
    expect([entry.index, appended]).toEqual([length + 1, true])
    expect(await indexes(room)).toEqual([1, 2, 3, length + 1])
    await expect(store.truncate(room, length + 1, { expectedVersion: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await store.truncate(room, 3, { expectedLastIndex: length + 1 })
    expect(await indexes(room)).toEqual([1, 2])

    expect(await recorded()).toHaveLength(1)
    const aborted = new AbortController()
    aborted.abort()
    const [name = ''] = await recorded()
    await expect(store.finishCut(name, aborted.signal)).rejects.toThrow()
    expect(await stored(room)).toBeGreaterThan(2)
    await finish()
    expect(await stored(room)).toBe(2)
    expect(await indexes(room)).toEqual([1, 2])
  })

  it('can be cut again while the entries of its last cut are being deleted', async () => {
    const room = await longRoom()
    await store.truncate(room, 600)
    await store.truncate(room, 300)
    await store.truncate(room, 300)
    expect(await indexes(room, { after: 297 })).toEqual([298, 299])
    expect(await recorded()).toHaveLength(2)
    await finish()
    expect(await stored(room)).toBe(299)
  })

  it('whose room is deleted leaves no cut to a later room of that id', async () => {
    const room = await longRoom()
    await store.truncate(room, 2)
    const [name = ''] = await recorded()
    await store.deleteRoom(room)
    expect(await recorded()).toEqual([])
    await store.createRoom(room)
    await fillRoom(database, room, length)
    await store.finishCut(name)
    expect(await indexes(room)).toHaveLength(length)
  })

  it('leaves the search index when its room is no longer of an account', async () => {
    const room = await longRoom()
    expect(await found(room)).toHaveLength(length)
    await store.assign(room, 'guest')
    expect(await found(room)).toEqual([])
    const keys = await database.read((db) =>
      runSql(
        db,
        `SELECT COUNT(*) AS count FROM log_search WHERE rowid IN (SELECT id FROM log_entries WHERE room_id = '${room.id}')`,
      ),
    )
    expect(keys).toEqual([{ count: 0 }])
    expect(await store.findRoom(room)).toMatchObject({ holder: 'guest' })
    await store.assign(room, 'account')
    expect(await found(room)).toHaveLength(length)
  })
})
