import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSchema, isObjectType } from 'graphql'
import type { ChatLogStore } from '../src/ports/chat-log-store/chat-log-store.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { FailingPort } from './support/failing-port.js'
import { CuttingProxy, follow } from './support/follow.js'
import { idempotent } from './support/keyed-rows.js'
import { at } from './support/person.js'
import type { Person, RestAnswer } from './support/person.js'
import { eventsIn } from './support/sse.js'
import { folded, watch } from './support/watch.js'
import type { WatchedEvent } from './support/watch.js'

const nowhere = '00000000-0000-4000-8000-000000000000'
const reply = 'One 🙂 two 🚀 three, and a line\nbreak: 🤖.'

const generationOf = (answer: RestAnswer) => answer.body as Readonly<Record<string, unknown>>
const streamOf = (id: string) => `/generations/${id}/stream`
const told = (answer: RestAnswer) => eventsIn(answer.text).map(({ data }) => JSON.parse(data) as WatchedEvent)
const isFinal = ({ status }: WatchedEvent) => status === 'COMPLETED'
const fieldsOf = (name: string) => {
  const type = buildSchema(readFileSync('schema/schema.graphql', 'utf8')).getType(name)
  return isObjectType(type) ? Object.keys(type.getFields()).sort() : []
}

const origin = 'https://chat.example'

let app: TestApp
let ada: Person
beforeAll(async () => {
  const script = new URLSearchParams({ reply, chunks: '12', delayMs: '3' })
  app = await createTestApp({ env: { LOCAL_MODEL: `scripted:?${script.toString()}`, CORS_ORIGINS: origin } })
  ada = await app.person('ada')
})
afterAll(() => app.close())

