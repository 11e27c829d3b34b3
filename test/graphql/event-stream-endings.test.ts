import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { NetworkError } from 'graphql-sse'
import { until } from '@parley/testing'
import { graphqlApi as api } from '../support/accounts/session-apis.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { watchBy } from '../support/app/watch.js'
import {
  errorResult,
  listenWithSmallBounds,
  postOperation,
  refusalOf,
  resultsOf,
} from '../support/http/operation-streams.js'

const operator = { kind: 'service' } as const

/** A reply that does not end. */
const stalled = 'scripted:?stallAt=3&chunks=5&reply=abcdefghij'
const watching = 'subscription ($id: ID!) { generation(id: $id) { status delta } }'
const ban = 'mutation ($id: ID!) { banUser(id: $id) { account { id } } }'

let endless: TestApp
let admin: Person
beforeAll(async () => {
  endless = await createTestApp({ env: { LOCAL_MODEL: stalled }, drainMs: 50 })
  admin = await endless.admin()
})
afterAll(() => endless.close())

describe('a subscription over server-sent events', () => {
  it('ends when its reply is deleted', async () => {
    const person = await endless.person('ada')
    const roomId = await person.room()
    const id = await person.say(roomId)
    const events = await watchBy(person.eventStream(), { id }, ({ delta, status }) => {
      if (delta !== '' && status === 'RUNNING') void person.rest('DELETE', `/api/officerooms/${roomId}`)
      return false
    })
    expect(events.at(-1)).toMatchObject({ status: 'CANCELLED' })
  })
})

describe('a subscription ends with the session of its token', () => {
  const following = 'subscription ($id: ID!) { roomEvents(roomId: $id) { __typename } }'
  const demote = ({ username }: Person) =>
    endless.app.product.admins.setRole(operator, `${username}@example.com`, 'USER')

  it.each<[what: string, ends: string, message: string, act: (person: Person) => Promise<unknown>]>([
    ['a sign-out', 'UNAUTHENTICATED', 'Signed out', (person) => api.signOut(person)],
    ['a sign-out everywhere', 'UNAUTHENTICATED', 'Signed out', (person) => api.signOutEverywhere(person)],
    ['a ban', 'UNAUTHENTICATED', 'Account banned', ({ id }) => admin.data(ban, { id })],
    ['the role of an administrator', 'FORBIDDEN', 'Not allowed for this account', demote],
  ])('with an error as its last result: %s', async (_what, ends, message, act) => {
    const { person } = await api.signIn(ends === 'FORBIDDEN' ? await endless.admin() : await endless.person('bob'))
    const answers: unknown[] = []
    const client = person.eventStream()
    const from = performance.now()
    for await (const answer of client.iterate({ query: following, variables: { id: await person.room() } })) {
      answers.push(answer)
      if (answers.length === 1) await act(person)
    }
    client.dispose()
    expect(performance.now() - from).toBeLessThan(5_000)
    expect(answers).toEqual([{ data: { roomEvents: { __typename: 'RoomSnapshot' } } }, errorResult(ends)])
    expect(answers).toMatchObject([{}, { errors: [{ message }] }])
  })
})

describe('a server that stops', () => {
  it('cuts subscriptions without complete, so that their clients subscribe again, and answers mutations', async () => {
    const other = await createTestApp({ env: { LOCAL_MODEL: stalled }, drainMs: 50 })
    const person = await other.person('ada')
    const id = await person.say(await person.room())
    const begun = new AbortController()
    const followed = watchBy(person.eventStream(), { id }, ({ delta }) => {
      if (delta !== '') begun.abort()
      return false
    })
    await once(begun.signal, 'abort')
    // the password makes it slow
    const query = 'mutation { login(input: { email: "nobody@example.com", password: "wrong" }) { token } }'
    const mutation = postOperation(person, { query })
    const { headers } = await mutation
    expect(headers.get('content-type')).toContain('text/event-stream')
    const stopped = other.close()
    await expect(followed).rejects.toThrow(NetworkError)
    expect(await resultsOf(mutation)).toMatchObject([errorResult('UNAUTHENTICATED')])
    await stopped
  })
})

