import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { everyRow } from '@parley/statements'
import { UserTable } from '../../src/database/tables/users.js'
import { canonicalAddress } from '../../src/users/canonical.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { socialApis } from '../support/accounts/social-apis.js'
import { clients, openidSettings, redirectUri } from '../support/accounts/social-settings.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, Person } from '../support/app/person.js'

const minuteMs = 60_000
const start = Date.now()
let now = start
let server: IdentityServer
let app: TestApp
let admin: Person
beforeAll(async () => {
  server = await IdentityServer.open()
  const provider = openidSettings('A', clients.post, server)
  app = await createTestApp({
    clock: () => now,
    env: { RATE_LIMITS: noLimits, ADMIN_EMAILS: 'listed@example.com', REGISTRATION_BY_PROVIDER: 'closed', ...provider },
  })
  admin = await app.admin()
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const create = `mutation ($input: CreateAccountInput!) {
  createAccount(input: $input) { account { id username email emailVerified role membership } }
}`
let count = 0
const newInput = () => {
  count += 1
  return { username: `new ${count}`, email: `new${count}@example.com` }
}
const made = async (input: object = newInput()) =>
  (await admin.data(create, { input }))['createAccount'] as { account: { id: string; email: string; username: string } }
const stored = ({ id }: { id: string }) =>
  app.app.database.read((db) => db.selectOneOrThrow(UserTable, { id: Number(id) }))

describe('createAccount', () => {
  it('creates an account without a password and without a proof of its address', async () => {
    const input = { ...newInput(), role: 'ADMIN', membership: 'VIP' }
    const { account } = await made(input)
    expect(account).toEqual({ ...input, id: account.id, emailVerified: false })
    expect(await stored(account)).toMatchObject({ passwordHash: null, mailboxProved: false })
    const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
    for (const sent of ['', password])
      expect(await app.stranger().codes(login, { input: { email: account.email, password: sent } })).toEqual([
        'UNAUTHENTICATED',
      ])
  })

  it('refuses names and addresses in use, in every spelling', async () => {
    const { account } = await made()
    const email = account.email.toUpperCase()
    const { errors } = await admin.graphql(create, { input: { username: account.username.toUpperCase(), email } })
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: ['input', 'username'], rule: 'taken' }, { path: ['input', 'email'] }],
    })
  })

  it('makes one account of many requests at once', async () => {
    const input = newInput()
    const codes = await Promise.all(Array.from({ length: 20 }, () => admin.codes(create, { input })))
    expect(codes.filter((each) => each.length === 0)).toHaveLength(1)
    expect(new Set(codes.flat())).toEqual(new Set(['BAD_USER_INPUT']))
  })

  it('needs a recent proof of identity, and the role', async () => {
    now = start + 20 * minuteMs
    try {
      expect(await admin.codes(create, { input: newInput() })).toEqual(['REAUTHENTICATION_REQUIRED'])
      expect(await (await app.person()).codes(create, { input: newInput() })).toEqual(['FORBIDDEN'])
    } finally {
      now = start
    }
  })
})

describe('a person whose account an administrator has created', () => {
  const [api] = socialApis
  async function enter(email: string, isVerified = true): Promise<string> {
    const sub = `sub of ${email} ${String(isVerified)}`
    server.people.set(sub, { name: email, email, email_verified: isVerified })
    const page = new URL(server.endpoints.authorizeUrl)
    page.searchParams.set('client_id', clients.post.clientId)
    page.searchParams.set('response_type', 'code')
    const grant = { code: await server.signIn(sub, page.href), redirectUri, iss: server.issuer }
    return api.enter(app.stranger(), 'a', grant)
  }

  it('enters it by a provider that has verified the address, while new people are refused', async () => {
    const { account } = await made()
    expect(await enter(account.email, false)).toBe('FORBIDDEN')
    expect(await stored(account)).toMatchObject({ mailboxProved: false })
    expect(await enter(account.email)).not.toBe('FORBIDDEN')
    expect(await stored(account)).toMatchObject({ emailVerified: true, mailboxProved: true })
    expect(await enter('unknown@example.com')).toBe('FORBIDDEN')
  })

  it('does not enter one that a person with a password uses already', async () => {
    const person = await app.person('taken')
    expect(await enter(`${person.username}@example.com`)).toBe('FORBIDDEN')
    expect((await person.data('{ me { id } }'))['me']).toEqual({ id: person.id })
  })
})

