import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { createTestDatabase, testPooler, until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'

const pooler = testPooler()
const server = pooler === undefined ? undefined : await createTestDatabase()
const onPgBouncer = server ? describe : describe.skip
afterAll(() => server?.drop())

/** Those that PgBouncer itself keeps for each client. */
const kept = ['application_name', 'client_encoding', 'DateStyle', 'standard_conforming_strings', 'TimeZone']
/** `default_pool_size` of .ci/pgbouncer.sh. */
const poolSize = 4

onPgBouncer('PostgreSQL behind PgBouncer, whose connections are shared by transactions', () => {
  const url = new URL(pooler ?? 'postgres://none')
  let app: TestApp
  let ada: Person
  beforeAll(async () => {
    url.pathname = new URL(server?.url ?? '').pathname
    app = await createTestApp({ databaseUrl: url.toString() })
    ada = await app.person('ada')
  })
  afterAll(() => app.close())

  async function use(): Promise<void> {
    const roomId = await ada.room()
    await ada.say(roomId)
    await app.idle()
    const query = `query ($room: ID!) {
      room(id: $room) { entries { nodes { index } } }
      searchEntries(query: "hello", first: 5) { nodes { entry { index } } }
    }`
    expect(await ada.data(query, { room: roomId })).toMatchObject({ room: { entries: { nodes: [{ index: 1 }] } } })
  }

  /** The rows of a query on each connection of the pool: all are occupied at the same time. */
  async function onEvery<Row extends object>(sql: string): Promise<Row[][]> {
    const clients = Array.from({ length: poolSize }, () => new pg.Client({ connectionString: url.toString() }))
    try {
      const answers: Row[][] = []
      for (const client of clients) {
        await client.connect()
        await client.query('BEGIN')
        answers.push((await client.query<Row>(sql)).rows)
      }
      return answers
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  }

  it('works for many clients at the same time, in a database that it migrates', async () => {
    await Promise.all(Array.from({ length: 10 }, use))
    expect((await ada.rest('GET', '/health/ready')).status).toBe(200)
  })

  it('keeps no setting of a session, no named statement and no lock', async () => {
    await use()
    const settings = await onEvery<{ name: string }>(
      `SELECT name FROM pg_settings WHERE source = 'session' AND NOT name = ANY ('{${kept.join()}}')`,
    )
    expect(settings).toEqual(Array.from({ length: poolSize }, () => []))
    expect(await onEvery('SELECT name FROM pg_prepared_statements')).toEqual(settings)
    const locks = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`
    expect(await onEvery(locks)).toEqual(settings)
  })

  it('limits the wait for a lock of another session as without it', async () => {
    const holder = new pg.Client({ connectionString: server?.url })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE log_entries, generations IN EXCLUSIVE MODE')
    const roomId = await ada.room('office')
    const path = `/api/rooms/officerooms/${roomId}/logs`
    expect((await ada.rest('PUT', path, { input_data: 'in vain', output_data: 'x' })).status).toBe(503)
    expect((await ada.rest('GET', path)).status).toBe(200)
    await holder.end()
    const isWritten = async () => (await ada.rest('PUT', path, { input_data: 'x', output_data: 'x' })).status === 200
    await until('the lock is gone', isWritten)
  })
})
