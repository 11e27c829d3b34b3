import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { AppError, createLogger } from '@parley/runtime'
import { createTestDatabase } from '@parley/testing'
import { OpenCompletions } from '../../src/completions/open-completions.js'
import type { Measure } from '../../src/usage/usage-count.js'
import {
  atOnceOf,
  become,
  cancel,
  exchange,
  messagesOf,
  midnight,
  nextMonth,
  noon,
  send,
  tokensOf,
  trySending,
  untilAtOnce,
  UsageFixture,
  usageOf,
  usageQuery,
} from '../support/accounts/usage-fixture.js'
import type { TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'
import { at, type Person } from '../support/app/person.js'
import { allRows } from '../support/app/rows.js'
import { watch } from '../support/app/watch.js'
import { counted, delta, hello, started, thrown, waiting } from '../support/replies/completion-fixture.js'
import { openaiOf } from '../support/replies/openai-client.js'
import { course, refusal, stall } from '../support/replies/tapped-generator.js'

let fixture: UsageFixture
let app: TestApp
beforeAll(async () => {
  ;({ fixture, app } = await UsageFixture.open())
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

describe('the messages of a day', () => {
  const spent = { name: 'messages', max: 3, used: 3, resetsAt: '2030-01-31T00:00:00.000Z' }
  const message = 'You have used up your 3 messages per day; counting begins anew at 2030-01-31T00:00:00.000Z'

  it('are limited by the policy, and reset at midnight in UTC', async () => {
    const ada = await app.person()
    const roomId = await ada.room()
    for (let sent = 0; sent < 3; sent += 1) await exchange(ada, roomId)
    const { errors } = await ada.graphql(send, { input: { roomId, text: 'Hello' } })
    expect(errors).toMatchObject([
      { message, extensions: { code: 'RATE_LIMITED', retryAfterMs: midnight - noon, limit: spent } },
    ])
    const overRest = await ada.rest('POST', '/generations', { roomId, text: 'Hello' })
    expect(overRest).toMatchObject({ status: 429, body: { detail: 'Too many requests', message } })
    expect(overRest.headers.get('retry-after')).toBe(String((midnight - noon) / 1000))
    fixture.now = midnight - 1
    expect(await trySending(ada)).toBe('RATE_LIMITED')
    fixture.now = midnight
    expect(await messagesOf(ada)).toBe(0)
    await exchange(ada, roomId)
    expect(await messagesOf(ada)).toBe(1)
  })

  it('include those of rooms and of /v1, which reports the limit in its own form without a retry', async () => {
    const ada = await app.person()
    const openai = await openaiOf(ada)
    const ask = () => openai.chat.completions.create({ model: 'local', messages: hello })
    await exchange(ada)
    await ask()
    await ask()
    expect(await trySending(ada)).toBe('RATE_LIMITED')
    const error = await thrown(ask())
    expect(error).toMatchObject({ status: 429, code: 'insufficient_quota', type: 'insufficient_quota' })
    expect(String(error)).toContain(message)
    const { headers } = error as { headers: Headers }
    expect([headers.get('retry-after'), headers.get('x-should-retry')]).toEqual([
      String((midnight - noon) / 1000),
      'false',
    ])
  })

  it('include a retry with the same key once, and answer it even when they are used up', async () => {
    const ada = await app.person()
    const roomId = await ada.room()
    const input = { roomId, text: 'Hello', idempotencyKey: 'the first' }
    const first = await ada.data(send, { input })
    await app.idle()
    await ada.data(send, { input })
    expect(await messagesOf(ada)).toBe(1)
    for (let sent = 1; sent < 3; sent += 1) await exchange(ada, roomId)
    expect(at(await ada.data(send, { input }), 'sendMessage', 'generation', 'id')).toBe(
      at(first, 'sendMessage', 'generation', 'id'),
    )
    expect(await messagesOf(ada)).toBe(3)
  })

  it('answer all simultaneous calls that send the last one with its key', async () => {
    const ada = await app.person()
    for (let sent = 0; sent < 2; sent += 1) await exchange(ada)
    const input = { roomId: await ada.room(), text: 'Hello', idempotencyKey: 'the last' }
    const answers = await Promise.all(Array.from({ length: 3 }, () => ada.data(send, { input })))
    expect(new Set(answers.map((answer) => at(answer, 'sendMessage', 'generation', 'id'))).size).toBe(1)
    await app.idle()
    expect(await messagesOf(ada)).toBe(3)
  })

  it('never exceed the limit, however many are sent at once', async () => {
    const ada = await app.person()
    const codes = await Promise.all(Array.from({ length: 8 }, () => trySending(ada)))
    expect(codes.filter((code) => code === undefined)).toHaveLength(3)
    await app.idle()
    expect(await messagesOf(ada)).toBe(3)
  })

  it('are not used up by refused requests', async () => {
    const [ada, eve] = [await app.person(), await app.person()]
    const roomId = await ada.room()
    fixture.tap.next = stall(started)
    const id = await ada.say(roomId)
    expect(await ada.codes(send, { input: { roomId, text: 'Hello' } })).toEqual(['CONFLICT'])
    expect(await ada.codes(send, { input: { roomId: await eve.room(), text: 'Hello' } })).toEqual(['NOT_FOUND'])
    expect(await trySending(ada, { model: 'nothing' })).toBe('BAD_USER_INPUT')
    expect(await trySending(ada, { model: 'hosted4.1' })).toBe('FORBIDDEN')
    const excluded = { roomId: await ada.room(), text: 'Hello', model: 'hosted4.1' }
    expect((await ada.rest('POST', '/generations', excluded)).status).toBe(403)
    expect(await trySending(ada, { text: 'x'.repeat(32_001) })).toBe('BAD_USER_INPUT')
    await cancel(ada, id)
    expect([await messagesOf(ada), await messagesOf(eve)]).toEqual([1, 0])
  })

  it('are not used up by a completion that no model accepts', async () => {
    const ada = await app.person()
    const openai = await openaiOf(ada)
    fixture.tap.next = refusal(new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: 1_000 }))
    expect(await thrown(openai.chat.completions.create({ model: 'local', messages: hello }))).toMatchObject({
      status: 503,
    })
    expect(await usageOf(ada)).toMatchObject({ messages: { used: 0 }, concurrentGenerations: { used: 0 } })
  })

  it('limit neither rooms nor writes to them', async () => {
    const ada = await app.person()
    for (let sent = 0; sent < 3; sent += 1) await exchange(ada)
    const roomId = await ada.room('chat')
    const turn = { input_data: 'Hello', output_data: 'Ahoy' }
    expect((await ada.rest('PUT', `/api/rooms/chatrooms/${roomId}/logs`, turn)).status).toBe(200)
    expect((await ada.rest('POST', '/api/officerooms', {})).status).toBe(200)
  })
})

describe('the tokens of a month', () => {
  it('are those that the model counted, and reset each month', async () => {
    const ada = await fixture.vip()
    const roomId = await ada.room()
    for (const used of [9, 18, 27]) {
      fixture.tap.next = course(started, delta(0, 'So be it'), counted('stop'))
      await exchange(ada, roomId)
      expect(await tokensOf(ada)).toBe(used)
    }
    const { errors } = await ada.graphql(send, { input: { roomId, text: 'Hello' } })
    expect(errors).toMatchObject([
      {
        message: 'You have used up your 27 tokens per month; counting begins anew at 2030-02-01T00:00:00.000Z',
        extensions: {
          code: 'RATE_LIMITED',
          retryAfterMs: nextMonth - noon,
          limit: { name: 'tokens', max: 27, used: 27, resetsAt: '2030-02-01T00:00:00.000Z' },
        },
      },
    ])
    const refused = await thrown(
      (await openaiOf(ada)).chat.completions.create({ model: 'local', messages: hello, stream: true }),
    )
    expect(refused).toMatchObject({ status: 429, code: 'insufficient_quota' })
    fixture.now = nextMonth
    expect(await trySending(ada)).toBeUndefined()
    await app.idle()
  })

  it('are estimated at four bytes each when the model does not count', async () => {
    const ada = await app.person()
    fixture.tap.next = course(started, delta(0, 'twelve bytes'), { kind: 'end', outcome: 'completed' })
    await exchange(ada)
    // `Hello` is 2, the reply 3
    expect(await tokensOf(ada)).toBe(5)
  })

  it('are charged even after a cancel just before the end', async () => {
    const ada = await app.person()
    fixture.tap.next = stall(started, delta(0, 'twelve bytes'))
    const id = await ada.say(await ada.room())
    await watch(ada, id, undefined, ({ delta: text }) => text !== '')
    await cancel(ada, id)
    expect(await tokensOf(ada)).toBe(5)
    await app.idle()
    expect(await tokensOf(ada)).toBe(5)
  })

  it('are charged even when the room is deleted', async () => {
    const ada = await app.person()
    const roomId = await ada.room()
    fixture.tap.next = stall(started)
    const id = await ada.say(roomId)
    await watch(ada, id, undefined, ({ status }) => status === 'RUNNING')
    await ada.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: roomId })
    expect(await tokensOf(ada)).toBe(2)
  })

  it('are counted once when a cancel and the deletion of the room coincide', async () => {
    const ada = await app.person()
    fixture.tap.always = stall(started)
    for (let sent = 0; sent < 3; sent += 1) {
      const roomId = await ada.room()
      const id = await ada.say(roomId)
      await watch(ada, id, undefined, ({ status }) => status === 'RUNNING')
      const remove = 'mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }'
      await Promise.allSettled([cancel(ada, id), ada.data(remove, { id: roomId })])
    }
    expect(await tokensOf(ada)).toBe(6)
  })

  it('are not charged for a reply that never began, or failed without text', async () => {
    const ada = await app.person()
    fixture.tap.next = stall(waiting)
    const id = await ada.say(await ada.room())
    await cancel(ada, id)
    fixture.tap.next = course(started, { kind: 'end', outcome: 'failed', reason: 'prompt_too_long' })
    await exchange(ada)
    expect(await usageOf(ada)).toMatchObject({ messages: { used: 2 }, tokens: { used: 0 } })
  })

  it('are counted for a completion too, complete, streamed or interrupted by its reader', async () => {
    const ada = await app.person()
    const openai = await openaiOf(ada)
    fixture.tap.next = course(started, delta(0, 'So be it'), counted('stop'))
    await openai.chat.completions.create({ model: 'local', messages: hello })
    expect(await tokensOf(ada)).toBe(9)
    fixture.tap.next = stall(started, delta(0, 'twelve bytes'))
    const stream = await openai.chat.completions.create({ model: 'local', messages: hello, stream: true })
    for await (const { choices } of stream) if (choices[0]?.delta.content !== '') break
    await untilAtOnce(ada, 0)
    expect(await tokensOf(ada)).toBe(14)
    // only the counts of both remain
    const { open_completions: open, generations } = await allRows(app)
    expect([open, generations?.filter(({ ownerId }) => ownerId === Number(ada.id))]).toEqual([[], []])
  })
})

