import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Logger } from '@parley/runtime'
import { amidCollections } from '@parley/testing'
import type { IdentityProvider } from '../../src/ports/identity-provider/identity-provider.js'
import { Oauth2Provider } from '../../src/ports/identity-provider/oauth2-provider.js'
import { OpenidProvider } from '../../src/ports/identity-provider/openid-provider.js'
import { identityProviderContract, outcome, type MakeProvider } from '../contracts/identity-provider.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { answers, BrokenProvider, type Answer } from '../support/accounts/broken-provider.js'
import { clients, redirectUri } from '../support/accounts/social-settings.js'

const client = clients.post
const lines: object[] = []
const take = (fields: object) => void lines.push(fields)
const log: Logger = { debug: take, info: take, warn: take, error: take }

const openid: MakeProvider = ({ issuer }, options) =>
  new OpenidProvider({ ...options, name: 'openid', issuer, scope: 'openid profile email', log, clock: Date.now })
const oauth2: MakeProvider = ({ endpoints }, options) =>
  new Oauth2Provider({ ...options, name: 'oauth2', endpoints, scope: undefined, log })

identityProviderContract('OpenID', openid)
identityProviderContract('plain OAuth 2', oauth2)

let odd: BrokenProvider
beforeAll(async () => {
  odd = await BrokenProvider.open()
})
afterAll(() => odd.close())
const seconds = (ahead: number) => Math.floor(Date.now() / 1_000) + ahead
const provider = (make: MakeProvider) => make(odd, { client, timeoutMs: 30_000 })

