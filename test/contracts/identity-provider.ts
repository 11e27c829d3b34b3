import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AppError } from '@parley/runtime'
import type { ProviderClient } from '../../src/ports/identity-provider/code-exchange.js'
import type { AuthorizationGrant, IdentityProvider } from '../../src/ports/identity-provider/identity-provider.js'
import type { Oauth2Endpoints } from '../../src/ports/identity-provider/oauth2-provider.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { answers, BrokenProvider, type Answer } from '../support/accounts/broken-provider.js'
import { clients, redirectUri } from '../support/accounts/social-settings.js'

export interface ProviderPlace {
  readonly issuer: string
  readonly endpoints: Oauth2Endpoints
}

export type MakeProvider = (
  place: ProviderPlace,
  options: { readonly client: ProviderClient; readonly timeoutMs: number },
) => IdentityProvider

/** Returns the subject of the person, or the code of the refusal. */
export async function outcome(provider: IdentityProvider, grant: AuthorizationGrant): Promise<string> {
  try {
    return (await provider.identify(grant)).subject
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code
  }
}

const patience = 30_000

/** The contract of every adapter. */
export function identityProviderContract(name: string, make: MakeProvider): void {
  let server: IdentityServer
  beforeAll(async () => {
    server = await IdentityServer.open()
  })
  afterAll(() => server.close())

  describe.each(['basic', 'post'] as const)(`${name}, the secret sent as %s`, (place) => {
    const client = clients[place]
    let provider: IdentityProvider
    beforeAll(() => {
      provider = make(server, { client, timeoutMs: patience })
      server.people.set('ada', { name: 'Ada', email: 'ada@example.com', email_verified: true })
    })

    it('returns the identity of the person that signed in', async () => {
      const code = await server.signIn('ada', await provider.authorizeUrl())
      const ada = { subject: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: true, claims: {} }
      expect(await provider.identify({ code, redirectUri, state: 'whatever' })).toEqual(ada)
      const bare = await server.signIn('bob', await provider.authorizeUrl())
      const bob = { subject: 'bob', name: undefined, email: undefined, emailVerified: false, claims: {} }
      expect(await provider.identify({ code: bare, redirectUri })).toEqual(bob)
    })

    it('returns the address of the sign-in page', async () => {
      const { origin, pathname, searchParams } = new URL(await provider.authorizeUrl())
      expect(origin + pathname).toBe(server.endpoints.authorizeUrl)
      expect(Object.fromEntries(searchParams)).toMatchObject({ response_type: 'code', client_id: client.clientId })
    })

    it('sends no redirect_uri when the page was requested without one', async () => {
      const code = await server.signIn('ada', await provider.authorizeUrl(), { redirectUri: undefined })
      expect(await outcome(provider, { code })).toBe('ada')
    })

    it('passes a PKCE verifier on', async () => {
      const codeVerifier = randomBytes(32).toString('base64url')
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      const signIn = async () => server.signIn('ada', await provider.authorizeUrl(), { codeChallenge })
      expect(await outcome(provider, { code: await signIn(), redirectUri, codeVerifier })).toBe('ada')
      expect(await outcome(provider, { code: await signIn(), redirectUri })).toBe('UNAUTHENTICATED')
      const other = randomBytes(32).toString('base64url')
      expect(await outcome(provider, { code: await signIn(), redirectUri, codeVerifier: other })).toBe(
        'UNAUTHENTICATED',
      )
    })

    it('refuses a code that is unknown, already used or of another redirect_uri', async () => {
      expect(await outcome(provider, { code: 'guessed', redirectUri })).toBe('UNAUTHENTICATED')
      const code = await server.signIn('ada', await provider.authorizeUrl())
      expect(await outcome(provider, { code, redirectUri: redirectUri.replace('?from=provider', '') })).toBe(
        'UNAUTHENTICATED',
      )
      const second = await server.signIn('ada', await provider.authorizeUrl())
      expect(await outcome(provider, { code: second, redirectUri })).toBe('ada')
      expect(await outcome(provider, { code: second, redirectUri })).toBe('UNAUTHENTICATED')
    })

    it('serves several sign-ins at once with the first secret that it sends', async () => {
      const fresh = make(server, { client, timeoutMs: patience })
      const codes = await Promise.all(
        ['ada', 'bob', 'eve'].map(async (sub) => server.signIn(sub, await fresh.authorizeUrl())),
      )
      const all = await Promise.all(codes.map((code) => outcome(fresh, { code, redirectUri })))
      expect(all).toEqual(['ada', 'bob', 'eve'])
    })

    it('refuses when the provider rejects the secret', async () => {
      const stranger = make(server, { client: { ...client, clientSecret: 'wrong' }, timeoutMs: patience })
      const code = await server.signIn('ada', await provider.authorizeUrl())
      expect(await outcome(stranger, { code, redirectUri })).toBe('UNAUTHENTICATED')
    })
  })

  describe(`${name}, a faulty provider`, () => {
    const client = clients.post
    let odd: BrokenProvider
    beforeAll(async () => {
      odd = await BrokenProvider.open()
    })
    afterAll(() => odd.close())
    const provider = (timeoutMs = patience) => make(odd, { client, timeoutMs })
    const met = (timeoutMs?: number) => outcome(provider(timeoutMs), { code: 'any' })

    const nonsense: readonly (readonly [string, Answer])[] = [
      ['a page', answers.text('<h1>Welcome</h1>')],
      ['another place', answers.text('', 302)],
      ['404', answers.text('', 404)],
      ['429', answers.json({ error: 'slow_down' }, 429)],
      ['500', answers.json({ error: 'invalid_grant' }, 500)],
      ['its own fault', answers.json({ error: 'temporarily_unavailable' }, 400)],
      ['two mebibytes', answers.huge],
      ['a list', answers.json([])],
      ['an empty object', answers.json({})],
      ['a hung up line', answers.hangUp],
    ]
    it.each(nonsense)('is unavailable when it answers a code with %s', async (_what, token) => {
      odd.answer({ token })
      expect(await met()).toBe('UNAVAILABLE')
    })

    it.each(nonsense)('is unavailable when it answers the userinfo request with %s', async (_what, userinfo) => {
      odd.answer({ userinfo })
      expect(await met()).toBe('UNAVAILABLE')
    })

    it.each([
      ['nothing', answers.nothing],
      ['half an answer', answers.half],
    ])('is unavailable when it answers with %s in time', async (_what, slow) => {
      odd.answer({ token: slow })
      expect(await met(50)).toBe('UNAVAILABLE')
      odd.answer({ userinfo: slow })
      expect(await met(50)).toBe('UNAVAILABLE')
    })

    it('is unavailable when its answers together exceed the time limit', async () => {
      const late =
        (answer: Answer): Answer =>
        (response) => {
          setTimeout(() => answer(response), 300)
        }
      odd.answer({ token: late(odd.tokens()), userinfo: late(answers.json({ sub: 'odd' })) })
      expect(await met(100)).toBe('UNAVAILABLE')
    })

    it('is unavailable when no server listens', async () => {
      const gone = await BrokenProvider.open()
      await gone.close()
      expect(await outcome(make(gone, { client, timeoutMs: patience }), { code: 'any' })).toBe('UNAVAILABLE')
    })

    it.each([
      ['invalid_grant', answers.json({ error: 'invalid_grant', error_description: 'no' }, 400)],
      ['a refusal with 200', answers.json({ error: 'bad_verification_code' })],
      ['a bare 401', answers.text('', 401)],
    ])('refuses when it answers %s', async (_what, refusal) => {
      odd.answer({ token: refusal })
      expect(await met()).toBe('UNAUTHENTICATED')
      odd.answer({ userinfo: refusal })
      expect(await met()).toBe('UNAUTHENTICATED')
    })

    it('is requested again at the next sign-in', async () => {
      const asked = provider()
      odd.answer({ metadata: answers.hangUp, token: answers.hangUp })
      expect(await outcome(asked, { code: 'any' })).toBe('UNAVAILABLE')
      odd.answer({})
      expect(await outcome(asked, { code: 'any' })).toBe('odd')
    })

    it('accepts a verified address given as text, and treats blank texts as absent', async () => {
      odd.answer({
        userinfo: answers.json({ sub: 'odd', name: ' ', nickname: 'O', email: 'o@x.example', email_verified: 'true' }),
      })
      const { name: said, email, emailVerified } = await provider().identify({ code: 'any' })
      expect([said, email, emailVerified]).toEqual(['O', 'o@x.example', true])
      odd.answer({ userinfo: answers.json({ sub: 'odd', email: '', email_verified: 'yes' }) })
      expect(await provider().identify({ code: 'any' })).toMatchObject({ email: undefined, emailVerified: false })
    })
  })
}