describe('signOutAccount', () => {
  const signOut =
    'mutation ($id: ID!, $keys: Boolean) { signOutAccount(id: $id, revokeApiKeys: $keys) { account { id } } }'
  const withKey = async (person: Person) => {
    const key = await person.data('mutation { createApiKey(input: { name: "script" }) { text } }')
    return { authorization: `Bearer ${at(key, 'createApiKey', 'text')}` }
  }

  it.each([
    [false, 200],
    [true, 401],
  ])('ends the sessions of the account; with revokeApiKeys %s a key answers %s', async (keys, status) => {
    const person = await app.person()
    const headers = await withKey(person)
    await admin.data(signOut, { id: person.id, keys })
    expect(await person.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    expect((await app.stranger().rest('GET', '/v1/models', undefined, headers)).status).toBe(status)
  })

  it('is refused without a recent proof of identity, and ends nothing', async () => {
    const person = await app.person()
    now = start + 20 * minuteMs
    try {
      expect(await admin.codes(signOut, { id: person.id })).toEqual(['REAUTHENTICATION_REQUIRED'])
      expect((await person.data('{ me { id } }'))['me']).toEqual({ id: person.id })
    } finally {
      now = start
    }
  })
})

describe('deletionConsequences', () => {
  it('counts what ends with an account, also rooms of other people', async () => {
    const [ada, bob] = [await app.person('ada'), await app.person('bob')]
    const character = await ada.data('mutation { createCharacter(input: { name: "Grace" }) { character { id } } }')
    const characterId = at(character, 'createCharacter', 'character', 'id')
    const room = 'mutation ($id: ID!) { createChatRoom(input: { characterId: $id, userId: "guest" }) { room { id } } }'
    for (const caller of [ada, bob, app.stranger()]) await caller.data(room, { id: characterId })
    await ada.room()
    await ada.data('mutation { createApiKey(input: { name: "script" }) { apiKey { id } } }')
    const query =
      'query ($id: ID!) { deletionConsequences(accountId: $id) { rooms roomsOfOthers characters images apiKeys } }'
    const { deletionConsequences } = await admin.data(query, { id: ada.id })
    expect(deletionConsequences).toEqual({ rooms: 2, roomsOfOthers: 2, characters: 1, images: 0, apiKeys: 1 })
    expect(await admin.codes(query, { id: '999999' })).toEqual(['NOT_FOUND'])
    expect(await bob.codes(query, { id: bob.id })).toEqual(['FORBIDDEN'])
  })
})

describe('5,000 accounts', () => {
  const list = `query ($state: AccountState, $search: String, $after: String, $first: Int) {
    users(state: $state, search: $search, after: $after, first: $first) {
      nodes { id username } pageInfo { hasNextPage endCursor }
    }
  }`
  interface Page {
    readonly nodes: readonly { readonly username: string }[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
  const page = async (variables: object) => (await admin.data(list, variables))['users'] as Page
  const names = async (variables: object) => (await page(variables)).nodes.map(({ username }) => username)
  const counts = async () =>
    (await admin.data('{ accountCounts { all waiting banned administrators } }'))['accountCounts']

  beforeAll(async () => {
    const row = (name: string, more: object = {}) => {
      const email = `${name}@crowd.example`
      const keys = { usernameKey: name, emailKey: canonicalAddress(email) }
      return { username: name, email, ...keys, createdAt: start, updatedAt: start, ...more }
    }
    await app.app.database.write(async (db) => {
      await db.delete(UserTable, { email: 'listed@example.com' })
      for (let n = 0; n < 5_000; n += 1) await db.insert(UserTable, row(`crowd${n}`))
      await db.insert(UserTable, row('banned for good', { bannedAt: start }))
      await db.insert(UserTable, row('banned for now', { bannedAt: start, bannedUntil: start + minuteMs }))
      await db.insert(UserTable, row('banned before', { bannedAt: start - 2, bannedUntil: start - 1 }))
      const email = { email: 'listed@example.com', emailKey: canonicalAddress('listed@example.com') }
      await db.insert(UserTable, row('listed', { ...email, emailVerified: true, mailboxProved: true }))
    })
  })

  it('are filtered by state, so that the few are on the first page', async () => {
    expect(await names({ state: 'BANNED' })).toEqual(['banned for good', 'banned for now'])
    const administrators = await names({ state: 'ADMINISTRATORS' })
    expect(administrators).toContain('listed')
    expect(administrators).toContain(admin.username)
    expect(administrators).not.toContain('crowd1')
  })

  it('are filtered by state and text at once', async () => {
    expect(await names({ state: 'BANNED', search: 'GOOD' })).toEqual(['banned for good'])
    expect(await names({ state: 'ADMINISTRATORS', search: 'listed@' })).toEqual(['listed'])
    expect(await names({ state: 'ADMINISTRATORS', search: 'crowd' })).toEqual([])
    expect(await names({ search: 'crowd4999' })).toEqual(['crowd4999'])
  })

  it('are counted', async () => {
    const accounts = await app.app.database.read((db) => db.select(UserTable, everyRow))
    const granted = accounts.filter(({ role }) => role === 'ADMIN').length
    expect(await counts()).toEqual({ all: accounts.length, waiting: 0, banned: 2, administrators: granted + 1 })
  })

  it('have pages by cursor in each state', async () => {
    const first = await page({ state: 'BANNED', first: 1 })
    expect([first.nodes[0]?.username, first.pageInfo.hasNextPage]).toEqual(['banned for good', true])
    const second = await page({ state: 'BANNED', first: 1, after: first.pageInfo.endCursor })
    expect([second.nodes[0]?.username, second.pageInfo.hasNextPage]).toEqual(['banned for now', false])
  })
})
