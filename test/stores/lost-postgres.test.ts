import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { longWork } from '@parley/statements'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { runSql } from '../support/app/raw-sql.js'
import { createTestDatabase, onServer, ServerProxy, until } from '@parley/testing'

const server = await createTestDatabase()
const onPostgres = server ? describe : describe.skip
afterAll(() => server?.drop())

onPostgres('a PostgreSQL server whose packets are lost', () => {
  const url = server?.url ?? ''
  let proxy: ServerProxy
  let app: TestApp
  let ada: Person
  beforeAll(async () => {
    proxy = await ServerProxy.open(url)
    app = await createTestApp({
      databaseUrl: proxy.url,
      env: { LOCAL_MODEL: 'scripted:?reply=abcdefghijklmnopqrst&chunks=20&delayMs=500' },
    })
    ada = await app.person('ada')
  })
  afterAll(async () => {
    await app.close()
    await proxy.cut()
  })

  const sleep = (seconds: number, name: string, work = {}) =>
    app.app.database.read((db) => runSql(db, `SELECT pg_sleep(${seconds}) /* ${name} */`), work)
  const sleeping = (name: string) =>
    onServer(url, `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%${name}%'`)
  const read = async () => (await ada.rest('GET', '/api/characters')).status

  it('is noticed on every connection, and new connections are used without a restart', async () => {
    await Promise.all(Array.from({ length: 30 }, () => read()))
    proxy.lose()
    expect(proxy.lost).toBeGreaterThan(1)
    expect(await ada.rest('GET', '/health/ready')).toMatchObject({
      status: 503,
      body: { message: 'The database did not answer in time' },
    })
    expect(await read()).toBe(503)
    await until('every lost connection is destroyed', () => proxy.lost === 0)
    expect(await read()).toBe(200)
    expect((await ada.rest('GET', '/health/ready')).status).toBe(200)
    expect(await ada.room()).toEqual(expect.any(String))
  })

  it('ends no running reply', async () => {
    const id = await ada.say(await ada.room())
    proxy.lose()
    await app.idle()
    expect(await ada.data('query ($id: ID!) { generation(id: $id) { status } }', { id })).toEqual({
      generation: { status: 'COMPLETED' },
    })
  })

  it('ends a long statement, which the server no longer runs for this connection', async () => {
    const sent = sleep(600, 'lost', longWork)
    const ended = expect(sent).rejects.toMatchObject({ code: 'UNAVAILABLE', part: 'store' })
    await until('it runs', async () => (await sleeping('lost')).length > 0)
    proxy.lose()
    await onServer(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%lost%'`,
    )
    await ended
    await until('every lost connection is destroyed', () => proxy.lost === 0)
  })

  it('is not a server that runs a long statement, which goes on', async () => {
    expect(await sleep(10, 'alive', longWork)).toHaveLength(1)
  })

  it('is not a server that is slow: an ordinary statement is cancelled there at its limit', async () => {
    await expect(sleep(600, 'slow')).rejects.toMatchObject({ code: 'UNAVAILABLE', part: 'store' })
    await until('the server has ended it', async () => (await sleeping('slow')).length === 0)
  })
})