describe('a process that ends', () => {
  it('loses no count: each reply is charged once', async () => {
    const server = await createTestDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-usage-'))
    const kept = { databaseUrl: server?.url, drainMs: 0, dataDir }
    let other = await fixture.start(kept)
    try {
      const ada = await other.person()
      fixture.tap.next = stall(started, delta(0, 'twelve bytes'))
      const id = await ada.say(await ada.room())
      await watch(ada, id, undefined, ({ delta: text }) => text !== '')
      const open = other.app.product.openCompletions
      const { id: completionId } = await open.begin(Number(ada.id), 'Local')
      await open.renew(completionId, 7)
      await other.stop()

      other = await fixture.start(kept)
      const same = ada.movedTo(other.url)
      expect((await watch(same, id)).at(-1)).toMatchObject({ status: 'COMPLETED', attempt: 2 })
      expect(await usageOf(same)).toMatchObject({
        messages: { used: 2 },
        tokens: { used: 5 },
        concurrentGenerations: { used: 1 },
      })
      fixture.now += 30_001
      expect(await atOnceOf(same)).toBe(0)
      await other.stop()

      other = await fixture.start(kept)
      expect(await tokensOf(ada.movedTo(other.url))).toBe(12)
      await other.app.product.openCompletions.settleLost()
      expect(await tokensOf(ada.movedTo(other.url))).toBe(12)
    } finally {
      await other.close()
      await server?.drop()
    }
  })
})

