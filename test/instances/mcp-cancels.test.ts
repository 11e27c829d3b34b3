import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { called, eras, mcpClient, mcpKey } from '../support/mcp/mcp-client.js'
import { testRedis } from '../support/instances/redis.js'
import { started } from '../support/replies/completion-fixture.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'

const redis = testRedis()
const database = redis === undefined ? undefined : await createTestDatabase()
const env = { JWT_SECRET: 's'.repeat(64), REDIS_URL: redis ?? '', LOCAL_MODEL: 'scripted:?reply=Hello&delayMs=1' }

// needs `.ci/postgres.sh .ci/redis.sh`: only PostgreSQL can be shared
;(database ? describe : describe.skip)('MCP on two instances', () => {
  const databaseUrl = database?.url
  const tap = new TappedGenerator()
  let here: TestApp
  let there: TestApp
  beforeAll(async () => {
    here = await createTestApp({ databaseUrl, env, wrap: tap.wrap })
    there = await createTestApp({ databaseUrl, env, wrap: tap.wrap })
  })
  afterAll(async () => {
    await there.close()
    await here.close()
    await database?.drop()
  })

  it.each(eras)('each request of a client of %s is answered by another one', async (era) => {
    let count = 0
    const fetchInTurns = (url: string | URL, init?: RequestInit) =>
      fetch(new URL(new URL(url).pathname, (count += 1) % 2 === 0 ? there.url : here.url), init)
    const ada = await here.person('ada')
    const client = await mcpClient(here.url, (await mcpKey(ada)).text, { era, fetch: fetchInTurns })
    const { roomId } = await called(client, 'send_message', { text: 'Hello' })
    expect(await called(client, 'read_room', { roomId })).toMatchObject({ messages: [{ message: 'Hello' }] })
    expect(count).toBeGreaterThan(2)
    await client.close()
  })

  it('a client of 2025 cancels a call of one at the other', async () => {
    const cancelsThere = (url: string | URL, init?: RequestInit) => {
      const isCancel = typeof init?.body === 'string' && init.body.includes('notifications/cancelled')
      return fetch(isCancel ? new URL('/mcp', there.url) : url, init)
    }
    const ada = await here.person('ada')
    const client = await mcpClient(here.url, (await mcpKey(ada)).text, { era: '2025', fetch: cancelsThere })
    tap.jobs.length = 0
    tap.signals.length = 0
    tap.next = stall(started)
    const stop = new AbortController()
    const call = called(client, 'send_message', { text: 'Wait' }, { signal: stop.signal }).catch(() => 'cancelled')
    await until('the model has the job', () => tap.jobs.length === 1)
    stop.abort()
    expect(await call).toBe('cancelled')
    await until('the model has stopped', () => tap.signals[0]?.aborted === true)
    await client.close()
  })
})
