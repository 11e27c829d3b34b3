import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Db, FindCursor } from 'mongodb'
import type { LogRoomKey } from '../../src/ports/chat-log-store/chat-log-store.js'
import { MongoConnection } from '../../src/ports/chat-log-store/mongo-connection.js'
import { MongoEntries } from '../../src/ports/chat-log-store/mongo-entries.js'
import { MongoChatLogStore } from '../../src/ports/chat-log-store/mongo-chat-log-store.js'
import { chatLogStoreContract } from '../contracts/chat-log-store.js'
import { createTestDatabase, ServerProxy, testMongoDatabase, withDatabase } from '@parley/testing'
import { openChatLogs } from '../support/rooms/open-chat-logs.js'

chatLogStoreContract('embedded', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-logs-'))
  const server = await createTestDatabase()
  const place = { dataDir, databaseUrl: server?.url }
  const first = await openChatLogs(place)
  const second = server && (await openChatLogs(place))
  return {
    store: first.store,
    other: second?.store ?? first.store,
    place,
    close: async () => {
      await first.close()
      await second?.close()
      await server?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
})

/** A copy of an object with another value of one property. */
function replaced<Original extends object>(original: Original, name: keyof Original, value: unknown): Original {
  return new Proxy(original, {
    get: (target, asked): unknown => {
      if (asked === name) return value
      const own: unknown = Reflect.get(target, asked)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}

const database = testMongoDatabase()
if (database) {
  chatLogStoreContract('MongoDB', async () => {
    const place = { mongodbUrl: database.url, dataDir: '' }
    const first = await openChatLogs(place)
    const second = await openChatLogs(place)
    return {
      store: first.store,
      other: second.store,
      place,
      close: async () => {
        await first.close()
        await second.close()
        await database.drop()
      },
    }
  })

  it('reads a page again when its only entry is removed before its text is read', async () => {
    const connection = await MongoConnection.open(database.url)
    const place = { key: { kind: 'office', userId: 'late', id: 'late' }, room: randomUUID() } as const
    const entries = new MongoEntries(connection, Date.now)
    for (const inputData of ['removed', 'next', 'last'])
      await entries.append(place, { inputData, outputData: 'x'.repeat(100_000), imgUrl: null })
    // the second read begins after the removal of the entry that the first one has found
    const removingFirst = <Document>(cursor: FindCursor<Document>) =>
      replaced(cursor, 'hasNext', async () => {
        if (await entries.find(place, 1)) await entries.remove(place, 1)
        return cursor.hasNext()
      })
    const { live } = connection
    const find = (...given: Parameters<typeof live.find>) => removingFirst(live.find(...given))
    const late = new MongoEntries(replaced(connection, 'live', replaced(live, 'find', find)), Date.now)
    try {
      const page = await late.page(place, { limit: 1, newestFirst: false })
      expect(page).toMatchObject({ entries: [{ index: 2, inputData: 'next' }], hasMore: true })
    } finally {
      await connection.close()
    }
  })

  it('indexes the entries of an earlier release in the background, and single ones for the doctor', async () => {
    const store = await MongoChatLogStore.open(database.url)
    const room = { kind: 'office', userId: randomUUID(), id: randomUUID() } as const
    const change = (filter: object, update: object) =>
      withDatabase(database.url, (client) => client.db().collection('log_entries').updateMany(filter, update))
    try {
      await store.createRoom(room)
      for (let n = 1; n <= 120; n += 1)
        await store.append(room, { inputData: `beacon ${n}`, outputData: 'x', imgUrl: null })
      await store.remove(room, 120)
      const readable = (ids: readonly string[]) => Promise.resolve(new Set(ids))
      const search = () => store.search({ userId: room.userId, terms: ['beacon'], limit: 200, readable })
      await change({}, { $unset: { keys: true } })
      expect(await search()).toEqual({ found: [], next: null, isIndexing: true })
      while (await store.indexNext());
      expect((await search()).found).toHaveLength(119)
      expect((await search()).isIndexing).toBe(false)

      await change({ inputData: 'beacon 7' }, { $set: { keys: [1] } })
      const names: string[] = []
      for (let after: string | null = ''; after !== null;) {
        const page = await store.unindexed(after)
        names.push(...page.names)
        after = page.next
      }
      expect(names).toHaveLength(1)
      expect(await store.indexAgain(names[0] ?? '')).toBe(true)
      expect(await store.indexAgain(names[0] ?? '')).toBe(false)
      expect((await search()).found).toHaveLength(119)
    } finally {
      await store.close()
    }
  })

  it('records whose the rooms of an earlier release are in the background, and before a deletion', async () => {
    const store = await MongoChatLogStore.open(database.url)
    const userId = randomUUID()
    const keys = ['account', 'guest', 'service'].map(() => ({ kind: 'office', userId, id: randomUUID() }) as const)
    const [account, guest, service] = keys
    const forget = () =>
      withDatabase(database.url, async (client) => {
        await client
          .db()
          .collection('log_rooms')
          .updateMany({ userId }, { $unset: { holder: true } })
      })
    const readable = (ids: readonly string[]) => Promise.resolve(new Set(ids))
    const found = async () =>
      (await store.search({ userId, terms: ['beacon'], limit: 10, readable })).found.map(({ entry }) => entry.roomId)
    try {
      for (const key of keys) {
        await store.createRoom(key)
        await store.append(key, { inputData: 'beacon', outputData: 'x', imgUrl: null })
      }
      await forget()
      expect(await found()).toHaveLength(3)
      store.recordHolders((ids) =>
        Promise.resolve(
          new Map(
            [[account?.id ?? '', 'account'] as const, [guest?.id ?? '', 'guest'] as const].filter(([id]) =>
              ids.includes(id),
            ),
          ),
        ),
      )
      while (await store.indexNext());
      expect(await found()).toEqual([account?.id])
      if (service) expect(await store.findRoom(service)).toMatchObject({ holder: 'service' })
      await forget()
      await store.deleteRoomsOf(userId)
      expect(await Promise.all(keys.map((key) => store.hasRoom(key)))).toEqual([false, true, false])
    } finally {
      await store.close()
    }
  })

  it('waits for an index that takes longer to build than a request may take, and reports it', async () => {
    const proxy = await ServerProxy.open(database.url)
    let release: () => void = () => undefined
    const reported = new Promise((resolve) => (release = () => resolve(true)))
    proxy.holdAnswers('createIndexes', reported)
    const store = await MongoChatLogStore.open(proxy.url, Date.now, { onIndexing: () => release() })
    await store.ping()
    await store.close()
    await proxy.cut()
  })

  describe('a cut of a log that was killed before its entries followed', () => {
    let store: MongoChatLogStore
    beforeAll(async () => {
      store = await MongoChatLogStore.open(database.url)
    })
    afterAll(() => store.close())
    const look = <T>(work: (db: Db) => Promise<T>) => withDatabase(database.url, (client) => work(client.db()))
    const all = { limit: 10, newestFirst: false }
    const texts = () => look((db) => db.collection('log_entries').countDocuments({ inputData: 'cut away' }))
    const cut = async () => {
      const room = { kind: 'office', userId: 'cut', id: randomUUID() } as const
      await store.createRoom(room)
      for (const inputData of ['stays', 'cut away', 'cut away'])
        await store.append(room, { inputData, outputData: 'x', imgUrl: null, source: inputData + randomUUID() })
      await look((db) =>
        db.collection('log_rooms').updateOne({ roomId: room.id }, { $set: { cut: { from: 2, to: 3 } } }),
      )
      return room
    }

    it.each<[string, (room: LogRoomKey) => Promise<unknown>]>([
      ['a page', (room) => store.page(room, all)],
      ['an entry', (room) => store.findEntry(room, 2)],
      ['a source', (room) => store.findBySource(room, 'x')],
      ['an append', (room) => store.append(room, { inputData: 'next', outputData: 'x', imgUrl: null })],
      ['another cut', (room) => store.truncate(room, 3)],
      ['the sweep', () => store.sweep()],
    ])('is whole for every reader: %s', async (_, come) => {
      const room = await cut()
      expect(await texts()).toBe(2)
      await come(room)
      expect(await texts()).toBe(0)
      const { entries: log } = await store.page(room, all)
      expect(log[0]).toMatchObject({ index: 1, inputData: 'stays' })
      for (const { index } of log.slice(1)) expect(index).toBe(4)
      expect(await look((db) => db.collection('log_rooms').countDocuments({ cut: { $exists: true } }))).toBe(0)
    })
  })
}