describe('replies at a time', () => {
  it('are limited by the policy, over rooms and /v1 together, and end to allow others', async () => {
    const ada = await fixture.vip()
    const openai = await openaiOf(ada)
    const rooms = [await ada.room(), await ada.room()]
    fixture.tap.next = stall(waiting)
    const id = await ada.say(rooms[0] ?? '')
    // from its generator, which therefore has the course that stalls
    await watch(ada, id, undefined, ({ position }) => position !== null)
    fixture.tap.next = stall(started, delta(0, 'a'))
    const aborted = new AbortController()
    const asked = { model: 'local', messages: hello, stream: true } as const
    await openai.chat.completions.create(asked, { signal: aborted.signal })
    const { errors } = await ada.graphql(send, { input: { roomId: rooms[1], text: 'Hello' } })
    expect(errors).toMatchObject([
      {
        message: 'You may have 2 running generations at a time; try again when one of them has ended',
        extensions: {
          code: 'RATE_LIMITED',
          retryAfterMs: 5_000,
          limit: { name: 'concurrentGenerations', max: 2, used: 2, resetsAt: null },
        },
      },
    ])
    const refused = await thrown(openai.chat.completions.create(asked))
    expect(refused).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    expect((refused as { headers: Headers }).headers.get('retry-after')).toBe('5')
    // a room with a running generation is refused for that reason, as always
    aborted.abort()
    await untilAtOnce(ada, 1)
    expect(await ada.codes(send, { input: { roomId: rooms[0], text: 'Hello' } })).toEqual(['CONFLICT'])
    await cancel(ada, id)
    await exchange(ada, rooms[1])
  })

  it('never exceed the limit, however many are sent at once', async () => {
    const ada = await fixture.vip()
    const openai = await openaiOf(ada)
    const rooms = await Promise.all(Array.from({ length: 4 }, () => ada.room()))
    fixture.tap.always = stall(started, delta(0, 'a'))
    const asked = { model: 'local', messages: hello, stream: true } as const
    const aborted = new AbortController()
    const completions = Promise.allSettled(
      Array.from({ length: 4 }, () => openai.chat.completions.create(asked, { signal: aborted.signal })),
    )
    const sent = rooms.map((roomId) => ada.graphql(send, { input: { roomId, text: 'Hello' } }))
    const accepted = (await Promise.all(sent)).flatMap(({ data }) =>
      data === null ? [] : [at(data, 'sendMessage', 'generation', 'id')],
    )
    const streams = (await completions).filter(({ status }) => status === 'fulfilled')
    expect(accepted.length + streams.length).toBe(2)
    aborted.abort()
    for (const id of accepted) await cancel(ada, id)
    await untilAtOnce(ada, 0)
  })
})

