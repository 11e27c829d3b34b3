import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GenerationTable } from '../../src/database/tables/generations.js'
import type { Generation } from '../../src/replies/generation.js'
import type { ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { cancel, messagesOf, tokensOf } from '../support/accounts/usage-fixture.js'
import { at, type Person } from '../support/app/person.js'
import { folded, watch } from '../support/app/watch.js'
import { dataIn } from '../support/http/sse.js'
import { losing, started } from '../support/replies/run-fixture.js'
import { course, stall, type Course } from '../support/replies/tapped-generator.js'
import { LogFixture, saying } from '../support/rooms/log-fixture.js'
import { choose, continueReply, logOf, regenerate, remove, replies, update } from '../support/rooms/log-queries.js'

let fixture: LogFixture
let ada: Person
let eve: Person
beforeAll(async () => {
  fixture = await LogFixture.open()
  ada = fixture.ada
  eve = await fixture.app.person('eve')
})
afterAll(() => fixture.close())

const delta = (offset: number, text: string, attempt = 1): ReplyProgress => ({
  kind: 'delta',
  attempt,
  offset,
  delta: text,
})
const completed = (finish: 'stop' | 'length' = 'stop'): ReplyProgress => ({ kind: 'end', outcome: 'completed', finish })
const failed: ReplyProgress = { kind: 'end', outcome: 'failed', reason: 'timed_out' }
const begin = 'One 🙂,'

interface Request {
  readonly roomId: string
  readonly index?: number
  readonly expectedVersion?: number
  readonly model?: string
  readonly idempotencyKey?: string
}

/** Continues a reply by one interface: the id of the generation, or the code of the refusal. */
type Api = (person: Person, request: Request) => Promise<string>

const overGraphql: Api = async (person, request) => {
  const { data, errors } = await person.graphql(continueReply, { index: 1, ...request })
  return errors[0]?.extensions.code ?? at(data, 'continueReply', 'generation', 'id')
}
const statuses: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'BAD_USER_INPUT',
}
const overRest: Api = async (person, { roomId, index = 1, idempotencyKey, ...body }) => {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  const { expectedVersion, ...rest } = body
  const sent = { ...rest, expected_version: expectedVersion }
  const answer = await person.rest('POST', `/api/rooms/${roomId}/logs/${String(index)}/continue`, sent, headers)
  return statuses[answer.status] ?? at(answer.body, 'id')
}
const apis: readonly [string, Api][] = [
  ['GraphQL', overGraphql],
  ['REST', overRest],
]

async function run(next: Course, act: () => Promise<string>): Promise<string> {
  fixture.tap.next = next
  const id = await act()
  await fixture.app.idle()
  return id
}

/** A room whose entry has the reply `begin`, which a limit has ended. */
async function cutRoom(by = ada, finish: 'stop' | 'length' = 'length'): Promise<string> {
  const roomId = await by.room()
  await run(course(started, delta(0, begin), completed(finish)), () => by.say(roomId))
  return roomId
}

const continued = (roomId: string, next: Course, more: Partial<Request> = {}) =>
  run(next, () => overGraphql(ada, { roomId, ...more }))

async function read(id: string) {
  const query = `query ($id: ID!) { generation(id: $id) {
    status text attempt finishReason continuesFrom regeneratesIndex error { code }
    entry { index version outputData finishReason alternativeCount } } }`
  return (await ada.data(query, { id }))['generation']
}

const entryOf = async (roomId: string) => (await logOf(ada, roomId))[0]

/** Continues, and resolves when the continuation has this text and waits. */
async function waiting(roomId: string, ...steps: readonly ReplyProgress[]): Promise<string> {
  fixture.tap.next = stall(started, ...steps)
  const id = await overGraphql(ada, { roomId })
  const isThere = ({ status, delta: text }: { status: string; delta: string }) =>
    status === 'RUNNING' && (steps.length === 0 || text !== '')
  await watch(ada, id, undefined, isThere)
  return id
}

