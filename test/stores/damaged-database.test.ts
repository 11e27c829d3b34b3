import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registry } from '@parley/runtime'
import { examineIntegrity } from '@parley/statements'
import { createTestDatabase, onServer, type TestDatabase, testServer } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'
import type { Person } from '../support/app/person.js'
import { templateDatabase } from '../support/app/template.js'
import { writerOf } from '../support/app/raw-sql.js'
import { valueIn } from '../support/app/value-in.js'

const embedded = { embedded: true } as const
const [onSqlite, onPostgres] = testServer() === undefined ? [describe, describe.skip] : [describe.skip, describe]
const damaged = { detail: 'Database error', message: 'The database is damaged' }

function overwrite(file: string, { from, bytes }: { from: number; bytes: number }): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(bytes, 0x5a), 0, bytes, from)
  closeSync(descriptor)
}

onSqlite('a page of SQLite that is damaged under a running server', () => {
  const { log, events } = eventLog()
  let app: TestApp
  let ada: Person
  let room: string
  beforeAll(async () => {
    app = await createTestApp({ log, ...embedded })
    ada = await app.person('ada')
    room = await ada.room()
    const entry = { input_data: 'Hello', output_data: 'World' }
    await ada.rest('PUT', `/api/rooms/officerooms/${room}/logs`, entry)
    const writer = writerOf(app.app.database)
    await writer.query('PRAGMA wal_checkpoint(TRUNCATE)')
    const select = "SELECT rootpage FROM sqlite_master WHERE name = 'log_entries'"
    const [{ rootpage }] = await writer.query<[{ rootpage: number }]>(select)
    const [{ page_size: bytes }] = await writer.query<[{ page_size: number }]>('PRAGMA page_size')
    overwrite(join(app.dataDir, 'parley.db'), { from: (rootpage - 1) * bytes, bytes })
    // a commit, after which connections read pages again
    await ada.room()
    await writer.query('PRAGMA shrink_memory')
  })
  afterAll(() => app.close())

  it('is UNAVAILABLE at every door, one line and a warning with the remedy, and other tables answer', async () => {
    const logs = `/api/rooms/officerooms/${room}/logs`
    expect(await ada.rest('GET', logs)).toMatchObject({ status: 503, body: damaged })
    expect(await ada.rest('PUT', logs, { input_data: 'a', output_data: 'b' })).toMatchObject({
      status: 503,
      body: damaged,
    })
    const entries = 'query ($id: ID!) { room(id: $id) { entries(first: 1) { nodes { index } } } }'
    expect(await ada.codes(entries, { id: room })).toEqual(['UNAVAILABLE'])
    expect(await ada.room()).toEqual(expect.any(String))
    expect(events.filter((event) => event === 'store.damaged')).toHaveLength(1)
    expect(await ada.rest('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready', warnings: [expect.stringMatching(/^The database is damaged: .+ restore .+backups/)] },
    })
    expect(valueIn(await registry.metrics(), 'parley_store_damaged{store="database"}')).toBe(1)
  })
})

onPostgres('a page of PostgreSQL that is damaged', () => {
  let whole: TestDatabase | undefined
  let broken: TestDatabase | undefined
  let app: TestApp | undefined
  let ada: Person
  let room: string
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-damaged-'))
  const url = () => broken?.url ?? ''
  beforeAll(async () => {
    whole = await createTestDatabase(await templateDatabase())
    const first = await createTestApp({ ...embedded, databaseUrl: whole?.url })
    ada = await first.person('ada')
    room = await ada.room()
    await ada.rest('PUT', `/api/rooms/officerooms/${room}/logs`, { input_data: 'Hello', output_data: 'World' })
    copyFileSync(join(first.dataDir, 'jwt-secret'), join(dataDir, 'jwt-secret'))
    await first.close()
    // copies files, so that no page is in the memory of the server
    broken = await createTestDatabase(`${new URL(whole?.url ?? '').pathname.slice(1)} STRATEGY FILE_COPY`)
    const path = "current_setting('data_directory') || '/' || pg_relation_filepath('log_entries')"
    const [row] = await onServer(url(), `SELECT ${path} AS file`)
    await onServer(
      url(),
      `COPY (SELECT repeat('Z', 8191)) TO PROGRAM 'dd of=${String(row?.['file'])} conv=notrunc 2>&1'`,
    )
    app = await createTestApp({ ...embedded, databaseUrl: url(), dataDir })
    ada = ada.movedTo(app.url)
  })
  afterAll(async () => {
    await app?.close()
    await broken?.drop()
    await whole?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('is UNAVAILABLE, with a warning, and the doctor names its table alone', async () => {
    const logs = `/api/rooms/officerooms/${room}/logs`
    expect(await ada.rest('GET', logs)).toMatchObject({ status: 503, body: damaged })
    expect(await ada.rest('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { warnings: expect.arrayContaining([expect.stringMatching(/^The database is damaged: /)]) },
    })
    const faults: Record<string, readonly string[]> = {}
    let tables = 0
    for await (const found of examineIntegrity({ url: url(), file: '' })) {
      tables = found.tables
      if (found.faults.length > 0) faults[found.table] = found.faults
    }
    expect(faults).toEqual({ log_entries: [expect.stringContaining('invalid page in block 0')] })
    expect(tables).toBeGreaterThan(20)
  })
})

onSqlite('a start on a damaged database file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-damaged-'))
  const whole = join(folder, 'whole')
  beforeAll(async () => {
    const app = await createTestApp(embedded)
    await app.person('ada')
    const writer = writerOf(app.app.database)
    await writer.query('PRAGMA wal_checkpoint(TRUNCATE)')
    // one page in the journal
    await writer.query('PRAGMA user_version = 1')
    mkdirSync(join(whole, 'operator'), { recursive: true })
    for (const file of ['parley.db', 'parley.db-wal', 'jwt-secret'])
      copyFileSync(join(app.dataDir, file), join(whole, file))
    await app.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each<[string, (file: string) => unknown, RegExp]>([
    ['is cut', (file) => truncateSync(file, statSync(file).size - 3 * 4_096), /it has \d+ of \d+ bytes/],
    ['has another content', (file) => writeFileSync(file, Buffer.alloc(40_000, 'text')), /SQLITE_NOTADB/],
    ['has a damaged schema', (file) => overwrite(file, { from: 100, bytes: 900 }), /SQLITE_(CORRUPT|NOTADB)/],
    ['is cut within its header', (file) => truncateSync(file, 60), /SQLITE_(CORRUPT|NOTADB)/],
    ['is empty', (file) => truncateSync(file, 0), /it is empty, although a server has used it/],
  ])('that %s ends with a sentence that names the file and the remedy', async (name, damage, reason) => {
    const dataDir = join(folder, name)
    cpSync(whole, dataDir, { recursive: true })
    const file = join(dataDir, 'parley.db')
    // the journal has the changed pages of a file that is cut
    if (name !== 'is cut') rmSync(`${file}-wal`)
    damage(file)
    const { size } = statSync(file)
    const error = await createTestApp({ ...embedded, dataDir }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ConfigError', faults: [expect.stringMatching(reason)] })
    expect((error as Error).message).toMatch(/^DATA_DIR: .+\/parley\.db is damaged \(.+\): restore the newest backup/)
    expect(statSync(file).size).toBe(size)
  })
})