describe('a model that the membership does not include', () => {
  it('is FORBIDDEN, is marked so by `models`, and does not exist under /v1', async () => {
    const ada = await app.person()
    const openai = await openaiOf(ada)
    const { errors } = await ada.graphql(send, {
      input: { roomId: await ada.room(), text: 'Hello', model: 'hosted4.1' },
    })
    expect(errors).toMatchObject([
      { message: 'Your membership does not include this model', extensions: { code: 'FORBIDDEN' } },
    ])
    const models = '{ models { name included available } }'
    const hosted = { name: 'hosted4.1', included: false, available: false }
    expect(await ada.data(models)).toMatchObject({
      models: expect.arrayContaining([{ name: 'Local', included: true, available: true }, hosted]),
    })
    expect(await app.stranger().data(models)).toMatchObject({
      models: expect.arrayContaining([{ ...hosted, included: true, available: true }]),
    })
    const ids: string[] = []
    for await (const { id } of openai.models.list()) ids.push(id)
    expect(ids).toEqual(['local'])
    expect(await thrown(openai.models.retrieve('hosted4.1'))).toMatchObject({ status: 404 })
    const asked = openai.chat.completions.create({ model: 'hosted4.1', messages: hello })
    expect(await thrown(asked)).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
    expect(await messagesOf(ada)).toBe(0)
  })
})

describe('a membership', () => {
  it('decides the priority and the context of a job, from the next message on', async () => {
    const ada = await app.person()
    const openai = await openaiOf(ada)
    const roomId = await ada.room()
    await exchange(ada, roomId)
    expect(fixture.tap.lastJob).toMatchObject({ priority: 'normal', contextTokens: 512 })
    await become(ada, 'VIP')
    await exchange(ada, roomId)
    expect(fixture.tap.lastJob).toMatchObject({ priority: 'high', contextTokens: undefined })
    await become(ada, 'BASIC')
    await openai.chat.completions.create({ model: 'local', messages: hello })
    expect(fixture.tap.lastJob).toMatchObject({ priority: 'normal', contextTokens: 512 })
    expect(await trySending(ada)).toBe('RATE_LIMITED')
    await become(ada, 'VIP')
    expect(await trySending(ada)).toBeUndefined()
    await app.idle()
  })

  it('does not apply to administrators, who have their own limits', async () => {
    const admin = await app.admin()
    expect((await admin.data(usageQuery))['myUsage']).toMatchObject({
      membership: 'BASIC',
      messages: { used: 0, limit: null },
      tokens: { limit: null },
      concurrentGenerations: { limit: null },
      contextTokens: null,
      priority: 'HIGH',
    })
    for (let sent = 0; sent < 4; sent += 1) await exchange(admin)
    expect(await messagesOf(admin)).toBe(4)
  })
})

