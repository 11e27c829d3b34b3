import { expect } from '@jest/globals'
import type { TestApp } from '../app/app.js'
import { password, type Person } from '../app/person.js'
import type { IdentityServer } from './identity-server.js'
import { clients, redirectUri } from './social-settings.js'

interface Tokens {
  readonly registrationToken?: string | undefined
  readonly invitationToken?: string | undefined
}

/** Registration, in one form for GraphQL and REST. */
export interface RegistrationApi {
  readonly name: 'GraphQL' | 'REST'
  /** Returns `registered`, or the refusal. */
  register(app: TestApp, email: string, tokens?: Tokens): Promise<string>
}

const agreed = { eulaAgreed: true, privacyAgreed: true }
const codes: Readonly<Record<number, string>> = { 400: 'BAD_USER_INPUT', 403: 'FORBIDDEN' }

export const registrationApis: readonly [RegistrationApi, RegistrationApi] = [
  {
    name: 'GraphQL',
    register: async (app, email, tokens) => {
      const text = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
      const input = { username: `name of ${email}`, email, password, ...agreed, ...tokens }
      const { errors } = await app.stranger().graphql(text, { input })
      return errors[0] ? `${errors[0].extensions.code}: ${errors[0].message}` : 'registered'
    },
  },
  {
    name: 'REST',
    register: async (app, email, { registrationToken: registration_token, invitationToken: invitation_token } = {}) => {
      const body = { username: `name of ${email}`, email, password, ...agreed, registration_token, invitation_token }
      const { status, body: answer } = await app.stranger().rest('POST', '/api/users/register', body)
      return status === 200 ? 'registered' : `${codes[status] ?? status}: ${(answer as { message: string }).message}`
    },
  },
]

const setting =
  'mutation ($input: SetInstallationSettingInput!) { setInstallationSetting(input: $input) { setting { name value source } } }'

/** Returns `set`, or the code of the refusal. */
export async function setSetting(person: Person, name: string, value: string | null): Promise<string> {
  return (await person.graphql(setting, { input: { name, value } })).errors[0]?.extensions.code ?? 'set'
}

/** Runs `act` with these settings of the installation, which have their defaults again afterwards. */
export async function withSettings(
  admin: Person,
  values: Readonly<Record<string, string>>,
  act: () => Promise<void>,
): Promise<void> {
  for (const [name, value] of Object.entries(values)) expect(await setSetting(admin, name, value)).toBe('set')
  try {
    await act()
  } finally {
    for (const name of Object.keys(values)) expect(await setSetting(admin, name, null)).toBe('set')
  }
}

let count = 0
export const newAddress = (domain = 'example.com') => {
  count += 1
  return `person${count}@${domain}`
}

/** What the link of an invitation, or of the first administrator, carries. */
export const tokenIn = (url: string) => new URLSearchParams(url.split('?')[1]).get('invitation') ?? ''

/** A sign-in of a person of the provider, for `SocialApi`. */
export async function grantOf(server: IdentityServer, sub: string) {
  const page = new URL(server.endpoints.authorizeUrl)
  page.searchParams.set('client_id', clients.post.clientId)
  page.searchParams.set('response_type', 'code')
  return { code: await server.signIn(sub, page.href), redirectUri, iss: server.issuer }
}

/** Adds a person to the provider and returns its subject. */
export function newPerson(server: IdentityServer, email: string, isVerified = true): string {
  const sub = `sub of ${email}`
  server.people.set(sub, { name: email, email, email_verified: isVerified })
  return sub
}
