import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AppError } from '../src/errors.js'
import type { Measure } from '../src/usage/usage-count.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { counted, delta, hello, started, thrown } from './support/completion-desk.js'
import { openaiOf } from './support/openai-client.js'
import { at } from './support/person.js'
import type { Person } from './support/person.js'
import { createTestDatabase } from './support/postgres.js'
import { allRows } from './support/rows.js'
import { course, refusal, stall, TappedGenerator } from './support/tapped-generator.js'
import { watch } from './support/watch.js'

const policy = {
  BASIC: { messagesPerDay: 3, models: ['Local'], contextTokens: 512 },
  VIP: { messagesPerDay: false, tokensPerMonth: 27, concurrentGenerations: 2 },
}
const noon = Date.parse('2030-01-30T12:00:00Z')
const midnight = Date.parse('2030-01-31T00:00:00Z')
const nextMonth = Date.parse('2030-02-01T00:00:00Z')

const folder = mkdtempSync(join(tmpdir(), 'parley-policy-'))
const env = {
  // more than a month: the clock goes on by one
  JWT_TTL_MS: '9000000000',
  MEMBERSHIP_POLICY_FILE: join(folder, 'policy.json'),
  LOCAL_MODEL: 'scripted:?reply=Hello%20there&chunks=2&delayMs=1',
}
const tap = new TappedGenerator()
let now = noon
let app: TestApp
beforeAll(async () => {
  writeFileSync(env.MEMBERSHIP_POLICY_FILE, JSON.stringify(policy))
  app = await createTestApp({ env, wrap: tap.wrap, clock: () => now })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  now = noon
  tap.next = undefined
  tap.always = undefined
})

