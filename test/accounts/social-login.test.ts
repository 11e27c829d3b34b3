import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TermsAgreementTable, UserTable } from '../../src/database/tables/users.js'
import type { User } from '../../src/users/user.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { IdentityServer, type KnownPerson } from '../support/accounts/identity-server.js'
import { answers, BrokenProvider } from '../support/accounts/broken-provider.js'
import { mailsOf } from '../support/accounts/mailbox.js'
import { at, password, Person } from '../support/app/person.js'
import {
  graphqlApi,
  socialApis,
  type Grant,
  type ProviderSlot,
  type SocialApi,
} from '../support/accounts/social-apis.js'
import { clients, oauth2Settings, openidSettings, redirectUri } from '../support/accounts/social-settings.js'

let server: IdentityServer
/** The provider of slot c. */
let odd: BrokenProvider
let app: TestApp
beforeAll(async () => {
  server = await IdentityServer.open()
  odd = await BrokenProvider.open()
  odd.answer({ metadata: answers.hangUp })
  app = await createTestApp({
    env: {
      ...openidSettings('A', clients.post, server),
      ...oauth2Settings('B', clients.basic, server),
      SOCIAL_B_NAME: 'Plain',
      ADMIN_EMAILS: 'chief@example.com, deputy@example.com',
      ...openidSettings('C', clients.post, odd),
    },
  })
})
afterAll(async () => {
  await app.close()
  await odd.close()
  await server.close()
})

let count = 0
/** A new person of the identity server. */
function newPerson(known: KnownPerson): string {
  count += 1
  server.people.set(`sub-${count}`, known)
  return `sub-${count}`
}

async function grantOf(sub: string, place: ProviderSlot = 'a'): Promise<Grant> {
  const client = place === 'a' ? clients.post : clients.basic
  const page = new URL(server.endpoints.authorizeUrl)
  page.searchParams.set('client_id', client.clientId)
  page.searchParams.set('response_type', 'code')
  return { code: await server.signIn(sub, page.href), redirectUri, ...(place === 'a' && { iss: server.issuer }) }
}

/** The account after a sign-in that must succeed. */
async function enter(sub: string, place: ProviderSlot = 'a', api: SocialApi = graphqlApi): Promise<User> {
  return rowOf(await api.enter(app.stranger(), place, await grantOf(sub, place)))
}

async function rowOf(token: string): Promise<User> {
  const me = await new Person(app.url, '', '', token).data('{ me { id } }')
  const id = Number(at(me, 'me', 'id'))
  return app.app.database.read((db) => db.selectOneOrThrow(UserTable, { id }))
}

const setProved = (id: number | string, isProved: boolean) => {
  const values = { emailVerified: isProved, mailboxProved: isProved }
  return app.app.database.write((db) => db.update(UserTable, { id: Number(id) }, values))
}

