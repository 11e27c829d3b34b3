import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { lastCode, mailsOf } from '../support/accounts/mailbox.js'
import { proved } from '../support/accounts/proved.js'
import { graphqlApi as socialApi } from '../support/accounts/social-apis.js'
import { clients, oauth2Settings, openidSettings, redirectUri } from '../support/accounts/social-settings.js'
import { verificationApis, type CodeType, type VerificationApi } from '../support/accounts/verification-apis.js'
import { registrationApis, tokenIn } from '../support/accounts/registration-apis.js'
import { VerificationApp } from '../support/accounts/verification-app.js'
import { at, password, Person } from '../support/app/person.js'
import { rowsOf } from '../support/documents/pages.js'
import { newKey } from '../support/replies/openai-client.js'

const operator = { kind: 'service' } as const

const fresh = 'a wholly new password'
const minute = 60_000

/** The rows of the table, without its head. */
const rows = rowsOf(readFileSync('docs/reference/proofs.md', 'utf8')).filter(([account]) => account !== 'account')
const addressOf = (row: number, api: number) => `owner-${String(row)}-${String(api)}@example.com`
const listed = rows.flatMap((_, row) => verificationApis.map((_api, api) => addressOf(row, api)))

let server: IdentityServer
let world: VerificationApp
beforeAll(async () => {
  server = await IdentityServer.open()
  const providers = { ...openidSettings('A', clients.post, server), ...oauth2Settings('B', clients.basic, server) }
  world = await VerificationApp.open({ env: { ...providers, ADMIN_EMAILS: listed.join(',') } })
})
afterAll(async () => {
  await world.close()
  await server.close()
})
beforeEach(() => {
  world.now = Date.now()
})

let people = 0
/** A new person of the identity server, who signs in. */
async function newIdentity(email: string, isVerified: boolean, place: 'a' | 'b' = 'a') {
  people += 1
  const sub = `sub-${String(people)}`
  server.people.set(sub, { name: `Person ${String(people)}`, email, email_verified: isVerified })
  const enter = async (): Promise<string> => {
    const page = new URL(server.endpoints.authorizeUrl)
    page.searchParams.set('client_id', (place === 'a' ? clients.post : clients.basic).clientId)
    page.searchParams.set('response_type', 'code')
    const iss = place === 'a' ? { iss: server.issuer } : {}
    const grant = { code: await server.signIn(sub, page.href), redirectUri, ...iss }
    return socialApi.enter(world.app.stranger(), place, grant)
  }
  return { enter, token: await enter() }
}

const withToken = (token: string) => new Person(world.app.url, '', '', token)
const idOf = async (token: string): Promise<string | undefined> => {
  const { data } = await withToken(token).graphql('{ me { id } }')
  return data?.['me'] ? at(data, 'me', 'id') : undefined
}

/** What a person can use who has had an account since before the proof. */
interface Access {
  readonly id: string
  readonly token: string
  readonly key: string
  readonly password?: string
  readonly identity?: () => Promise<string>
}

const accessOf = async (token: string, more: Partial<Access> = {}): Promise<Access> => {
  const key = await newKey(withToken(token))
  return { id: (await idOf(token)) ?? '', token, key, ...more }
}
const registered = async (email: string): Promise<Access> => {
  await world.register(email)
  return accessOf(await world.login(email), { password })
}
const change = (id: string, values: Partial<typeof proved>) =>
  world.app.app.database.write((db) => db.update(UserTable, { id: Number(id) }, values))

