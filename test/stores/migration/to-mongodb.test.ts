import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Db } from 'mongodb'
import type { LogRoomKey } from '@parley/chat-log-store'
import { chatLogStoreContract } from '@parley/chat-log-store/contract'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { MongoChatLogStore } from '@parley/chat-log-store/mongodb'
import { everyRow } from '@parley/statements'
import { openMigrated, openUnchanged } from '../../../src/database/open-database.js'
import { logRecords } from '../../../src/database/log-records.js'
import { installationOf } from '../../../src/database/installation.js'
import { InstallationTable } from '../../../src/database/tables/installation.js'
import { createTestDatabase, testMongoDatabase, testServer, withDatabase } from '@parley/testing'
import { runSql } from '../../support/app/raw-sql.js'
import { fillTables, writeLogs } from '../../support/stores/full-tables.js'
import { foundBy, MovedFolders } from '../../support/stores/moved-folders.js'

const opener = new URL('../../support/rooms/open-chat-logs.ts', import.meta.url).href
const folders = new MovedFolders()
beforeEach(() => void folders.next())
afterAll(() => folders.close())

const page = { limit: 1_000, newestFirst: false }
const mongo = testMongoDatabase('migrate-store')
const onMongo = mongo === undefined ? describe.skip : describe
onMongo('to MongoDB', () => {
  const url = mongo?.url ?? ''
  beforeEach(() => mongo?.drop())
  afterAll(() => mongo?.drop())

  it('copies the logs with their replies, sources and indexes, and records at the end where they are', async () => {
    await fillTables(folders.dataDir)
    const rooms = await writeLogs(folders.dataDir)
    expect(await folders.migrate({ MONGODB_URL: url })).toMatchObject({ exitCode: 0 })
    const database = await openUnchanged({ dataDir: folders.dataDir })
    expect(await installationOf(database)).toMatchObject({ chatLogStore: 'mongodb' })
    const source = new EmbeddedChatLogStore(database, logRecords)
    const target = await MongoChatLogStore.open(url)
    const hostile = [
      { kind: 'office', userId: '', id: 'Z-first' },
      {
        kind: 'office',
        userId: (await source.rooms({ limit: 9 })).find(({ id }) => id === 'a-second')?.userId ?? '',
        id: 'a-second',
      },
    ] as const
    for (const room of [...rooms, ...hostile] as LogRoomKey[]) {
      expect(await target.page(room, page)).toEqual(await source.page(room, page))
      expect(await target.findRoom(room)).toEqual(await source.findRoom(room))
      const { entry } = await target.append(room, { inputData: 'new', outputData: 'new', imgUrl: null })
      expect(entry.index).toBe(hostile.some(({ id }) => id === room.id) ? 10 : 41)
      expect(await target.findBySource(room, 's3')).toEqual(await source.findBySource(room, 's3'))
    }
    expect([await foundBy(target, 'message'), await foundBy(target, '안녕')]).toEqual([117, 117])
    expect(await target.unindexed()).toMatchObject({ names: [] })
    const indexes = await withDatabase(url, (client) => client.db().collection('log_entries').indexes())
    expect(indexes.filter(({ key }) => 'searchKeys' in (key as object))).toHaveLength(1)
    await target.close()
    await database.close()
    // the entries that were appended above are not in the data folder
    expect(await folders.migrate({ MONGODB_URL: url })).toMatchObject({
      exitCode: 1,
      summary: expect.stringMatching(/^log_entries: [^]+as it does when a server runs on it/),
    })
  })

  it('continues where it stopped, and finds what has changed meanwhile', async () => {
    await writeLogs(folders.dataDir)
    await folders.migrate({ MONGODB_URL: url })
    const asBefore = async () => {
      const source = await openMigrated({ dataDir: folders.dataDir })
      await source.write((db) => db.update(InstallationTable, everyRow, { chatLogStore: 'embedded' }))
      await source.close()
    }
    const inMongo = (work: (db: Db) => Promise<unknown>) => withDatabase(url, (client) => work(client.db()))
    const mark = () => inMongo((db) => db.collection('owners').updateOne({}, { $set: { unfinished: true } }))
    await asBefore()
    await mark()
    await inMongo((db) =>
      db
        .collection('log_entries')
        .deleteMany({ removed: false, index: { $gt: 5 }, _id: { $gt: '0000000000000090' as never } }),
    )
    await inMongo((db) => db.collection('log_rooms').deleteMany({}))
    expect(await folders.migrate({ MONGODB_URL: url })).toMatchObject({ exitCode: 0 })
    await asBefore()
    await mark()
    await inMongo((db) => db.collection('log_entries').updateOne({ removed: false }, { $set: { outputData: 'other' } }))
    expect(await folders.migrate({ MONGODB_URL: url })).toMatchObject({
      exitCode: 1,
      summary: expect.stringContaining('log_entries: the checksums'),
    })
  })

  it('only compares after the end, and refuses another database than the one with the logs', async () => {
    await writeLogs(folders.dataDir)
    await folders.migrate({ MONGODB_URL: url })
    folders.lines.length = 0
    expect(await folders.migrate({ MONGODB_URL: url })).toMatchObject({
      exitCode: 0,
      summary: expect.stringMatching(/ rows and files are equal in counts and checksums\.$/),
    })
    expect(folders.lines).toContain('An earlier run has copied everything: the stores are only compared.')
    const other = testMongoDatabase('migrate-store, another one')?.url ?? ''
    await expect(folders.migrate({ MONGODB_URL: other })).rejects.toMatchObject({
      exitCode: 73,
      message: 'MONGODB_URL: names a database that does not have the chat logs of this installation.',
    })
  })

  it('refuses a database with the chat logs of another installation', async () => {
    await writeLogs(folders.dataDir)
    await folders.migrate({ MONGODB_URL: url })
    folders.next()
    await writeLogs(folders.dataDir)
    await expect(folders.migrate({ MONGODB_URL: url })).rejects.toMatchObject({ exitCode: 73 })
  })

  const withBoth = testServer() === undefined ? it.skip : it
  withBoth('takes the logs, while everything else moves to PostgreSQL', async () => {
    const created = await createTestDatabase()
    if (!created) throw new Error('no server')
    await fillTables(folders.dataDir)
    await writeLogs(folders.dataDir)
    const before = await folders.rows()
    const env = { MONGODB_URL: url, DATABASE_URL: created.url }
    expect(await folders.migrate(env)).toMatchObject({ exitCode: 0 })
    expect(await folders.migrate(env)).toMatchObject({ exitCode: 0 })
    expect(await folders.rows()).toEqual(before)
    const target = await openMigrated({ url: created.url, dataDir: '' })
    expect(await installationOf(target)).toMatchObject({ chatLogStore: 'mongodb' })
    expect(await target.read((db) => runSql(db, 'SELECT 1 FROM log_rooms'))).toEqual([])
    await target.close()
    await created.drop()
  })
})

if (mongo)
  chatLogStoreContract('MongoDB after a migration', async () => {
    folders.next()
    await writeLogs(folders.dataDir)
    await mongo.drop()
    await folders.migrate({ MONGODB_URL: mongo.url })
    const store = await MongoChatLogStore.open(mongo.url)
    const close = async () => {
      await store.close()
      await mongo.drop()
    }
    return {
      store,
      other: store,
      opener: { module: opener, place: { dataDir: folders.dataDir, mongodbUrl: mongo.url } },
      close,
    }
  })
