import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { folded, watch, watchBy, type WatchedEvent } from '../support/app/watch.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { registerOne } from '../support/http/attacks.js'
import { errorResult, getOperation, postOperation, refusalOf, resultsOf } from '../support/http/operation-streams.js'
import { eventsIn } from '../support/http/sse.js'
import { CuttingProxy } from '../support/replies/follow.js'

const reply = 'One 🙂 two 🚀 three, and a line\nbreak: 🤖.'
const watching = 'subscription ($id: ID!) { generation(id: $id) { status delta } }'

let database: FailingPort<TestApp['app']['database']> | undefined
let app: TestApp
let ada: Person
beforeAll(async () => {
  const script = new URLSearchParams({ reply, chunks: '12', delayMs: '3' })
  app = await createTestApp({
    env: { LOCAL_MODEL: `scripted:?${script.toString()}`, CORS_ORIGINS: 'https://app.example' },
    wrap: { database: (port) => (database = new FailingPort(port)).port },
  })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const users = () => app.app.database.read((db) => db.count(UserTable))

describe('an operation over server-sent events', () => {
  it('of a query or a mutation is answered by one next and complete', async () => {
    const response = await postOperation(ada, { query: '{ me { id } }' })
    const { headers } = response
    expect(await response.text()).toMatch(
      new RegExp(
        `^retry: 1\\d{3}\n\nevent: next\ndata: {"data":{"me":{"id":"${ada.id}"}}}\n\nevent: complete\ndata: \n\n$`,
      ),
    )
    expect(['cache-control', 'x-accel-buffering', 'content-encoding'].map((name) => headers.get(name))).toEqual([
      'no-store, no-transform',
      'no',
      null,
    ])
    const rename = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { username } } }'
    const input = { username: 'ada-by-event' }
    expect(
      await resultsOf(postOperation(ada, { query: rename, variables: { input }, extensions: { any: 1 } })),
    ).toEqual([{ data: { updateProfile: { account: input } } }])
  })

  it('by GET may be a query with its variables as JSON, and a subscription', async () => {
    const query = 'query A { me { id } } query B($id: ID!) { user(id: $id) { id } }'
    const variables = JSON.stringify({ id: ada.id })
    expect(await resultsOf(getOperation(ada, { query, variables, operationName: 'B', extensions: '' }))).toEqual([
      { data: { user: { id: ada.id } } },
    ])
    const id = await ada.say(await ada.room())
    const events = await resultsOf(getOperation(ada, { query: watching, variables: JSON.stringify({ id }) }))
    expect(events.at(-1)).toMatchObject({ data: { generation: { status: 'COMPLETED' } } })
  })

  it('is that of a guest without a valid token', async () => {
    const wrong = { headers: { authorization: 'Bearer nonsense' } }
    const query = '{ characters { nodes { id } } }'
    for (const init of [{}, wrong])
      expect(await resultsOf(postOperation(app.stranger(), { query }, init))).toEqual([
        { data: { characters: { nodes: [] } } },
      ])
    expect(await resultsOf(postOperation(app.stranger(), { query: '{ me { id } }' }))).toEqual([{ data: { me: null } }])
    for (const document of ['{ me { id } }', '{ myRooms { nodes { id } } }'])
      expect(await resultsOf(postOperation(app.stranger(), { query: document }, wrong))).toMatchObject([
        errorResult('UNAUTHENTICATED'),
      ])
  })

  it('that cannot be executed is a result with its errors, which no client repeats', async () => {
    const client = ada.eventStream()
    for (const [query, expected] of [
      ['{ me', 'GRAPHQL_PARSE_FAILED'],
      ['{ nonsense }', 'GRAPHQL_VALIDATION_FAILED'],
      ['query A { me { id } } query B { me { id } }', 'OPERATION_RESOLUTION_FAILURE'],
      ['subscription ($id: ID!) { generation(id: $id) { status } }', 'BAD_USER_INPUT'],
      // each would leave a subscription without a field
      ['subscription { generation(id: "1") @skip(if: true) { status } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription ($a: Boolean!) { generation(id: "1") @skip(if: $a) { status } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription { ... @include(if: false) { generation(id: "1") { status } } }', 'GRAPHQL_VALIDATION_FAILED'],
      [
        'subscription { a: generation(id: "1") { status } b: generation(id: "1") { status } }',
        'GRAPHQL_VALIDATION_FAILED',
      ],
      [
        'subscription { ...F } fragment F on Subscription { generation(id: "1") @include(if: false) { status } }',
        'GRAPHQL_VALIDATION_FAILED',
      ],
      ['subscription { generation(id: "00000000-0000-4000-8000-000000000000") { status } }', 'NOT_FOUND'],
    ] as const) {
      const answers: unknown[] = []
      for await (const answer of client.iterate({ query })) answers.push(answer)
      expect(answers).toMatchObject([errorResult(expected)])
      expect(await resultsOf(getOperation(ada, { query }))).toEqual(answers)
    }
    client.dispose()
  })

  it('answers a reply of another account byte for byte like a missing one', async () => {
    const [eve, id] = [await app.person('eve'), await ada.say(await ada.room())]
    const missing = '00000000-0000-4000-8000-000000000000'
    const textOf = async (person: Person, variables: object) =>
      (await (await postOperation(person, { query: watching, variables })).text()).replace(/^retry: \d+/, '')
    for (const person of [eve, app.stranger()])
      expect(await textOf(person, { id })).toBe(await textOf(person, { id: missing }))
  })

  it('may be requested by a page of an allowed origin, which sends a preflight', async () => {
    const origin = 'https://app.example'
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    const preflight = await fetch(`${app.url}/graphql/stream`, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    const answer = await postOperation(ada, { query: '{ me { id } }' }, { headers: { origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    const foreign = await postOperation(
      ada,
      { query: '{ me { id } }' },
      { headers: { origin: 'https://evil.example' } },
    )
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a request that is not one of the protocol', () => {
  const query = '{ me { id } }'
  const bad = { status: 400, codes: ['BAD_REQUEST'] }

  it.each<[what: string, body: unknown]>([
    ['a body that is not JSON', '{'],
    ['an empty body', ''],
    ['a list', [{ query }]],
    ['no document', { variables: {} }],
    ['a document that is a number', { query: 1 }],
    ['variables as text', { query, variables: '{}' }],
    ['variables as a list', { query, variables: [] }],
    ['a name that is a number', { query, operationName: 1 }],
    ['extensions as text', { query, extensions: 'x' }],
  ])('is refused with 400: %s', async (_what, body) => {
    expect(await refusalOf(postOperation(ada, body))).toEqual(bad)
  })

  it.each<[what: string, parameters: Record<string, string>]>([
    ['no document', {}],
    ['variables that are not JSON', { query, variables: '{' }],
    ['variables as a list', { query, variables: '[]' }],
    ['extensions that are a number', { query, extensions: '1' }],
  ])('is refused with 400 by GET: %s', async (_what, parameters) => {
    expect(await refusalOf(getOperation(ada, parameters))).toEqual(bad)
  })

  it('has a status of its own: another method, type or size, and an answer that it does not accept', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(`${app.url}/graphql/stream`, { method })
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
      expect(await refusalOf(response)).toEqual({ status: 405, codes: ['BAD_REQUEST'] })
    }
    expect((await refusalOf(postOperation(ada, { query }, { headers: { accept: 'application/json' } }))).status).toBe(
      406,
    )
    expect((await refusalOf(postOperation(ada, { query: ' '.repeat(2_000_000) }))).status).toBe(413)
    expect(
      (await refusalOf(postOperation(ada, { query }, { headers: { 'content-type': 'application/json; charset=x' } })))
        .status,
    ).toBe(415)
    expect(await resultsOf(postOperation(ada, { query }, { headers: { accept: '*/*' } }))).toHaveLength(1)
  })

  it('executes no mutation that a page of any site can send without a preflight', async () => {
    const before = await users()
    const mutation = `mutation A { ${registerOne} }`
    for (const parameters of [
      { query: mutation },
      { query: mutation, operationName: 'A' },
      { query: `query B { me { id } } ${mutation}`, operationName: 'A' },
      { query: mutation, operationName: '' },
    ]) {
      const response = await getOperation(ada, parameters)
      expect(response.headers.get('allow')).toBe('POST')
      expect(await refusalOf(response)).toEqual({ status: 405, codes: ['BAD_REQUEST'] })
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
      expect(
        (await refusalOf(postOperation(ada, { query: mutation }, { headers: { 'content-type': type } }))).status,
      ).toBe(415)
    expect(await users()).toBe(before)
  })

  it('is answered with a head alone for HEAD', async () => {
    const id = await ada.say(await ada.room())
    const variables = JSON.stringify({ id })
    const response = await getOperation(ada, { query: watching, variables }, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect((await getOperation(ada, { query: `mutation { ${registerOne} }` }, { method: 'HEAD' })).status).toBe(405)
  })

  it('is 503 while the caller cannot be read from the store', async () => {
    if (database) database.isDown = true
    const response = await postOperation(ada, { query })
    const body: unknown = await response.json()
    database?.heal()
    const unavailable = {
      message: 'The database cannot be reached',
      extensions: { code: 'UNAVAILABLE', part: 'store' },
    }
    expect([response.status, body]).toEqual([503, { errors: [unavailable] }])
  })
})

describe('a subscription with the client of graphql-sse', () => {
  it('follows a reply piece by piece, as a socket does', async () => {
    const id = await ada.say(await ada.room())
    const [ofStream, ofSocket] = await Promise.all([watchBy(ada.eventStream(), { id }), watch(ada, id)])
    for (const events of [ofStream, ofSocket]) {
      expect(folded(events)).toBe(reply)
      expect(events.length).toBeGreaterThan(2)
      expect(events.at(-1)).toMatchObject({ status: 'COMPLETED' })
    }
  })

  it('is cut anywhere, and resumed at its cursor without loss or repetition', async () => {
    const id = await ada.say(await ada.room())
    const events: WatchedEvent[] = []
    let cuts = 0
    while (events.at(-1)?.status !== 'COMPLETED') {
      const proxy = await CuttingProxy.open(app.url, () => 1 + Math.floor(Math.random() * 40))
      let more = 0
      const take = (event: WatchedEvent) => {
        events.push(event)
        if ((more += 1) === 3) proxy.close()
        return false
      }
      const after = events.at(-1)?.cursor
      // the rest of what has arrived is read, then the client reports the lost connection
      await watchBy(ada.eventStream(proxy.url), { id, after }, take).catch(() => (cuts += 1))
      proxy.close()
    }
    expect(cuts).toBeGreaterThan(0)
    expect(events.map(({ delta }) => delta).join('')).toBe(reply)
    let length = 0
    for (const { offset, delta } of events) {
      expect(offset).toBe(length)
      length += delta.length
    }
  })

  it('is complete for a client that begins to read when its reply has ended', async () => {
    const script = new URLSearchParams({ reply: 'x'.repeat(50_000), chunks: '2000', delayMs: '0' })
    const long = await createTestApp({ env: { LOCAL_MODEL: `scripted:?${script.toString()}` } })
    try {
      const person = await long.person('ada')
      const id = await person.say(await person.room())
      const body = JSON.stringify({ query: watching, variables: { id } })
      const reader = connect(Number(new URL(long.url).port), '127.0.0.1').pause()
      reader.write(
        `POST /graphql/stream HTTP/1.0\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n` +
          `Authorization: Bearer ${person.token ?? ''}\r\n\r\n${body}`,
      )
      await watch(person, id)
      let text = ''
      reader.on('data', (bytes: Buffer) => (text += bytes.toString())).resume()
      await once(reader, 'end')
      const { text: stored } = (await person.data('query ($id: ID!) { generation(id: $id) { text } }', { id }))[
        'generation'
      ] as { text: string }
      const sent = eventsIn(text).filter(({ event }) => event === 'next')
      const deltas = sent.map(
        ({ data }) => (JSON.parse(data) as { data: { generation: WatchedEvent } }).data.generation,
      )
      expect(deltas.map(({ delta }) => delta).join('')).toBe(stored)
      expect(text.endsWith('event: complete\ndata: \n\n')).toBe(true)
    } finally {
      await long.close()
    }
  })
})
