import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AppError } from '../../src/errors.js'
import type { TestApp } from '../support/app/app.js'
import { counted, delta, hello, started, thrown, waiting } from '../support/replies/completion-fixture.js'
import { openaiOf } from '../support/replies/openai-client.js'
import { at } from '../support/app/person.js'
import { createTestDatabase } from '../support/app/postgres.js'
import { allRows } from '../support/app/rows.js'
import { course, refusal, stall } from '../support/replies/tapped-generator.js'
import {
  atOnceOf,
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
  usageOf,
  UsageFixture,
} from '../support/accounts/usage-fixture.js'
import { watch } from '../support/app/watch.js'

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
    expect(await trySending(ada, { text: 'x'.repeat(8_001) })).toBe('BAD_USER_INPUT')
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
