import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { createTestDatabase, onServer, until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'

const server = await createTestDatabase()
const onPostgres = server ? describe : describe.skip
afterAll(() => server?.drop())

const late = { detail: 'Database error', message: 'The database did not answer in time' }

onPostgres('a lock that another session holds on PostgreSQL', () => {
  const lines: { event: string; fields: object }[] = []
  const add = (fields: object, event: string) => void lines.push({ event, fields })
  const awaited = () => lines.filter(({ event }) => event === 'lock.awaited').map(({ fields }) => fields)
  let app: TestApp
  let ada: Person
  let roomId: string
  let holder: pg.Client
  let pid: number
  beforeAll(async () => {
    app = await createTestApp({
      roles: 'app,chatlog',
      databaseUrl: server?.url,
      log: { debug: () => undefined, info: add, warn: add, error: add },
    })
    ada = await app.person('ada')
    roomId = await ada.room('office')
    expect((await append('before')).status).toBe(200)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    lines.length = 0
    holder = new pg.Client({ connectionString: server?.url })
    await holder.connect()
    pid = (await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
    await holder.query('BEGIN')
  })
  afterEach(() => holder.end())

  const append = (text: string) =>
    ada.rest('PUT', `/api/rooms/officerooms/${roomId}/logs`, { input_data: text, output_data: 'x' })
  const read = () => ada.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)
  const many = (count: number, call: () => ReturnType<typeof read>) => Promise.all(Array.from({ length: count }, call))
  async function expectAnswered(): Promise<void> {
    for (const path of ['/health/live', '/health/ready']) expect((await ada.rest('GET', path)).status).toBe(200)
    const metrics = await fetch(`http://127.0.0.1:${String(app.portOf('chatlog'))}/metrics`)
    expect(metrics.status).toBe(200)
  }

  it('fails the writes that wait for it, however many, and neither reads nor checks', async () => {
    await holder.query('LOCK TABLE log_entries, generations IN EXCLUSIVE MODE')
    const writes = many(40, () => append('in vain'))
    const isWaiting = async () => (await blocked()) >= 5
    await until('the connections for writes wait', isWaiting)
    for (const { status } of await many(20, read)) expect(status).toBe(200)
    expect((await ada.graphql('{ me { id } myRooms { nodes { id } } }')).errors).toEqual([])
    await expectAnswered()
    for (const { status, body } of await writes) expect({ status, body }).toEqual({ status: 503, body: late })
    expect(
      await ada.codes(
        'mutation ($room: ID!) { sendMessage(input: { roomId: $room, text: "x" }) { generation { id } } }',
        { room: roomId },
      ),
    ).toEqual(['UNAVAILABLE'])
    await holder.query('ROLLBACK')
    expect((await append('after')).status).toBe(200)
  })

  it('is logged once, with its table and the session that holds it', async () => {
    await holder.query('LOCK TABLE log_entries IN EXCLUSIVE MODE')
    for (let turn = 0; turn < 3; turn += 1) expect((await append('in vain')).status).toBe(503)
    await until('the wait is logged', () => awaited().length > 0)
    expect(awaited()).toEqual([
      expect.objectContaining({
        table: 'log_entries',
        lock: 'relation',
        mode: 'RowExclusiveLock',
        holderPid: pid,
        holderRole: 'parley',
        holderState: 'idle in transaction',
      }),
    ])
  })

  it('is logged for a row too', async () => {
    await holder.query('SELECT 1 FROM users FOR UPDATE')
    expect(await ada.codes('mutation { updateProfile(input: { username: "adele" }) { account { id } } }')).toEqual([
      'UNAVAILABLE',
    ])
    await until('the wait is logged', () => awaited().length > 0)
    expect(awaited()).toEqual([expect.objectContaining({ table: 'users', holderPid: pid })])
  })

  it('ends reads too at their limit, and leaves the other tables readable', async () => {
    await holder.query('LOCK TABLE log_entries IN ACCESS EXCLUSIVE MODE')
    const reads = many(20, read)
    await until('the connections for reads wait', async () => (await blocked()) >= 5)
    await expectAnswered()
    for (const { status, body } of await reads)
      expect({ status, body }).toEqual({ status: 503, body: expect.anything() })
    await until('no statement waits', async () => (await blocked()) === 0)
    await holder.query('ROLLBACK')
    expect((await read()).status).toBe(200)
  })

  // not in the transaction of the holder, which sees one state of the statistics
  async function blocked(): Promise<number> {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    return (await onServer(server?.url ?? '', waiting)).length
  }
})