describe('an OpenID provider', () => {
  const met = () => outcome(provider(openid), { code: 'any' })
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

  it.each<[string, () => Answer]>([
    ['another client', () => odd.tokens({ aud: 'somebody-else' })],
    ['several clients without a word on which', () => odd.tokens({ aud: [client.clientId, 'somebody-else'] })],
    ['another issuer', () => odd.tokens({ iss: 'https://issuer.example' })],
    ['yesterday', () => odd.tokens({ exp: 1_000 })],
    ['tomorrow', () => odd.tokens({ iat: seconds(86_400), exp: seconds(90_000) })],
    ['a clock that is two minutes ahead', () => odd.tokens({ iat: seconds(120), exp: seconds(240) })],
    ['two minutes ago', () => odd.tokens({ iat: seconds(-240), exp: seconds(-120) })],
    ['in two minutes', () => odd.tokens({ nbf: seconds(120) })],
    ['nobody', () => odd.tokens({ sub: null })],
    ['another key', () => odd.tokens({}, { key: stranger })],
    ['no key', () => odd.tokens({}, { alg: 'none', key: '' })],
    ['our own secret', () => odd.tokens({}, { alg: 'HS256', key: client.clientSecret })],
    ['a nonce we did not send', () => odd.tokens({ nonce: 'n' })],
    ['no form', () => answers.json({ access_token: 'a', token_type: 'Bearer', id_token: 'x.y.z' })],
    ['its absence', () => answers.json({ access_token: 'a', token_type: 'Bearer' })],
  ])('is not believed when its ID token is of %s', async (_whom, token) => {
    odd.answer({ token: token() })
    expect(await met()).toBe('UNAUTHENTICATED')
  })

  it.each<[how: string, claims: Readonly<Record<string, number>>]>([
    ['ahead', { iat: seconds(40), nbf: seconds(40), exp: seconds(100) }],
    ['behind', { iat: seconds(-100), exp: seconds(-40) }],
  ])('is believed when its clock is less than a minute %s', async (_how, claims) => {
    odd.answer({ token: odd.tokens(claims) })
    expect(await met()).toBe('odd')
  })

  it('is judged by the clock of the store', async () => {
    const aheadMs = 3_600_000
    const options = { client, timeoutMs: 30_000, name: 'openid', issuer: odd.issuer, scope: 'openid', log }
    const later = new OpenidProvider({ ...options, clock: () => Date.now() + aheadMs })
    odd.answer({ token: odd.tokens({ iat: seconds(3_600), exp: seconds(3_700) }) })
    expect(await outcome(later, { code: 'any' })).toBe('odd')
    odd.answer({ token: odd.tokens({ iat: seconds(0), exp: seconds(100) }) })
    expect(await outcome(later, { code: 'any' })).toBe('UNAUTHENTICATED')
  })

  it('is refused when its user info is about another person', async () => {
    odd.answer({ userinfo: answers.json({ sub: 'other', email: 'other@example.com', email_verified: true }) })
    expect(await met()).toBe('UNAUTHENTICATED')
  })

  it('never combines the address of one answer with the verification of another', async () => {
    odd.answer({
      token: odd.tokens({ email: 'mine@example.com' }),
      userinfo: answers.json({ sub: 'odd', email: 'other@example.com', email_verified: true }),
    })
    expect(await provider(openid).identify({ code: 'any' })).toMatchObject({
      email: 'mine@example.com',
      emailVerified: false,
    })
  })

  it.each<[string, () => Parameters<BrokenProvider['answer']>[0]]>([
    [
      'metadata of another issuer',
      () => ({ metadata: answers.json({ ...odd.metadata(), issuer: 'https://a.example' }) }),
    ],
    ['no metadata', () => ({ metadata: answers.text('', 404) })],
    ['metadata without endpoints', () => ({ metadata: answers.json({ issuer: odd.issuer }) })],
    ['no keys', () => ({ keys: answers.json({}) })],
    ['its keys to nobody', () => ({ keys: answers.text('', 403) })],
    ['its keys too slowly', () => ({ keys: answers.nothing })],
  ])('is unavailable with %s', async (_what, answer) => {
    odd.answer(answer())
    const impatient = openid(odd, { client, timeoutMs: 200 })
    expect(await amidCollections(() => outcome(impatient, { code: 'any' }))).toBe('UNAVAILABLE')
  })

  it('proves by the nonce that a code belongs to this sign-in', async () => {
    const server = await IdentityServer.open()
    const real = openid(server, { client, timeoutMs: 30_000 })
    const signIn = async () => server.signIn('ada', await real.authorizeUrl(), { nonce: 'once' })
    expect(await outcome(real, { code: await signIn(), redirectUri, nonce: 'once' })).toBe('ada')
    expect(await outcome(real, { code: await signIn(), redirectUri, nonce: 'twice' })).toBe('UNAUTHENTICATED')
    expect(await outcome(real, { code: await signIn(), redirectUri })).toBe('UNAUTHENTICATED')
    await server.close()
  })

  it('is requested for its metadata and its keys at most once an hour', async () => {
    let now = Date.now()
    const asked: string[] = []
    const counted =
      (place: string, answer: Answer): Answer =>
      (response) => {
        asked.push(place)
        answer(response)
      }
    odd.answer({
      metadata: counted('metadata', answers.json(odd.metadata())),
      keys: counted('keys', answers.json(odd.keys())),
    })
    const options = { client, timeoutMs: 30_000, name: 'openid', issuer: odd.issuer, scope: 'openid', log }
    const patient: IdentityProvider = new OpenidProvider({ ...options, clock: () => now })
    await Promise.all([patient.authorizeUrl(), patient.identify({ code: 'any' })])
    await patient.identify({ code: 'any' })
    expect(asked).toEqual(['metadata', 'keys'])
    now += 3_600_000
    await patient.authorizeUrl()
    expect(asked).toEqual(['metadata', 'keys', 'metadata'])
  })
})