const accounts: Readonly<Record<string, (email: string, api: VerificationApi) => Promise<Access | undefined>>> = {
  none: async () => undefined,
  'not verified': registered,
  proved: async (email, api) => {
    const access = await registered(email)
    await code(api.as(access.token), email)
    return access
  },
  'of a provider that has verified the address': async (email) => {
    const { token, enter: identity } = await newIdentity(email, true)
    return accessOf(token, { identity })
  },
  'of a provider, the address set in it': async (email) => {
    const { token, enter: identity } = await newIdentity(`other-${email}`, true)
    await withToken(token).data(`mutation { updateProfile(input: { email: "${email}" }) { account { id } } }`)
    return accessOf(token, { identity })
  },
  'verified by an earlier release': async (email) => {
    const access = await registered(email)
    await change(access.id, { emailVerified: true })
    return access
  },
  'of an invitation with the address, or of the set-up link': async (email) => {
    const { url } = await world.app.app.product.invitations.create(operator, { email })
    const [{ register }] = registrationApis
    expect(await register(world.app, email, { invitationToken: tokenIn(url) })).toBe('registered')
    return accessOf(await world.login(email), { password })
  },
  // no person has an access to it
  'of `createAccount`': async (email) => {
    await world.app.app.product.accounts.create(operator, { username: `made ${email}`, email })
    return undefined
  },
  'of `npm run admin -- create`': async (email) => {
    await world.app.app.product.admins.create(operator, { username: `admin ${email}`, email, password })
    return accessOf(await world.login(email), { password })
  },
}

/** Sends a code to an address and back. */
async function code(api: VerificationApi, email: string, type: CodeType = 'register') {
  world.now += minute
  expect(await api.send(world.app, email, type)).toEqual({ outcome: 'sent' })
  const answer = await api.verify(world.app, email, await lastCode(world.app, email), type)
  expect(answer.outcome).toBe('success')
  return answer
}

async function reset(api: VerificationApi, email: string): Promise<string> {
  const { resetToken } = await code(api, email, 'password_reset')
  const body = { reset_token: resetToken, new_password: fresh }
  expect((await world.app.stranger().rest('POST', '/api/auth/reset-password', body)).status).toBe(204)
  return world.login(email, fresh)
}

async function moveAway(email: string, access: Access | undefined): Promise<void> {
  const change = 'mutation ($email: String!) { updateProfile(input: { email: $email }) { account { id } } }'
  await withToken(access?.token ?? '').data(change, { email: `moved-${email}` })
}

interface Scene {
  readonly api: VerificationApi
  readonly email: string
  readonly access: Access | undefined
}

/** Each proof returns a token of the account that it leaves, where the earlier one may have ended. */
const proofs: Readonly<Record<string, (scene: Scene) => Promise<string | undefined>>> = {
  none: async () => undefined,
  'a code without a session, then a registration with its token': async ({ api, email }) => {
    const { registrationToken } = await code(api, email)
    await world.register(email, registrationToken)
    return world.login(email)
  },
  'a code without a session, then a registration without its token': async ({ api, email }) => {
    await code(api, email)
    await world.register(email)
    return world.login(email)
  },
  'a code for another address, then a registration with its token': async ({ api, email }) => {
    const { registrationToken } = await code(api, `other-${email}`)
    await expect(world.register(email, registrationToken)).rejects.toThrow('unknown_registration_token')
    return undefined
  },
  'the first sign-in by a provider that has verified the address': async ({ email }) =>
    (await newIdentity(email, true)).token,
  'the first sign-in by a provider that has not verified the address': async ({ email }) =>
    (await newIdentity(email, false)).token,
  'a code by a session of the account': async ({ api, email, access }) => {
    const answer = await code(api.as(access?.token ?? ''), email)
    expect(answer.registrationToken).toBeUndefined()
    return undefined
  },
  'a code without a session': async ({ api, email }) => {
    expect((await code(api, email)).registrationToken).toMatch(/^[\w-]{43}$/)
    return undefined
  },
  'a code by a session of another account': async ({ api, email }) => {
    const other = await world.app.person('other')
    expect((await code(api.as(other.token ?? ''), email)).registrationToken).toMatch(/^[\w-]{43}$/)
    return undefined
  },
  'a code for a mailbox that is compared as the same, by its session': async ({ api, email, access }) => {
    // a wide letter, which is compared as the usual one
    await code(api.as(access?.token ?? ''), email.replace('owner', 'ｏwner'))
    return undefined
  },
  'a sign-in by a provider that has verified the address': async ({ email, access }) => {
    const { token } = await newIdentity(email, true)
    return (await idOf(token)) === access?.id ? token : undefined
  },
  'a sign-in by a provider that has not verified the address': async ({ email, access }) => {
    expect(await idOf((await newIdentity(email, false)).token)).not.toBe(access?.id)
    return undefined
  },
  'a sign-in by another provider that has verified the address': async ({ email }) =>
    (await newIdentity(email, true, 'b')).token,
  'a password reset': ({ api, email }) => reset(api, email),
  'a code without a session, then a password reset': async ({ api, email }) => {
    await code(api, email)
    return reset(api, email)
  },
  'a code by a session of the account, then a password reset': async ({ api, email, access }) => {
    await code(api.as(access?.token ?? ''), email)
    return reset(api, email)
  },
  'a change to another address': async ({ email, access }) => {
    await moveAway(email, access)
    return undefined
  },
  'a change to another address, then the link of its notice': async ({ email, access }) => {
    await moveAway(email, access)
    return takeBack(email)
  },
  'a change to another address, a reset by its owner, then the link': async ({ api, email, access }) => {
    await moveAway(email, access)
    await reset(api, `moved-${email}`)
    return takeBack(email)
  },
}