describe('what an account has used', () => {
  it('is reported with its limits, equally over GraphQL and REST', async () => {
    const ada = await app.person()
    fixture.tap.next = course(started, delta(0, 'So be it'), counted('stop'))
    await exchange(ada)
    const usage = {
      membership: 'BASIC',
      messages: { used: 1, limit: 3, resetsAt: '2030-01-31T00:00:00.000Z' },
      tokens: { used: 9, limit: 100_000_000, resetsAt: '2030-02-01T00:00:00.000Z' },
      concurrentGenerations: { used: 0, limit: 100, resetsAt: null },
      models: ['Local'],
      contextTokens: 512,
    }
    expect((await ada.data(usageQuery))['myUsage']).toEqual({ ...usage, priority: 'NORMAL' })
    expect((await ada.rest('GET', '/api/users/usage')).body).toEqual({ ...usage, priority: 'normal' })
    expect(await app.stranger().codes(usageQuery)).toEqual(['UNAUTHENTICATED'])
    expect((await app.stranger().rest('GET', '/api/users/usage')).status).toBe(401)
  })

  it('includes a completion that outlives its lease, completely and once', async () => {
    const ada = await app.person()
    const { openCompletions: open } = app.app.product
    const begun = await open.begin(Number(ada.id), 'Local')
    fixture.now += 30_001
    await open.settleLost()
    await open.renew(begun.id, 400)
    expect(await atOnceOf(ada)).toBe(1)
    await open.settle({ id: begun.id, userId: Number(ada.id), model: 'Local', tokens: 500 })
    await open.settle({ id: begun.id, userId: Number(ada.id), model: 'Local', tokens: 500 })
    expect([await tokensOf(ada), await atOnceOf(ada)]).toEqual([500, 0])
  })

  it('includes a completion once that another instance treats as lost', async () => {
    const ada = await app.person()
    const { openCompletions: open, allowance } = app.app.product
    const { database } = app.app
    const log = createLogger('silent')
    const other = new OpenCompletions({ database, allowance, clock: () => fixture.now, leaseMs: 30_000, log })
    const { id } = await open.begin(Number(ada.id), 'Local')
    await open.renew(id, 400)
    fixture.now += 30_001
    await other.settleLost()
    expect(await tokensOf(ada)).toBe(400)
    await open.renew(id, 450)
    await open.settle({ id, userId: Number(ada.id), model: 'Local', tokens: 500 })
    expect(await tokensOf(ada)).toBe(500)
  })

  it('includes lost completions although another one cannot be charged', async () => {
    const [eve, ada] = [await app.person(), await app.person()]
    const { openCompletions: open, allowance } = app.app.product
    for (const person of [eve, ada]) await open.renew((await open.begin(Number(person.id), 'Local')).id, 400)
    fixture.now += 30_001
    const { database } = app.app
    const { log, events } = eventLog()
    const other = new OpenCompletions({ database, allowance, clock: () => fixture.now, leaseMs: 30_000, log })
    const spend = jest.spyOn(allowance, 'spend').mockRejectedValueOnce(new Error('no'))
    await other.settleLost()
    spend.mockRestore()
    expect([await tokensOf(eve), await tokensOf(ada)].sort()).toEqual([0, 400])
    expect(events).toEqual(['completion.settle_failed'])
  })

  it('is deleted when its period is over, and with the account', async () => {
    const [ada, eve] = [await app.person(), await app.person()]
    for (const person of [ada, eve]) {
      fixture.tap.next = course(started, delta(0, 'So be it'), counted('stop'))
      await exchange(person)
    }
    const rowsOf = async ({ id }: Person) =>
      ((await allRows(app))['usage_counts'] ?? [])
        .filter(({ userId }) => userId === Number(id))
        .map(({ measure }) => measure as Measure)
        .sort()
    await ada.data('mutation { deleteAccount { deletedAccountId } }')
    expect([await rowsOf(ada), await rowsOf(eve)]).toEqual([[], ['MESSAGES', 'TOKENS']])
    fixture.now = midnight + 1
    await app.app.sweeper.sweep()
    expect(await rowsOf(eve)).toEqual(['TOKENS'])
    fixture.now = nextMonth + 1
    await app.app.sweeper.sweep()
    expect(await rowsOf(eve)).toEqual([])
  })
})