describe.each(apis)('a continuation over %s', (_name, continueBy) => {
  it('is a further part of the same alternative, and begins with the text so far', async () => {
    const roomId = await cutRoom()
    const rest = course(started, delta(0, ' two'), delta(4, ' three.'), completed())
    const id = await run(rest, () => continueBy(ada, { roomId, expectedVersion: 1 }))
    expect(fixture.tap.lastJob).toMatchObject({ message: 'Hello', beginning: begin, history: [], model: 'Local' })
    const text = `${begin} two three.`
    const entry = { index: 1, version: 2, outputData: text, finishReason: 'STOP', alternativeCount: 1 }
    expect(await read(id)).toEqual({
      ...{ status: 'COMPLETED', text, attempt: 1, finishReason: 'STOP', error: null, entry },
      ...{ continuesFrom: begin.length, regeneratesIndex: 1 },
    })
    expect((await entryOf(roomId))?.alternatives).toMatchObject([
      { number: 1, outputData: text, shown: true, generationId: id, model: 'Local' },
    ])
    // again and again
    await run(saying(' Four.'), () => continueBy(ada, { roomId, expectedVersion: 2 }))
    expect(await entryOf(roomId)).toMatchObject({ version: 3, outputData: `${text} Four.` })
  })

  it('is one for each key, also after the entry has changed', async () => {
    const roomId = await cutRoom()
    const keyed = { roomId, expectedVersion: 1, idempotencyKey: `once ${roomId}` }
    const id = await run(saying(' two.'), () => continueBy(ada, keyed))
    expect(await continueBy(ada, keyed)).toBe(id)
    await fixture.app.idle()
    expect(await entryOf(roomId)).toMatchObject({ version: 2, outputData: `${begin} two.` })
    expect(await continueBy(ada, { ...keyed, model: 'hosted4.1' })).toBe('CONFLICT')
  })

  it('is refused without access, without its entry, to a stale client, for an unknown model, and while a reply runs', async () => {
    const roomId = await cutRoom()
    expect(await continueBy(eve, { roomId })).toBe('NOT_FOUND')
    expect(await continueBy(fixture.app.stranger(), { roomId })).toBe('UNAUTHENTICATED')
    expect(await continueBy(ada, { roomId, index: 2 })).toBe('NOT_FOUND')
    expect(await continueBy(ada, { roomId, expectedVersion: 2 })).toBe('CONFLICT')
    expect(await continueBy(ada, { roomId, model: 'hosted9' })).toBe('BAD_USER_INPUT')
    fixture.tap.next = stall(started)
    const other = await ada.say(roomId, 'Another')
    expect(await continueBy(ada, { roomId })).toBe('CONFLICT')
    await cancel(ada, other)
    await fixture.app.idle()
    expect(await entryOf(roomId)).toMatchObject({ version: 1, outputData: begin })
  })
})