describe.each(socialApis)('signing in over $name', (api) => {
  it.each(['a', 'b'] as const)('creates an account once and finds it later, at provider %s', async (place) => {
    const sub = newPerson({
      name: `Ada ${api.name} ${place}`,
      email: `${api.name}-${place}@example.com`,
      email_verified: true,
    })
    const account = await enter(sub, place, api)
    expect(account).toMatchObject({
      username: `Ada ${api.name} ${place}`,
      email: `${api.name}-${place}@example.com`,
      emailVerified: true,
      membership: 'BASIC',
      role: 'USER',
      passwordHash: null,
      provider: place === 'a' ? 'social-a' : 'Plain',
      providerId: sub,
    })
    const terms = await app.app.database.read((db) => db.select(TermsAgreementTable, { userId: account.id }))
    expect(terms).toEqual([])
    server.people.set(sub, { name: 'Another name', email: 'another@example.com', email_verified: true })
    expect(await enter(sub, place, api)).toEqual(account)
  })

  it('returns a token that no cache may store', async () => {
    const path = api.name === 'REST' ? '/api/auth/social-a' : '/graphql'
    const grant = await grantOf(newPerson({ name: `Uncached ${api.name}` }))
    const variables = { input: { provider: 'SOCIAL_A', ...grant } }
    const query = 'mutation ($input: SocialLoginInput!) { socialLogin(input: $input) { token } }'
    const body = api.name === 'REST' ? { ...grant, redirect_uri: grant.redirectUri } : { query, variables }
    const { text, headers } = await app.stranger().rest('POST', path, body)
    expect([text, headers.get('cache-control')]).toEqual([expect.stringContaining('"token":"'), 'no-store'])
  })

  it('refuses what the provider refuses, and reports when it is unreachable', async () => {
    expect(await api.enter(app.stranger(), 'a', { code: 'guessed', redirectUri })).toBe('UNAUTHENTICATED')
    expect(await api.enter(app.stranger(), 'b', { code: 'guessed', redirectUri })).toBe('UNAUTHENTICATED')
    expect(await api.enter(app.stranger(), 'c', { code: 'any' })).toBe('UNAVAILABLE')
    const { iss = '', code } = await grantOf(newPerson({}))
    expect(await api.enter(app.stranger(), 'a', { iss, code, redirectUri: 'https://elsewhere.example/' })).toBe(
      'UNAUTHENTICATED',
    )
  })

  it('refuses a code of another provider, and one of which the redirect does not say the issuer', async () => {
    const { iss: _, ...silent } = await grantOf(newPerson({}))
    expect(await api.enter(app.stranger(), 'a', silent)).toBe('UNAUTHENTICATED')
    expect(await api.enter(app.stranger(), 'a', { ...silent, iss: odd.issuer })).toBe('UNAUTHENTICATED')
    // a plain provider gets no code of an OpenID provider
    expect(await api.enter(app.stranger(), 'b', { ...silent, iss: server.issuer })).toBe('UNAUTHENTICATED')
    // none of these has used the code up
    expect(await api.enter(app.stranger(), 'a', { ...silent, iss: server.issuer })).toMatch(/^ey/)
  })

  it('needs a code', async () => {
    for (const grant of [
      {},
      { code: '' },
      { code: 'a\nb' },
      { code: 'x'.repeat(4097) },
      { code: 'x', redirectUri: 'back' },
    ])
      expect([grant, await api.enter(app.stranger(), 'a', grant)]).toEqual([grant, 'BAD_USER_INPUT'])
  })
})

describe('an address that another account already has', () => {
  it('joins the accounts when both sides have verified it, and keeps them joined when the address changes', async () => {
    const local = await app.person('both')
    await setProved(local.id, true)
    const sub = newPerson({ name: 'Both', email: `${local.username.toUpperCase()}@example.com`, email_verified: true })
    expect(await enter(sub)).toMatchObject({ id: Number(local.id), username: local.username })
    // the owner of the account learns of it, once, and can undo it
    expect(await enter(sub)).toMatchObject({ id: Number(local.id) })
    const notices = await mailsOf(app, `${local.username}@example.com`)
    expect(notices.map(({ subject }) => subject)).toEqual(['Parley: your account has a new way to sign in'])
    expect(notices[0]?.text).toContain('/account-recovery?token=')
    const joined = new Person(app.url, '', '', await graphqlApi.enter(app.stranger(), 'a', await grantOf(sub)))
    await joined.data('mutation { updateProfile(input: { email: "moved@example.com" }) { account { id } } }')
    expect(await enter(sub)).toMatchObject({ id: Number(local.id), email: 'moved@example.com' })
  })

  it('joins two providers that have both verified it', async () => {
    const known = { name: 'Twice', email: 'twice@example.com', email_verified: true }
    const [first, second] = [newPerson(known), newPerson(known)]
    const account = await enter(first, 'a')
    // the sessions before it have ended
    const joined = { ...account, sessionVersion: 1 }
    expect(await enter(second, 'b')).toEqual(joined)
    expect(await enter(first, 'a')).toEqual(joined)
  })

  it.each([
    ['the provider has not verified it', { local: true, provider: false, letter: 'i' }],
    ['the account has not verified it', { local: false, provider: true, letter: 'i' }],
    ['neither has verified it', { local: false, provider: false, letter: 'i' }],
    // a letter without a dot, which is compared as one with it
    ['both have verified it, and it is another mailbox', { local: true, provider: true, letter: 'ı' }],
  ])('joins nothing, and reveals nothing, when %s', async (_who, verified) => {
    const local = await app.person('aside')
    await setProved(local.id, verified.local)
    const email = `${local.username.replace('i', verified.letter)}@example.com`
    const sub = newPerson({ name: 'Apart', email, email_verified: verified.provider })
    const account = await enter(sub)
    expect(account.id).not.toBe(Number(local.id))
    expect(account).toMatchObject({
      email: expect.stringMatching(/^[0-9a-f-]{36}@no-email\.invalid$/),
      emailVerified: false,
    })
    await setProved(local.id, true)
    server.people.set(sub, { name: 'Apart', email, email_verified: true })
    expect((await enter(sub)).id).toBe(account.id)
    const login = { email, password }
    expect((await app.stranger().rest('POST', '/api/users/login', login)).status).toBe(200)
  })
})

