import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { chatLogStoreContract } from '@parley/chat-log-store/contract'
import { EmbeddedChatLogStore } from '@parley/chat-log-store/embedded'
import { type Database, everyRow } from '@parley/statements'
import { createTestDatabase, onServer, testServer } from '@parley/testing'
import { openMigrated, openUnchanged } from '../../../src/database/open-database.js'
import { logRecords } from '../../../src/database/log-records.js'
import { installationOf } from '../../../src/database/installation.js'
import { InstallationTable } from '../../../src/database/tables/installation.js'
import { UserTable } from '../../../src/database/tables/users.js'
import { createTestApp } from '../../support/app/app.js'
import { runSql } from '../../support/app/raw-sql.js'
import { fillTables, writeLogs } from '../../support/stores/full-tables.js'
import { foundBy, MovedFolders, rowsOf } from '../../support/stores/moved-folders.js'

const opener = new URL('../../support/rooms/open-chat-logs.ts', import.meta.url).href
const folders = new MovedFolders()
beforeEach(() => void folders.next())
afterAll(() => folders.close())

const onPostgres = testServer() === undefined ? describe.skip : describe
onPostgres('to PostgreSQL', () => {
  let url: string
  let drop: () => Promise<void>
  beforeEach(async () => {
    const created = await createTestDatabase()
    if (!created) throw new Error('no server')
    ;({ url, drop } = created)
  })
  afterEach(() => drop())
  const opened = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openMigrated({ url, dataDir: '' })
    return work(database).finally(() => database.close())
  }

  it('copies every row of every table unchanged, and leaves the source as it is', async () => {
    await fillTables(folders.dataDir)
    await writeLogs(folders.dataDir)
    const before = await folders.rows()
    expect(await folders.migrate({ DATABASE_URL: url })).toMatchObject({
      exitCode: 0,
      summary: expect.stringContaining('equal'),
    })
    expect(await folders.rows()).toEqual(before)
    await opened(async (target) => {
      expect(await rowsOf(target)).toEqual(before)
      const exact = await target.read((db) => runSql(db, 'SELECT used::text FROM usage_counts WHERE used > 0'))
      expect(exact).toEqual([{ used: '9007199254740993' }])
      const logs = new EmbeddedChatLogStore(target, logRecords)
      expect(await foundBy(logs, 'message')).toBe(117)
      expect(await foundBy(logs, '안녕')).toBe(117)
      // ids that were used are not used again
      const [next] = await target.read((db) => runSql<{ id: string }>(db, "SELECT nextval('users_id_seq') AS id"))
      expect(Number(next?.id)).toBe(2 ** 40 + 1)
      const indexes = await target.read((db) =>
        runSql(db, "SELECT 1 FROM pg_indexes WHERE indexname = 'ix_log_search_keys'"),
      )
      expect(indexes).toHaveLength(1)
    })
  })

  it('shows what it would copy, and writes nothing', async () => {
    await fillTables(folders.dataDir)
    expect(await folders.migrate({ DATABASE_URL: url }, '--dry-run')).toEqual({
      exitCode: 0,
      summary: 'Nothing was written.',
    })
    expect(folders.lines).toContain('users: 2')
    expect(folders.lines.at(-1)).toMatch(/^About \d+ seconds for the copy\. The comparison/)
    const empty = await openUnchanged({ url, dataDir: '' })
    expect(await empty.read((db) => runSql(db, 'SELECT 1 FROM pg_tables WHERE schemaname = current_schema()'))).toEqual(
      [],
    )
    await empty.close()
  })

  it('compares the stores when it runs again, and names the tables that have changed', async () => {
    await fillTables(folders.dataDir)
    await folders.migrate({ DATABASE_URL: url })
    expect(await folders.migrate({ DATABASE_URL: url })).toMatchObject({ exitCode: 0 })
    expect(folders.lines).toContain('An earlier run has copied everything: the stores are only compared.')
    await opened((target) => target.write((db) => db.update(UserTable, { id: 7 }, { banReason: '' })))
    const { exitCode, summary } = await folders.migrate({ DATABASE_URL: url })
    expect({ exitCode, summary }).toEqual({
      exitCode: 1,
      summary: expect.stringMatching(/^users: the checksums of 2 differ\.\n/),
    })
    await opened((target) => target.write((db) => db.delete(UserTable, { id: 7 })))
    expect((await folders.migrate({ DATABASE_URL: url })).summary).toContain('users: 2 here, 1 there.')
  })

  it('continues where it stopped, and no server starts before the end', async () => {
    await fillTables(folders.dataDir)
    await writeLogs(folders.dataDir)
    const { id } = await (async () => {
      const source = await openUnchanged({ dataDir: folders.dataDir })
      return installationOf(source).finally(() => source.close())
    })()
    await folders.migrate({ DATABASE_URL: url })
    // as after a kill in the middle
    await opened(async (target) => {
      await target.write((db) => db.update(InstallationTable, everyRow, { chatLogStore: 'unfinished' }))
      await target.write((db) =>
        runSql(db, 'DELETE FROM log_entries WHERE id > (SELECT MAX(id) - 50 FROM log_entries)'),
      )
      await target.write((db) => runSql(db, 'DELETE FROM sessions'))
    })
    await expect(createTestApp({ databaseUrl: url })).rejects.toMatchObject({
      faults: ['DATABASE_URL: names a database that is filled only in part: run npm run migrate-store again'],
    })
    expect(await folders.migrate({ DATABASE_URL: url })).toMatchObject({ exitCode: 0 })
    await opened(async (target) => {
      expect(await installationOf(target)).toMatchObject({ id, chatLogStore: 'embedded' })
      expect(await foundBy(new EmbeddedChatLogStore(target, logRecords), 'message')).toBe(117)
    })
  })

  it('refuses a database that has rows of another program or of another installation', async () => {
    await fillTables(folders.dataDir)
    await onServer(url, 'CREATE TABLE "Other things" (id int); INSERT INTO "Other things" VALUES (1)')
    await expect(folders.migrate({ DATABASE_URL: url })).rejects.toMatchObject({
      exitCode: 73,
      message: 'DATABASE_URL: the database is not empty, it has "Other things". Name an empty one.',
    })
    await onServer(url, 'DROP TABLE "Other things"')
    // a database that a server has only started on is empty
    await opened(() => Promise.resolve())
    await folders.migrate({ DATABASE_URL: url })
    folders.next()
    await fillTables(folders.dataDir)
    await expect(folders.migrate({ DATABASE_URL: url })).rejects.toMatchObject({
      exitCode: 73,
      message: expect.stringContaining('users'),
    })
    await opened((target) =>
      target.write((db) => db.update(InstallationTable, everyRow, { chatLogStore: 'unfinished' })),
    )
    await expect(folders.migrate({ DATABASE_URL: url })).rejects.toMatchObject({
      message: expect.stringContaining('a part of another installation'),
    })
  })

  it('names the table of a row that PostgreSQL refuses', async () => {
    await fillTables(folders.dataDir)
    const source = await openMigrated({ dataDir: folders.dataDir })
    await source.write((db) => runSql(db, "UPDATE users SET role = 'a role that is too long' WHERE id = 7"))
    await source.close()
    await expect(folders.migrate({ DATABASE_URL: url })).rejects.toMatchObject({
      exitCode: 65,
      message: expect.stringMatching(/^The target refuses a row: users, .* too long/),
    })
  })
})

// the contract of the port, on stores that the command has filled
if (testServer() !== undefined)
  chatLogStoreContract('PostgreSQL after a migration', async () => {
    folders.next()
    await writeLogs(folders.dataDir)
    const created = await createTestDatabase()
    if (!created) throw new Error('no server')
    await folders.migrate({ DATABASE_URL: created.url })
    const database = await openMigrated({ url: created.url, dataDir: '' })
    const store = new EmbeddedChatLogStore(database, logRecords)
    const close = async () => {
      await database.close()
      await created.drop()
    }
    return {
      store,
      other: store,
      opener: { module: opener, place: { dataDir: folders.dataDir, databaseUrl: created.url } },
      close,
    }
  })
