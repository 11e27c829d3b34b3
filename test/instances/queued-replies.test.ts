import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, until } from '@parley/testing'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { type WatchedEvent, folded, watch } from '../support/app/watch.js'
import { frozenAfter } from '../support/instances/frozen-instance.js'
import { QueueFixture } from '../support/instances/queue-fixture.js'
import { RedisServer, testRedis } from '../support/instances/redis.js'
import { stopPolling } from '../support/instances/stop-polling.js'

const database = testRedis() === undefined ? undefined : await createTestDatabase()

interface Waiting {
  readonly status: string
  readonly position: number | null
  readonly queueReason: string | null
}

// needs `.ci/postgres.sh .ci/redis.sh`: only PostgreSQL can be shared
;(database ? describe : describe.skip)('replies of two instances through one queue', () => {
  let redis: RedisServer
  let options: TestAppOptions
  let here: TestApp
  let there: TestApp
  let workers: QueueFixture
  let restorePolling: () => void
  beforeAll(async () => {
    restorePolling = stopPolling()
    redis = await RedisServer.start()
    // instances without a worker of their own
    const nowhere = 'http://127.0.0.1:1'
    const env = { REDIS_URL: redis.url, AI_OFFICE_URL: nowhere, AI_CHARACTER_URL: nowhere, JWT_SECRET: 's'.repeat(64) }
    options = { databaseUrl: database?.url, env }
    here = await createTestApp(options)
    there = await createTestApp(options)
  })
  afterEach(() => workers.close())
  afterAll(async () => {
    restorePolling()
    await there.close()
    await here.close()
    await redis.kill()
    await database?.drop()
  })

  const useScript = (script: string) => {
    workers = new QueueFixture(redis.url, { Local: `scripted:?${script}` })
    return workers
  }
  const elsewhere = (person: Person) => person.movedTo(there.url)
  const waitingOf = async (person: Person, id: string) => {
    const query = 'query ($id: ID!) { generation(id: $id) { status position queueReason } }'
    return (await person.data(query, { id }))['generation'] as Waiting
  }
  const onBoth = (person: Person, id: string) =>
    Promise.all([person, elsewhere(person)].map((each) => waitingOf(each, id)))
  const cancel = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }'
  const untilText = (person: Person, id: string) => watch(person, id, undefined, ({ delta }) => delta !== '')

  it('both know position and reason, and a follower on the other one gets each change', async () => {
    const person = await here.person('ada')
    useScript('stallAt=2')
    const ids = []
    for (let count = 1; count <= 3; count += 1) {
      const id = await person.say(await person.room())
      const away = { status: 'QUEUED', position: count, queueReason: 'WORKER_AWAY' }
      // a reply that is accepted reaches the queue later, and its place is that of its arrival there
      await until(
        'both know that it waits',
        () => onBoth(person, id),
        (states) => isDeepStrictEqual(states, [away, away]),
      )
      ids.push(id)
    }
    const [first = '', , third = ''] = ids
    await workers.worker()
    await untilText(person, first)
    const busy = { status: 'QUEUED', position: 2, queueReason: 'BUSY' }
    await until('it is next but one', async () => (await waitingOf(person, third)).position === 2)
    expect(await onBoth(person, third)).toEqual([busy, busy])
    const following = watch(elsewhere(person), third, undefined, ({ position }) => position === 1)
    await elsewhere(person).data(cancel, { id: first })
    const positions = (await following).map(({ position }) => position)
    expect(positions.filter((position, index) => position !== positions[index - 1])).toEqual(
      positions.length === 1 ? [1] : [2, 1],
    )
    for (const id of ids) await person.data(cancel, { id })
    await here.idle()
  })

  it('have leases of six seconds, so that the other one continues a reply within ten', async () => {
    const person = await here.person('dan')
    await useScript('stallAt=2').worker()
    const id = await person.say(await person.room())
    await untilText(person, id)
    const row = await there.app.database.read((db) => db.selectOne(GenerationTable, { id }))
    expect((row?.leaseUntil ?? Infinity) - Date.now()).toBeLessThanOrEqual(6_000)
    await person.data(cancel, { id })
    await here.idle()
  })

  it('a cancel on one ends the run of a worker for the other, without a wait for the next round of either', async () => {
    const person = await here.person('bob')
    await useScript('stallAt=2').worker()
    const rooms = [await person.room(), await person.room()]
    for (let round = 0; round < 5; round += 1) {
      const [running = '', next = ''] = await Promise.all(rooms.map((room) => person.say(room)))
      // either may be the first
      const started = await Promise.any([running, next].map((id) => untilText(person, id).then(() => id)))
      const waiting = started === running ? next : running
      const following = watch(elsewhere(person), waiting, undefined, ({ status }) => status === 'RUNNING')
      await until('it is known there', async () => (await waitingOf(elsewhere(person), waiting)).position === 1)
      // no round of either follows: this scene has stopped them
      await elsewhere(person).data(cancel, { id: started })
      await following
      await elsewhere(person).data(cancel, { id: waiting })
      await here.idle()
    }
  })

  it('a cancel keeps all text that an instance has published before it froze', async () => {
    const person = await here.person('eve')
    useScript('chunks=60&delayMs=20')
    const frozen = await createTestApp({ ...options, wrap: frozenAfter(5) })
    try {
      const sender = person.movedTo(frozen.url)
      const id = await sender.say(await person.room())
      let seeing: Promise<WatchedEvent[]> | undefined
      await new Promise<void>((resolve) => {
        seeing = watch(person, id, undefined, ({ delta }) => {
          resolve()
          return delta !== ''
        })
      })
      await workers.worker()
      // less than half a second after its first text: the store has none yet
      const seen = (await seeing) ?? []
      const following = watch(person, id, seen.at(-1)?.cursor)
      await elsewhere(person).data(cancel, { id })
      const events = [...seen, ...(await following)]
      expect(events.at(-1)?.status).toBe('CANCELLED')
      expect(folded(events).startsWith(folded(seen))).toBe(true)
      const query = 'query ($id: ID!) { generation(id: $id) { text } }'
      expect(await person.data(query, { id })).toEqual({ generation: { text: folded(events) } })
    } finally {
      await frozen.close()
    }
  })

  it('without Redis stored replies can be read, and messages wait on both until it is back', async () => {
    const person = await here.person('cid')
    await useScript('chunks=60').worker()
    const room = await person.room()
    const known = await person.say(room)
    const text = folded(await watch(person, known))
    await redis.kill()
    const id = await person.say(room)
    await until('it waits', async () => (await waitingOf(person, id)).queueReason === 'WORKER_AWAY')
    expect(await onBoth(person, id)).toMatchObject([
      { status: 'QUEUED', queueReason: 'WORKER_AWAY' },
      { status: 'QUEUED', queueReason: 'WORKER_AWAY' },
    ])
    const query = 'query ($id: ID!) { generation(id: $id) { entry { outputData } } }'
    expect(await elsewhere(person).data(query, { id: known })).toEqual({ generation: { entry: { outputData: text } } })
    await redis.restart()
    expect((await watch(person, id)).at(-1)?.status).toBe('COMPLETED')
  })
})
