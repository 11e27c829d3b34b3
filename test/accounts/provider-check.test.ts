import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { answers, BrokenProvider, type Answer } from '../support/accounts/broken-provider.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { clients, oauth2Settings, openidSettings, redirectUri } from '../support/accounts/social-settings.js'
import { createTestApp, type TestApp } from '../support/app/app.js'

interface Finding {
  readonly kind: string
  readonly message: string
}

let odd: BrokenProvider
let server: IdentityServer
let app: TestApp | undefined
beforeAll(async () => {
  odd = await BrokenProvider.open()
  server = await IdentityServer.open()
})
afterEach(async () => {
  await app?.close()
  app = undefined
})
afterAll(async () => {
  await server.close()
  await odd.close()
})

async function found(env: Readonly<Record<string, string>>, clock?: () => number) {
  app = await createTestApp({ env, ...(clock && { clock }) })
  const admin = await app.admin()
  const query = '{ testIdentityProvider(provider: SOCIAL_A) { redirectUri findings { kind message } } }'
  const { testIdentityProvider } = await admin.data(query)
  return testIdentityProvider as { readonly redirectUri: string; readonly findings: readonly Finding[] }
}
const invalidGrant = answers.json({ error: 'invalid_grant' }, 400)
const page = answers.text('<h1>Sign in</h1>')
const usable = { token: invalidGrant, page }
const settings = () => openidSettings('A', clients.post, odd)

it('finds nothing where sign-ins should work, and says which address the client needs', async () => {
  odd.answer(usable)
  expect(await found({ ...settings(), PUBLIC_URL: 'https://chat.example' })).toEqual({
    redirectUri: 'https://chat.example/',
    findings: [],
  })
  await app?.close()
  const both = { ...settings(), ...oauth2Settings('B', clients.post, odd), PUBLIC_URL: 'https://chat.example/parley' }
  expect(await found(both)).toEqual({ redirectUri: 'https://chat.example/parley/sign-in/social-a', findings: [] })
})

it('explains what a real provider refuses', async () => {
  const { origin } = new URL(redirectUri)
  const env = openidSettings('A', clients.post, server)
  expect((await found({ ...env, PUBLIC_URL: origin })).findings).toEqual([
    {
      kind: 'REDIRECT_REFUSED',
      message: `The sign-in page answers 400: ${origin}/ is probably not among the redirect addresses of the client.`,
    },
  ])
  await app?.close()
  const wrong = { ...env, SOCIAL_A_CLIENT_SECRET: 's3cr3t-marker' }
  const { findings } = await found({ ...wrong, PUBLIC_URL: origin })
  expect(findings.map(({ kind }) => kind)).toEqual(['CLIENT_REFUSED', 'REDIRECT_REFUSED'])
  expect(JSON.stringify(findings)).not.toContain('s3cr3t-marker')
})

const changed = (values: object): Answer => answers.json({ ...odd.metadata(), ...values })
it.each<[string, () => Parameters<BrokenProvider['answer']>[0], readonly [string, string]]>([
  ['that hangs up', () => ({ metadata: answers.hangUp }), ['UNREACHABLE', 'cannot be reached: UND_ERR_SOCKET']],
  ['without metadata', () => ({ metadata: answers.text('Not here', 404) }), ['NO_METADATA', '(status 404)']],
  ['with a page as metadata', () => ({ metadata: page }), ['NO_METADATA', '(no JSON object)']],
  [
    'with another name',
    () => ({ ...usable, metadata: changed({ issuer: 'https://other.example/' }) }),
    ['ISSUER_MISMATCH', 'The provider calls itself https://other.example/:'],
  ],
  ['without keys', () => ({ ...usable, keys: answers.text('no', 500) }), ['NO_KEYS', 'status 500']],
  ['with no key', () => ({ ...usable, keys: answers.json({ keys: [] }) }), ['NO_KEYS', 'cannot be read']],
  [
    'that refuses the secret',
    () => ({ ...usable, token: answers.json({ error: 'invalid_client' }, 401) }),
    ['CLIENT_REFUSED', 'the client id or the secret is wrong, or the secret has expired'],
  ],
  ['whose token endpoint fails', () => ({ ...usable, token: answers.hangUp }), ['UNREACHABLE', 'The token endpoint']],
  [
    'that refuses the address',
    () => ({ ...usable, page: answers.text('Invalid redirect_uri', 400) }),
    ['REDIRECT_REFUSED', 'The sign-in page answers 400'],
  ],
])('explains a provider %s', async (_, answer, [kind, text]) => {
  odd.answer(answer())
  const { findings } = await found(settings())
  expect(findings).toEqual([{ kind, message: expect.stringContaining(text) }])
})

it('explains a scope without an address, and clocks that differ', async () => {
  odd.answer(usable)
  const { findings } = await found({ ...settings(), SOCIAL_A_SCOPE: 'openid profile' }, () => Date.now() + 300_000)
  expect(findings.map(({ kind }) => kind)).toEqual(['CLOCK_OFF', 'NO_EMAIL_SCOPE'])
  expect(findings[0]?.message).toMatch(/differ by (299|300|301) s/)
})

it('checks a plain provider too', async () => {
  odd.answer({ ...usable, token: answers.json({ error: 'invalid_client' }, 401) })
  const { findings } = await found(oauth2Settings('A', clients.post, odd))
  expect(findings.map(({ kind }) => kind)).toEqual(['CLIENT_REFUSED'])
})
