import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { readAdminCommand, runAdminCommand } from '../../tools/operator/admin-command.js'
import { throughDoor } from '../../tools/operator/door.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, password, type Person } from '../support/app/person.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { allRows } from '../support/app/rows.js'
import { sessionApis, type SignedIn } from '../support/accounts/session-apis.js'

const ban = `mutation ($id: ID!, $reason: String, $until: DateTime) {
  banUser(id: $id, reason: $reason, until: $until) { account { id ban { bannedAt until reason } } }
}`
const unban = 'mutation ($id: ID!) { unbanUser(id: $id) { account { id ban { until } } } }'
const login =
  'mutation ($email: String!, $password: String!) { login(input: { email: $email, password: $password }) { account { id } } }'

const start = Date.now()
let now = start
let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp({ clock: () => now, env: { LOCAL_MODEL: 'scripted:?stallAt=2' }, drainMs: 50 })
  admin = await app.admin()
})
afterAll(() => app.close())
beforeEach(() => {
  now = start
})

const isIn = async (person: Person) => (await person.rest('GET', '/api/users/profile')).status === 200
const signsIn = async ({ username }: Person, by = password) =>
  (await app.stranger().codes(login, { email: `${username}@example.com`, password: by }))[0] ?? 'signed in'

describe.each(sessionApis)('a ban, by $name', ({ signIn, refresh }) => {
  let max: SignedIn
  beforeEach(async () => {
    max = await signIn(await app.person('max'))
  })

  it('ends sessions, tokens, refresh tokens and API keys at once, and keeps the content', async () => {
    const { person, refreshToken } = max
    const roomId = await person.room('chat')
    const made = await person.data('mutation { createApiKey(input: { name: "script" }) { text } }')
    const authorization = `Bearer ${at(made, 'createApiKey', 'text')}`
    const models = async () => (await app.stranger().rest('GET', '/v1/models', undefined, { authorization })).status
    expect(await models()).toBe(200)
    await admin.data(ban, { id: person.id })
    expect([await isIn(person), await models()]).toEqual([false, 401])
    await expect(refresh(person, refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    await expect(signIn(person)).rejects.toThrow('FORBIDDEN')
    const { room, user } = await admin.data(
      'query ($id: ID!, $user: ID!) { room(id: $id) { id } user(id: $user) { id } }',
      {
        id: roomId,
        user: person.id,
      },
    )
    expect([room, user]).toEqual([{ id: roomId }, { id: person.id }])
    await admin.data(unban, { id: person.id })
    // the sessions have ended for good, API keys have not
    expect([await isIn(person), await models()]).toEqual([false, 200])
    await expect(refresh(person, refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    await signIn(person)
  })
})

it('a ban is reported only at a sign-in with the right password', async () => {
  const nia = await app.person('nia')
  await admin.data(ban, { id: nia.id, reason: 'spam' })
  expect([await signsIn(nia, 'wrong'), await signsIn(nia)]).toEqual(['UNAUTHENTICATED', 'FORBIDDEN'])
})

it('a ban ends by itself at its end time', async () => {
  const olga = await app.person('olga')
  await admin.data(ban, { id: olga.id, until: new Date(now + 60_000).toISOString() })
  now += 59_999
  expect(await signsIn(olga)).toBe('FORBIDDEN')
  now += 1
  expect(await signsIn(olga)).toBe('signed in')
  expect(await isIn(olga)).toBe(false)
  const { users } = await admin.data('{ users(first: 100) { nodes { id ban { until } } } }')
  expect((users as { nodes: object[] }).nodes).toContainEqual({ id: olga.id, ban: null })
})

it('a second ban replaces the terms of the first, and lifting it twice changes nothing', async () => {
  const { id } = await app.person('pete')
  await admin.data(ban, { id, reason: 'spam' })
  now += 1_000
  const until = new Date(now + 60_000).toISOString()
  const again = await admin.data(ban, { id, until })
  const bannedAt = new Date(now).toISOString()
  expect(again).toEqual({ banUser: { account: { id, ban: { bannedAt, until, reason: null } } } })
  expect(await admin.data(unban, { id })).toEqual({ unbanUser: { account: { id, ban: null } } })
  expect(await admin.data(unban, { id })).toEqual({ unbanUser: { account: { id, ban: null } } })
})

it('a ban cancels running generations, and keeps their text so far', async () => {
  const quin = await app.person('quin')
  const generationId = await quin.say(await quin.room())
  await admin.data(ban, { id: quin.id })
  const { generation } = await admin.data('query ($id: ID!) { generation(id: $id) { status } }', { id: generationId })
  expect(generation).toEqual({ status: 'CANCELLED' })
})

it('a ban refuses calls that were accepted before it', async () => {
  const quin = await app.person('quin')
  const roomId = await quin.room()
  await admin.data(ban, { id: quin.id })
  const { replies, openCompletions } = app.app.product
  const caller = { kind: 'user', id: Number(quin.id), role: 'USER' } as const
  const sent = replies.send(caller, { roomId, text: 'Hello', model: 'Local', searchAccess: false })
  await expect(sent).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(openCompletions.begin(caller.id, 'Local')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  const { usage_counts: counts = [], generations = [] } = await allRows(app)
  expect(counts.filter(({ userId }) => userId === caller.id)).toEqual([])
  expect(generations.filter(({ ownerId }) => ownerId === caller.id)).toEqual([])
})

it('sign-ins with the right password do not count as failed during a ban', async () => {
  const uma = await app.person('uma')
  await admin.data(ban, { id: uma.id })
  for (let tries = 0; tries < 11; tries += 1) expect(await signsIn(uma)).toBe('FORBIDDEN')
  await admin.data(unban, { id: uma.id })
  expect(await signsIn(uma)).toBe('signed in')
})

it('a ban of the caller or of a missing account, or with an end in the past, is refused', async () => {
  expect(await admin.codes(ban, { id: admin.id })).toEqual(['FORBIDDEN'])
  for (const id of ['0', 'nonsense', '999999']) {
    expect(await admin.codes(ban, { id })).toEqual(['NOT_FOUND'])
    expect(await admin.codes(unban, { id })).toEqual(['NOT_FOUND'])
  }
  const { id } = await app.person('rob')
  expect(await admin.codes(ban, { id, until: new Date(now).toISOString() })).toEqual(['BAD_USER_INPUT'])
  expect(await admin.codes(ban, { id, reason: 'x'.repeat(501) })).toEqual(['BAD_USER_INPUT'])
  expect(await (await app.person('eve')).codes(ban, { id })).toEqual(['FORBIDDEN'])
  expect(await app.stranger().codes(ban, { id })).toEqual(['UNAUTHENTICATED'])
})

it('only administrators see the ban of an account', async () => {
  const sue = await app.person('sue')
  expect(await sue.data('{ me { ban { reason } } }')).toEqual({ me: { ban: null } })
  const other = await app.admin()
  await admin.data(ban, { id: other.id })
  expect(await isIn(other)).toBe(false)
})

describe('npm run admin', () => {
  const run = async (...args: string[]) => {
    const stores = {
      DATA_DIR: app.dataDir,
      ...(app.databaseUrl === undefined ? {} : { DATABASE_URL: app.databaseUrl }),
      ...(app.mongodbUrl === undefined ? {} : { MONGODB_URL: app.mongodbUrl }),
    }
    const command = await readAdminCommand(args, () => Promise.resolve(''))
    return throughDoor(readConfig(stores), (ask) => runAdminCommand(command, ask))
  }

  it('bans an account by its address, beside the running server, and lifts the ban', async () => {
    const tim = await app.person('tim')
    const email = `${tim.username}@example.com`
    const socket = await RawSocket.open(app.url, tim.token)
    expect(await run('ban', email.toUpperCase(), '--reason', 'spam', '--until', '2999-01-31')).toBe(
      `${email} (${tim.username}, account ${tim.id}) is banned until 2999-01-31T00:00:00.000Z. All its sessions have ended.`,
    )
    expect(await socket.ending).toEqual({ code: 4403, reason: 'Account banned' })
    const { users } = await admin.data('{ users(first: 100) { nodes { id ban { reason } } } }')
    expect((users as { nodes: object[] }).nodes).toContainEqual({ id: tim.id, ban: { reason: 'spam' } })
    expect(await run('unban', email)).toMatch(/is not banned and can sign in\.$/)
    expect(await signsIn(tim)).toBe('signed in')
  })

  it.each([
    ['an address that nobody has', ['ban', 'nobody@example.com'], 67],
    ['an address that nobody has, to lift a ban', ['unban', 'nobody@example.com'], 67],
    ['an end that is past', ['ban', 'ADMIN', '--until', '2001-01-31'], 65],
    ['an end that is no time', ['ban', 'ADMIN', '--until', 'soon'], 64],
    ['terms without a ban', ['unban', 'ADMIN', '--reason', 'spam'], 64],
    ['a name for a ban', ['ban', 'ADMIN', '--username', 'x'], 64],
  ])('refuses %s', async (_what, args, exitCode) => {
    const own = args.map((word) => (word === 'ADMIN' ? `${admin.username}@example.com` : word))
    await expect(run(...own)).rejects.toMatchObject({ exitCode })
    expect(await isIn(admin)).toBe(true)
  })
})
