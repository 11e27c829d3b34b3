import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildPublicSchema } from '../resolvers/build-schema.js'
import { Pipeline } from '../resolvers/execute.js'
import { serveSockets } from '../resolvers/over-sockets.js'
import { createRequestContext } from '../resolvers/request-context.js'
import { SessionTable } from '../src/database/tables/sessions.js'
import { UserTable } from '../src/database/tables/users.js'
import { createLogger } from '../src/logger.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { FailingPort } from './support/failing-port.js'
import { at, password, Person } from './support/person.js'
import { createTestDatabase } from './support/postgres.js'
import { RawSocket } from './support/raw-socket.js'
import type { Ending } from './support/raw-socket.js'
import { graphqlFace as face } from './support/session-faces.js'

const promisedMs = 5_000
const watching = 'subscription ($id: ID!) { generation(id: $id) { status } }'
const ban = 'mutation ($id: ID!) { banUser(id: $id) { account { id } } }'

const signedOut: Ending = { code: 4401, reason: 'Signed out' }
const deleted: Ending = { code: 4401, reason: 'Account deleted' }
const banned: Ending = { code: 4403, reason: 'Account banned' }
const demoted: Ending = { code: 4403, reason: 'Role changed, reconnect' }
const expired: Ending = { code: 4401, reason: 'Token expired' }

let later = 0
let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp({
    clock: () => Date.now() + later,
    env: { LOCAL_MODEL: 'scripted:?stallAt=2' },
    drainMs: 50,
  })
  admin = await app.admin()
})
afterAll(() => app.close())

/** A socket with a subscription in the middle of a reply. */
async function watcher(person: Person): Promise<RawSocket> {
  const generationId = await person.say(await person.room())
  const socket = await RawSocket.open(person.url, person.token)
  socket.subscribe('1', watching, { variables: { id: generationId } })
  await socket.received(1, 'next')
  return socket
}

async function closedInTime(socket: RawSocket, act: () => Promise<unknown>): Promise<Ending> {
  await act()
  const from = performance.now()
  const ending = await socket.ending
  expect(performance.now() - from).toBeLessThan(promisedMs)
  return ending
}

/** What another instance writes, of which nobody tells this one. */
const elsewhere = (id: string, values: object) =>
  app.app.database.write((em) => em.update(UserTable, { id: Number(id) }, values))

const emailOf = ({ username }: Person) => `${username}@example.com`

