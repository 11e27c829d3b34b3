import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { registry } from '@parley/runtime'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'
import { at, type Person } from '../support/app/person.js'
import { valueIn } from '../support/app/value-in.js'
import { watch } from '../support/app/watch.js'
import { redisClient, RedisServer, testRedis } from '../support/instances/redis.js'

const full = 'Redis refuses writes, as when it is full: replies wait for it'
const reply = Array.from({ length: 40 }, (_, index) => `word${String(index)}`).join(' ')

;(testRedis() === undefined ? describe.skip : describe)('a Redis that is full', () => {
  let redis: RedisServer
  let client: Redis
  let app: TestApp | undefined
  let seen: ReturnType<typeof eventLog>
  beforeEach(async () => {
    redis = await RedisServer.start()
    client = redisClient(redis.url)
    seen = eventLog()
  })
  afterEach(async () => {
    await app?.close()
    app = undefined
    client.disconnect()
    await redis.kill()
  })

  const start = async (): Promise<Person> => {
    const env = { REDIS_URL: redis.url, LOCAL_MODEL: `scripted:?reply=${reply}&chunks=40&delayMs=50` }
    app = await createTestApp({ log: seen.log, env: { ...env, OFFICE_CONCURRENCY: '2' } })
    return app.person('ada')
  }
  const limit = (bytes: string) => client.config('SET', 'maxmemory', bytes)
  const stored = () => seen.events.filter((event) => event.startsWith('store.'))
  const writable = async () => valueIn(await registry.metrics(), 'parley_store_writable{store="redis_queue"}')
  const warnings = async (person: Person) =>
    ((await person.rest('GET', '/health/ready')).body as { readonly warnings?: readonly string[] }).warnings ?? []
  const completing = async (person: Person) => {
    const made = await person.data('mutation { createApiKey(input: { name: "queue" }) { text } }')
    const headers = { authorization: `Bearer ${at(made, 'createApiKey', 'text')}` }
    const body = { model: 'local', messages: [{ role: 'user', content: 'Hello' }] }
    return async () => (await person.rest('POST', '/v1/chat/completions', body, headers)).status
  }
  const ended = async (person: Person, id: string) => {
    const query = 'query ($id: ID!) { generation(id: $id) { status attempt text } }'
    const look = async () => (await person.data(query, { id }))['generation'] as Record<string, unknown>
    return until('the reply has ended', look, ({ status }) => status !== 'RUNNING' && status !== 'QUEUED')
  }

  it('lets replies wait that run or come meanwhile, refuses completions, and ends by itself', async () => {
    const ada = await start()
    const running = await ada.say(await ada.room())
    await watch(ada, running, undefined, ({ delta }) => delta !== '')
    expect(await writable()).toBe(1)

    const complete = await completing(ada)
    await limit('1')
    const waiting = await ada.say(await ada.room())
    await until('it is found', async () => (await writable()) === 0)
    expect(await ada.rest('GET', '/health/ready')).toMatchObject({ status: 200 })
    expect(await warnings(ada)).toContain(full)
    expect(await complete()).toBe(503)

    await limit('0')
    await until('it accepts writes', async () => (await writable()) === 1)
    for (const id of [running, waiting])
      expect(await ended(ada, id)).toEqual({ status: 'COMPLETED', attempt: 1, text: reply })
    expect(stored()).toEqual(['store.write_refused', 'store.write_accepted'])
    expect(await warnings(ada)).not.toContain(full)
  })

  it('is found by a start', async () => {
    await limit('1')
    const ada = await start()
    expect(stored()).toEqual(['store.write_refused'])
    expect(await warnings(ada)).toContain(full)
  })

  it('warns of a policy that deletes keys, and of the keys that it deletes', async () => {
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    const ada = await start()
    expect(seen.events).toContain('redis.evicts')
    expect(await warnings(ada)).toContain(
      'Redis may delete keys when it is full (allkeys-lru): set maxmemory-policy to noeviction',
    )
    await client.set('victim', 'x'.repeat(100_000))
    await limit('1')
    await until('Redis has deleted a key', async () => (await client.exists('victim')) === 0)
    await until('it is logged', () => seen.events.includes('redis.evicted'))
    expect(await warnings(ada)).toContain(
      'Redis is full and deletes keys, so replies run again or fail: set maxmemory-policy to noeviction',
    )
    expect(valueIn(await registry.metrics(), 'parley_redis_evicted_keys')).toBeGreaterThan(0)
  })
})