describe('a code of another provider', () => {
  const options = { client, timeoutMs: 30_000, name: 'openid', scope: 'openid', log, clock: Date.now }
  const beside = (requiresIss: boolean) => new OpenidProvider({ ...options, issuer: odd.issuer, requiresIss })
  const sendingIss = () => answers.json({ ...odd.metadata(), authorization_response_iss_parameter_supported: true })
  const asked: string[] = []
  const watched = () => {
    asked.length = 0
    const right = odd.tokens()
    return {
      token: (response: Parameters<Answer>[0]) => {
        asked.push('token')
        right(response)
      },
    }
  }

  it.each([
    ['the issuer of the provider', true, () => odd.issuer, 'odd'],
    ['another issuer', true, () => 'https://issuer.example', 'UNAUTHENTICATED'],
    ['the issuer with a slash', true, () => `${odd.issuer}/`, 'UNAUTHENTICATED'],
    ['an empty text', true, () => '', 'UNAUTHENTICATED'],
    ['none, beside other providers', true, () => null, 'UNAUTHENTICATED'],
    ['none, of the only provider', false, () => undefined, 'odd'],
    ['another issuer, of the only provider', false, () => 'https://issuer.example', 'UNAUTHENTICATED'],
  ])('is known by its iss, when the metadata say that it is sent: %s', async (_which, requiresIss, iss, expected) => {
    odd.answer({ ...watched(), metadata: sendingIss() })
    expect(await outcome(beside(requiresIss), { code: 'any', iss: iss() })).toBe(expected)
    // a refused code never reaches the provider that it is not from
    expect(asked).toEqual(expected === 'odd' ? ['token'] : [])
  })

  it('is known by its iss too when the metadata say nothing, but then the iss may be absent', async () => {
    odd.answer(watched())
    expect(await outcome(beside(true), { code: 'any' })).toBe('odd')
    expect(await outcome(beside(true), { code: 'any', iss: odd.issuer })).toBe('odd')
    expect(await outcome(beside(true), { code: 'any', iss: 'https://issuer.example' })).toBe('UNAUTHENTICATED')
    expect(asked).toEqual(['token', 'token'])
  })

  it('is not sent to a plain OAuth 2 provider, which has no issuer', async () => {
    odd.answer(watched())
    const { endpoints } = odd
    const plain = new Oauth2Provider({ ...options, endpoints, scope: undefined, otherIssuers: ['https://id.example'] })
    expect(await outcome(plain, { code: 'any', iss: 'https://id.example' })).toBe('UNAUTHENTICATED')
    expect(asked).toEqual([])
    expect(await outcome(plain, { code: 'any', iss: 'https://plain.example' })).toBe('odd')
  })
})

describe('a plain OAuth 2 provider', () => {
  it.each([
    [{ id: 7 }, '7'],
    [{ id: 'seven', sub: null }, 'seven'],
    [{ id: 7, sub: 'eight' }, 'eight'],
    [{ id: 2 ** 53 }, 'UNAVAILABLE'],
    [{ id: 1.5 }, 'UNAVAILABLE'],
    [{ id: '' }, 'UNAVAILABLE'],
    [{ id: { n: 7 } }, 'UNAVAILABLE'],
    [{ id: 'x'.repeat(256) }, 'UNAVAILABLE'],
    [{ id: 'a\u0000b' }, 'UNAVAILABLE'],
    [{ id: '\ud800' }, 'UNAVAILABLE'],
  ])('whose user info is %j names %s', async (claims, expected) => {
    odd.answer({ userinfo: answers.json(claims) })
    expect(await outcome(provider(oauth2), { code: 'any' })).toBe(expected)
  })

  it('may omit the type of its token', async () => {
    odd.answer({ token: answers.json({ access_token: 'a' }) })
    expect(await outcome(provider(oauth2), { code: 'any' })).toBe('odd')
  })
})

it('writes no code, no token and no person into the log', () => {
  const text = JSON.stringify(lines)
  expect(lines.length).toBeGreaterThan(20)
  for (const secret of ['guessed', 'opaque', 'ada@', 'Bearer', client.clientSecret]) expect(text).not.toContain(secret)
})
