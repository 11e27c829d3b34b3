import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { registry } from '@parley/runtime'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'
import { testMongoDatabase, until } from '@parley/testing'
import { at, type Person } from '../support/app/person.js'
import { valueIn } from '../support/app/value-in.js'
import { watch } from '../support/app/watch.js'
import { RefusingMongo } from '../support/rooms/refusing-mongo.js'

const database = testMongoDatabase()
afterAll(() => database?.drop())
const warning = 'MongoDB refuses writes: chat logs can be read, replies wait'

;(database ? describe : describe.skip)('a MongoDB that answers and refuses to write', () => {
  const { log, events } = eventLog()
  let mongo: RefusingMongo
  let app: TestApp
  let ada: Person
  beforeAll(async () => {
    mongo = await RefusingMongo.open(database?.url ?? '')
    const env = { MONGODB_URL: mongo.url, LOCAL_MODEL: 'scripted:?chunks=10&delayMs=20' }
    app = await createTestApp({ log, env })
    ada = await app.person('ada')
  })
  afterAll(async () => {
    await app.close()
    await mongo.close()
  })

  it.each([
    ['has no room on its disk', 14_031],
    ['gives the user no right', 13],
  ])('because it %s is one state: reads go on, replies wait, and it ends by itself', async (_why, code) => {
    events.length = 0
    const room = await ada.room()
    const path = `/api/rooms/officerooms/${room}/logs`
    const generation = await ada.say(await ada.room())
    mongo.refusal = code
    const append = () => ada.rest('PUT', path, { input_data: 'Hello', output_data: 'Ahoy' })
    expect(await append()).toMatchObject({
      status: 503,
      body: { detail: 'Database error', message: 'Nothing can be stored now' },
    })
    expect((await ada.rest('GET', path)).status).toBe(200)
    expect(await ada.rest('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { warnings: expect.arrayContaining([warning]) },
    })
    const writable = async () => valueIn(await registry.metrics(), 'parley_store_writable{store="chat_logs"}')
    expect(await writable()).toBe(0)

    mongo.refusal = undefined
    await until('it accepts writes', async () => (await writable()) === 1)
    expect((await append()).status).toBe(200)
    await watch(ada, generation)
    const query = 'query ($id: ID!) { generation(id: $id) { status text entry { outputData } } }'
    const found = (await ada.data(query, { id: generation }))['generation']
    expect(found).toMatchObject({ status: 'COMPLETED', entry: { outputData: at(found, 'text') } })
    expect(events.filter((event) => event.startsWith('store.'))).toEqual([
      'store.write_refused',
      'store.write_accepted',
    ])
  })
})
