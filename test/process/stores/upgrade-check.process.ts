import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openMigrated } from '../../../src/database/open-database.js'
import { migrations } from '../../../src/database/migrations.js'
import { effects, releases } from '../../../src/database/upgrades.js'
import { unpackFolder } from '../../release/pack-folder.js'
import { testMongoDatabase, testServer, withDatabase } from '@parley/testing'
import { Processes } from '../../support/app/processes.js'
import { runSql } from '../../support/app/raw-sql.js'

const names = migrations.map(({ name }) => name)
const laterMigration = 'AddWhatIsNotKnown1999999999999'

const digests = (folder: string) =>
  ['parley.db', 'parley.db-wal'].map((name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  )

it('every migration after the first release has a sentence for operators', () => {
  const after = names.slice(names.indexOf(releases[0].last) + 1)
  expect(Object.keys(effects)).toEqual(after)
})

describe('npm run upgrade-check', () => {
  let processes: Processes
  let folder: string
  beforeAll(async () => {
    processes = await Processes.create({ embedded: true })
    folder = mkdtempSync(join(tmpdir(), 'parley-upgrade-'))
  })
  afterAll(async () => {
    await processes.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(readdirSync('test/fixtures/data-folders'))(
    'reports what the start changes in the data folder of %s, and changes nothing itself',
    async (version) => {
      const dataDir = join(folder, version)
      unpackFolder(join('test/fixtures/data-folders', version, 'files'), dataDir)
      const before = digests(dataDir)
      const check = (...args: string[]) => processes.run('tools/upgrade-check.ts', { env: { DATA_DIR: dataDir }, args })
      const { code, output } = await check('--json')
      expect(code).toBe(0)
      const report = JSON.parse(output) as { pending: { name: string }[] }
      expect(report).toMatchObject({ database: 'sqlite', release: version, unknown: [], refusals: [], canStart: true })
      expect(report).toMatchObject({
        mongodbIndexes: null,
        backupBytes: expect.any(Number),
        freeBytes: expect.any(Number),
      })
      const last = releases.find((release) => release.version === version)?.last ?? ''
      const pending = names.slice(names.indexOf(last) + 1)
      expect(report.pending.map(({ name }) => name)).toEqual(pending)
      const { output: text } = await check()
      expect(text).toContain(`The data is of release ${version}. The first start of this version changes it:\n`)
      for (const name of pending) expect(text).toContain(`  ${name}: ${effects[name] ?? ''}\n`)
      expect(text).toMatch(/\nMake a backup first: npm run backup writes \d+\.\d MB, and \d+\.\d MB are free/)
      for (const [name, ...args] of [['admin', 'list'], ['doctor']]) {
        const { code, output } = await processes.run(`tools/${name}.ts`, { env: { DATA_DIR: dataDir }, args })
        expect({ code, output }).toEqual({
          code: 78,
          output: expect.stringMatching(/^DATA_DIR: an earlier version has written this data, .+\n$/),
        })
      }
      expect(digests(dataDir)).toEqual(before)

      expect(await (await processes.start({ DATA_DIR: dataDir })).stop('SIGTERM')).toBe(0)
      expect((await check()).output).toBe('Nothing to migrate: the data is that of this version.\n')
    },
  )

  it('ends with another code when it cannot look', async () => {
    const check = (env: Record<string, string>, ...args: string[]) =>
      processes.run('tools/upgrade-check.ts', { env, args })
    expect(await check({}, '--yes')).toMatchObject({ code: 64, output: expect.stringContaining('upgrade-check') })
    expect(await check({ DATA_DIR: join(folder, 'empty') })).toMatchObject({ code: 66 })
    expect(await check({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })).toMatchObject({ code: 69 })
    expect(await check({ MONGODB_URL: 'no url', DATA_DIR: folder })).toMatchObject({ code: 78 })
  })
})

describe('an installation whose settings do not name its stores', () => {
  let embedded: Processes
  beforeAll(async () => {
    embedded = await Processes.create({ embedded: true })
    expect(await (await embedded.start()).stop('SIGTERM')).toBe(0)
  })
  afterAll(() => embedded.close())

  const refused = async (processes: Processes, sql: readonly string[], env: Record<string, string> = {}) => {
    const database = await openMigrated({ url: processes.databaseUrl, dataDir: processes.dataDir })
    for (const text of sql) await database.write((db) => runSql(db, text))
    await database.close()
    const { code, output } = await processes.run('tools/upgrade-check.ts', { env, args: ['--json'] })
    const { canStart, refusals } = JSON.parse(output) as { canStart: boolean; refusals: string[] }
    const started = await processes.run('main/main.ts', { env: { ...env, LOG_LEVEL: 'silent' } })
    expect([code, canStart, started.code]).toEqual([1, false, 78])
    expect(JSON.parse(started.output)).toMatchObject({ faults: refusals })
    expect((await processes.run('tools/upgrade-check.ts', { env })).output).toContain(`  ${refusals.join('')}\n`)
    return refusals
  }
  const isIn = (store: string) => `UPDATE installation SET chat_log_store = '${store}'`
  const insertRoom = `INSERT INTO log_rooms (id, kind, user_id, last_index, created_at) VALUES ('a', 'office', '7', 0, 0)`

  it.each([
    { where: 'in a MongoDB that is not named', sql: [isIn('mongodb')], env: {}, refusal: /^MONGODB_URL: is unset/ },
    { where: 'filled only in part', sql: [isIn('unfinished')], env: {}, refusal: /filled only in part/ },
    {
      where: 'in the database, beside a MongoDB that is named',
      sql: [insertRoom, isIn('embedded')],
      env: { MONGODB_URL: 'mongodb://127.0.0.1:1/none' },
      refusal: /move them with npm run migrate-store/,
    },
  ])('cannot start, as the start itself says: chat logs $where', async ({ sql, env, refusal }) => {
    expect(await refused(embedded, sql, env)).toEqual([expect.stringMatching(refusal)])
  })

  const onMongo = testMongoDatabase() === undefined ? it.skip : it
  onMongo('reports another MongoDB database, and missing indexes without a migration', async () => {
    const processes = await Processes.create()
    expect(await (await processes.start()).stop('SIGTERM')).toBe(0)
    const other = testMongoDatabase()
    const env = { MONGODB_URL: other?.url ?? '' }
    expect(await refused(processes, [], env)).toEqual([expect.stringContaining('does not have the chat logs')])
    await withDatabase(processes.mongodbUrl ?? '', (client) => client.db().collection('log_rooms').drop())
    expect((await processes.run('tools/upgrade-check.ts')).output).toMatch(
      /^Nothing to migrate: the data is that of this version\.\nThe start creates indexes in MongoDB, [^]+log_rooms/,
    )
    await processes.close()
  })
})

const withServer = testServer() === undefined ? describe.skip : describe
withServer('an empty PostgreSQL database', () => {
  it('gets its tables from npm run admin -- create, and from no command that only looks', async () => {
    const processes = await Processes.create()
    for (const [name, ...args] of [['admin', 'list'], ['doctor']]) {
      const { code, output } = await processes.run(`tools/${name}.ts`, { args })
      expect([code, output]).toEqual([78, expect.stringMatching(/^DATABASE_URL: the database is empty: .+\n$/)])
    }
    expect((await processes.run('tools/upgrade-check.ts')).output).toContain('The database is empty')
    const created = await processes.run('tools/admin.ts', { args: ['create', 'ada@example.com'] })
    expect(created).toMatchObject({ code: 0 })
    await processes.close()
  })

  it('is named with the setting by every command and by the start when it refuses the name', async () => {
    const processes = await Processes.create({ embedded: true })
    await (await processes.start()).stop('SIGTERM')
    const url = new URL(testServer() ?? '')
    url.pathname = '/no_such_database'
    const env = { DATABASE_URL: url.href }
    const sentence = 'DATABASE_URL: is refused by the server: database "no_such_database" does not exist'
    for (const [name, ...args] of [
      ['admin', 'list'],
      ['doctor'],
      ['upgrade-check'],
      ['migrate-store/main', '--dry-run'],
    ])
      expect(await processes.run(`tools/${name}.ts`, { env, args })).toEqual({ code: 78, output: `${sentence}\n` })
    const started = await processes.run('main/main.ts', { env: { ...env, LOG_LEVEL: 'silent' } })
    expect([started.code, JSON.parse(started.output)]).toEqual([78, expect.objectContaining({ faults: [sentence] })])
    await processes.close()
  })
})

describe('data of a later version', () => {
  let processes: Processes
  beforeAll(async () => {
    processes = await Processes.create()
    const server = await processes.start()
    expect(await server.stop('SIGTERM')).toBe(0)
    await write(`INSERT INTO migrations (timestamp, name) VALUES (1999999999999, '${laterMigration}')`)
  })
  afterAll(() => processes.close())

  async function write(sql: string): Promise<void> {
    const options = { url: processes.databaseUrl, dataDir: processes.dataDir }
    const database = await openMigrated(options)
    await database.write((db) => runSql(db, sql))
    await database.close()
  }

  const setting = () => (processes.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL')
  const sentence = `a later version has migrated this data (${laterMigration}), and a downgrade is not possible: start that version again, or restore the backup that was made before it`

  it('is refused by the server with one sentence', async () => {
    const { code, output } = await processes.run('main/main.ts')
    expect(code).toBe(78)
    const failed = output.split('\n').find((line) => line.includes('start.failed')) ?? '{}'
    expect(JSON.parse(failed)).toMatchObject({ faults: [`${setting()}: ${sentence}`] })
  })

  it.each([
    ['admin', ['list']],
    ['doctor', []],
  ])('is refused by npm run %s', async (name, args) => {
    const { code, output } = await processes.run(`tools/${name}.ts`, { args })
    expect({ code, output }).toMatchObject({ code: 78, output: expect.stringContaining(`${setting()}: ${sentence}`) })
  })

  it('is refused by npm run backup, which on PostgreSQL names another tool', async () => {
    const { code, output } = await processes.run('tools/backup.ts')
    expect([code, output]).toEqual(
      processes.databaseUrl === undefined ? [78, `DATA_DIR: ${sentence}\n`] : [64, expect.stringContaining('pg_dump')],
    )
  })

  it('is what npm run upgrade-check ends with 1 for', async () => {
    const { code, output } = await processes.run('tools/upgrade-check.ts')
    expect([code, output]).toEqual([1, expect.stringMatching(/^Refused by this version: a later version/)])
    const asJson = await processes.run('tools/upgrade-check.ts', { args: ['--json'] })
    expect(JSON.parse(asJson.output)).toMatchObject({ canStart: false, unknown: [laterMigration] })
  })
})