describe('an account of a provider', () => {
  it.each([[{}], [{ email: 'not an address' }], [{ email: `${'x'.repeat(100)}@example.com`, email_verified: true }]])(
    'has an address in the reserved domain when the provider sends %j, until it sets its own',
    async (known) => {
      const token = await graphqlApi.enter(app.stranger(), 'a', await grantOf(newPerson(known)))
      const person = new Person(app.url, '', '', token)
      const { email } = await rowOf(token)
      expect(email).toMatch(/@no-email\.invalid$/)
      const own = `own${String(count)}@example.com`
      expect((await person.rest('PUT', '/api/users/profile', { email: own })).body).toMatchObject({ email: own })
    },
  )

  it('belongs to an administrator only when the provider has verified a listed address', async () => {
    const codesOf = async (known: KnownPerson) => {
      const token = await graphqlApi.enter(app.stranger(), 'a', await grantOf(newPerson(known)))
      return new Person(app.url, '', '', token).codes('{ userStats { totalUsers } }')
    }
    expect(await codesOf({ email: 'chief@example.com', email_verified: true })).toEqual([])
    expect(await codesOf({ email: 'deputy@example.com', email_verified: false })).toEqual(['FORBIDDEN'])
    expect(await codesOf({ email: 'deputy@example.com', email_verified: true })).toEqual(['FORBIDDEN'])
  })

  it('of a provider that sends an address with white space at its ends has the address without it', async () => {
    const claims = { name: 'Padded', email: ' padded@example.com\n', email_verified: true }
    expect(await enter(newPerson(claims))).toMatchObject({ email: 'padded@example.com' })
  })

  it('cannot be entered with a password', async () => {
    await enter(newPerson({ name: 'Keyless', email: 'keyless@example.com', email_verified: true }))
    const answers = ['keyless@example.com', 'nobody@example.com'].map((email) =>
      app.stranger().rest('POST', '/api/users/login', { email, password: '' }),
    )
    const [keyless, unknown] = await Promise.all(answers)
    expect([keyless?.status, keyless?.text]).toEqual([401, unknown?.text])
  })

  it('is created again after it was deleted', async () => {
    const sub = newPerson({ name: 'Phoenix' })
    const token = await graphqlApi.enter(app.stranger(), 'a', await grantOf(sub))
    const { id } = await rowOf(token)
    await new Person(app.url, '', '', token).data('mutation { deleteAccount { deletedAccountId } }')
    const again = await enter(sub)
    expect(again).toMatchObject({ username: 'Phoenix' })
    expect(again.id).not.toBe(id)
  })

  it.each([
    ['Grüße 東京 O’Neil-Smith', 'Grüße 東京 ONeil-Smith'],
    ['  two   words ', 'two words'],
    ['<script>alert(1)</script>', 'scriptalert1script'],
    ['secret.address@example.com', 'secret.address'],
    ['a\u202eb\u200bc\u0000\ud800', 'abc'],
    ['x'.repeat(300), 'x'.repeat(90)],
  ])('of the name %j is called %j', async (name, username) => {
    expect((await enter(newPerson({ name }))).username).toBe(username)
  })

  it.each(['🚀', '...', '\u3164', '\u0301', '\ufdfa'.repeat(100)])('named %j is called user', async (name) => {
    expect((await enter(newPerson({ name }))).username).toMatch(/^user(-\d+)?$/)
  })

  it('gets a number when its name is in use, in any case', async () => {
    const taken = await app.person('taken')
    const names = [taken.username.toUpperCase(), taken.username]
    const made: string[] = []
    for (const name of names) made.push((await enter(newPerson({ name }))).username)
    expect(made).toEqual([`${taken.username.toUpperCase()}-2`, `${taken.username}-3`])
  })

  it('is one account for concurrent first sign-ins of a person', async () => {
    const sub = newPerson({ name: 'Hasty', email: 'hasty@example.com' })
    const grants = await Promise.all(Array.from({ length: 6 }, () => grantOf(sub)))
    const tokens = await Promise.all(grants.map((grant) => graphqlApi.enter(app.stranger(), 'a', grant)))
    const ids = await Promise.all(tokens.map(async (token) => (await rowOf(token)).id))
    expect(new Set(ids).size).toBe(1)
  })

  it('has a unique name for concurrent first sign-ins of one name', async () => {
    const known = { name: 'Crowd', email: 'crowd@example.com' }
    const grants = await Promise.all(Array.from({ length: 8 }, () => grantOf(newPerson(known))))
    const tokens = await Promise.all(grants.map((grant) => graphqlApi.enter(app.stranger(), 'a', grant)))
    const rows = await Promise.all(tokens.map(rowOf))
    expect(new Set(rows.map(({ usernameKey }) => usernameKey)).size).toBe(8)
    expect(rows.filter(({ email }) => email === 'crowd@example.com')).toHaveLength(1)
  })
})