describe('a continuation', () => {
  it('is followed from its first character, or from where its reply ended', async () => {
    const roomId = await cutRoom()
    fixture.tap.next = course(started, delta(0, ' two'), delta(4, '.'), completed())
    const begun = await ada.data(continueReply, { roomId, index: 1 })
    expect(begun).toMatchObject({ continueReply: { generation: { text: begin, continuesFrom: begin.length } } })
    const id = at(begun, 'continueReply', 'generation', 'id')
    const cursor = at(begun, 'continueReply', 'generation', 'cursor')
    expect(folded(await watch(ada, id))).toBe(`${begin} two.`)
    const later = await watch(ada, id, cursor)
    expect(later[0]?.offset).toBe(begin.length)
    expect(later.map((event) => event.delta).join('')).toBe(' two.')
    const [event] = dataIn(await ada.rest('GET', `/generations/${id}/stream?after=${cursor}`))
    expect(event).toMatchObject({ offset: begin.length, delta: ' two.' })
  })

  it('of any entry has the entries before it as history, and the date of its message', async () => {
    const roomId = await fixture.roomOf(2)
    fixture.tap.next = saying('third')
    await ada.say(roomId, 'And now?')
    await fixture.app.idle()
    const { askedAt } = fixture.tap.lastJob
    await continued(roomId, saying(', and more'), { index: 3 })
    expect(fixture.tap.lastJob).toMatchObject({ message: 'And now?', askedAt, beginning: 'third' })
    // also of a reply that a client wrote, and not of the newest entry
    await continued(roomId, saying(', and more'), { index: 1 })
    expect(fixture.tap.lastJob).toMatchObject({ message: 'say 1', beginning: 'answer 1', history: [] })
    expect((await logOf(ada, roomId)).map(({ outputData }) => outputData)).toEqual([
      'answer 1, and more',
      'answer 2',
      'third, and more',
    ])
    // the next prompt has the date of the message, not that of the continuation
    await continued(roomId, saying('.'), { index: 3 })
    expect(fixture.tap.lastJob.askedAt).toBe(askedAt)
  })

  it('is of the model of its reply, or of the requested one', async () => {
    const roomId = await cutRoom()
    await continued(roomId, saying(' two'), { model: 'hosted4.1' })
    expect(fixture.tap.lastJob.model).toBe('hosted4.1')
    await continued(roomId, saying(' three'))
    expect(fixture.tap.lastJob.model).toBe('hosted4.1')
    await continued(roomId, saying(' four'), { model: 'Local' })
    expect((await entryOf(roomId))?.alternatives[0]).toMatchObject({ model: 'Local' })
  })

  it('goes on with the alternative that is shown, and leaves the others', async () => {
    const roomId = await cutRoom()
    await run(saying('Uno,'), async () =>
      at(await ada.data(regenerate, { roomId, index: 1 }), 'regenerate', 'generation', 'id'),
    )
    await ada.data(choose, { roomId, index: 1, alternative: 1 })
    await continued(roomId, saying(' two'))
    const entry = await entryOf(roomId)
    expect(entry && replies(entry)).toEqual([`1 ${begin} two*`, '2 Uno,'])
  })

  it('counts as a message, and its tokens without the text that it continues', async () => {
    const nova = await fixture.app.person('nova')
    const roomId = await cutRoom(nova)
    const before = { messages: await messagesOf(nova), tokens: await tokensOf(nova) }
    await run(saying(' two'), () => overGraphql(nova, { roomId }))
    expect(await messagesOf(nova)).toBe(before.messages + 1)
    // of the prompt: two for the message, three for the reply so far; one for ` two`
    expect(await tokensOf(nova)).toBe(before.tokens + 6)
  })

  it('that has nothing to add is complete, with the same text', async () => {
    const roomId = await cutRoom()
    const id = await continued(roomId, course(started, completed()))
    const entry = { version: 2, outputData: begin, finishReason: 'STOP' }
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', text: begin, entry })
  })

  it('begins with the text so far in every attempt', async () => {
    const roomId = await cutRoom()
    fixture.tap.next = course(started, delta(0, ' tw'), delta(0, ' zwei', 2), delta(5, '.', 2), completed())
    const id = await overGraphql(ada, { roomId })
    expect(folded(await watch(ada, id))).toBe(`${begin} zwei.`)
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', attempt: 2, text: `${begin} zwei.` })
    await fixture.app.idle()
  })

  it('is run again when its worker is lost, as the next attempt, and keeps its text when that is lost too', async () => {
    const roomId = await cutRoom()
    const runs = [losing([started, delta(0, ' lost')]), course(started, delta(0, ' two.'), completed())]
    fixture.tap.always = (signal) => (runs.shift() ?? losing([]))(signal)
    const id = await overGraphql(ada, { roomId })
    await fixture.app.idle()
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', attempt: 2, text: `${begin} two.` })
    runs.push(losing([started, delta(0, ' lost')]), losing([started, delta(0, ' half')]))
    const second = await overGraphql(ada, { roomId })
    await fixture.app.idle()
    fixture.tap.always = undefined
    const text = `${begin} two. half`
    const end = { finishReason: 'OTHER', error: { code: 'INTERRUPTED' } }
    expect(await read(second)).toMatchObject({ status: 'FAILED', text, ...end, entry: { index: 1, outputData: text } })
  })
})

