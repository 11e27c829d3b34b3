import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { DataSource } from 'typeorm'
import { type Database, migrate } from '@parley/statements'
import { createTestDatabase, testServer } from '@parley/testing'
import { migrations } from '../../src/database/migrations.js'
import { openMigrated, schema } from '../../src/database/open-database.js'
import { releases } from '../../src/database/upgrades.js'
import { UserTable } from '../../src/database/tables/users.js'
import { unpackFolder } from '../release/pack-folder.js'
import { runSql, writerOf } from '../support/app/raw-sql.js'

const names = migrations.map(({ name }) => name)

async function applied(source: DataSource): Promise<string[]> {
  const rows = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id')
  return rows.map(({ name }) => name)
}

/** The names of our tables that exist. */
async function tablesOf(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner()
  const found = await runner.getTables(source.entityMetadatas.map(({ tablePath }) => tablePath))
  await runner.release()
  return found.map(({ name }) => name).sort()
}

async function pendingChanges(source: DataSource): Promise<string[]> {
  const { upQueries } = await source.driver.createSchemaBuilder().log()
  return upQueries.map(({ query }) => query)
}

describe('the migrations', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-migrations-'))
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  let database: Database
  let source: DataSource
  beforeAll(async () => {
    server = await createTestDatabase()
    database = await openMigrated({ url: server?.url, dataDir })
    source = writerOf(database)
  })
  afterAll(async () => {
    await database.close()
    await server?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('run up, down and up again, to the tables that the entities declare', async () => {
    const tables = await tablesOf(source)
    expect(tables).toHaveLength(source.entityMetadatas.length)
    expect(await applied(source)).toEqual(names)
    expect(await pendingChanges(source)).toEqual([])

    while ((await applied(source)).length > 0) await source.undoLastMigration({ transaction: 'each' })
    expect(await tablesOf(source)).toEqual([])

    await migrate(source, schema)
    expect(await applied(source)).toEqual(names)
    expect(await tablesOf(source)).toEqual(tables)
    expect(await pendingChanges(source)).toEqual([])
  })

  it('change nothing when they run again, and keep the data', async () => {
    const account = { username: 'ada', usernameKey: 'ada', email: 'a@example.com', emailKey: 'a@example.com' }
    await database.write((db) => db.insert(UserTable, { ...account, createdAt: 1, updatedAt: 1 }))
    await migrate(source, schema)
    expect(await applied(source)).toEqual(names)
    expect(await database.read((db) => db.count(UserTable))).toBe(1)
  })

  it('keep the entries of a room whose table they change', async () => {
    while ((await applied(source)).at(-1) !== releases[0].last) await source.undoLastMigration({ transaction: 'each' })
    await source.query(
      "INSERT INTO log_rooms (id, kind, user_id, last_index, created_at) VALUES ('r', 'office', 'u', 1, 1)",
    )
    await source.query("INSERT INTO log_entries (room_id, entry_index, document) VALUES ('r', 1, '{}')")
    await migrate(source, schema)
    expect(await source.query('SELECT room_id, entry_index FROM log_entries')).toHaveLength(1)
    await source.undoLastMigration({ transaction: 'each' })
    expect(await source.query('SELECT room_id, entry_index FROM log_entries')).toHaveLength(1)
    await migrate(source, schema)
  })

  it('record whose each chat-log room is, and remove what is of no account from the search index', async () => {
    const isPostgres = source.options.type === 'postgres'
    while ((await applied(source)).includes('AddLogRoomHolder1795840000000'))
      await source.undoLastMigration({ transaction: 'each' })
    const [{ id: owner } = { id: 0 }] = await source.query<{ id: number }[]>('SELECT id FROM users')
    const rooms = [
      ['owned', String(owner)],
      ['guests', 'NULL'],
      ['services', undefined],
    ] as const
    for (const [id, ownerId] of rooms) {
      await source.query(
        `INSERT INTO log_rooms (id, kind, user_id, last_index, created_at) VALUES ('${id}', 'office', '${owner}', 1, 1)`,
      )
      if (ownerId !== undefined)
        await source.query(
          `INSERT INTO rooms (room_id, kind, owner_id, user_id, created_at, updated_at) VALUES ('${id}', 'office', ${ownerId}, '${owner}', 1, 1)`,
        )
      await source.query(`INSERT INTO log_entries (room_id, entry_index, document) VALUES ('${id}', 1, '{}')`)
      const entry = `(SELECT id FROM log_entries WHERE room_id = '${id}')`
      await source.query(
        isPostgres
          ? `INSERT INTO log_search (entry_id, user_key, keys) VALUES (${entry}, 1, '{1}')`
          : `INSERT INTO log_search (rowid, keys) VALUES (${entry}, '1')`,
      )
    }
    await migrate(source, schema)
    expect(
      await source.query("SELECT id, holder FROM log_rooms WHERE id IN ('owned', 'guests', 'services') ORDER BY id"),
    ).toEqual([
      { id: 'guests', holder: 'guest' },
      { id: 'owned', holder: 'account' },
      { id: 'services', holder: 'service' },
    ])
    const found = isPostgres ? 'SELECT entry_id AS id FROM log_search' : "SELECT rowid AS id FROM log_search('1')"
    const indexed = await source.query<unknown[]>(`SELECT room_id FROM log_entries WHERE id IN (${found})`)
    expect(indexed).toEqual([{ room_id: 'owned' }])
  })

  it('accept data of 0.1.0, whose migrations the first one replaces, and refuse earlier data unchanged', async () => {
    const replaced = ['CreateUsers1795219200000', 'CreateSessions1795370300000']
    const tables = await tablesOf(source)
    while ((await applied(source)).at(-1) !== releases[0].last) await source.undoLastMigration({ transaction: 'each' })
    const earlier = await tablesOf(source)
    await source.query('DELETE FROM migrations')
    for (const name of replaced)
      await source.query(`INSERT INTO migrations (timestamp, name) VALUES (${name.slice(-13)}, '${name}')`)
    await expect(migrate(source, schema)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    expect([await applied(source), await tablesOf(source)]).toEqual([replaced, earlier])

    await source.query(`INSERT INTO migrations (timestamp, name) VALUES (1795370300001, '${releases[0].last}')`)
    await migrate(source, schema)
    expect([await applied(source), await tablesOf(source)]).toEqual([[...replaced, ...names], tables])
  })

  it('are in the order of their times, with unique names', () => {
    const times = names.map((name) => Number(/\d+$/.exec(name)?.[0]))
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other))
  })
})

const onSqlite = testServer() === undefined ? it : it.skip
onSqlite.each(readdirSync('test/fixtures/data-folders'))(
  'a new database has the schema of one of %s that was migrated',
  async (version) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-migrations-'))
    unpackFolder(join('test/fixtures/data-folders', version, 'files'), join(dataDir, 'released'))
    const [released, created] = await Promise.all(
      ['released', 'created'].map(async (name) => {
        const database = await openMigrated({ dataDir: join(dataDir, name) })
        const rows = await database.read((db) => runSql(db, 'SELECT type, name, sql FROM sqlite_master ORDER BY name'))
        await database.close()
        return rows
      }),
    )
    expect(created).toEqual(released)
    rmSync(dataDir, { recursive: true })
  },
)
