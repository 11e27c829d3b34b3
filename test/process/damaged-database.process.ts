import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'
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
  expect(alone.output).toMatch(
    /^Not looked at to the end: other parts: DATA_DIR: .+parley\.db is damaged \(SQLITE_CORRUPT: /m,
  )

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
