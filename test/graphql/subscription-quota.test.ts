import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { RawSocket } from '../support/http/raw-socket.js'

const bounds = { subscriptionsPerUser: 4, subscriptionsPerAddress: 2, subscriptionsPerProcess: 7 }
const roomEvents = 'subscription ($id: ID!) { roomEvents(roomId: $id) { __typename } }'
const generation = 'subscription ($id: ID!) { generation(id: $id) { status } }'

let app: TestApp
let ada: Person
let bob: Person
let roomId: string
let guestRoomId: string
let generationId: string
beforeAll(async () => {
  const env = { LOCAL_MODEL: 'scripted:?stallAt=2', SOCKET_LIMITS: JSON.stringify(bounds) }
  app = await createTestApp({ env, drainMs: 50 })
  ada = await app.person('ada')
  bob = await app.person('bob')
  roomId = await ada.room()
  const guestRoom = 'mutation { createOfficeRoom(input: { userId: "a-guest" }) { room { id } } }'
  guestRoomId = at(await app.stranger().data(guestRoom), 'createOfficeRoom', 'room', 'id')
  generationId = await ada.say(roomId)
})
afterAll(() => app.close())

interface Held {
  /** The error codes of the subscription; none while it is open. */
  readonly codes: () => readonly unknown[]
  readonly end: () => Promise<void>
  /** Kept while the stream is open: an answer that is collected ends its connection. */
  readonly answer?: Response
}

/** A way to open a subscription; each opens a connection of its own. */
type Door = (person: Person, query: string, id: string) => Promise<Held>

const overSocket: Door = async ({ url, token }, query, id) => {
  const socket = await RawSocket.open(url, token)
  socket.subscribe('1', query, { variables: { id } })
  await until('the subscription is answered', () => socket.of('next').length + socket.of('error').length > 0)
  return {
    codes: () => socket.of('error').flatMap(({ payload }) => codesIn(payload)),
    end: async () => {
      await socket.end()
    },
  }
}

const codesIn = (errors: unknown) =>
  (errors as { extensions: { code: string } }[]).map(({ extensions }) => extensions.code)

const overStream: Door = async ({ url, token }, query, id) =>
  openStream(`${url}/graphql/stream`, token, { query, variables: { id } })

const overRest: Door = async ({ url, token }, _query, id) => openStream(`${url}/generations/${id}/stream`, token)

const codesOfStatus: Readonly<Record<number, string>> = { 429: 'RATE_LIMITED', 503: 'UNAVAILABLE' }

async function openStream(url: string, token: string | undefined, body?: object): Promise<Held> {
  const controller = new AbortController()
  const answer = await fetch(url, {
    signal: controller.signal,
    headers: {
      accept: 'text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const codes = answer.status === 200 ? [] : [codesOfStatus[answer.status] ?? answer.status]
  return { codes: () => codes, end: async () => controller.abort(), answer }
}

const doors: Readonly<Record<string, Door>> = {
  'a socket': overSocket,
  'an event stream': overStream,
  'a REST stream': overRest,
}
const names = Object.keys(doors)
const opened = (name: string, person: Person) => {
  const door = doors[name] ?? overSocket
  return name === 'a REST stream' ? door(person, '', generationId) : door(person, generation, generationId)
}

describe.each(names)('the next subscription over %s', (last) => {
  it('of an account with as many as it may have is refused; it is accepted after the end of one', async () => {
    const held: Held[] = []
    for (const name of [...names, 'a socket']) held.push(await opened(name, ada))
    expect(held.flatMap(({ codes }) => codes())).toEqual([])
    const refused = await opened(last, ada)
    expect(refused.codes()).toEqual(['RATE_LIMITED'])
    await refused.end()
    await held[0]?.end()
    await until('a slot is free', async () => {
      const next = await opened(last, ada)
      await next.end()
      return next.codes().length === 0
    })
    for (const { end } of held) await end()
  })
})

describe('a socket', () => {
  it('stays open when one of its subscriptions is refused, and says which bound it was', async () => {
    const socket = await RawSocket.open(app.url)
    for (const id of ['1', '2', '3']) socket.subscribe(id, roomEvents, { variables: { id: guestRoomId } })
    await socket.received(2, 'next')
    await socket.received(1, 'error')
    const [error] = socket.of('error')
    const refusal = {
      message: 'Too many subscriptions of this address',
      extensions: { code: 'RATE_LIMITED', retryAfterMs: 5_000 },
    }
    expect(error?.payload).toEqual([expect.objectContaining(refusal)])
    socket.subscribe('query', '{ __typename }')
    await until('a query is answered', () => socket.of('next').some(({ id }) => id === 'query'))
    // the account of this address has its own
    const held = await overSocket(ada, roomEvents, roomId)
    expect(held.codes()).toEqual([])
    await held.end()
    await socket.end()
  })
})

describe('the process', () => {
  it('refuses one more of any client with a time to wait', async () => {
    const held: Held[] = []
    for (let count = 0; count < 4; count += 1) held.push(await overSocket(ada, roomEvents, roomId))
    for (let count = 0; count < 2; count += 1) held.push(await overSocket(app.stranger(), roomEvents, guestRoomId))
    const bobs = await bob.room()
    held.push(await overSocket(bob, roomEvents, bobs))
    expect(held.flatMap(({ codes }) => codes())).toEqual([])
    const refused = await overSocket(bob, roomEvents, bobs)
    expect(refused.codes()).toEqual(['UNAVAILABLE'])
    for (const { end } of [refused, ...held]) await end()
    await until('a slot is free', async () => {
      const next = await overSocket(bob, roomEvents, bobs)
      await next.end()
      return next.codes().length === 0
    })
  })
})
