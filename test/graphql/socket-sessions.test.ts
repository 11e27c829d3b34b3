import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, until } from '@parley/testing'
import { InstallationSettingTable } from '../../src/database/tables/installation-settings.js'
import { SecondFactorTable } from '../../src/database/tables/second-factors.js'
import { SessionTable } from '../../src/database/tables/sessions.js'
import { UserTable } from '../../src/database/tables/users.js'
import type { Credential } from '../../src/sessions/credential.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, password, Person } from '../support/app/person.js'
import { RawSocket, type Ending } from '../support/http/raw-socket.js'
import { graphqlApi as api } from '../support/accounts/session-apis.js'

const operator = { kind: 'service' } as const

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

/** A write of another instance, without a notification in this one. */
const elsewhere = (id: string, values: object) =>
  app.app.database.write((db) => db.update(UserTable, { id: Number(id) }, values))

const emailOf = ({ username }: Person) => `${username}@example.com`

describe('a socket ends with the credential that opened it', () => {
  it.each<[what: string, act: (person: Person) => Promise<unknown>, ending: Ending]>([
    ['a sign-out', (person) => api.signOut(person), signedOut],
    [
      'a sign-out everywhere, from another device',
      async (p) => api.signOutEverywhere((await api.signIn(p)).person),
      signedOut,
    ],
    [
      'a sign-out everywhere by an administrator',
      ({ id }) => admin.data('mutation ($id: ID!) { signOutAccount(id: $id) { account { id } } }', { id }),
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
    const { person } = await api.signIn(await app.person('ada'))
    const socket = await watcher(person)
    expect(await closedInTime(socket, () => act(person))).toEqual(ending)
  })

  it('a refresh token of its session that is used again', async () => {
    const { person, refreshToken } = await api.signIn(await app.person('bob'))
    const socket = await watcher(person)
    const once = await api.refresh(person, refreshToken)
    await api.refresh(person, once.refreshToken)
    const reuse = () => expect(api.refresh(person, refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    expect(await closedInTime(socket, reuse)).toEqual(signedOut)
  })

  it('the role of an administrator, who may reconnect without it', async () => {
    const { person } = await api.signIn(await app.admin())
    const socket = await watcher(person)
    expect(await closedInTime(socket, () => app.app.product.admins.setRole(operator, emailOf(person), 'USER'))).toEqual(
      demoted,
    )
    const again = await RawSocket.open(person.url, person.token)
    again.subscribe('1', '{ userStats { totalUsers } }')
    await again.received(1, 'next')
    expect(again.of('next')).toMatchObject([{ payload: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } }])
    await again.end()
  })

  it('the role of an administrator who lacks the second factor that another instance has made required', async () => {
    const [{ person: bare }, { person: careful }] = [
      await api.signIn(await app.admin()),
      await api.signIn(await app.admin()),
    ]
    const factor = { userId: Number(careful.id), kind: 'TOTP', name: 'App', createdAt: Date.now() } as const
    await app.app.database.write((db) => db.insert(SecondFactorTable, factor))
    const [socket, stays] = [await watcher(bare), await watcher(careful)]
    const setting = { name: 'ADMIN_SECOND_FACTOR', value: 'required', changedAt: Date.now() } as const
    const insert = () => app.app.database.write((db) => db.insert(InstallationSettingTable, setting))
    try {
      expect(await closedInTime(socket, insert)).toEqual(demoted)
      stays.subscribe('2', '{ userStats { totalUsers } }')
      await until('the other one answers', () => stays.of('next').some(({ id }) => id === '2'))
      expect(stays.of('next').find(({ id }) => id === '2')).toMatchObject({ payload: { data: {} } })
      const again = await RawSocket.open(bare.url, bare.token)
      again.subscribe('1', '{ userStats { totalUsers } }')
      await again.received(1, 'next')
      expect(again.of('next')).toMatchObject([
        { payload: { errors: [{ extensions: { code: 'SECOND_FACTOR_SETUP_REQUIRED' } }] } },
      ])
      await again.end()
    } finally {
      await stays.end()
      await app.app.database.write((db) => db.delete(InstallationSettingTable, { name: 'ADMIN_SECOND_FACTOR' }))
      const codes = () => admin.codes('{ userStats { totalUsers } }')
      await until('administrators need no second factor', async () => (await codes()).length === 0)
    }
  })

  it('all of these within 5 s when another instance ends them, without a notification', async () => {
    const people = await Promise.all(['bea', 'cem', 'dan', 'eva', 'fay'].map((name) => app.person(name)))
    const [bea, cem, dan, eva, fay] = people as [Person, Person, Person, Person, Person]
    await elsewhere(fay.id, { role: 'ADMIN' })
    const sockets = await Promise.all(people.map((person) => watcher(person)))
    await Promise.all([
      elsewhere(bea.id, { sessionVersion: 1 }),
      app.app.database.write((db) => db.delete(SessionTable, { userId: Number(cem.id) })),
      elsewhere(dan.id, { bannedAt: Date.now() }),
      app.app.database.write((db) => db.delete(UserTable, { id: Number(eva.id) })),
      elsewhere(fay.id, { role: 'USER' }),
    ])
    const from = performance.now()
    const endings = await Promise.all(sockets.map(({ ending }) => ending))
    expect(performance.now() - from).toBeLessThan(promisedMs)
    expect(endings).toEqual([signedOut, signedOut, banned, deleted, demoted])
  })

  it('the lifetime of its token, while a socket with a longer one stays', async () => {
    const [gil, hal] = [await app.person('gil'), await app.person('hal')]
    const socket = await watcher(gil)
    later = 23 * 3_600_000
    const younger = await RawSocket.open(app.url, (await api.signIn(hal)).person.token)
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

describe('a client that ends its own session over the socket is answered before the socket closes', () => {
  it.each<[what: string, query: string, ending: Ending]>([
    ['signOut', 'mutation { signOut }', signedOut],
    ['signOutEverywhere', 'mutation { signOutEverywhere }', signedOut],
    ['revokeSession', 'mutation ($id: ID!) { revokeSession(id: $id) { revokedSessionId } }', signedOut],
    ['deleteAccount', 'mutation { deleteAccount { deletedAccountId } }', deleted],
  ])('%s', async (what, query, ending) => {
    const person = await app.person('lou')
    const socket = await watcher(person)
    const [own] = await api.list(person)
    socket.subscribe('2', query, { variables: { id: own?.id } })
    expect(await socket.ending).toEqual(ending)
    const answers = socket.messages.filter(({ id }) => id === '2')
    expect(answers).toEqual([
      { id: '2', type: 'next', payload: { data: { [what]: expect.anything() } } },
      { id: '2', type: 'complete' },
    ])
  })
})

it('a socket that cannot be notified keeps no other socket open', async () => {
  const [ned, ole] = [await app.person('ned'), await app.person('ole')]
  const over: Credential = {
    kind: 'token',
    userId: Number(ned.id),
    sessionVersion: 0,
    sessionId: undefined,
    role: 'USER',
    expiresAt: 0,
  }
  app.app.product.sessionWatch.watch(over, () => {
    throw new Error('deaf')
  })
  const socket = await watcher(ole)
  expect(await closedInTime(socket, () => elsewhere(ole.id, { sessionVersion: 1 }))).toEqual(signedOut)
})

it('other sockets stay: of another session, of another account, of a guest', async () => {
  const ida = await app.person('ida')
  const phone = await api.signIn(ida)
  const others = await Promise.all([
    RawSocket.open(app.url, (await api.signIn(ida)).person.token),
    RawSocket.open(app.url, (await app.person('jon')).token),
    RawSocket.open(app.url),
    RawSocket.open(app.url, 'no-token'),
  ])
  const socket = await watcher(phone.person)
  await closedInTime(socket, () => api.signOut(phone.person))
  for (const other of others) {
    other.subscribe('1', '{ __typename }')
    await other.received(1, 'complete')
    await other.end()
  }
})

it('a socket whose token was not valid yet stays a guest’s', async () => {
  const kit = await app.person('kit')
  await elsewhere(kit.id, { sessionVersion: 7 })
  const socket = await RawSocket.open(app.url, kit.token)
  await elsewhere(kit.id, { sessionVersion: 0 })
  expect(await kit.data('{ me { id } }')).toEqual({ me: { id: kit.id } })
  socket.subscribe('1', '{ me { id } }')
  await socket.received(1, 'next')
  const errors = [{ extensions: { code: 'UNAUTHENTICATED' } }]
  expect(socket.of('next')).toMatchObject([{ payload: { data: { me: null }, errors } }])
  await socket.end()
})

it('a promotion ends nothing', async () => {
  const kim = await app.person('kim')
  const socket = await RawSocket.open(app.url, kim.token)
  await app.app.product.admins.setRole(operator, emailOf(kim), 'ADMIN')
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

const database = await createTestDatabase()

;(database ? it : it.skip)('an instance ends what another one has signed out', async () => {
  const here = await createTestApp({ databaseUrl: database?.url })
  const there = await createTestApp({ databaseUrl: database?.url, dataDir: here.dataDir })
  try {
    const sol = await here.person('sol')
    const socket = await RawSocket.open(there.url, sol.token)
    expect(await closedInTime(socket, () => api.signOut(sol))).toEqual(signedOut)
  } finally {
    await there.close()
    await here.close()
    await database?.drop()
  }
})

async function revokeFromElsewhere(person: Person): Promise<void> {
  const sessions = await api.list(person)
  const mine = sessions.find(({ current }) => current)
  await api.revoke((await api.signIn(person)).person, mine?.id ?? '')
}

async function resetPassword(person: Person): Promise<void> {
  const { passwordResets } = app.app.product
  const resetToken = await app.app.database.write(async (db) =>
    passwordResets.open(db, await db.selectOneOrThrow(UserTable, { id: Number(person.id) })),
  )
  await person.data('mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { account { id } } }', {
    input: { resetToken, newPassword: `${password} again` },
  })
}
