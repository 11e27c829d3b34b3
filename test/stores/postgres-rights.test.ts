import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registry } from '@parley/runtime'
import { createTestDatabase, onServer, testServer, until } from '@parley/testing'
import { openMigrated } from '../../src/database/open-database.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'
import type { Person } from '../support/app/person.js'
import { valueIn } from '../support/app/value-in.js'

const database = await createTestDatabase()
const role = `parley_role_${randomBytes(6).toString('hex')}`
const url = (database?.url ?? 'postgres://nowhere/none').replace(/\/\/[^@/]+@/, `//${role}@`)
const ask = (sql: string) => onServer(database?.url ?? '', sql)

;(database ? describe : describe.skip)('a role of PostgreSQL', () => {
  const { log, events } = eventLog()
  let app: TestApp
  let ada: Person
  let path: string
  beforeAll(async () => {
    await ask(`CREATE ROLE ${role} LOGIN`)
  })
  afterAll(async () => {
    await app.close()
    await database?.drop()
    await onServer(testServer() ?? '', `DROP ROLE ${role}`)
  })

  const open = async () => {
    const opened = await openMigrated({ url, dataDir: '/tmp' })
    await opened.close()
  }
  const append = () => ada.rest('PUT', path, { input_data: 'Hello', output_data: 'Ahoy' })
  const read = () => ada.rest('GET', path)
  const writable = async () => valueIn(await registry.metrics(), 'parley_store_writable{store="database"}')
  const readiness = () => ada.rest('GET', '/health/ready')
  const endSessions = () => ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`)

  it('that cannot create tables is refused with the right that it lacks', async () => {
    await expect(open()).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message:
        'names a role that lacks a right which a start needs (permission denied for schema public): GRANT USAGE, CREATE ON SCHEMA public TO it',
    })
  })

  it('that lacks a right on a table or a sequence is refused with it', async () => {
    await (await openMigrated({ url: database?.url, dataDir: '/tmp' })).close()
    const grants = [
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    ]
    const refusal = (right: string) => ({
      code: 'BAD_USER_INPUT',
      message: `names the role ${role}, which lacks the right ${right}: ${grants.join('; ')}`,
    })
    await ask(grants.join('; '))
    await ask(`REVOKE DELETE ON users FROM ${role}`)
    await expect(open()).rejects.toMatchObject(refusal('DELETE on users'))
    await ask(`GRANT DELETE ON users TO ${role}; REVOKE USAGE ON users_id_seq FROM ${role}`)
    await expect(open()).rejects.toMatchObject(refusal('USAGE on users_id_seq'))
    await ask(grants.join('; '))
    await open()
  })

  it('that has the rights of a running server and no others is served', async () => {
    app = await createTestApp({ databaseUrl: url, log, embedded: true, env: { LOCAL_MODEL: 'scripted:' } })
    ada = await app.person('ada')
    path = `/api/rooms/officerooms/${await ada.room()}/logs`
    expect((await append()).status).toBe(200)
    expect(await writable()).toBe(1)
  })

  it('that loses a right while the server runs is refused writes, keeps reads, and ends by itself', async () => {
    await ask(`REVOKE INSERT ON log_entries FROM ${role}`)
    expect(await append()).toMatchObject({ status: 503, body: { message: 'Nothing can be stored now' } })
    expect((await read()).status).toBe(200)
    expect(await writable()).toBe(0)
    await ask(`GRANT INSERT ON log_entries TO ${role}`)
    await until('it accepts writes', async () => (await writable()) === 1)
    expect((await append()).status).toBe(200)
    expect(events.filter((event) => event.startsWith('store.'))).toEqual([
      'store.write_refused',
      'store.write_accepted',
    ])
  })

  it('that loses the right to read is refused that with its sentence, and ends by itself', async () => {
    await ask(`REVOKE SELECT ON log_entries FROM ${role}`)
    expect(await read()).toMatchObject({ status: 503, body: { message: 'The database refuses to read' } })
    await ask(`GRANT SELECT ON log_entries TO ${role}`)
    expect((await read()).status).toBe(200)
  })

  it('without another connection goes on with those that it has', async () => {
    await ask(`ALTER ROLE ${role} CONNECTION LIMIT 1`)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 4 === 0 ? append() : read())))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(await readiness()).toMatchObject({ status: 200 })
  })

  it('without any connection is refused with that sentence, which ends by itself', async () => {
    events.length = 0
    await ask(`ALTER ROLE ${role} CONNECTION LIMIT 0`)
    await endSessions()
    const refused = { status: 503, body: { detail: 'Database error', message: 'The database has no connection left' } }
    for (const call of [append, read])
      expect(await until('no connection is left', call, ({ text }) => text.includes('left'))).toMatchObject(refused)
    expect(await writable()).toBe(0)
    await expect(open()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^The database at 127\.0\.0\.1:\d+ has no connection left \(too many connections/),
    })
    await ask(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
    await until('it accepts writes', async () => (await writable()) === 1)
    expect((await append()).status).toBe(200)
    expect(events.filter((event) => event.startsWith('store.'))).toEqual([
      'store.write_refused',
      'store.write_accepted',
    ])
  })
})