const send = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } replayed } }`
const usageQuery = `{ myUsage {
  membership messages { used limit resetsAt } tokens { used limit resetsAt }
  concurrentGenerations { used limit resetsAt } models contextTokens priority
} }`

interface Counts {
  readonly messages: { readonly used: number }
  readonly tokens: { readonly used: number }
  readonly concurrentGenerations: { readonly used: number }
}

const usageOf = async (person: Person) => (await person.data(usageQuery))['myUsage'] as Counts
const messagesOf = async (person: Person) => (await usageOf(person)).messages.used
const tokensOf = async (person: Person) => (await usageOf(person)).tokens.used
const atOnceOf = async (person: Person) => (await usageOf(person)).concurrentGenerations.used

const become = (person: Person, membership: 'BASIC' | 'VIP') =>
  person.data('mutation ($to: Membership!) { updateMembership(membership: $to) { account { id } } }', {
    to: membership,
  })

async function vip(): Promise<Person> {
  const person = await app.person('vip')
  await become(person, 'VIP')
  return person
}

/** Resolves when the server has seen that the readers of completions are gone. */
async function untilAtOnce(person: Person, count: number): Promise<void> {
  while ((await atOnceOf(person)) > count) await new Promise(setImmediate)
}

const cancel = (person: Person, id: string) =>
  person.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }', { id })

/** Sends a message in a room of its own: the code it is refused with, or none. */
async function trySending(person: Person, more: object = {}): Promise<string | undefined> {
  const [code] = await person.codes(send, { input: { roomId: await person.room(), text: 'Hello', ...more } })
  return code
}

/** Sends a message and waits for the end of its reply. */
async function exchange(person: Person, roomId?: string): Promise<string> {
  const id = await person.say(roomId ?? (await person.room()))
  await watch(person, id)
  return id
}

describe('the messages of a day', () => {
  const spent = { name: 'messages', max: 3, used: 3, resetsAt: '2030-01-31T00:00:00.000Z' }
  const message = 'You have used up your 3 messages per day; counting begins anew at 2030-01-31T00:00:00.000Z'

  it('are as many as the policy says, and begin anew at midnight in UTC', async () => {
    const ada = await app.person()
    const roomId = await ada.room()
    for (let sent = 0; sent < 3; sent += 1) await exchange(ada, roomId)
    const { errors } = await ada.graphql(send, { input: { roomId, text: 'Hello' } })
    expect(errors).toMatchObject([
      { message, extensions: { code: 'RATE_LIMITED', retryAfterMs: midnight - noon, limit: spent } },
    ])
    now = midnight - 1
    expect(await trySending(ada)).toBe('RATE_LIMITED')
    now = midnight
    expect(await messagesOf(ada)).toBe(0)
    await exchange(ada, roomId)
    expect(await messagesOf(ada)).toBe(1)
  })

  it('are those of rooms and of /v1 together, which tells it in its own form and not to try again', async () => {
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

  it('count a retry with the same key once, and answer it when they are used up', async () => {
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

  it('are never more, however many are sent at once', async () => {
    const ada = await app.person()
    const codes = await Promise.all(Array.from({ length: 8 }, () => trySending(ada)))
    expect(codes.filter((code) => code === undefined)).toHaveLength(3)
    await app.idle()
    expect(await messagesOf(ada)).toBe(3)
  })

  it('are not used by what is refused', async () => {
    const [ada, eve] = [await app.person(), await app.person()]
    const roomId = await ada.room()
    tap.next = stall(started)
    const id = await ada.say(roomId)
    expect(await ada.codes(send, { input: { roomId, text: 'Hello' } })).toEqual(['CONFLICT'])
    expect(await ada.codes(send, { input: { roomId: await eve.room(), text: 'Hello' } })).toEqual(['NOT_FOUND'])
    expect(await trySending(ada, { model: 'nothing' })).toBe('BAD_USER_INPUT')
    expect(await trySending(ada, { model: 'hosted4.1' })).toBe('FORBIDDEN')
    expect(await trySending(ada, { text: 'x'.repeat(501) })).toBe('BAD_USER_INPUT')
    await cancel(ada, id)
    expect([await messagesOf(ada), await messagesOf(eve)]).toEqual([1, 0])
  })

  it('are not used by a completion that no model takes', async () => {
    const ada = await app.person()
    const openai = await openaiOf(ada)
    tap.next = refusal(new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: 1_000 }))
    expect(await thrown(openai.chat.completions.create({ model: 'local', messages: hello }))).toMatchObject({
      status: 503,
    })
    expect(await usageOf(ada)).toMatchObject({ messages: { used: 0 }, concurrentGenerations: { used: 0 } })
  })

  it('limit neither rooms nor what is written into them', async () => {
    const ada = await app.person()
    for (let sent = 0; sent < 3; sent += 1) await exchange(ada)
    const roomId = await ada.room('chat')
    const turn = { input_data: 'Hello', output_data: 'Ahoy' }
    expect((await ada.rest('PUT', `/api/rooms/chatrooms/${roomId}/logs`, turn)).status).toBe(200)
    expect((await ada.rest('POST', '/api/officerooms', {})).status).toBe(200)
  })
})

describe('the tokens of a month', () => {
  it('are what the model counted, and begin anew with the month', async () => {
    const ada = await vip()
    const roomId = await ada.room()
    for (const used of [9, 18, 27]) {
      tap.next = course(started, delta(0, 'So be it'), counted('stop'))
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
    now = nextMonth
    expect(await trySending(ada)).toBeUndefined()
    await app.idle()
  })

  it('are estimated where nobody counts: four bytes each', async () => {
    const ada = await app.person()
    tap.next = course(started, delta(0, 'twelve bytes'), { kind: 'end', outcome: 'completed' })
    await exchange(ada)
    // `Hello` is 2, the reply 3
    expect(await tokensOf(ada)).toBe(5)
  })

  it('are not saved by a cancel just before the end', async () => {
    const ada = await app.person()
    tap.next = stall(started, delta(0, 'twelve bytes'))
    const id = await ada.say(await ada.room())
    await watch(ada, id, undefined, ({ delta: text }) => text !== '')
    await cancel(ada, id)
    expect(await tokensOf(ada)).toBe(5)
    await app.idle()
    expect(await tokensOf(ada)).toBe(5)
  })

  it('are not saved by deleting the room', async () => {
    const ada = await app.person()
    const roomId = await ada.room()
    tap.next = stall(started)
    const id = await ada.say(roomId)
    await watch(ada, id, undefined, ({ status }) => status === 'RUNNING')
    await ada.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: roomId })
    expect(await tokensOf(ada)).toBe(2)
  })

  it('are none for what never began, or failed without a word', async () => {
    const ada = await app.person()
    tap.next = stall({ kind: 'queued', position: 1 })
    const id = await ada.say(await ada.room())
    await cancel(ada, id)
    tap.next = course(started, { kind: 'end', outcome: 'failed', reason: 'prompt_too_long' })
    await exchange(ada)
    expect(await usageOf(ada)).toMatchObject({ messages: { used: 2 }, tokens: { used: 0 } })
  })

  it('are counted for a completion too, whole, streamed or broken off by its reader', async () => {
    const ada = await app.person()
    const openai = await openaiOf(ada)
    tap.next = course(started, delta(0, 'So be it'), counted('stop'))
    await openai.chat.completions.create({ model: 'local', messages: hello })
    expect(await tokensOf(ada)).toBe(9)
    tap.next = stall(started, delta(0, 'twelve bytes'))
    const stream = await openai.chat.completions.create({ model: 'local', messages: hello, stream: true })
    for await (const { choices } of stream) if (choices[0]?.delta.content !== '') break
    await untilAtOnce(ada, 0)
    expect(await tokensOf(ada)).toBe(14)
    // nothing is left of either but the counts
    const { open_completions: open, generations } = await allRows(app)
    expect([open, generations?.filter(({ ownerId }) => ownerId === Number(ada.id))]).toEqual([[], []])
  })
})

describe('replies at a time', () => {
  it('are as many as the policy says, of rooms and of /v1, and their ends make room', async () => {
    const ada = await vip()
    const openai = await openaiOf(ada)
    const rooms = [await ada.room(), await ada.room()]
    tap.next = stall({ kind: 'queued', position: 1 })
    const id = await ada.say(rooms[0] ?? '')
    await watch(ada, id, undefined, ({ status }) => status === 'QUEUED')
    tap.next = stall(started, delta(0, 'a'))
    const aborted = new AbortController()
    const asked = { model: 'local', messages: hello, stream: true } as const
    await openai.chat.completions.create(asked, { signal: aborted.signal })
    const { errors } = await ada.graphql(send, { input: { roomId: rooms[1], text: 'Hello' } })
    expect(errors).toMatchObject([
      {
        message: 'You may have 2 replies in the making at a time; try again when one of them has ended',
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
    // a room with a reply in the making says so, as ever
    aborted.abort()
    await untilAtOnce(ada, 1)
    expect(await ada.codes(send, { input: { roomId: rooms[0], text: 'Hello' } })).toEqual(['CONFLICT'])
    await cancel(ada, id)
    await exchange(ada, rooms[1])
  })

  it('are never more, however many are sent at once', async () => {
    const ada = await vip()
    const openai = await openaiOf(ada)
    const rooms = await Promise.all(Array.from({ length: 4 }, () => ada.room()))
    tap.always = stall(started, delta(0, 'a'))
    const asked = { model: 'local', messages: hello, stream: true } as const
    const aborted = new AbortController()
    const completions = Array.from({ length: 4 }, () =>
      openai.chat.completions.create(asked, { signal: aborted.signal }),
    )
    const sent = rooms.map((roomId) => ada.graphql(send, { input: { roomId, text: 'Hello' } }))
    const accepted = (await Promise.all(sent)).flatMap(({ data }) =>
      data === null ? [] : [at(data, 'sendMessage', 'generation', 'id')],
    )
    const streams = (await Promise.allSettled(completions)).filter(({ status }) => status === 'fulfilled')
    expect(accepted.length + streams.length).toBe(2)
    aborted.abort()
    for (const id of accepted) await cancel(ada, id)
    await untilAtOnce(ada, 0)
  })
})

describe('a model that the membership does not include', () => {
  it('is FORBIDDEN, shown so by `models`, and none under /v1', async () => {
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
      models: expect.arrayContaining([{ ...hosted, included: true }]),
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
    expect(tap.lastJob).toMatchObject({ priority: 'normal', contextTokens: 512 })
    await become(ada, 'VIP')
    await exchange(ada, roomId)
    expect(tap.lastJob).toMatchObject({ priority: 'high', contextTokens: undefined })
    await become(ada, 'BASIC')
    await openai.chat.completions.create({ model: 'local', messages: hello })
    expect(tap.lastJob).toMatchObject({ priority: 'normal', contextTokens: 512 })
    expect(await trySending(ada)).toBe('RATE_LIMITED')
    await become(ada, 'VIP')
    expect(await trySending(ada)).toBeUndefined()
    await app.idle()
  })

  it('counts for nothing in an administrator, who has terms of their own', async () => {
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

describe('what somebody has used', () => {
  it('is told with what there is, alike over GraphQL and REST', async () => {
    const ada = await app.person()
    tap.next = course(started, delta(0, 'So be it'), counted('stop'))
    await exchange(ada)
    const told = {
      membership: 'BASIC',
      messages: { used: 1, limit: 3, resetsAt: '2030-01-31T00:00:00.000Z' },
      tokens: { used: 9, limit: 100_000_000, resetsAt: '2030-02-01T00:00:00.000Z' },
      concurrentGenerations: { used: 0, limit: 100, resetsAt: null },
      models: ['Local'],
      contextTokens: 512,
    }
    expect((await ada.data(usageQuery))['myUsage']).toEqual({ ...told, priority: 'NORMAL' })
    expect((await ada.rest('GET', '/api/users/usage')).body).toEqual({ ...told, priority: 'normal' })
    expect(await app.stranger().codes(usageQuery)).toEqual(['UNAUTHENTICATED'])
    expect((await app.stranger().rest('GET', '/api/users/usage')).status).toBe(401)
  })

  it('goes when its time is over, and with the account', async () => {
    const [ada, eve] = [await app.person(), await app.person()]
    for (const person of [ada, eve]) {
      tap.next = course(started, delta(0, 'So be it'), counted('stop'))
      await exchange(person)
    }
    const rowsOf = async ({ id }: Person) =>
      ((await allRows(app))['usage_counts'] ?? [])
        .filter(({ userId }) => userId === Number(id))
        .map(({ measure }) => measure as Measure)
        .sort()
    await ada.data('mutation { deleteAccount { deletedAccountId } }')
    expect([await rowsOf(ada), await rowsOf(eve)]).toEqual([[], ['MESSAGES', 'TOKENS']])
    now = midnight + 1
    await app.app.sweeper.sweep()
    expect(await rowsOf(eve)).toEqual(['TOKENS'])
    now = nextMonth + 1
    await app.app.sweeper.sweep()
    expect(await rowsOf(eve)).toEqual([])
  })
})

describe('a process that ends', () => {
  it('loses no count: each reply is charged for once', async () => {
    const server = await createTestDatabase()
    const kept = { env, wrap: tap.wrap, clock: () => now, databaseUrl: server?.url, drainMs: 0 }
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-usage-'))
    let other = await createTestApp({ ...kept, dataDir })
    try {
      const ada = await other.person()
      tap.next = stall(started, delta(0, 'twelve bytes'))
      const id = await ada.say(await ada.room())
      await watch(ada, id, undefined, ({ delta: text }) => text !== '')
      const open = other.app.product.openCompletions
      const { id: completionId } = await open.begin(Number(ada.id), 'Local')
      await open.keep(completionId, 7)
      await other.stop()

      other = await createTestApp({ ...kept, dataDir })
      const same = ada.movedTo(other.url)
      const { generation } = await same.data('query ($id: ID!) { generation(id: $id) { status } }', { id })
      expect(generation).toEqual({ status: 'FAILED' })
      expect(await usageOf(same)).toMatchObject({
        messages: { used: 2 },
        tokens: { used: 5 },
        concurrentGenerations: { used: 1 },
      })
      now += 30_001
      expect(await atOnceOf(same)).toBe(0)
      await other.app.sweeper.sweep()
      await other.app.sweeper.sweep()
      expect(await tokensOf(same)).toBe(12)
    } finally {
      await other.close()
      await server?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

const database = await createTestDatabase()
const onPostgres = database ? describe : describe.skip
afterAll(() => database?.drop())

onPostgres('two instances on one database', () => {
  it('give away the last messages once', async () => {
    const secret = { JWT_SECRET: 'x'.repeat(64) }
    const shared = { env: { ...env, ...secret }, clock: () => now, databaseUrl: database?.url }
    const apps = [await createTestApp(shared), await createTestApp(shared)]
    try {
      const ada = (await apps[0]?.person()) ?? raise()
      const codes = await Promise.all(
        Array.from({ length: 12 }, (_, index) => trySending(ada.movedTo(apps[index % 2]?.url ?? ''))),
      )
      expect(codes.filter((code) => code === undefined)).toHaveLength(3)
      await Promise.all(apps.map((one) => one.idle()))
      expect(await messagesOf(ada)).toBe(3)
    } finally {
      await Promise.all(apps.map((one) => one.close()))
    }
  })
})

function raise(): never {
  throw new Error('no app')
}
