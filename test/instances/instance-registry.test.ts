import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Logger } from '@parley/runtime'
import { everyRow, limitIdleTime } from '@parley/statements'
import { createTestDatabase, testServer, until } from '@parley/testing'
import { ConfigError } from '../../src/config/config-error.js'
import { openMigrated } from '../../src/database/open-database.js'
import { InstallationTable } from '../../src/database/tables/installation.js'
import { InstanceTable } from '../../src/database/tables/instances.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import { runSql } from '../support/app/raw-sql.js'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-instances-'))
  folders.push(folder)
  return folder
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const secretOf = (letter: string) => letter.repeat(64)
const advice = 'replies stream only from the instance that runs them; set REDIS_URL'

/** Its log lines, `level event` with their fields. */
class Lines {
  readonly #written: [line: string, fields: object][] = []
  readonly log = Object.fromEntries(
    ['debug', 'info', 'warn', 'error'].map((level) => [
      level,
      (fields: object, event: string) => void this.#written.push([`${level} ${event}`, fields]),
    ]),
  ) as unknown as Logger

  of(line: string): object[] {
    return this.#written.filter(([name]) => name === line).map(([, fields]) => fields)
  }
}

const warningsOf = async ({ url }: TestApp): Promise<string[]> => {
  const { warnings = [] } = (await (await fetch(`${url}/health/ready`)).json()) as { warnings?: string[] }
  return warnings
}

const faultsOf = (starting: Promise<unknown>) =>
  starting.then(
    () => [],
    (error: unknown) => {
      if (error instanceof ConfigError) return error.faults
      throw error
    },
  )

const idsIn = async ({ app }: TestApp) =>
  (await app.database.read((db) => db.select(InstanceTable))).map(({ id }) => id)

;(testServer() === undefined ? describe : describe.skip)('with an embedded database, a start', () => {
  const startOn = async (dataDir: string, env: Record<string, string> = {}) => {
    const lines = new Lines()
    const app = await createTestApp({ dataDir, env, log: lines.log, embedded: true })
    await app.stop()
    return lines.of('warn installation.changed')
  }

  it('with another secret, or with other images, adopts them with a warning', async () => {
    const dataDir = newFolder()
    expect(await startOn(dataDir)).toEqual([])
    expect(await startOn(dataDir)).toEqual([])
    expect(await startOn(dataDir, { JWT_SECRET: secretOf('b') })).toEqual([
      { setting: 'JWT_SECRET', advice: expect.stringContaining('all sessions have ended') },
    ])
    expect(await startOn(dataDir, { JWT_SECRET: secretOf('b') })).toEqual([])
    rmSync(join(dataDir, 'images'), { recursive: true })
    expect(await startOn(dataDir, { JWT_SECRET: secretOf('b') })).toEqual([
      { setting: 'DATA_DIR', advice: expect.stringContaining('images') },
    ])
  })

  it('registers no instance and warns of nothing: the lock of the folder allows one process', async () => {
    const app = await createTestApp({ embedded: true })
    expect(await idsIn(app)).toEqual([])
    expect(await warningsOf(app)).toEqual([])
    await app.close()
  })

  it('on a copy of the data folder finds the same images', async () => {
    const [dataDir, copy] = [newFolder(), newFolder()]
    await startOn(dataDir)
    cpSync(dataDir, copy, { recursive: true })
    expect(await startOn(copy)).toEqual([])
  })

  it('refuses an empty id of the images, which a crash can leave on a file system without links', async () => {
    const dataDir = newFolder()
    await startOn(dataDir)
    const [installation = ''] = readdirSync(join(dataDir, 'images'))
    const file = join(dataDir, 'images', installation, 'folder.id')
    expect(readFileSync(file, 'utf8').trim()).toMatch(/^[0-9a-f-]{36}$/)
    writeFileSync(file, '')
    expect(await faultsOf(startOn(dataDir))).toEqual([expect.stringContaining('is empty; remove it')])
  })
})

