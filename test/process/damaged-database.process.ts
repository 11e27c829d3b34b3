import { chmodSync, closeSync, mkdirSync, openSync, renameSync, rmdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import Sqlite from 'libsql'
import { Processes } from '../support/app/processes.js'

const processes = await Processes.create({ embedded: true })
afterAll(() => processes.close())

const file = join(processes.dataDir, 'parley.db')
const doctor = () => processes.run('tools/doctor.ts')

/** Overwrites the first page of a table, or of an index. */
function damage(name: string): void {
  const database = new Sqlite(file)
  const numberOf = (sql: string) => Object.values(database.prepare(sql).get() as object)[0] as number
  const [page, bytes] = [
    numberOf(`SELECT rootpage FROM sqlite_master WHERE name = '${name}'`),
    numberOf('PRAGMA page_size'),
  ]
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(bytes, 0x5a), 0, bytes, (page - 1) * bytes)
  closeSync(descriptor)
}

it('the doctor names the tables with damaged pages beside a running server, and the remedy', async () => {
  const server = await processes.start()
  expect(await doctor()).toEqual({ code: 0, output: expect.stringMatching(/\nNothing is left\.\n$/) })
  damage('log_entries')
  const beside = await doctor()
  expect(beside.code).not.toBe(0)
  expect(beside.output).toMatch(/^damaged-data: a page of table log_entries is damaged: ./m)
  expect(beside.output).toMatch(/Left: .*damaged-data.* Damaged data is not repaired: .+ restore the newest backup\.$/m)
  expect(beside.output).not.toMatch(/table (?!log_entries)/)
  await server.stop('SIGTERM')
})

it('a database that cannot be opened is named by the doctor, by other commands and by a start, with exit code 78', async () => {
  damage('installation')
  const alone = await doctor()
  expect(alone.code).toBe(78)
  expect(alone.output).toMatch(/^damaged-data: a page of table installation is damaged: ./m)
  expect(alone.output).toMatch(/^Not fully checked: other parts: DATA_DIR: .+parley\.db is damaged \(SQLITE_CORRUPT: /m)

  expect(await processes.run('tools/upgrade-check.ts')).toEqual({
    code: 78,
    output: expect.stringMatching(/^The database is damaged \(SQLITE_CORRUPT: .+\): restore the newest backup; /),
  })
  const backup = await processes.run('tools/backup.ts')
  expect(backup).toEqual({
    code: 78,
    output: expect.stringMatching(/^DATA_DIR: .+parley\.db is damaged \(SQLITE_CORRUPT: /),
  })

  const started = await processes.run('main/main.ts')
  expect(started).toMatchObject({ code: 78, output: expect.stringContaining('parley.db is damaged (SQLITE_CORRUPT: ') })
})

describe('a file of the database that this user cannot use', () => {
  let processes: Processes
  let pathOf: (name: string) => string
  beforeAll(async () => {
    processes = await Processes.create({ embedded: true })
    pathOf = (name) => join(processes.dataDir, name)
    const server = await processes.start()
    // the files beside it remain
    await server.stop('SIGKILL')
  })
  afterAll(() => processes.close())
  const names = ['parley.db', 'parley.db-wal', 'parley.db-shm']
  afterEach(() => {
    for (const name of names) chmodSync(pathOf(name), 0o600)
  })

  const run = (script: string, ...args: string[]) =>
    processes.run(script, {
      args,
      obeysModes: true,
      env: script.includes('migrate') ? { DATABASE_URL: 'postgres://me@127.0.0.1:1/chats' } : {},
    })
  const readers = ['doctor', 'backup', 'upgrade-check', 'migrate-store/main'].map(
    (name) => [`tools/${name}.ts`] as const,
  )
  const faultOf = (use: string, name: string) =>
    `DATA_DIR: this user cannot ${use} ${pathOf(name)} (EACCES): give this user access to it, or run this as its owner`

  it.each(names)('is named by a start and by the doctor, with exit code 78: %s', async (name) => {
    chmodSync(pathOf(name), 0)
    const started = await run('main/main.ts')
    expect(started.code).toBe(78)
    expect(JSON.parse(started.output)).toMatchObject({ faults: [faultOf('read and write', name)] })
    expect(await run('tools/doctor.ts')).toEqual({ code: 78, output: `${faultOf('read', name)}\n` })
  })

  it('is named by all commands', async () => {
    chmodSync(pathOf('parley.db'), 0)
    for (const command of [...readers, ['tools/admin.ts', 'list'], ['tools/admin.ts', 'compact']] as const) {
      const [script, ...args] = command
      expect(await run(script, ...args)).toEqual({ code: 78, output: `${faultOf('read', 'parley.db')}\n` })
    }
    const seeded = await run('tools/seed.ts')
    expect(seeded).toEqual({ code: 78, output: expect.stringContaining(faultOf('read and write', 'parley.db')) })
  })

  it('and can only be read prevents commands that write, and no others', async () => {
    chmodSync(pathOf('parley.db'), 0o400)
    const refused = { code: 78, output: `${faultOf('read and write', 'parley.db')}\n` }
    expect(await run('tools/admin.ts', 'create', 'ada@example.com')).toEqual(refused)
    expect(await run('tools/admin.ts', 'compact')).toEqual(refused)
    expect(await run('tools/admin.ts', 'list')).toMatchObject({ code: 0 })
    expect(await run('main/main.ts')).toMatchObject({ code: 78 })
  })

  it('because it is a folder is named too', async () => {
    renameSync(pathOf('parley.db'), pathOf('away'))
    mkdirSync(pathOf('parley.db'))
    const sentence = `DATA_DIR: ${pathOf('parley.db')} is not a file: move it away`
    const [started, listed] = [await run('main/main.ts'), await run('tools/admin.ts', 'list')]
    rmdirSync(pathOf('parley.db'))
    renameSync(pathOf('away'), pathOf('parley.db'))
    expect(JSON.parse(started.output)).toMatchObject({ faults: [sentence] })
    expect(listed).toEqual({ code: 78, output: `${sentence}\n` })
  })
})