const database = await createTestDatabase()
const onPostgres = database ? describe : describe.skip
afterAll(() => database?.drop())

onPostgres('two instances on one database', () => {
  it('accept the last messages once', async () => {
    const shared = { env: { JWT_SECRET: 'x'.repeat(64) }, databaseUrl: database?.url }
    const [one, other] = [await fixture.start(shared), await fixture.start(shared)]
    try {
      const ada = await one.person()
      const both = [ada, ada.movedTo(other.url)]
      const codes = await Promise.all(both.flatMap((person) => Array.from({ length: 6 }, () => trySending(person))))
      expect(codes.filter((code) => code === undefined)).toHaveLength(3)
      await Promise.all([one.idle(), other.idle()])
      expect(await messagesOf(ada)).toBe(3)
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  })

  it('run no more replies at a time than allowed, over rooms and completions', async () => {
    const shared = { env: { JWT_SECRET: 'x'.repeat(64) }, databaseUrl: database?.url }
    const [one, other] = [await fixture.start(shared), await fixture.start(shared)]
    try {
      const ada = await one.person('vip')
      await become(ada, 'VIP')
      fixture.tap.always = stall(started)
      const codes = await Promise.all(
        [ada, ada.movedTo(other.url)].flatMap((person) => Array.from({ length: 4 }, () => trySending(person))),
      )
      const begun = [one, other].flatMap(({ app: { product } }) =>
        Array.from({ length: 2 }, () => product.openCompletions.begin(Number(ada.id), 'Local')),
      )
      expect(codes.filter((code) => code === undefined)).toHaveLength(2)
      expect((await Promise.allSettled(begun)).map(({ status }) => status)).toEqual(begun.map(() => 'rejected'))
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  })
})

describe('the usage per day and model, for administrators', () => {
  const query = `query ($id: ID!, $days: Int! = 30) { accountUsage(accountId: $id, days: $days) { date model messages tokens } }`
  const dailyOf = async (id: string, days = 30) =>
    (await (await app.admin()).data(query, { id, days }))['accountUsage'] as { date: string; tokens: number }[]

  it('counts messages of rooms and completions with their tokens, by the requested model', async () => {
    const ada = await fixture.vip()
    await exchange(ada)
    const roomTokens = await tokensOf(ada)
    fixture.now = midnight
    const openai = await openaiOf(ada)
    await openai.chat.completions.create({ model: 'local', messages: [{ role: 'user', content: 'Hello' }] })
    await app.app.product.openCompletions.idle()
    const allTokens = await tokensOf(ada)
    expect(await dailyOf(ada.id)).toEqual([
      { date: '2030-01-30', model: 'Local', messages: 1, tokens: roomTokens },
      { date: '2030-01-31', model: 'Local', messages: 1, tokens: allTokens - roomTokens },
    ])
    expect(allTokens).toBeGreaterThan(roomTokens)
    expect((await dailyOf(ada.id, 1)).map(({ date }) => date)).toEqual(['2030-01-31'])
  })

  it('counts no completion that no model has accepted', async () => {
    const ada = await app.person()
    const { openCompletions: open } = app.app.product
    const { id, chargedAt } = await open.begin(Number(ada.id), 'Local')
    expect(await dailyOf(ada.id)).toMatchObject([{ messages: 1 }])
    await open.settle({ id, userId: Number(ada.id), model: 'Local', tokens: 0, refundOf: chargedAt })
    expect(await dailyOf(ada.id)).toEqual([])
  })

  it('is kept for 90 days', async () => {
    const ada = await app.person()
    await exchange(ada)
    fixture.now = noon + 89 * 24 * 60 * 60 * 1000
    await app.app.sweeper.sweep()
    expect(await dailyOf(ada.id, 90)).toHaveLength(1)
    fixture.now = noon + 91 * 24 * 60 * 60 * 1000
    await app.app.sweeper.sweep()
    expect((await allRows(app))['model_usage']?.filter(({ userId }) => userId === Number(ada.id))).toEqual([])
  })

  it('is for administrators, of accounts that exist, and of 1 to 90 days', async () => {
    const [admin, ada] = [await app.admin(), await app.person()]
    expect(await ada.codes(query, { id: ada.id })).toEqual(['FORBIDDEN'])
    expect(await admin.codes(query, { id: '999999' })).toEqual(['NOT_FOUND'])
    for (const days of [0, 91]) expect(await admin.codes(query, { id: ada.id, days })).toEqual(['BAD_USER_INPUT'])
  })
})