/** Uses the link of the notice to the former mailbox. */
async function takeBack(email: string): Promise<string> {
  const texts = (await mailsOf(world.app, email)).map(({ text }) => text ?? '')
  const [, token] = /account-recovery\?token=([^\s]+)/.exec(texts.join('\n')) ?? []
  const recover = 'mutation ($input: RecoverAccountInput!) { recoverAccount(input: $input) { account { id } } }'
  await world.app.stranger().data(recover, { input: { token, newPassword: fresh } })
  return world.login(email, fresh)
}

const yes = (value: boolean) => (value ? 'yes' : 'no')

/** Whether the access from before the proof still leads to the account, each kind by itself. */
async function olderAccess(email: string, { id, token, key, password: old, identity }: Access): Promise<string> {
  const works = {
    session: (await idOf(token)) === id,
    key: (await withToken(key).rest('GET', '/v1/models')).status === 200,
    ...(old === undefined ? {} : { password: (await idOf(await world.login(email, old))) === id }),
  }
  const byProvider = identity ? (await idOf(await identity())) === id : undefined
  const kinds = Object.values(works)
  if (kinds.every((one) => one) && byProvider !== false) return 'stays'
  if (!kinds.some((one) => one)) return byProvider ? 'ends, except for the provider' : 'ends'
  return JSON.stringify({ ...works, byProvider })
}

describe.each(verificationApis.map((api, index) => [api.name, api, index] as const))(
  'codes over %s',
  (_name, api, index) => {
    it.each(rows.map((cells, row) => [cells[0] ?? '', cells[1] ?? '', cells.slice(2), row] as const))(
      'an account %s, with %s, is as the table says',
      async (account, proof, expected, row) => {
        const email = addressOf(row, index)
        const access = await accounts[account]?.(email, api)
        const token = (await proofs[proof]?.({ api, email, access })) ?? access?.token
        if (token === undefined) {
          expect(await world.accountOf(email)).toBeUndefined()
          expect(['refused', 'none', 'refused']).toEqual(expected)
          return
        }
        const id = (await idOf(token)) ?? ''
        if (access) expect(id).toBe(access.id)
        const { me } = await withToken(token).data('{ me { email emailVerified isListedAdmin role } }')
        const { email: now, emailVerified, isListedAdmin } = me as Record<string, string | boolean>
        const older = access ? await olderAccess(String(now), access) : 'none'
        const joined = (await idOf((await newIdentity(email, true, 'b')).token)) === id
        const both = joined ? 'joins' : 'admin'
        const counts = isListedAdmin === joined ? yes(joined) : both
        expect([yes(emailVerified === true), older, counts]).toEqual(expected)
      },
    )
  },
)