describe('a continuation that is not completed', () => {
  it('keeps the text that was there plus what came when it is cancelled', async () => {
    const roomId = await cutRoom()
    const id = await waiting(roomId, delta(0, ' tw'))
    await cancel(ada, id)
    await fixture.app.idle()
    const text = `${begin} tw`
    const entry = { index: 1, version: 2, outputData: text, finishReason: 'CANCELLED', alternativeCount: 1 }
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', text, finishReason: 'CANCELLED', entry })
    await continued(roomId, saying('o'))
    expect(await entryOf(roomId)).toMatchObject({ outputData: `${begin} two` })
  })

  it('keeps both when it fails, with the end OTHER', async () => {
    const roomId = await cutRoom()
    const id = await continued(roomId, course(started, delta(0, ' tw'), failed))
    const text = `${begin} tw`
    const entry = { index: 1, version: 2, outputData: text, finishReason: 'OTHER', alternativeCount: 1 }
    const error = { code: 'TIMED_OUT' }
    expect(await read(id)).toMatchObject({ status: 'FAILED', text, finishReason: 'OTHER', error, entry })
  })

  it('leaves the entry as it was when nothing has come', async () => {
    const roomId = await cutRoom()
    const before = await entryOf(roomId)
    const id = await waiting(roomId)
    await cancel(ada, id)
    await fixture.app.idle()
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', text: begin, entry: null })
    const second = await continued(roomId, course(started, failed))
    expect(await read(second)).toMatchObject({ status: 'FAILED', error: { code: 'TIMED_OUT' }, entry: null })
    expect(await entryOf(roomId)).toEqual(before)
  })
})

describe('an entry that is changed while its reply is continued', () => {
  const byHand = (roomId: string) =>
    ada.data(update, { input: { roomId, index: 1, inputData: 'Hello', outputData: 'by hand' } })
  const removed = (roomId: string) => ada.data(remove, { roomId, index: 1, expectedVersion: 1 })

  it.each<[string, string, (roomId: string) => Promise<unknown>]>([
    ['edited', 'CONFLICT', byHand],
    ['deleted', 'ENTRY_GONE', removed],
  ])('stays %s: the continuation fails with %s, and its text stays readable', async (_name, code, change) => {
    const roomId = await cutRoom()
    const gate = new AbortController()
    fixture.tap.next = saying(' late', gate.signal)
    const id = await overGraphql(ada, { roomId })
    await change(roomId)
    const after = await logOf(ada, roomId)
    gate.abort()
    await fixture.app.idle()
    const end = { status: 'FAILED', text: `${begin} late`, error: { code }, entry: null }
    expect(await read(id)).toMatchObject(end)
    expect(await logOf(ada, roomId)).toEqual(after)
  })

  it.each<[string, (id: string, roomId: string) => Promise<unknown>, object]>([
    ['is cancelled', (id) => cancel(ada, id), { status: 'CANCELLED', error: null }],
    ['completes', async () => undefined, { status: 'FAILED', error: { code: 'CONFLICT' } }],
  ])('is not changed again when the continuation %s with text', async (_name, act, end) => {
    const roomId = await cutRoom()
    const gate = new AbortController()
    fixture.tap.next = async function* (signal) {
      yield* [started, delta(0, ' tw')]
      yield* saying('o', gate.signal)(signal)
    }
    const id = await overGraphql(ada, { roomId })
    await watch(ada, id, undefined, ({ delta: text }) => text !== '')
    await byHand(roomId)
    await act(id, roomId)
    gate.abort()
    await fixture.app.idle()
    expect(await read(id)).toMatchObject({ ...end, entry: null })
    const entry = await entryOf(roomId)
    expect(entry && replies(entry)).toEqual([`1 ${begin}`, '2 by hand*'])
  })

  it('is noticed before the model begins when it was changed since the request', async () => {
    const roomId = await cutRoom()
    const id = await waiting(roomId)
    await cancel(ada, id)
    await fixture.app.idle()
    await byHand(roomId)
    await crashed(id, { status: 'QUEUED', cancelledAt: null })
    const jobs = fixture.tap.jobs.length
    await recover()
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: { code: 'CONFLICT' }, entry: null })
    expect(fixture.tap.jobs).toHaveLength(jobs)
  })
})