;(testServer() === undefined ? describe.skip : describe)('instances on one database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  const running: TestApp[] = []
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((app) => app.close()))
    await database?.drop()
  })

  const start = async (letter: string, options: TestAppOptions = {}) => {
    const env = { JWT_SECRET: secretOf(letter), ...options.env }
    const app = await createTestApp({ databaseUrl: database?.url, embedded: true, ...options, env })
    running.push(app)
    return app
  }
  const killed = ({ app }: TestApp) =>
    app.database.write((db) => db.update(InstanceTable, everyRow, { seenAt: 1 }).then(() => undefined))

  it('are registered while they run, with what they agree on, and without the secret', async () => {
    const [one, other] = [await start('a'), await start('a')]
    const rows = await one.app.database.read((db) => db.select(InstanceTable))
    const { now } = (
      await one.app.database.read((db) => runSql<{ now: string }>(db, 'SELECT extract(epoch FROM now()) * 1000 AS now'))
    )[0] ?? { now: '0' }
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      expect(row).toMatchObject({ roles: 'app', version: expect.stringMatching(/^\d+\./), hasRedis: false })
      expect(row.signingSecret).toMatch(/^[\w-]{43}$/)
      expect(row.imageStore).toMatch(/^folder:[0-9a-f-]{36}$/)
      expect(row.startedAt).toBeLessThanOrEqual(row.seenAt)
      expect(Math.abs(Number(now) - row.seenAt)).toBeLessThan(15_000)
    }
    expect(new Set(rows.map(({ signingSecret, imageStore }) => signingSecret + imageStore)).size).toBe(1)
    await other.stop()
    expect(await idsIn(one)).toEqual(rows.map(({ id }) => id).slice(0, 1))
  })

  it('refuse another secret while one of them runs, and adopt it with a warning afterwards', async () => {
    const first = await start('a')
    const kept = await first.app.database.read((db) => db.selectOneOrThrow(InstallationTable, {}))
    const faults = await faultsOf(start('b'))
    expect(faults).toEqual([expect.stringMatching(/^JWT_SECRET: another running instance signs tokens/)])
    expect(faults.join()).not.toContain('bbb')
    // the refused one has left nothing
    expect(await idsIn(first)).toHaveLength(1)
    expect(await first.app.database.read((db) => db.selectOneOrThrow(InstallationTable, {}))).toEqual(kept)
    await first.stop()
    const lines = new Lines()
    await start('b', { log: lines.log })
    expect(lines.of('warn installation.changed')).toEqual([
      expect.objectContaining({ setting: 'JWT_SECRET', advice: expect.any(String) }),
    ])
  })

  it('name the generated secret when the data folders differ and JWT_SECRET is unset', async () => {
    const lines = new Lines()
    const options = { databaseUrl: database?.url, embedded: true } as const
    running.push(await createTestApp({ ...options, log: lines.log }))
    expect(lines.of('info secret.generated')).toEqual([{ advice: expect.stringContaining('need JWT_SECRET') }])
    expect(await faultsOf(createTestApp({ ...options, dataDir: newFolder() }))).toEqual([
      expect.stringMatching(/^JWT_SECRET: another running instance/),
      expect.stringMatching(/^DATA_DIR: another running instance has its images elsewhere/),
      expect.stringMatching(/^JWT_SECRET: each data folder has a generated secret of its own/),
    ])
  })

  it('compare the folder of images by the id in it, so that a mounted folder is the same one', async () => {
    const first = await start('a')
    expect(await faultsOf(start('a', { dataDir: newFolder() }))).toEqual([expect.stringMatching(/^DATA_DIR: .*images/)])
    const dataDir = newFolder()
    symlinkSync(join(first.dataDir, 'images'), join(dataDir, 'images'))
    await start('a', { dataDir })
    expect(await idsIn(first)).toHaveLength(2)
  })

  it('compare the bucket of images by its address and prefix: another one is refused while one of them runs', async () => {
    const bucket = (place: string, key = 'key') => ({
      // no server is there; a start does not wait for it
      env: {
        IMAGES_URL: `s3://${place}?endpoint=http://127.0.0.1:1`,
        AWS_ACCESS_KEY_ID: key,
        AWS_SECRET_ACCESS_KEY: 'hush',
      },
    })
    const elsewhere = [expect.stringMatching(/^IMAGES_URL: another running instance has its images elsewhere/)]
    const first = await start('a', bucket('pictures/chat'))
    for (const place of ['others/chat', 'pictures/other'])
      expect(await faultsOf(start('a', bucket(place)))).toEqual(elsewhere)
    expect(await faultsOf(start('a'))).toEqual([expect.stringMatching(/^DATA_DIR: another running instance has its/)])
    const second = await start('a', bucket('pictures/chat', 'another-key'))
    expect(await idsIn(first)).toHaveLength(2)
    await Promise.all([first.stop(), second.stop()])
    const lines = new Lines()
    await start('a', { ...bucket('others/chat'), log: lines.log })
    expect(lines.of('warn installation.changed')).toEqual([expect.objectContaining({ setting: 'IMAGES_URL' })])
  })

  it('that start at the same moment with different secrets: exactly one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all([faultsOf(start('a')), faultsOf(start('b')), faultsOf(start('b'))])
      const [ofA, ...ofB] = outcomes.map((faults) => faults.length === 0)
      expect([ofA, ...ofB].sort()).toEqual(ofA ? [false, false, true] : [false, true, true])
      await Promise.all(running.splice(0).map((app) => app.stop()))
    }
  })

  it('replace the facts of a killed one after 15 seconds by the clock of the database, and remove its row', async () => {
    const lost = await start('a')
    const [lostId] = await idsIn(lost)
    await killed(lost)
    const lines = new Lines()
    const next = await start('b', { log: lines.log, clock: () => 0 })
    expect(lines.of('warn installation.changed')).toHaveLength(1)
    expect(await idsIn(next)).not.toContain(lostId)
  })

  it('are not blocked by one that is frozen in the middle of a heartbeat', async () => {
    const open = () => openMigrated({ url: database?.url, dataDir: newFolder() })
    const [frozen, reader] = [await open(), await open()]
    const isRegistered = () => reader.read((db) => db.exists(InstanceTable))
    let outcome: Promise<string> | undefined
    await new Promise<void>((locked) => {
      const held = frozen.write(async (db) => {
        await limitIdleTime(db, 300)
        await db.select(InstallationTable, {}, { lock: 'update' })
        locked()
        await until('another instance is registered', isRegistered)
        await db.update(InstallationTable, everyRow, { signingSecret: 'late' })
      })
      outcome = held.then(
        () => 'written',
        () => 'ended',
      )
    })
    const app = await start('a')
    expect(await outcome).toBe('ended')
    expect(await app.app.database.read((db) => db.exists(InstallationTable, { signingSecret: 'late' }))).toBe(false)
    await Promise.all([frozen.close(), reader.close()])
  })

  it('without Redis warn in their readiness and in their logs, the first one too, until one of them is left', async () => {
    const [ofFirst, ofSecond] = [new Lines(), new Lines()]
    const first = await start('a', { log: ofFirst.log })
    expect(await warningsOf(first)).toEqual([])
    const second = await start('a', { log: ofSecond.log })
    expect(ofSecond.of('warn redis.missing')).toEqual([{ instances: 2, advice }])
    expect(await warningsOf(second)).toEqual([`2 instances share the database: ${advice}`])
    await until('the first warns too', async () => (await warningsOf(first)).length === 1)
    expect(ofFirst.of('warn redis.missing')).toEqual([{ instances: 2, advice }])
    await second.stop()
    await until('the first warns no longer', async () => (await warningsOf(first)).length === 0)
  }, 30_000)

  it('whose heartbeat fails say so, in the log once, until it succeeds', async () => {
    const lines = new Lines()
    const app = await start('a', { log: lines.log })
    const rename = (from: string, to: string) =>
      app.app.database.write((db) => runSql(db, `ALTER TABLE ${from} RENAME TO ${to}`))
    await rename('instances', 'hidden')
    const says = async () => (await warningsOf(app)).some((text) => text.includes('heartbeat of this instance fails'))
    await until('its readiness says so', says)
    expect(lines.of('warn heartbeat.failed')).toHaveLength(1)
    await rename('hidden', 'instances')
    await until('it has recovered', async () => !(await says()))
    expect(lines.of('info heartbeat.resumed')).toHaveLength(1)
  }, 30_000)
})
