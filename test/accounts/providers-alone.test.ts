import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Writable } from 'node:stream'
import { createLogger } from '@parley/runtime'
import { until } from '@parley/testing'
import { AuditEntryTable } from '../../src/database/tables/audit-log.js'
import { SocialIdentityTable } from '../../src/database/tables/social-identities.js'
import { UserTable } from '../../src/database/tables/users.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { lastCode, mailsOf } from '../support/accounts/mailbox.js'
import { graphqlApi } from '../support/accounts/social-apis.js'
import { clients, openidSettings, redirectUri } from '../support/accounts/social-settings.js'
import { restApi } from '../support/accounts/verification-apis.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { faultsIn } from '../support/app/config-faults.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, Person } from '../support/app/person.js'

let server: IdentityServer
let app: TestApp
beforeAll(async () => {
  server = await IdentityServer.open()
})
beforeEach(async () => {
  app = await createTestApp({
    roles: 'app,chatlog,admin',
    env: { RATE_LIMITS: noLimits, ADMIN_EMAILS: 'chief@example.com', ...openidSettings('A', clients.post, server) },
  })
})
afterEach(() => app.close())
afterAll(() => server.close())

const setting =
  'mutation ($input: SetInstallationSettingInput!) { setInstallationSetting(input: $input) { setting { value } } }'
const set = async (person: Person, value: string | null) => {
  const { errors } = await person.graphql(setting, { input: { name: 'PASSWORD_SIGN_IN', value } })
  return errors[0] ? `${errors[0].extensions.code}: ${errors[0].message}` : 'set'
}
const asOperator = (value: string | null) =>
  app.app.product.installationSettings.set({ kind: 'service' }, { name: 'PASSWORD_SIGN_IN', value })

async function grantOf(email: string) {
  server.people.set(email, { name: email, email, email_verified: true })
  const page = new URL(server.endpoints.authorizeUrl)
  page.searchParams.set('client_id', clients.post.clientId)
  page.searchParams.set('response_type', 'code')
  return { code: await server.signIn(email, page.href), redirectUri, iss: server.issuer }
}
const byProvider = async (email: string) =>
  new Person(app.url, '', '', await graphqlApi.enter(app.stranger(), 'a', await grantOf(email)))
const refusal =
  'CONFLICT: Sign in by a provider as an administrator first, less than an hour ago: otherwise you could lock yourself out'
const switchedOff = 'Sign in by a provider: passwords are switched off'