describe('replies over REST', () => {
  const send = async (body: object = {}, by = ada, headers = {}) =>
    by.rest('POST', '/generations', { room_id: await by.room(), text: 'Hello', ...body }, headers)

  it('are begun by a message, followed as they are made, and read when they are whole', async () => {
    const begun = await send()
    expect(begun).toMatchObject({ status: 202, body: { message: 'Hello', model: 'Local', attempt: 1, entry: null } })
    const place = begun.headers.get('location') ?? ''
    expect(place).toBe(`/generations/${at(begun.body, 'id')}`)
    const events = told(await ada.rest('GET', `${place}/stream`))
    expect(folded(events)).toBe(reply)
    expect(events.at(-1)).toMatchObject({ status: 'COMPLETED', entry: { index: 1, outputData: reply } })
    const whole = await ada.rest('GET', place)
    expect(whole).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED', text: reply, error: null, entry: { index: 1, inputData: 'Hello', version: 1 } },
    })
    expect(generationOf(whole)['cursor']).toBe(events.at(-1)?.cursor)
  })

  it('say all that GraphQL says of them', async () => {
    const id = await ada.say(await ada.room())
    const { text } = await ada.rest('GET', streamOf(id))
    const events = eventsIn(text).map(({ data }) => JSON.parse(data) as object)
    for (const event of events) expect(Object.keys(event).sort()).toEqual(fieldsOf('GenerationEvent'))
    const generation = generationOf(await ada.rest('GET', `/generations/${id}`))
    // the room is an address of its own
    expect([...Object.keys(generation), 'room'].sort()).toEqual(fieldsOf('Generation'))
  })

  it('take either spelling of a body, and a room by its number', async () => {
    const roomId = await ada.room()
    const { room } = await ada.data('query ($id: ID!) { room(id: $id) { recordId } }', { id: roomId })
    const body = {
      roomId: Number(at(room, 'recordId')),
      room_id: null,
      text: 'Hi',
      searchAccess: 'true',
      model: 'Local',
    }
    expect(await ada.rest('POST', '/generations', body)).toMatchObject({ status: 202, body: { roomId } })
  })

  it('are open to the pages of an origin that may read them', async () => {
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'last-event-id' }
    const preflight = await ada.rest('OPTIONS', streamOf(nowhere), undefined, { origin, ...asked })
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(
      /Authorization.*Idempotency-Key.*Last-Event-ID/,
    )
    const { headers } = await send({}, ada, { origin })
    expect(headers.get('access-control-expose-headers')).toContain('Location')
  })

  it('refuse a body that breaks its rules, every fault under its name', async () => {
    const { status, body } = await ada.rest('POST', '/generations', { roomId: [], text: '', search_access: 'maybe' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      detail: [
        { location: ['body', 'roomId'], type: 'string_type' },
        { location: ['body', 'text'], type: 'string_too_short' },
        { location: ['body', 'search_access'], type: 'bool_parsing' },
      ],
    })
    expect(await send({ model: 'hosted9' })).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['body', 'model'], message: 'Value error, Invalid model name.' }] },
    })
  })

  it('are one reply for one idempotency key, and a room has one at a time', async () => {
    const body = { room_id: await ada.room(), text: 'Hello' }
    const post = (more = {}, key = 'k') => ada.rest('POST', '/generations', { ...body, ...more }, idempotent(key))
    const answers = await Promise.all([post(), post(), post()])
    expect(new Set(answers.map((answer) => `${answer.status} ${at(answer.body, 'id')}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(202)
    expect(await post({}, 'other')).toMatchObject({ status: 409, body: { detail: 'Conflict' } })
    await app.idle()
    expect(await post()).toMatchObject({ status: 202, body: { status: 'COMPLETED', text: reply } })
    expect((await post({ text: 'Else' })).status).toBe(409)
  })

  it('are cancelled, and then stay as they are', async () => {
    const id = at((await send()).body, 'id')
    const cancelled = await ada.rest('POST', `/generations/${id}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { id, status: 'CANCELLED' } })
    expect((await ada.rest('POST', `/generations/${id}/cancel`)).text).toBe(cancelled.text)
    expect(told(await ada.rest('GET', streamOf(id))).at(-1)).toMatchObject({ status: 'CANCELLED', entry: null })
  })

  it('are their owner’s and an administrator’s, and to all others as if they were not there', async () => {
    const id = await ada.say(await ada.room())
    const [eve, admin] = [await app.person('eve'), await app.admin()]
    const rows = [
      ['GET', ''],
      ['GET', '/stream'],
      ['GET', '/stream?after=nonsense'],
      ['HEAD', ''],
      ['HEAD', '/stream'],
      ['POST', '/cancel'],
    ] as const
    for (const [method, rest] of rows) {
      const { status, text } = await eve.rest(method, `/generations/${id}${rest}`)
      const missing = await eve.rest(method, `/generations/${nowhere}${rest}`)
      expect([status, text]).toEqual([404, method === 'HEAD' ? '' : '{"detail":"Not found"}'])
      expect([missing.status, missing.text]).toEqual([status, text])
      expect((await eve.rest(method, `/generations/none${rest}`)).text).toBe(text)
      expect((await app.stranger().rest(method, `/generations/${id}${rest}`)).status).toBe(401)
    }
    expect((await send({ room_id: await ada.room() }, eve)).text).toBe('{"detail":"Not found"}')
    expect((await app.stranger().rest('POST', '/generations', {})).status).toBe(401)
    expect((await admin.rest('GET', `/generations/${id}`)).status).toBe(200)
    expect(folded(told(await admin.rest('GET', streamOf(id))))).toBe(reply)
  })
})

