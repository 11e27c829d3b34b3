import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { ChatLogStore } from '@parley/chat-log-store'
import { createTestDatabase, until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { CuttingProxy, follow } from '../support/replies/follow.js'
import type { Person } from '../support/app/person.js'
import { eventsIn, dataIn } from '../support/http/sse.js'
import { folded, watch, type WatchedEvent } from '../support/app/watch.js'

const reply = 'One 🙂 two 🚀 three, and a line\nbreak: 🤖.'
const streamOf = (id: string) => `/generations/${id}/stream`
const isFinal = ({ status }: WatchedEvent) => status === 'COMPLETED'

let app: TestApp
let ada: Person
beforeAll(async () => {
  const script = new URLSearchParams({ reply, chunks: '12', delayMs: '3' })
  app = await createTestApp({ env: { LOCAL_MODEL: `scripted:?${script.toString()}` } })
  ada = await app.person('ada')
})
afterAll(() => app.close())

describe('a stream of a reply', () => {
  const finished = async () => {
    const id = await ada.say(await ada.room())
    return { id, events: await watch(ada, id) }
  }
  const resume = (id: string, lastId: string, query = '') =>
    ada.rest('GET', streamOf(id) + query, undefined, { 'last-event-id': lastId })

  it('has a head that prevents caching and buffering, and a time to reconnect', async () => {
    const { id } = await finished()
    const { headers, text } = await ada.rest('GET', streamOf(id))
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(text).toMatch(/^retry: 1\d{3}\n\nid: \S+\ndata: \{.*\}\n\n/)
  })

  it('continues at every cursor of either API with exactly the rest', async () => {
    const { id, events } = await finished()
    const ways = [
      (cursor: string) => resume(id, cursor),
      (cursor: string) => ada.rest('GET', `${streamOf(id)}?after=${cursor}`),
    ]
    for (const [seen, { cursor }] of events.slice(0, -1).entries())
      for (const way of ways) {
        const rest = dataIn(await way(cursor))
        expect(folded(events.slice(0, seen + 1)) + rest.map(({ delta }) => delta).join('')).toBe(reply)
        expect(rest.at(-1)).toMatchObject({ status: 'COMPLETED' })
        expect(await watch(ada, id, rest.at(-2)?.cursor)).toHaveLength(1)
      }
  })

  it('has the fields that the variables of its selection ask for, by default or by their values', async () => {
    const { id } = await finished()
    const query = `subscription Other($id: ID!) { generation(id: $id) { status } }
      subscription Watched($id: ID!, $text: Boolean! = true, $cursor: Boolean! = false) { ...Selected }
      fragment Selected on Subscription {
        generation(id: $id) { status delta @include(if: $text) cursor @skip(if: $cursor) }
      }`
    const fieldsWith = async (client: ReturnType<Person['socket'] | Person['eventStream']>, variables: object) => {
      const asked = { query, operationName: 'Watched', variables: { id, ...variables } }
      const fields = new Set<string>()
      for await (const { data, errors } of client.iterate<{ generation: object }>(asked)) {
        expect(errors).toBeUndefined()
        for (const name of Object.keys(data?.generation ?? {})) fields.add(name)
      }
      await client.dispose()
      return [...fields]
    }
    for (const client of [() => ada.socket(), () => ada.eventStream()]) {
      expect(await fieldsWith(client(), {})).toEqual(['status', 'delta', 'cursor'])
      expect(await fieldsWith(client(), { text: false })).toEqual(['status', 'cursor'])
      expect(await fieldsWith(client(), { cursor: true })).toEqual(['status', 'delta'])
    }
  })

  it('prefers the header to the query, for clients that have reconnected', async () => {
    const { id, events } = await finished()
    const [first] = events
    const last = events.at(-2)
    const rest = dataIn(await resume(id, first?.cursor ?? '', `?after=${last?.cursor ?? ''}`))
    expect(folded(events.slice(0, 1)) + rest.map(({ delta }) => delta).join('')).toBe(reply)
    expect(folded(dataIn(await resume(id, '', `?after=${last?.cursor ?? ''}`)))).not.toContain('One')
  })

  it('sends the end to a client that has all of the text but not the end; and nothing to one that has the end', async () => {
    const { id, events } = await finished()
    const [text, end] = events.slice(-2)
    expect(text?.cursor).not.toBe(end?.cursor)
    expect(dataIn(await resume(id, text?.cursor ?? ''))).toEqual([
      expect.objectContaining({ delta: '', status: 'COMPLETED', cursor: end?.cursor }),
    ])
    for (const method of ['GET', 'HEAD'])
      expect(await ada.rest(method, streamOf(id), undefined, { 'last-event-id': end?.cursor ?? '' })).toMatchObject({
        status: 204,
        text: '',
      })
    // an unusual client, which requests the end once more
    expect(dataIn(await ada.rest('GET', `${streamOf(id)}?after=${end?.cursor ?? ''}`))).toHaveLength(1)
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
    expect((await ada.rest('HEAD', `${streamOf(id)}?after=x`)).status).toBe(422)
  })

  it('has only a head for HEAD', async () => {
    const { id } = await finished()
    const { status, headers, text } = await ada.rest('HEAD', streamOf(id))
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/event-stream; charset=utf-8', ''])
  })

  it('ends a standard client that reconnects after the end', async () => {
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

describe('a stream that cannot continue', () => {
  let app: TestApp
  let ada: Person
  afterEach(() => app.close())
  const isBegun = ({ delta }: WatchedEvent) => delta !== ''

  it('ends without a final event when the server stops, and continues at the next one', async () => {
    app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=3&chunks=5&reply=abcdefghij' }, drainMs: 50 })
    ada = await app.person('ada')
    const id = await ada.say(await ada.room())
    await follow(ada, id, { enough: ({ offset, delta }) => offset + delta.length === 4 })
    const response = await fetch(app.url + streamOf(id), { headers: { authorization: `Bearer ${ada.token ?? ''}` } })
    const whole = response.text()
    await app.stop()
    const text = await whole
    const seen = eventsIn(text)
    expect(dataIn({ text })).toMatchObject([{ delta: 'abcd', status: 'RUNNING' }])
    const { dataDir, databaseUrl } = app
    const before = app
    app = await createTestApp({ dataDir, databaseUrl, env: { LOCAL_MODEL: 'scripted:?reply=done' } })
    const again = await ada
      .movedTo(app.url)
      .rest('GET', streamOf(id), undefined, { 'last-event-id': seen.at(-1)?.id ?? '' })
    const rest = dataIn(again)
    expect(rest.reduce((kept, { offset, delta }) => kept.slice(0, offset) + delta, 'abcd')).toBe('done')
    expect(rest.at(-1)).toMatchObject({ attempt: 2, status: 'COMPLETED' })
    await before.close()
  })

  it('frees its slot as soon as its client has disconnected: fifty of an account at once', async () => {
    app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=3&chunks=5&reply=abcdefghij' }, drainMs: 50 })
    ada = await app.person('ada')
    const id = await ada.say(await ada.room())
    const leaving = new AbortController()
    const open = (by: Person, signal = new AbortController().signal) =>
      fetch(app.url + streamOf(id), { signal, headers: { authorization: `Bearer ${by.token ?? ''}` } })
    const streams = await Promise.all(Array.from({ length: 49 }, () => open(ada)))
    // all answers are kept until the end: one that is collected ends its connection
    const last = await open(ada, leaving.signal)
    const refused = await open(ada)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    const other = await open(await app.admin())
    leaving.abort()
    const isAccepted = ({ status }: Response) => status !== 429
    const next = await until('a stream may begin', () => open(ada), isAccepted)
    const statuses = [...streams, last, other, next].map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 52 }, () => 200))
  })

  it('never sends half of an event: a client that reconnects receives the final one with its entry', async () => {
    let store: FailingPort<ChatLogStore> | undefined
    const wrap = { chatLogs: (chatLogs: ChatLogStore) => (store = new FailingPort(chatLogs)).port }
    app = await createTestApp({ wrap })
    ada = await app.person('ada')
    const roomId = await ada.room()
    // the history is read, then the entry is written, and then read for the event
    store?.failOnce(3, 'before')
    const { events, errors, returns, status } = await follow(ada, await ada.say(roomId))
    expect(store?.hasFailed).toBe(true)
    expect(errors).toEqual([{ code: 'UNAVAILABLE', message: 'The database cannot be reached' }])
    expect(events.filter(isFinal)).toMatchObject([{ entry: { index: 1, outputData: folded(events) } }])
    expect([returns.length, status]).toEqual([2, 204])
  })

  it('reports CANCELLED when its reply is deleted, and is 404 for a client that reconnects', async () => {
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

describe('an ended reply', () => {
  it('can be followed at any cursor as long as it is kept, and then is 404', async () => {
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

const database = await createTestDatabase()
const onPostgres = database ? describe : describe.skip

onPostgres('a reply that another process makes', () => {
  const env = {
    JWT_SECRET: 'a secret that both of them know '.repeat(3),
    LOCAL_MODEL: 'scripted:?chunks=20&delayMs=20',
  }
  const apps: TestApp[] = []
  afterAll(async () => {
    for (const app of apps) await app.close()
    await database?.drop()
  })

  it('can be followed on both instances, over either API', async () => {
    for (let count = 0; count < 2; count += 1) apps.push(await createTestApp({ databaseUrl: database?.url, env }))
    const [maker, other] = apps
    if (!maker || !other) throw new Error('two are needed')
    const ada = await maker.person('ada')
    const away = ada.movedTo(other.url)
    const id = await ada.say(await ada.room())
    const [first] = await watch(ada, id, undefined, ({ delta }) => delta !== '')
    const [streamed, watched] = await Promise.all([
      follow(away, id, { enough: isFinal }),
      watch(away, id, first?.cursor),
    ])
    const { text } = (await away.rest('GET', `/generations/${id}`)).body as { text: string }
    expect(folded(streamed.events)).toBe(text)
    expect(folded([...(first ? [first] : []), ...watched])).toBe(text)
  })
})