describe('PASSWORD_SIGN_IN=false', () => {
  it('is refused until its administrator has signed in by a provider', async () => {
    const admin = await app.admin()
    expect(await set(admin, 'false')).toBe(refusal)
    await expect(asOperator('false')).rejects.toMatchObject({ code: 'CONFLICT' })
    // the account of a user does not count
    await byProvider('ada@example.com')
    await expect(asOperator('false')).rejects.toMatchObject({ code: 'CONFLICT' })
    const chief = await byProvider('chief@example.com')
    // another administrator still has no other way in
    expect(await set(admin, 'false')).toBe(refusal)
    expect(await set(chief, 'false')).toBe('set')
    expect(await set(chief, null)).toBe('set')
    await expect(asOperator('false')).resolves.toMatchObject({ value: 'false' })
    await asOperator(null)
    // the provider, or the secret of the client, may not work any more
    const earlier = Date.now() - 3_700_000
    await app.app.database.write((db) =>
      db.update(SocialIdentityTable, { provider: 'social-a' }, { signedInAt: earlier }),
    )
    expect(await set(chief, 'false')).toBe(refusal)
  })

  it('needs a provider at the start', () => {
    expect(faultsIn({ PASSWORD_SIGN_IN: 'false' })).toEqual([
      'PASSWORD_SIGN_IN: is false, which needs a sign-in provider',
    ])
    expect(faultsIn({ PASSWORD_SIGN_IN: 'false', ...openidSettings('A', clients.post, server) })).toEqual([])
  })

  it('does not apply while no provider is configured, which the log, the settings and the readiness say', async () => {
    const admin = await app.admin()
    const [email, before] = [`${admin.username}@example.com`, app]
    const chief = await byProvider('chief@example.com')
    expect(await set(chief, 'false')).toBe('set')
    const login = () => app.stranger().rest('POST', '/api/users/login', { email, password })
    expect((await login()).status).toBe(403)
    await app.stop()
    const lines: string[] = []
    const write = (chunk: Buffer, _: string, done: () => void) => {
      lines.push(...chunk.toString().trim().split('\n'))
      done()
    }
    app = await createTestApp({
      ...{ dataDir: app.dataDir, databaseUrl: app.databaseUrl },
      env: { RATE_LIMITS: noLimits },
      log: createLogger('info', new Writable({ write })),
    })
    try {
      expect((await login()).status).toBe(200)
      const again = new Person(app.url, admin.id, admin.username, admin.token)
      const fault = 'is false, which needs a sign-in provider'
      const { installationSettings } = await again.data('{ installationSettings { name value source fault } }')
      expect(installationSettings).toContainEqual({
        ...{ name: 'PASSWORD_SIGN_IN', value: 'true', source: 'DATABASE', fault },
      })
      expect(await set(again, 'false')).toBe(`BAD_USER_INPUT: PASSWORD_SIGN_IN ${fault}`)
      const { body } = await app.stranger().rest('GET', '/health/ready')
      const warning = `The stored value of PASSWORD_SIGN_IN does not apply: it ${fault}`
      expect(body).toMatchObject({ warnings: expect.arrayContaining([warning]) as unknown })
      const ignored = lines.filter((line) => line.includes('installation_setting.ignored'))
      expect(ignored.map((line) => JSON.parse(line) as object)).toMatchObject([
        { setting: 'PASSWORD_SIGN_IN', reason: fault },
      ])
    } finally {
      await before.close()
    }
  })

  it('closes every door of a password, and no other', async () => {
    const known = await app.person()
    const email = `${known.username}@example.com`
    await restApi.send(app, email, 'password_reset')
    await until('the mail is there', async () => (await mailsOf(app, email)).length > 0)
    const code = await lastCode(app, email)
    const { resetToken } = await restApi.verify(app, email, code, 'password_reset')
    const chief = await byProvider('chief@example.com')
    expect(await set(chief, 'false')).toBe('set')
    const { installation } = await app.stranger().data('{ installation { passwordSignIn } }')
    expect(installation).toEqual({ passwordSignIn: false })

    const agreed = { eulaAgreed: true, privacyAgreed: true }
    const account = { username: 'new', email: 'new@example.com', password, ...agreed }
    const rest = (path: string, body: object) => app.stranger().rest('POST', path, body)
    const service = app.chatLog()
    for (const answer of [
      await rest('/api/users/login', { email, password }),
      await rest('/api/users/login', { email, password: 'a wrong password' }),
      await rest('/api/users/register', account),
      await rest('/api/auth/send-verification', { email, verification_type: 'password_reset' }),
      await service.rest('POST', '/smtp/send-verification', { email, verification_type: 'password_reset' }),
      await rest('/api/auth/reset-password', { reset_token: resetToken, new_password: 'another password' }),
    ])
      expect([answer.status, at(answer.body, 'message')]).toEqual([403, switchedOff])
    const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
    const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
    const send = 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }'
    const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { account { id } } }'
    for (const [person, document, input] of [
      [app.stranger(), login, { email, password }],
      [app.adminService(), login, { email, password }],
      [app.stranger(), register, account],
      [app.stranger(), send, { email, verificationType: 'PASSWORD_RESET' }],
      [app.stranger(), reset, { resetToken, newPassword: 'another password' }],
    ] as const) {
      const { errors } = await person.graphql(document, { input })
      expect(errors.map(({ message, extensions }) => [extensions.code, message])).toEqual([['FORBIDDEN', switchedOff]])
    }
    // no code for a stranger, since it could not register; the owner of an account can still prove its address
    await restApi.send(app, 'stranger@example.com', 'register')
    await restApi.send(app, email, 'register')
    await until('the mail is there', async () => (await mailsOf(app, email)).length > 1)
    expect([(await mailsOf(app, email)).length, await mailsOf(app, 'stranger@example.com')]).toEqual([2, []])
    expect(await known.codes('{ me { id } }')).toEqual([])
    expect(await (await byProvider('bob@example.com')).codes('{ me { id } }')).toEqual([])
  })

  it('gives an account back to its owner without a password, and keeps its sign-in by a provider', async () => {
    expect(await set(await byProvider('chief@example.com'), 'false')).toBe('set')
    const [ada, email] = [await byProvider('ada@example.com'), 'ada@example.com']
    const account = async (person: Person) => (await person.data('{ me { id email } }'))['me']
    const before = await account(ada)
    const userId = Number(at(before, 'id'))
    await ada.rest('PUT', '/api/users/profile', { email: 'thief@example.com' })
    const thief = { userId, provider: 'social-a', subject: 'thief', provedEmail: null, createdAt: Date.now() }
    await app.app.database.write((db) => db.insert(SocialIdentityTable, thief))
    await until('the mail is there', async () => (await mailsOf(app, email)).length > 0)
    const [link = ''] = /\/account-recovery\?token=\S+/.exec((await mailsOf(app, email))[0]?.text ?? '') ?? []
    const headers = { accept: 'text/html' }
    expect(await (await fetch(app.url + link, { headers })).text()).not.toContain('new_password')
    const posted = await fetch(app.url + link, { method: 'POST', headers, body: new URLSearchParams() })
    expect([posted.status, await posted.text()]).toEqual([200, expect.stringContaining('The account is yours again')])
    const ways = await app.app.database.read((db) => db.select(SocialIdentityTable, { userId }))
    expect(ways.map(({ subject }) => subject)).toEqual([email])
    expect(await ada.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    expect(await account(await byProvider(email))).toEqual(before)
    const row = await app.app.database.read((db) => db.selectOne(UserTable, { id: userId }))
    expect(row?.passwordHash).toBeNull()
  })

  it('does not let the last administrator go who can sign in by a provider', async () => {
    await app.admin()
    const chief = await byProvider('chief@example.com')
    const leave = 'mutation { deleteAccount { deletedAccountId } }'
    expect(await set(chief, 'false')).toBe('set')
    expect(await chief.codes(leave)).toEqual(['CONFLICT'])
    expect(await set(chief, null)).toBe('set')
    expect(await chief.codes(leave)).toEqual([])
  })

  it('leaves the sign-in by a provider to the console', async () => {
    const mutation = 'mutation ($input: SocialLoginInput!) { socialLogin(input: $input) { token } }'
    const listed = '{ installation { passwordSignIn } socialProviders { id authorizeUrl } }'
    expect(await app.adminService().data(listed)).toMatchObject({ socialProviders: [{ id: 'SOCIAL_A' }] })
    const input = { provider: 'SOCIAL_A', ...(await grantOf('chief@example.com')) }
    const token = at(await app.adminService().data(mutation, { input }), 'socialLogin', 'token')
    expect(await app.adminService(token).codes('{ userStats { totalUsers } }')).toEqual([])
    expect(await app.adminService().codes('{ installation { guestRooms } models { name } }')).toEqual([
      'UNAUTHENTICATED',
    ])
  })

  it('is ended by the operator when the provider breaks, which is in the audit log', async () => {
    const admin = await app.admin()
    const broken = await IdentityServer.open()
    const data = { dataDir: app.dataDir, databaseUrl: app.databaseUrl }
    await app.stop()
    const before = app
    const env = { RATE_LIMITS: noLimits, ADMIN_EMAILS: 'chief@example.com' }
    app = await createTestApp({ ...data, env: { ...env, ...openidSettings('A', clients.post, broken) } })
    try {
      const page = new URL(broken.endpoints.authorizeUrl)
      page.searchParams.set('client_id', clients.post.clientId)
      page.searchParams.set('response_type', 'code')
      broken.people.set('chief', { name: 'Chief', email: 'chief@example.com', email_verified: true })
      const grant = { code: await broken.signIn('chief', page.href), redirectUri, iss: broken.issuer }
      const chief = new Person(app.url, '', '', await graphqlApi.enter(app.stranger(), 'a', grant))
      expect(await set(chief, 'false')).toBe('set')
      await broken.close()
      expect(await graphqlApi.enter(app.stranger(), 'a', { code: 'any', redirectUri, iss: broken.issuer })).toBe(
        'UNAVAILABLE',
      )
      const login = { email: `${admin.username}@example.com`, password }
      expect((await app.stranger().rest('POST', '/api/users/login', login)).status).toBe(403)
      await asOperator('true')
      expect((await app.stranger().rest('POST', '/api/users/login', login)).status).toBe(200)
      const entries = await app.app.database.read((db) =>
        db.select(AuditEntryTable, { action: 'SETTING_CHANGED' }, { orderBy: { id: 'asc' } }),
      )
      expect(entries.map(({ actorKind, targetId, details }) => [actorKind, targetId, details])).toEqual([
        ['ADMINISTRATOR', 'PASSWORD_SIGN_IN', { from: null, to: 'false' }],
        ['OPERATOR', 'PASSWORD_SIGN_IN', { from: 'false', to: 'true' }],
      ])
    } finally {
      await before.close()
    }
  })
})