describe('a stream of a reply', () => {
  const finished = async () => {
    const id = await ada.say(await ada.room())
    return { id, events: await watch(ada, id) }
  }
  const resume = (id: string, lastId: string, query = '') =>
    ada.rest('GET', streamOf(id) + query, undefined, { 'last-event-id': lastId })

  it('has a head that nothing on its way keeps, and says when to come back', async () => {
    const { id } = await finished()
    const { headers, text } = await ada.rest('GET', streamOf(id))
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(text).toMatch(/^retry: 1\d{3}\n\nid: \S+\ndata: \{.*\}\n\n/)
  })

  it('goes on at every cursor of either door with exactly the rest', async () => {
    const { id, events } = await finished()
    const ways = [
      (cursor: string) => resume(id, cursor),
      (cursor: string) => ada.rest('GET', `${streamOf(id)}?after=${cursor}`),
    ]
    for (const [seen, { cursor }] of events.slice(0, -1).entries())
      for (const way of ways) {
        const rest = told(await way(cursor))
        expect(folded(events.slice(0, seen + 1)) + rest.map(({ delta }) => delta).join('')).toBe(reply)
        expect(rest.at(-1)).toMatchObject({ status: 'COMPLETED' })
        expect(await watch(ada, id, rest.at(-2)?.cursor)).toHaveLength(1)
      }
  })

  it('counts the header before the query, as of a client that has come back', async () => {
    const { id, events } = await finished()
    const [first] = events
    const last = events.at(-2)
    expect(folded(told(await resume(id, first?.cursor ?? '', `?after=${last?.cursor ?? ''}`)))).toContain('two')
    expect(folded(told(await resume(id, '', `?after=${last?.cursor ?? ''}`)))).not.toContain('One')
  })

  it('tells who has all of the text, but not the end, the end; and who has the end nothing', async () => {
    const { id, events } = await finished()
    const [text, end] = events.slice(-2)
    expect(text?.cursor).not.toBe(end?.cursor)
    expect(told(await resume(id, text?.cursor ?? ''))).toEqual([
      expect.objectContaining({ delta: '', status: 'COMPLETED', cursor: end?.cursor }),
    ])
    for (const method of ['GET', 'HEAD'])
      expect(await ada.rest(method, streamOf(id), undefined, { 'last-event-id': end?.cursor ?? '' })).toMatchObject({
        status: 204,
        text: '',
      })
    // no client of the standard: it asks for the end once more
    expect(told(await ada.rest('GET', `${streamOf(id)}?after=${end?.cursor ?? ''}`))).toHaveLength(1)
    expect(await watch(ada, id, end?.cursor)).toHaveLength(1)
  })

  it('refuses a cursor that was never given', async () => {
    const { id } = await finished()
    const { events: others } = await finished()
    const detail = (location: readonly string[]) => ({
      status: 422,
      body: { detail: [{ location, message: 'Value error, Not a cursor of this generation', type: 'value_error' }] },
    })
    const endless = Buffer.from(`${id.slice(0, 8)}.1.3.ends`).toString('base64url')
    for (const cursor of ['x', 'MTIz', endless, others.at(-1)?.cursor ?? '']) {
      expect(await resume(id, cursor)).toMatchObject(detail(['header', 'last-event-id']))
      expect(await ada.rest('GET', `${streamOf(id)}?after=${cursor}`)).toMatchObject(detail(['query', 'after']))
    }
    expect((await ada.rest('GET', `${streamOf(id)}?after=`)).status).toBe(422)
    expect((await ada.rest('HEAD', `${streamOf(id)}?after=x`)).status).toBe(422)
  })

  it('has only a head for HEAD', async () => {
    const { id } = await finished()
    const { status, headers, text } = await ada.rest('HEAD', streamOf(id))
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/event-stream; charset=utf-8', ''])
  })

  it('ends a client of the standard that comes back after the end', async () => {
    const id = await ada.say(await ada.room())
    const { events, returns, status } = await follow(ada, id)
    expect(folded(events)).toBe(reply)
    expect({ returns, status }).toEqual({ returns: [events.at(-1)?.cursor], status: 204 })
  })

  it.each([
    ['a byte at a time', () => 1],
    ['in pieces of any length', () => 1 + Math.floor(Math.random() * 40)],
  ])('is the same when it comes %s', async (_name, lengths) => {
    const proxy = await CuttingProxy.open(app.url, lengths)
    try {
      const id = await ada.say(await ada.room())
      const { events } = await follow(ada, id, { base: proxy.url, enough: isFinal })
      expect(folded(events)).toBe(reply)
    } finally {
      proxy.close()
    }
  })
})

