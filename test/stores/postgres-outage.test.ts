import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { registry } from '@parley/runtime'
import { valueIn } from '../support/app/value-in.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person, type RestAnswer } from '../support/app/person.js'
import { createTestDatabase, ServerProxy, until } from '@parley/testing'
import { runSql } from '../support/app/raw-sql.js'
import type { EntityManager } from 'typeorm'

const database = await createTestDatabase()
const onPostgres = database ? describe : describe.skip
afterAll(() => database?.drop())

const databaseError = { detail: 'Database error', message: 'The database cannot be reached' }

onPostgres('a PostgreSQL server that goes away and comes back', () => {
  let app: TestApp
  let proxy: ServerProxy
  let operator: pg.Client
  let ada: Person
  let roomId: string
  beforeAll(async () => {
    proxy = await ServerProxy.open(database?.url ?? '')
    app = await createTestApp({ databaseUrl: proxy.url })
    operator = new pg.Client({ connectionString: database?.url })
    await operator.connect()
    ada = await app.person('ada')
    roomId = await ada.room()
  })
  afterAll(async () => {
    await operator.end()
    await app.close()
    await proxy.cut()
  })

  const terminateAll = () =>
    operator.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  const logPath = () => `/api/rooms/officerooms/${roomId}/logs`
  const append = (text: string) => ada.rest('PUT', logPath(), { input_data: text, output_data: 'x' })
  const read = () => ada.rest('GET', logPath())

  /** Returns how many requests are refused before one succeeds. */
  async function untilServed(): Promise<number> {
    for (let refused = 0; ; refused += 1) {
      const answer = await read()
      if (answer.status === 200) return refused
      expectDocumented(answer)
    }
  }

  /** Resolves when the pool has no dead connection any more. */
  async function untilWhole(): Promise<void> {
    for (;;) {
      const asked = Array.from({ length: 10 }, () => app.app.database.ping())
      if ((await Promise.allSettled(asked)).every(({ status }) => status === 'fulfilled')) return
    }
  }

  /** A success, or the documented refusal without internal details. */
  function expectDocumented({ status, body }: RestAnswer): void {
    if (status !== 200) expect({ status, body }).toEqual({ status: 503, body: databaseError })
  }

  it('fails at most the requests that meet a terminated connection', async () => {
    expect((await append('before')).status).toBe(200)
    await terminateAll()
    // no more than the pool has
    expect(await untilServed()).toBeLessThanOrEqual(10)
    await untilWhole()
    expect((await append('after')).status).toBe(200)
  })

  it('answers 200 or the documented 503 to clients in the meantime, and loses no acknowledged entry', async () => {
    const acknowledged: string[] = []
    const load = Array.from({ length: 8 }, async (_, client) => {
      for (let turn = 0; turn < 10; turn += 1) {
        const text = `client ${client} turn ${turn}`
        const appended = await append(text)
        expectDocumented(appended)
        if (appended.status === 200) acknowledged.push(text)
        expectDocumented(await read())
        expectDocumented(await ada.rest('POST', '/api/rooms/officerooms', {}))
        const { errors } = await ada.graphql('{ me { id } myRooms { nodes { id } } }')
        for (const { extensions } of errors) expect(extensions).toEqual({ code: 'UNAVAILABLE', part: 'store' })
      }
    })
    const done = new AbortController()
    const cutting = (async () => {
      while (!done.signal.aborted) {
        await terminateAll()
        await setImmediate()
      }
    })()
    await Promise.all(load).finally(() => done.abort())
    await cutting
    await untilWhole()
    const { body } = await read()
    const texts = (body as { input_data: string }[]).map(({ input_data: text }) => text)
    expect(texts).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('answers 503 while PostgreSQL is unavailable, keeps running, and works again without a restart', async () => {
    await proxy.cut()
    expect(await ada.rest('GET', '/api/characters')).toMatchObject({ status: 503, body: databaseError })
    expect(await append('nowhere')).toMatchObject({ status: 503, body: databaseError })
    expect(
      await app.stranger().rest('POST', '/api/users/login', { email: 'a@example.com', password: 'x' }),
    ).toMatchObject({
      status: 503,
      body: databaseError,
    })
    expect(await ada.codes('{ me { id } }')).toEqual(['UNAVAILABLE'])
    expect((await ada.rest('GET', '/health/live')).status).toBe(200)
    expect((await ada.rest('GET', '/health/ready')).status).toBe(503)

    await proxy.lay()
    expect((await ada.rest('GET', '/health/ready')).status).toBe(200)
    expect((await append('back')).status).toBe(200)
    expect(at(await ada.data('{ me { username } }'), 'me', 'username')).toBe(ada.username)
  })

  it('shows in parley_store_up, without a request', async () => {
    const isUp = async () => valueIn(await registry.metrics(), 'parley_store_up{store="database"}') === 1
    await until('it is up', isUp)
    await proxy.cut()
    await until('it is away', async () => !(await isUp()))
    await proxy.lay()
    await until('it is back', isUp)
  })

  it('reports UNAVAILABLE when the connection ends between two statements of a write', async () => {
    const writing = app.app.database.write(async (db) => {
      await runSql(db, 'SELECT 1')
      await terminateAll()
      const { queryRunner } = Reflect.get(db, 'em') as EntityManager
      await until('its connection is released', () => queryRunner?.isReleased !== false)
      await runSql(db, 'SELECT 1')
    })
    await expect(writing).rejects.toMatchObject({ code: 'UNAVAILABLE', part: 'store' })
    await untilWhole()
  })

  async function expectKeptOnce(id: string): Promise<void> {
    const query = `query ($id: ID!) {
      generation(id: $id) { status text entry { index outputData } room { entries { nodes { index } } } }
    }`
    const { generation } = await ada.data(query, { id })
    const outputData = at(generation, 'text')
    expect(outputData.length).toBeGreaterThanOrEqual(200)
    expect(generation).toMatchObject({
      status: 'COMPLETED',
      entry: { index: 1, outputData },
      room: { entries: { nodes: [{ index: 1 }] } },
    })
  }

  it.each([0, 1, 2, 3, 4, 5])('stores a reply once when connections are cut while it runs (%d)', async (round) => {
    const id = await ada.say(await ada.room(round % 2 === 0 ? 'chat' : 'office'))
    const done = app.idle()
    for (let cuts = 0; cuts <= 2 * round; cuts += 1) {
      await terminateAll()
      await Promise.race([done, setImmediate()])
    }
    await done
    await untilWhole()
    await expectKeptOnce(id)
  })

  it('stores a reply once that ended while the server was unavailable', async () => {
    const id = await ada.say(await ada.room())
    await proxy.cut()
    for (let turn = 0; turn < 50; turn += 1) expect((await read()).status).toBe(503)
    await proxy.lay()
    await app.idle()
    await expectKeptOnce(id)
  })
})
