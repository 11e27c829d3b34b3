import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Db, FindCursor } from 'mongodb'
import { ServerProxy, testMongoDatabase, until, withDatabase } from '@parley/testing'
import type { LogRoomKey } from '../src/chat-log-store.js'
import { MongoChatLogStore } from '../src/mongodb/mongo-chat-log-store.js'
import { MongoConnection } from '../src/mongodb/mongo-connection.js'
import { MongoEntries } from '../src/mongodb/mongo-entries.js'

const database = testMongoDatabase()
const onMongo = database ? describe : describe.skip
afterAll(() => database?.drop())
const mongodbUrl = database?.url ?? ''
const look = <T>(work: (db: Db) => Promise<T>) => withDatabase(mongodbUrl, (client) => work(client.db()))

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

onMongo('chat logs in MongoDB', () => {
  it('reads a page again when its only entry is removed before its text is read', async () => {
    const connection = await MongoConnection.open(mongodbUrl)
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
    const store = await MongoChatLogStore.open(mongodbUrl)
    const room = { kind: 'office', userId: randomUUID(), id: randomUUID() } as const
    const change = (filter: object, update: object) =>
      withDatabase(mongodbUrl, (client) => client.db().collection('log_entries').updateMany(filter, update))
    try {
      await store.createRoom(room)
      for (let n = 1; n <= 120; n += 1)
        await store.append(room, { inputData: `beacon ${n}`, outputData: 'x', imgUrl: null })
      await store.remove(room, 120)
      const readable = (ids: readonly string[]) => Promise.resolve(new Set(ids))
      const search = () => store.search({ userId: room.userId, terms: ['beacon'], limit: 200, readable })
      await change({}, { $unset: { searchKeys: true } })
      expect(await search()).toEqual({ found: [], next: null, isIndexing: true })
      while (await store.indexNext());
      expect((await search()).found).toHaveLength(119)
      expect((await search()).isIndexing).toBe(false)

      await change({ inputData: 'beacon 7' }, { $set: { searchKeys: [1] } })
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
    const store = await MongoChatLogStore.open(mongodbUrl)
    const userId = randomUUID()
    const keys = ['account', 'guest', 'service'].map(() => ({ kind: 'office', userId, id: randomUUID() }) as const)
    const [account, guest, service] = keys
    const forget = () =>
      withDatabase(mongodbUrl, async (client) => {
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
    const proxy = await ServerProxy.open(mongodbUrl)
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
      store = await MongoChatLogStore.open(mongodbUrl)
    })
    afterAll(() => store.close())
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
})

onMongo('a connection to MongoDB whose heartbeat has no end', () => {
  /** Drops the next heartbeat of a connection, which waits for it to be written: as the driver does with a socket that is ending. */
  const loseHeartbeat = () => {
    const write = Socket.prototype.write
    return new Promise<void>((lost) => {
      Socket.prototype.write = function (this: Socket, ...args: [never]) {
        if (!isHeartbeat(args[0])) return write.apply(this, args)
        Socket.prototype.write = write
        lost()
        return false
      }
    })
  }
  const isHeartbeat = (bytes: unknown) =>
    bytes instanceof Uint8Array && /hello|ismaster/i.test(Buffer.from(bytes).toString('latin1'))

  it('is given up, and the server is found again', async () => {
    const proxy = await ServerProxy.open(mongodbUrl)
    const url = new URL(proxy.url)
    // else a newer server sends its heartbeats by itself
    url.searchParams.set('serverMonitoringMode', 'poll')
    url.searchParams.set('heartbeatFrequencyMS', '1000')
    let replaced = 0
    const connection = await MongoConnection.open(url.toString(), { onReplaced: () => (replaced += 1) })
    await loseHeartbeat()
    await proxy.cut()
    await proxy.lay()
    await until('MongoDB answers', () =>
      connection.ping().then(
        () => true,
        () => false,
      ),
    )
    expect(replaced).toBe(1)
    await connection.close()
    await proxy.cut()
  })
})

onMongo('what is left of deleted rooms in MongoDB', () => {
  let now = Date.now()
  let store: MongoChatLogStore
  beforeAll(async () => {
    store = await MongoChatLogStore.open(mongodbUrl, () => now)
  })
  afterAll(() => store.close())
  const entry = { inputData: 'secret', outputData: 'x', imgUrl: null }
  const left = () =>
    look(async (db) => ({
      rooms: await db.collection('log_rooms').countDocuments({ userId: 'gone' }),
      entries: await db.collection('log_entries').countDocuments({ inputData: 'secret' }),
    }))
  /** A deleted room with an entry that was being written during the deletion. */
  const deletedWithLateEntry = async () => {
    const room = { kind: 'office', userId: 'gone', id: randomUUID() } as const
    await store.createRoom(room)
    await store.append(room, entry)
    await look(async (db) => {
      const late = await db.collection<{ _id: string }>('log_entries').findOne({ inputData: 'secret' })
      await store.deleteRoom(room)
      await db.collection<{ _id: string }>('log_entries').insertOne({ ...late, _id: randomUUID(), index: 2 } as never)
    })
    return room
  }

  it('is removed when the room is deleted again', async () => {
    const room = await deletedWithLateEntry()
    expect((await left()).entries).toBe(1)
    expect(await store.deleteRoom(room)).toBe(false)
    expect((await left()).entries).toBe(0)
  })

  it('is removed after ten minutes, and is never in a later room of the same id', async () => {
    const room = await deletedWithLateEntry()
    await store.createRoom(room)
    expect((await store.page(room, { limit: 10, newestFirst: false })).entries).toEqual([])
    await store.append(room, { ...entry, inputData: 'kept' })
    await store.sweep()
    expect((await left()).entries).toBe(1)
    now += 600_001
    await store.sweep()
    // the later room exists, with its entry
    expect(await left()).toEqual({ rooms: 1, entries: 0 })
    expect((await store.page(room, { limit: 10, newestFirst: false })).entries).toMatchObject([
      { index: 1, inputData: 'kept' },
    ])
  })

  it('is reported and removed, even when its room’s document no longer exists', async () => {
    const room = await deletedWithLateEntry()
    const kept = { kind: 'office', userId: 'kept', id: randomUUID() } as const
    await store.createRoom(kept)
    await store.append(kept, { ...entry, inputData: 'kept' })
    const listed = async () => {
      const names: string[] = []
      let page = await store.remnants()
      for (; page.next !== null; page = await store.remnants(page.next)) names.push(...page.names)
      return names
    }
    const other = await listed()
    await look((db) => db.collection('log_rooms').deleteOne({ roomId: room.id }))
    const [name, ...rest] = (await listed()).filter((one) => !other.includes(one))
    expect(rest).toEqual([])
    expect(await store.removeRemnant(name ?? '')).toBe(true)
    expect(await store.removeRemnant(name ?? '')).toBe(false)
    expect(await listed()).toEqual(other)
    expect((await left()).entries).toBe(0)
    expect((await store.page(kept, { limit: 10, newestFirst: false })).entries).toMatchObject([{ inputData: 'kept' }])
    const mark = await look((db) => db.collection('log_rooms').findOne({ roomId: kept.id }))
    expect(await store.removeRemnant(String(mark?._id))).toBe(false)
  })

  it("keeps nothing of a removed entry's text", async () => {
    const room = { kind: 'office', userId: 'here', id: randomUUID() } as const
    await store.createRoom(room)
    await store.append(room, { ...entry, source: 'once' })
    await store.remove(room, 1)
    expect((await left()).entries).toBe(0)
    expect(await store.append(room, { ...entry, source: 'once' })).toMatchObject({
      appended: true,
      entry: { index: 2 },
    })
  })
})