it.each([
  ['generation', watching],
  ['roomEvents', 'subscription ($roomId: ID!) { roomEvents(roomId: $roomId) { __typename } }'],
  ['myRoomEvents', 'subscription { myRoomEvents { cursor } }'],
])('a server that stops ends %s while no event arrives', async (_field, query) => {
  const { url, open, held, close } = await listenWithSmallBounds(endless)
  const person = await endless.person()
  const roomId = await person.room()
  const id = await person.say(roomId)
  const response = await postOperation(person.movedTo(url), { query, variables: { id, roomId } })
  const followed = response.text()
  await until('the subscription has begun', () => held() === 1)
  open.stop()
  expect(await followed).not.toContain('event: complete')
  expect(held()).toBe(0)
  await close()
})

it('a server that is stopping refuses new subscriptions and answers other operations', async () => {
  const { url, open, close } = await listenWithSmallBounds(endless)
  const person = await endless.person('gil')
  const id = await person.say(await person.room())
  open.stop()
  const refused = await postOperation(person.movedTo(url), { query: watching, variables: { id } })
  expect(refused.headers.get('retry-after')).toMatch(/^[12]$/)
  expect(await refusalOf(refused)).toEqual({ status: 503, codes: ['UNAVAILABLE'] })
  expect(await resultsOf(postOperation(person.movedTo(url), { query: '{ me { id } }' }))).toHaveLength(1)
  await close()
})

describe('the streams of a listener', () => {
  it('are 50 of an account, those of REST included, and count only while their client is connected', async () => {
    const person = await endless.person('eve')
    const id = await person.say(await person.room())
    const leaving = new AbortController()
    const open = (signal?: AbortSignal) =>
      postOperation(person, { query: watching, variables: { id } }, signal ? { signal } : {})
    const others = new AbortController()
    const streams = await Promise.all(Array.from({ length: 49 }, () => open(others.signal)))
    // all answers are kept until the end: one that is collected ends its connection
    streams.push(await open(leaving.signal))
    const refused = await open()
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refusalOf(refused)).toEqual({ status: 429, codes: ['RATE_LIMITED'] })
    expect((await person.rest('GET', `/generations/${id}/stream`)).status).toBe(429)
    expect(await resultsOf(postOperation(admin, { query: '{ me { id } }' }))).toHaveLength(1)
    leaving.abort()
    await until('another stream may begin', async () => (await open(others.signal)).status === 200)
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    others.abort()
  })

  it('are bounded by the network of a caller without an account', async () => {
    const { url, open, close } = await listenWithSmallBounds(endless)
    const release = new AbortController()
    const held = open.run(
      { accountId: undefined, ipAddress: '127.0.0.1', disconnected: release.signal },
      async (signal) => {
        await once(signal, 'abort')
      },
    )
    const query = '{ characters { nodes { id } } }'
    const [guest, account] = [endless.stranger().movedTo(url), admin.movedTo(url)]
    expect(await refusalOf(postOperation(guest, { query }))).toEqual({ status: 429, codes: ['RATE_LIMITED'] })
    expect(await resultsOf(postOperation(account, { query }))).toHaveLength(1)
    const full = open.run({ accountId: 'another', ipAddress: null, disconnected: release.signal }, async (signal) => {
      await once(signal, 'abort')
    })
    const refused = await postOperation(account, { query })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refusalOf(refused)).toEqual({ status: 503, codes: ['UNAVAILABLE'] })
    release.abort()
    await Promise.all([held, full])
    expect(await resultsOf(postOperation(guest, { query }))).toHaveLength(1)
    await close()
  })

  it('end their subscription as soon as their client has disconnected', async () => {
    const { url, held, close } = await listenWithSmallBounds(endless)
    const person = (await endless.person('fay')).movedTo(url)
    const id = await person.movedTo(endless.url).say(await person.movedTo(endless.url).room())
    const leaving = new AbortController()
    const response = await postOperation(person, { query: watching, variables: { id } }, { signal: leaving.signal })
    await response.body?.getReader().read()
    await until('the subscription has begun', () => held() === 1)
    leaving.abort()
    await until('the subscription has ended', () => held() === 0)
    await close()
  })
})