describe('the providers', () => {
  it('are listed with their sign-in pages, even while one of them is unavailable', async () => {
    const { data, errors } = await app.stranger().graphql('{ socialProviders { id name authorizeUrl } }')
    const page = `${server.endpoints.authorizeUrl}?response_type=code&client_id=`
    expect(data).toEqual({
      socialProviders: [
        {
          id: 'SOCIAL_A',
          name: 'social-a',
          authorizeUrl: `${page}${clients.post.clientId}&scope=openid+profile+email`,
        },
        { id: 'SOCIAL_B', name: 'Plain', authorizeUrl: page + clients.basic.clientId },
        { id: 'SOCIAL_C', name: 'social-c', authorizeUrl: null },
      ],
    })
    expect(errors).toEqual([])
  })

  it('get a limited number of requests while they do not answer', async () => {
    odd.answer({ metadata: answers.nothing })
    const logins = Array.from({ length: 65 }, () => app.stranger().rest('POST', '/api/auth/social-c', { code: 'any' }))
    const refused = await Promise.race(logins)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    odd.hangUp()
    const statuses = (await Promise.all(logins)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 503)).toHaveLength(64)
    odd.answer({ metadata: answers.hangUp })
    expect(await graphqlApi.enter(app.stranger(), 'c', { code: 'any' })).toBe('UNAVAILABLE')
  })

  it('are served over REST with the documented bodies', async () => {
    const post = (path: string, body: object) => app.stranger().rest('POST', `/api/auth/${path}`, body)
    const { code, iss } = await grantOf(newPerson({ name: 'Rest' }))
    const entered = await post('social-a', { code, redirectUri, iss, state: 's', more: 1 })
    expect([entered.status, entered.body]).toMatchObject([200, { token: expect.any(String) }])
    const missing = await post('social-a', { code: null, code_verifier: 'short' })
    expect([missing.status, missing.body]).toMatchObject([
      422,
      { detail: [{ location: ['body', 'code'] }, { location: ['body', 'code_verifier'], type: 'value_error' }] },
    ])
    const refused = await post('social-a', { code: 'guessed' })
    const message = 'The provider refused this sign-in'
    expect([refused.status, refused.body]).toEqual([401, { detail: 'Unauthorized', message }])
    const away = await post('social-c', { code: 'any' })
    expect([away.status, away.body]).toEqual([503, { detail: 'Service temporarily unavailable' }])
  })
})