async function crashed(id: string, to: Partial<Generation>): Promise<void> {
  const change = { status: 'RUNNING', entryIndex: null, finishedAt: null, leaseUntil: 0, ...to } as const
  await fixture.app.app.database.write((db) => db.update(GenerationTable, { id }, change))
}

async function recover(): Promise<void> {
  await fixture.app.app.product.recovery.run({ all: false })
  await fixture.app.idle()
}

describe('a continuation that a crash interrupted', () => {
  it.each<[string, Course, object]>([
    ['completed', course(started, delta(0, ' two'), completed()), { status: 'COMPLETED', error: null }],
    ['failed', course(started, delta(0, ' two'), failed), { status: 'FAILED', error: { code: 'TIMED_OUT' } }],
  ])('after its entry was written is stored once: %s', async (_name, next, end) => {
    const roomId = await cutRoom()
    const id = await continued(roomId, next)
    const before = await read(id)
    await crashed(id, {})
    // the reason of a failure is stored before its end, and shown after it
    expect(await read(id)).toMatchObject({ status: 'RUNNING', finishReason: null, error: null })
    await recover()
    expect(await read(id)).toEqual(before)
    expect(before).toMatchObject({ ...end, entry: { version: 2, outputData: `${begin} two` } })
  })

  it.each([['before' as const], ['after' as const]])(
    'is one part of its entry by the recovery when the log fails %s the write of a cancel',
    async (when) => {
      const roomId = await cutRoom()
      const id = await waiting(roomId, delta(0, ' tw'))
      fixture.chatLogs.failOnce(1, when)
      const query = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }'
      expect(await ada.codes(query, { id })).toEqual(['UNAVAILABLE'])
      await fixture.app.idle()
      await fixture.app.app.database.write((db) => db.update(GenerationTable, { id }, { leaseUntil: 0 }))
      await recover()
      const text = `${begin} tw`
      expect(await read(id)).toMatchObject({ status: 'CANCELLED', text, entry: { version: 2, outputData: text } })
    },
  )

  it('in the middle is run again, from the text that was there', async () => {
    const roomId = await cutRoom()
    const id = await waiting(roomId)
    await cancel(ada, id)
    await fixture.app.idle()
    await crashed(id, { text: `${begin} ha`, cancelledAt: null })
    fixture.tap.next = course(started, delta(0, ' two.'), completed())
    await recover()
    expect(fixture.tap.lastJob).toMatchObject({ beginning: begin })
    const text = `${begin} two.`
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', attempt: 2, text, entry: { outputData: text } })
  })

  it('twice keeps the text that was there plus what came', async () => {
    const roomId = await cutRoom()
    const id = await waiting(roomId)
    await cancel(ada, id)
    await fixture.app.idle()
    const text = `${begin} ha`
    await crashed(id, { text, cancelledAt: null, interruptions: 1 })
    await recover()
    const end = { status: 'FAILED', text, error: { code: 'INTERRUPTED' }, finishReason: 'OTHER' }
    expect(await read(id)).toMatchObject({ ...end, entry: { version: 2, outputData: text } })
  })
})