describe('a socket ends with what it was opened with', () => {
  it.each<[what: string, act: (person: Person) => Promise<unknown>, ending: Ending]>([
    ['a sign-out', (person) => face.signOut(person), signedOut],
    [
      'a sign-out everywhere, from another device',
      async (p) => face.signOutEverywhere((await face.signIn(p)).person),
      signedOut,
    ],
    ['its session revoked', revokeFromElsewhere, signedOut],
    ['a password that is reset', resetPassword, signedOut],
    ['a ban', ({ id }) => admin.data(ban, { id }), banned],
    ['the account deleted', (person) => person.data('mutation { deleteAccount { deletedAccountId } }'), deleted],
    [
      'the account deleted by an administrator',
      ({ id }) => admin.data('mutation ($id: ID!) { deleteAccount(id: $id) { deletedAccountId } }', { id }),
      deleted,
    ],
  ])('%s', async (_what, act, ending) => {
    const { person } = await face.signIn(await app.person('ada'))
    const socket = await watcher(person)
    expect(await closedInTime(socket, () => act(person))).toEqual(ending)
  })

  it('a refresh token of its session that is used again', async () => {
    const { person, refreshToken } = await face.signIn(await app.person('bob'))
    const socket = await watcher(person)
    const once = await face.refresh(person, refreshToken)
    await face.refresh(person, once.refreshToken)
    const reuse = () => expect(face.refresh(person, refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    expect(await closedInTime(socket, reuse)).toEqual(signedOut)
  })

  it('the role of an administrator, who may come again without it', async () => {
    const { person } = await face.signIn(await app.admin())
    const socket = await watcher(person)
    expect(await closedInTime(socket, () => app.app.product.admins.setRole(emailOf(person), 'USER'))).toEqual(demoted)
    const again = await RawSocket.open(person.url, person.token)
    again.subscribe('1', '{ userStats { totalUsers } }')
    await again.received(1, 'next')
    expect(again.of('next')).toMatchObject([{ payload: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } }])
    await again.end()
  })

  it('all of that within 5 s also when another instance did it, which tells nobody', async () => {
    const people = await Promise.all(['bea', 'cem', 'dan', 'eva', 'fay'].map((name) => app.person(name)))
    const [bea, cem, dan, eva, fay] = people as [Person, Person, Person, Person, Person]
    await elsewhere(fay.id, { role: 'ADMIN' })
    const sockets = await Promise.all(people.map((person) => watcher(person)))
    await Promise.all([
      elsewhere(bea.id, { sessionVersion: 1 }),
      app.app.database.write((em) => em.delete(SessionTable, { userId: Number(cem.id) })),
      elsewhere(dan.id, { bannedAt: Date.now() }),
      app.app.database.write((em) => em.delete(UserTable, { id: Number(eva.id) })),
      elsewhere(fay.id, { role: 'USER' }),
    ])
    const from = performance.now()
    const endings = await Promise.all(sockets.map(({ ending }) => ending))
    expect(performance.now() - from).toBeLessThan(promisedMs)
    expect(endings).toEqual([signedOut, signedOut, banned, deleted, demoted])
  })

  it('the time of its token, while one whose token lasts longer stays', async () => {
    const [gil, hal] = [await app.person('gil'), await app.person('hal')]
    const socket = await watcher(gil)
    later = 23 * 3_600_000
    const younger = await RawSocket.open(app.url, (await face.signIn(hal)).person.token)
    later = 25 * 3_600_000
    const from = performance.now()
    expect(await socket.ending).toEqual(expired)
    expect(performance.now() - from).toBeLessThan(promisedMs)
    younger.subscribe('1', '{ me { id } }')
    await younger.received(1, 'next')
    expect(younger.of('next')).toMatchObject([{ payload: { data: { me: { id: hal.id } } } }])
    await younger.end()
    later = 0
  })
})

it('a socket stays that has nothing to do with it: of another session, of somebody else, of nobody', async () => {
  const ida = await app.person('ida')
  const phone = await face.signIn(ida)
  const others = await Promise.all([
    RawSocket.open(app.url, (await face.signIn(ida)).person.token),
    RawSocket.open(app.url, (await app.person('jon')).token),
    RawSocket.open(app.url),
    RawSocket.open(app.url, 'no token'),
  ])
  const socket = await watcher(phone.person)
  await closedInTime(socket, () => face.signOut(phone.person))
  for (const other of others) {
    other.subscribe('1', '{ __typename }')
    await other.received(1, 'complete')
    await other.end()
  }
})

it('a promotion ends nothing', async () => {
  const kim = await app.person('kim')
  const socket = await RawSocket.open(app.url, kim.token)
  await app.app.product.admins.setRole(emailOf(kim), 'ADMIN')
  socket.subscribe('1', '{ userStats { totalUsers } }')
  await socket.received(1, 'next')
  expect(socket.of('next')).toMatchObject([{ payload: { data: { userStats: {} } } }])
  await socket.end()
})

it('a stream over HTTP ends with an error when its API key is revoked', async () => {
  const max = await app.person('max')
  const made = await max.data('mutation { createApiKey(input: { name: "script" }) { text apiKey { id } } }')
  const response = await fetch(`${app.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${at(made, 'createApiKey', 'text')}`,
    },
    body: JSON.stringify({ model: 'local', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  expect(response.status).toBe(200)
  const from = performance.now()
  await max.data('mutation ($id: ID!) { revokeApiKey(id: $id) { revokedApiKeyId } }', {
    id: at(made, 'createApiKey', 'apiKey', 'id'),
  })
  const text = await response.text()
  expect(performance.now() - from).toBeLessThan(promisedMs)
  const events = text.split('\n\n').filter((event) => event.startsWith('data: '))
  expect(JSON.parse(events.at(-1)?.slice(6) ?? '')).toMatchObject({ error: { message: expect.any(String) } })
  expect(text).not.toContain('[DONE]')
})

describe('the bounds of sockets', () => {
  const bounds = { perUser: 2, perAddress: 3, perProcess: 6 }
  let small: TestApp
  beforeAll(async () => {
    small = await createTestApp({
      env: { SOCKET_LIMITS: JSON.stringify(bounds), TRUSTED_PROXIES: '127.0.0.1' },
    })
  })
  afterAll(() => small.close())

  it('are kept for an account (4429), an address (429) and the process (503), and free when sockets go', async () => {
    const [noa, ole] = [await small.person('noa'), await small.person('ole')]
    const ofNoa = [await RawSocket.open(small.url, noa.token), await RawSocket.open(small.url, noa.token)]
    const third = await RawSocket.connect(small.url)
    third.init(noa.token)
    expect(await third.ending).toEqual({ code: 4429, reason: 'Too many sockets of this account' })
    // of nobody, one of them without a word yet
    const ofNobody = [
      await RawSocket.open(small.url),
      await RawSocket.open(small.url),
      await RawSocket.connect(small.url),
    ]
    expect(await RawSocket.refused(small.url)).toBe(429)
    expect(await RawSocket.refused(small.url, { 'x-forwarded-for': '203.0.113.7' })).toBeUndefined()
    // who signs in leaves the room of the address to others
    ofNobody[2]?.init(ole.token)
    await ofNobody[2]?.received(1, 'connection_ack')
    const sixth = await RawSocket.open(small.url)
    expect(await RawSocket.refused(small.url, { 'x-forwarded-for': '203.0.113.7' })).toBe(503)
    await Promise.all([...ofNoa, ...ofNobody, sixth].map((socket) => socket.end()))
    const again = await RawSocket.open(small.url, noa.token)
    await again.end()
  })

  it('give a client three seconds to say who it is (4408)', async () => {
    const socket = await RawSocket.connect(small.url)
    expect((await socket.ending).code).toBe(4408)
  })
})

it('a peer that answers no ping is gone within two, and nothing is held of who has left', async () => {
  const { product } = app.app
  let held = 0
  const server = createServer()
  const sockets = serveSockets({
    pipeline: new Pipeline(buildPublicSchema(product), createLogger('silent')),
    context: (origin) => createRequestContext(product, origin),
    clientAddress: () => null,
    refuse: (socket) => socket.destroy(),
    sessionWatch: {
      hold: (...args) => {
        held += 1
        const letGo = product.sessionWatch.hold(...args)
        return () => {
          held -= 1
          letGo()
        }
      },
    },
    bounds: { perUser: 10, perAddress: 10, perProcess: 10 },
    pingMs: 50,
  })
  server.on('upgrade', (request, socket, head) => sockets.take(request, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const alive = await RawSocket.open(url, admin.token)
  expect(held).toBe(1)
  const halfOpen = await RawSocket.connect(url, { autoPong: false })
  halfOpen.init()
  expect((await halfOpen.ending).code).toBe(1006)
  expect(halfOpen.pings()).toBe(1)
  alive.subscribe('1', '{ __typename }')
  await alive.received(1, 'complete')
  await alive.end()
  await sockets.close()
  expect(held).toBe(0)
  await new Promise((resolve) => server.close(resolve))
})

it('a store that is away neither lets a socket in nor ends one; it is looked at again', async () => {
  let database: FailingPort<TestApp['app']['database']> | undefined
  const shaky = await createTestApp({
    wrap: { database: (port) => (database = new FailingPort(port)).port },
  })
  try {
    const pia = await shaky.person('pia')
    const socket = await RawSocket.open(shaky.url, pia.token)
    if (database) database.isDown = true
    const refused = await RawSocket.connect(shaky.url)
    refused.init(pia.token)
    expect(await refused.ending).toEqual({ code: 1013, reason: 'Try again later' })
    shaky.app.product.sessionWatch.look(Number(pia.id))
    if (database) database.isDown = false
    await face.signOut(pia)
    expect(await socket.ending).toEqual(signedOut)
  } finally {
    await shaky.close()
  }
})

const database = await createTestDatabase()

;(database ? it : it.skip)('an instance ends what another one has signed out', async () => {
  const here = await createTestApp({ databaseUrl: database?.url })
  const there = await createTestApp({ databaseUrl: database?.url, dataDir: here.dataDir })
  try {
    const sol = await here.person('sol')
    const socket = await RawSocket.open(there.url, sol.token)
    expect(await closedInTime(socket, () => face.signOut(sol))).toEqual(signedOut)
  } finally {
    await there.close()
    await here.close()
    await database?.drop()
  }
})

async function revokeFromElsewhere(person: Person): Promise<void> {
  const sessions = await face.list(person)
  const mine = sessions.find(({ current }) => current)
  await face.revoke((await face.signIn(person)).person, mine?.id ?? '')
}

async function resetPassword(person: Person): Promise<void> {
  const { passwordResets } = app.app.product
  const resetToken = await app.app.database.write(async (em) =>
    passwordResets.open(em, await em.findOneByOrFail(UserTable, { id: Number(person.id) })),
  )
  await person.data('mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { account { id } } }', {
    input: { resetToken, newPassword: `${password} again` },
  })
}
