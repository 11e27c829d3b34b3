import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registry } from '@parley/runtime'
import { onServer, testServer, until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'
import { at, type Person } from '../support/app/person.js'
import { writerOf } from '../support/app/raw-sql.js'
import { valueIn } from '../support/app/value-in.js'

const refused = { detail: 'Database error', message: 'Nothing can be stored now' }
const warning = 'The database refuses writes: what is stored can be read, replies wait'

/** Makes the database refuse writes, or accept them: SQLite with a full file, PostgreSQL read-only. */
async function setWritable(app: TestApp, isWritable: boolean): Promise<void> {
  const { databaseUrl } = app
  if (databaseUrl === undefined) {
    // a limit below the size of the file is its size
    await writerOf(app.app.database).query(`PRAGMA max_page_count = ${isWritable ? '1073741823' : '1'}`)
    return
  }
  const { pathname } = new URL(databaseUrl)
  // from another database, where the setting is not in force
  await onServer(
    testServer() ?? '',
    `ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${isWritable ? 'off' : 'on'}`,
  )
  // sessions that began read-only stay so
  if (isWritable) return
  await onServer(
    databaseUrl,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
}

describe('a database that refuses to write', () => {
  const { log, events } = eventLog()
  let app: TestApp
  let ada: Person
  beforeAll(async () => {
    app = await createTestApp({ log, embedded: true, env: { LOCAL_MODEL: 'scripted:?chunks=20&delayMs=20' } })
    ada = await app.person('ada')
  })
  afterAll(async () => {
    await setWritable(app, true)
    await app.close()
  })

  it('answers every write the same, serves reads, stays ready with a warning, and stores the reply afterwards', async () => {
    const room = await ada.room()
    const path = `/api/rooms/officerooms/${room}/logs`
    const generation = await ada.say(room)
    const other = await ada.room()
    const append = () =>
      ada.rest('PUT', `/api/rooms/officerooms/${other}/logs`, {
        input_data: 'x'.repeat(400),
        output_data: 'y'.repeat(400),
      })

    await setWritable(app, false)
    await until(
      'a write is refused',
      async () => (await append()).body,
      (body) => JSON.stringify(body) === JSON.stringify(refused),
    )
    const create = 'mutation ($name: String) { createOfficeRoom(input: { name: $name }) { room { id } } }'
    await until(
      'GraphQL refuses too',
      () => ada.codes(create, { name: 'n'.repeat(50) }),
      (codes) => codes[0] === 'UNAVAILABLE',
    )
    expect((await ada.rest('GET', path)).status).toBe(200)
    expect(await ada.rest('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { warnings: expect.arrayContaining([warning]) },
    })
    const writable = async () => valueIn(await registry.metrics(), 'parley_store_writable{store="database"}')
    expect(await writable()).toBe(0)

    await setWritable(app, true)
    await until('it accepts writes', async () => (await writable()) === 1)
    const stored = await Promise.all(Array.from({ length: 12 }, append))
    expect(stored.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    await app.idle()
    const query = 'query ($id: ID!) { generation(id: $id) { status text entry { outputData } } }'
    const found = (await ada.data(query, { id: generation }))['generation']
    expect(found).toMatchObject({ status: 'COMPLETED', entry: { outputData: at(found, 'text') } })
    expect(events.filter((event) => event.startsWith('store.'))).toEqual([
      'store.write_refused',
      'store.write_accepted',
    ])
    expect((await ada.rest('GET', '/health/ready')).text).not.toContain(warning)
  })

  ;(testServer() === undefined ? it.skip : it)('is named by a start', async () => {
    await setWritable(app, false)
    await expect(createTestApp({ embedded: true, databaseUrl: app.databaseUrl })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^DATABASE_URL: the database refuses to write \(25006: /),
    })
    await setWritable(app, true)
  })

  it('shows the free bytes of its disks', async () => {
    const text = await registry.metrics()
    for (const disk of ['data', 'images', 'temporary'])
      expect(valueIn(text, `parley_disk_free_bytes{disk="${disk}"}`)).toBeGreaterThan(0)
  })
})