describe('a stream that cannot go on', () => {
  let app: TestApp
  let ada: Person
  afterEach(() => app.close())
  const isBegun = ({ delta }: WatchedEvent) => delta !== ''

  it('ends without a final event when the server stops, and goes on at the next one', async () => {
    app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=3&chunks=5&reply=abcdefghij' }, drainMs: 50 })
    ada = await app.person('ada')
    const id = await ada.say(await ada.room())
    await follow(ada, id, { enough: ({ offset, delta }) => offset + delta.length === 4 })
    const response = await fetch(app.url + streamOf(id), { headers: { authorization: `Bearer ${ada.token ?? ''}` } })
    const whole = response.text()
    await app.stop()
    const seen = eventsIn(await whole)
    expect(seen.map(({ data }) => JSON.parse(data) as WatchedEvent)).toMatchObject([
      { delta: 'abcd', status: 'RUNNING' },
    ])
    const { dataDir, databaseUrl } = app
    const before = app
    app = await createTestApp({ dataDir, databaseUrl })
    const again = await ada
      .movedTo(app.url)
      .rest('GET', streamOf(id), undefined, { 'last-event-id': seen.at(-1)?.id ?? '' })
    expect(told(again)).toMatchObject([{ offset: 4, delta: '', status: 'FAILED', error: { code: 'INTERRUPTED' } }])
    await before.close()
  })

  it('leaves its room to the next one as soon as its client is gone: fifty of an account at once', async () => {
    app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=3&chunks=5&reply=abcdefghij' }, drainMs: 50 })
    ada = await app.person('ada')
    const id = await ada.say(await ada.room())
    const leaving = new AbortController()
    const open = (by: Person, signal = new AbortController().signal) =>
      fetch(app.url + streamOf(id), { signal, headers: { authorization: `Bearer ${by.token ?? ''}` } })
    const streams = await Promise.all(Array.from({ length: 49 }, () => open(ada)))
    await open(ada, leaving.signal)
    const refused = await open(ada)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await open(await app.admin())).status).toBe(200)
    leaving.abort()
    let next: Response
    do next = await open(ada)
    while (next.status === 429)
    expect([...streams, next].map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  })

  it('never tells half of an event: who comes back is told the final one with its entry', async () => {
    let store: FailingPort<ChatLogStore> | undefined
    const wrap = { chatLogs: (chatLogs: ChatLogStore) => (store = new FailingPort(chatLogs)).port }
    app = await createTestApp({ wrap })
    ada = await app.person('ada')
    const roomId = await ada.room()
    // the history is read, the entry written, and then read for the event
    store?.failOnce(3, 'before')
    const { events, errors, returns, status } = await follow(ada, await ada.say(roomId))
    expect(store?.hasFailed).toBe(true)
    expect(errors).toEqual([{ code: 'UNAVAILABLE', message: 'The database cannot be reached' }])
    expect(events.filter(isFinal)).toMatchObject([{ entry: { index: 1, outputData: folded(events) } }])
    expect([returns.length, status]).toEqual([2, 204])
  })

  it('says CANCELLED when its reply is deleted, and is not there for who comes back', async () => {
    app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=3&chunks=5&reply=abcdefghij' }, drainMs: 50 })
    ada = await app.person('ada')
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    const begun = new AbortController()
    const following = follow(ada, id, {
      enough: (event) => {
        if (isBegun(event)) begun.abort()
        return false
      },
    })
    await once(begun.signal, 'abort')
    await ada.rest('DELETE', `/api/officerooms/${roomId}`)
    const { events, status } = await following
    expect(events.at(-1)).toMatchObject({ status: 'CANCELLED' })
    expect(status).toBe(404)
  })
})

describe('what is kept only for a while', () => {
  it('can be followed at any cursor as long as it is kept, and then is not there', async () => {
    const day = 24 * 3_600_000
    let now = Date.now()
    const app = await createTestApp({ clock: () => now, env: { JWT_TTL_MS: String(365 * day) } })
    try {
      const ada = await app.person('ada')
      const id = await ada.say(await ada.room())
      const { events } = await follow(ada, id, { enough: isFinal })
      const whole = folded(events)
      now += 7 * day - 60_000
      await app.app.sweeper.sweep()
      for (const [seen, { cursor }] of events.slice(0, -1).entries()) {
        const { events: rest } = await follow(ada, id, { after: cursor, enough: isFinal })
        expect(folded([...events.slice(0, seen + 1), ...rest])).toBe(whole)
      }
      now += 2 * 60_000
      await app.app.sweeper.sweep()
      expect((await ada.rest('GET', `/generations/${id}`)).text).toBe('{"detail":"Not found"}')
      expect(await follow(ada, id, { after: events[0]?.cursor })).toMatchObject({ events: [], status: 404 })
      await expect(watch(ada, id, events[0]?.cursor)).rejects.toThrow('NOT_FOUND')
    } finally {
      await app.close()
    }
  })
})
