import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { InvitationTable } from '../../src/database/tables/invitations.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, type Person } from '../support/app/person.js'
import { lastCode, mailsOf } from '../support/accounts/mailbox.js'
import { canonicalAddress } from '../../src/users/canonical.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import {
  grantOf,
  newAddress,
  newPerson,
  registrationApis,
  setSetting,
  withSettings,
} from '../support/accounts/registration-apis.js'
import { socialApis } from '../support/accounts/social-apis.js'
import { clients, openidSettings } from '../support/accounts/social-settings.js'
import { restApi } from '../support/accounts/verification-apis.js'

let server: IdentityServer
let app: TestApp
let other: TestApp
let admin: Person
beforeAll(async () => {
  server = await IdentityServer.open()
  const env = { RATE_LIMITS: noLimits, ADMIN_EMAILS: 'chief@example.com', ...openidSettings('A', clients.post, server) }
  app = await createTestApp({ roles: 'app,chatlog', env })
  // on PostgreSQL two instances share the store
  other = app.databaseUrl === undefined ? app : await createTestApp({ env, databaseUrl: app.databaseUrl })
  admin = await app.admin()
})
afterAll(async () => {
  if (other !== app) await other.close()
  await app.close()
  await server.close()
})

const createInvitation =
  'mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { url invitation { id role maxUses uses } } }'
const tokenIn = (url: string) => new URLSearchParams(url.split('?')[1]).get('invitation') ?? ''
async function invite(
  input: object = {},
): Promise<{ readonly id: string; readonly token: string; readonly url: string }> {
  const data = await admin.data(createInvitation, { input })
  const url = at(data, 'createInvitation', 'url')
  return { id: at(data, 'createInvitation', 'invitation', 'id'), token: tokenIn(url), url }
}
const revoke = async (id: string, person = admin) =>
  (await person.graphql('mutation ($id: ID!) { revokeInvitation(id: $id) { revokedInvitationId } }', { id })).errors[0]
    ?.extensions.code ?? 'revoked'
const offered = async (token: string) =>
  (
    await app
      .stranger()
      .data('query ($token: String!) { invitation(token: $token) { email role membership } }', { token })
  )['invitation']
const invitations = async () => {
  const { invitations } = await admin.data('{ invitations(first: 100) { nodes { id uses } } }')
  return (invitations as { nodes: readonly { id: string; uses: number }[] }).nodes
}
const signIn = (email: string) => app.stranger().rest('POST', '/api/users/login', { email, password })
async function accountOf(email: string) {
  const { users } = await admin.data(
    'query ($search: String) { users(search: $search) { nodes { id role membership awaitingApprovalSince } } }',
    { search: email },
  )
  return (
    users as { nodes: readonly { id: string; role: string; membership: string; awaitingApprovalSince: unknown }[] }
  ).nodes[0]
}
const unusable = 'BAD_USER_INPUT: This invitation is used, expired or revoked, or it is for another address'

describe('REGISTRATION=invite', () => {
  it.each(registrationApis)('creates accounts over $name by an invitation alone', async ({ register }) => {
    await withSettings(admin, { REGISTRATION: 'invite' }, async () => {
      const { installation } = await app.stranger().data('{ installation { registration guestRooms } }')
      expect(installation).toEqual({ registration: 'INVITE', guestRooms: false })
      expect(await register(app, newAddress())).toBe('FORBIDDEN: Registration needs an invitation')
      const { token: invitationToken } = await invite({ membership: 'VIP' })
      const email = newAddress()
      expect(await register(app, email, { invitationToken })).toBe('registered')
      expect(await accountOf(email)).toMatchObject({ role: 'USER', membership: 'VIP' })
      expect((await signIn(email)).status).toBe(200)
    })
  })
})

describe('an invitation', () => {
  it.each(['open', 'approval', 'closed'])(
    'admits its account while REGISTRATION is %s, whatever its domain',
    async (policy) => {
      await withSettings(admin, { REGISTRATION: policy, REGISTRATION_DOMAINS: 'corp.example' }, async () => {
        const [{ register }] = registrationApis
        const { token: invitationToken } = await invite()
        const email = newAddress()
        expect(await register(app, email, { invitationToken })).toBe('registered')
        expect(await accountOf(email)).toMatchObject({ awaitingApprovalSince: null })
      })
    },
  )

  it.each(registrationApis)(
    'is refused over $name once it is used up, revoked, expired, or for another address',
    async ({ register }) => {
      const used = await invite({ maxUses: 2 })
      for (const outcome of ['registered', 'registered', unusable])
        expect(await register(app, newAddress(), { invitationToken: used.token })).toBe(outcome)
      const revoked = await invite()
      expect(await revoke(revoked.id)).toBe('revoked')
      const expired = await invite()
      await app.app.database.write((db) =>
        db.update(InvitationTable, { id: Number(expired.id) }, { expiresAt: Date.now() - 1 }),
      )
      const own = newAddress()
      const other = await invite({ email: own.toUpperCase() })
      for (const { token } of [revoked, expired, { token: 'no token' }]) {
        expect(await offered(token)).toBeNull()
        expect(await register(app, newAddress(), { invitationToken: token })).toBe(unusable)
      }
      expect(await register(app, newAddress(), { invitationToken: other.token })).toBe(unusable)
      expect(await register(app, own, { invitationToken: other.token })).toBe('registered')
    },
  )

  it('counts no use for a registration that is refused', async () => {
    const taken = newAddress()
    const [{ register }] = registrationApis
    await register(app, taken)
    const { id, token: invitationToken } = await invite()
    expect(await register(app, taken, { invitationToken })).toMatch('BAD_USER_INPUT')
    expect((await invitations()).find((each) => each.id === id)?.uses).toBe(0)
    expect(await register(app, newAddress(), { invitationToken })).toBe('registered')
  })

  it('with one use creates one of 20 accounts that register at once, on every instance', async () => {
    const [{ register }] = registrationApis
    const { token: invitationToken } = await invite()
    const doors = Array.from({ length: 20 }, (_, number) => (number % 2 === 0 ? app : other))
    const outcomes = await Promise.all(doors.map((door) => register(door, newAddress(), { invitationToken })))
    expect(outcomes.filter((outcome) => outcome === 'registered')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === unusable)).toHaveLength(19)
  })

  it('of an administrator makes one', async () => {
    const { id, token: invitationToken } = await invite({ role: 'ADMIN' })
    const email = newAddress()
    const [{ register }] = registrationApis
    expect(await register(app, email, { invitationToken })).toBe('registered')
    const account = await accountOf(email)
    expect(account).toMatchObject({ role: 'ADMIN' })
    const { nodes } = await app.app.product.audit.list({ target: { kind: 'ACCOUNT', id: String(account?.id) } })
    expect(nodes).toMatchObject([
      {
        action: 'ACCOUNT_CREATED',
        actorKind: 'INVITATION',
        actorId: null,
        details: { role: 'ADMIN', invitation: Number(id) },
      },
    ])
  })

  it('is shown to the person, and a look at it changes nothing', async () => {
    const email = newAddress()
    const { token, id } = await invite({ email })
    for (let looks = 0; looks < 3; looks += 1)
      expect(await offered(token)).toEqual({ email, role: 'USER', membership: 'BASIC' })
    expect((await invitations()).find((each) => each.id === id)?.uses).toBe(0)
  })

  it.each([
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: '2090-01-01T00:00:00Z' }],
    ['maxUses', { role: 'ADMIN', maxUses: 2 }],
    ['maxUses', { maxUses: 0 }],
    ['email', { email: 'nowhere' }],
  ])('is refused for a bad %s: %j', async (field, input) => {
    const { errors } = await admin.graphql(createInvitation, { input })
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['input', field] }] })
  })

  it('is not made for the address of an account, with the reason', async () => {
    const ada = await app.person()
    const email = at(await ada.data('{ me { email } }'), 'me', 'email')
    const { errors } = await admin.graphql(createInvitation, { input: { email: email.toUpperCase() } })
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('An account has this address'),
      extensions: { code: 'BAD_USER_INPUT', fields: [{ path: ['input', 'email'], rule: 'taken' }] },
    })
  })

  it('says who has created it, an administrator or the operator', async () => {
    const { id } = await invite()
    const { invitation } = await app.app.product.invitations.create({ kind: 'service' }, {})
    const listed = await admin.data('{ invitations(first: 100) { nodes { id auditEntry { actorKind actorName } } } }')
    const { nodes } = listed['invitations'] as { readonly nodes: readonly object[] }
    const own = { actorKind: 'ADMINISTRATOR', actorName: admin.username }
    expect(nodes).toContainEqual({ id, auditEntry: own })
    const ofOperator = { actorKind: 'OPERATOR', actorName: null }
    expect(nodes).toContainEqual({ id: String(invitation.id), auditEntry: ofOperator })
  })

  it('is made, listed and revoked by administrators alone', async () => {
    const { id } = await invite()
    const ada = await app.person()
    for (const [person, code] of [
      [ada, 'FORBIDDEN'],
      [app.stranger(), 'UNAUTHENTICATED'],
    ] as const) {
      expect((await person.graphql(createInvitation, { input: {} })).errors[0]?.extensions.code).toBe(code)
      expect((await person.graphql('{ invitations { nodes { id } } }')).errors[0]?.extensions.code).toBe(code)
      expect(await revoke(id, person)).toBe(code)
    }
    expect(await revoke(id)).toBe('revoked')
    expect(await revoke(id)).toBe('NOT_FOUND')
  })
})

describe('an invited person of a provider', () => {
  it.each(socialApis)(
    'joins over $name by the invitation for the verified address, with its role, once',
    async (api) => {
      await withSettings(admin, { REGISTRATION: 'closed' }, async () => {
        const email = newAddress()
        const { id, token: invitationToken } = await invite({ email, membership: 'VIP' })
        const unproved = newPerson(server, email, false)
        expect(await api.enter(app.stranger(), 'a', await grantOf(server, unproved))).toBe('FORBIDDEN')
        const person = newPerson(server, email)
        const token = await api.enter(app.stranger(), 'a', await grantOf(server, person))
        expect(token).not.toBe('FORBIDDEN')
        expect(await accountOf(email)).toMatchObject({ membership: 'VIP' })
        expect((await invitations()).find((each) => each.id === id)?.uses).toBe(1)
        const [{ register }] = registrationApis
        expect(await register(app, email, { invitationToken })).toBe(unusable)
      })
    },
  )

  it.each(socialApis)('joins over $name by the token of a link', async (api) => {
    await withSettings(admin, { REGISTRATION: 'invite' }, async () => {
      const { token } = await invite()
      const enter = async () => {
        const grant = await grantOf(server, newPerson(server, newAddress()))
        const invitation = api.name === 'REST' ? { invitation_token: token } : { invitationToken: token }
        return api.enter(app.stranger(), 'a', { ...grant, ...invitation })
      }
      expect(await enter()).toMatch(/^ey/)
      expect(await enter()).toBe('BAD_USER_INPUT')
    })
  })
})

it.each(socialApis)(
  'an account that exists gets nothing by an invitation over $name, and the sign-in says so',
  async (api) => {
    const invitation = await invite({ membership: 'VIP', maxUses: 5 })
    const named = api.name === 'REST' ? { invitation_token: invitation.token } : { invitationToken: invitation.token }
    const known = newAddress()
    const person = newPerson(server, known)
    const enter = async (sub: string, more: object = {}) =>
      api.enter(app.stranger(), 'a', { ...(await grantOf(server, sub)), ...more })
    expect(await enter(person)).toMatch(/^ey/)
    const created = newAddress()
    const create = 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }'
    await admin.data(create, { input: { email: created, username: created.split('@')[0] } })
    const joining = newPerson(server, created)
    for (const sub of [person, joining]) expect(await enter(sub, named)).toBe('BAD_USER_INPUT')
    for (const email of [known, created])
      expect(await accountOf(email)).toMatchObject({ role: 'USER', membership: 'BASIC' })
    expect((await invitations()).find(({ id }) => id === invitation.id)?.uses).toBe(0)
    for (const sub of [person, joining]) expect(await enter(sub)).toMatch(/^ey/)
    const stranger = newPerson(server, newAddress())
    expect(await enter(stranger, named)).toMatch(/^ey/)
    expect((await invitations()).find(({ id }) => id === invitation.id)?.uses).toBe(1)
  },
)

describe('REGISTRATION=approval', () => {
  const approve = async (id: string, person = admin) =>
    (await person.graphql('mutation ($id: ID!) { approveAccount(id: $id) { account { id } } }', { id })).errors[0]
      ?.extensions.code ?? 'approved'

  it.each(registrationApis)(
    'accepts a registration over $name, and the sign-in once it is approved',
    async ({ register }) => {
      await withSettings(admin, { REGISTRATION: 'approval' }, async () => {
        const email = newAddress()
        expect(await register(app, email)).toBe('registered')
        const { status, body } = await signIn(email)
        const message = 'An administrator has not approved this account yet'
        expect({ status, body }).toEqual({
          status: 403,
          body: { detail: 'Forbidden', message, code: 'AWAITING_APPROVAL' },
        })
        const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
        const { errors } = await app.stranger().graphql(login, { input: { email, password } })
        expect(errors[0]?.extensions.code).toBe('AWAITING_APPROVAL')
        expect((await app.stranger().rest('POST', '/api/users/login', { email, password: 'another one' })).status).toBe(
          401,
        )
        const { id = '', awaitingApprovalSince } = (await accountOf(email)) ?? {}
        const { users, accountCounts } = await admin.data(
          '{ users(state: WAITING, first: 100) { nodes { id } } accountCounts { waiting } }',
        )
        const { nodes } = users as { readonly nodes: readonly object[] }
        expect(nodes).toContainEqual({ id })
        expect(accountCounts).toEqual({ waiting: nodes.length })
        expect(awaitingApprovalSince).not.toBeNull()
        expect(await approve(id)).toBe('approved')
        expect((await signIn(email)).status).toBe(200)
        await until('the person has a mail', async () =>
          (await mailsOf(app, email)).some(({ subject }) => subject?.includes('approved')),
        )
      })
    },
  )

  it.each(socialApis)('lets a new person of a provider wait over $name', async (api) => {
    await withSettings(admin, { REGISTRATION: 'approval' }, async () => {
      const email = newAddress()
      const person = newPerson(server, email)
      const enter = async () => api.enter(app.stranger(), 'a', await grantOf(server, person))
      for (let tries = 0; tries < 2; tries += 1) expect(['AWAITING_APPROVAL', 'FORBIDDEN']).toContain(await enter())
      const { id = '' } = (await accountOf(email)) ?? {}
      expect(await approve(id)).toBe('approved')
      expect(await enter()).toMatch(/^ey/)
    })
  })

  it('does not hold a person of ADMIN_EMAILS who has proved the address: there may be no other administrator', async () => {
    const own = await createTestApp({
      roles: 'app,chatlog',
      env: { RATE_LIMITS: noLimits, ADMIN_EMAILS: 'chief@example.com', REGISTRATION: 'approval' },
    })
    try {
      const email = 'chief@example.com'
      expect(await restApi.send(own, email, 'register')).toEqual({ outcome: 'sent' })
      const { registrationToken } = await restApi.verify(own, email, await lastCode(own, email), 'register')
      expect(await registrationApis[0].register(own, email, { registrationToken })).toBe('registered')
      const { status } = await own.stranger().rest('POST', '/api/users/login', { email, password })
      expect(status).toBe(200)
    } finally {
      await own.close()
    }
  })

  it('sends administrators a mail, at most three in a day', async () => {
    await withSettings(admin, { REGISTRATION: 'approval' }, async () => {
      const [{ register }] = registrationApis
      for (let people = 0; people < 5; people += 1) await register(app, newAddress())
    })
    const own = at(await admin.data('{ me { email } }'), 'me', 'email')
    const mails = async () =>
      (await mailsOf(app, own)).filter(({ subject }) => subject?.includes('is waiting for your approval'))
    await until('the mails are there', async () => (await mails()).length === 3)
  })

  it('sends no mail to an address that only looks like one of ADMIN_EMAILS, and to no banned administrator', async () => {
    const [{ register }] = registrationApis
    const lookAlike = 'ch\u0131ef@example.com'
    const email = newAddress()
    expect(await register(app, email)).toBe('registered')
    // an account of an earlier release can have it
    const stored = { email: lookAlike, emailKey: canonicalAddress('chief@example.com') }
    const proof = { mailboxProved: true, emailVerified: true }
    await app.app.database.write((db) => db.update(UserTable, { email }, { ...stored, ...proof }))
    const [acting, banned] = [await app.admin(), await app.admin()]
    await admin.data('mutation ($id: ID!) { banUser(id: $id) { account { id } } }', { id: banned.id })
    await withSettings(admin, { REGISTRATION: 'approval' }, async () => {
      await register(app, newAddress())
    })
    const count = async (email: string) =>
      (await mailsOf(app, email)).filter(({ subject }) => subject?.includes('is waiting for your approval')).length
    await until('the mail is there', async () => (await count(`${acting.username}@example.com`)) === 1)
    expect([await count(lookAlike), await count(`${banned.username}@example.com`)]).toEqual([0, 0])
  })

  it('leaves accounts that exist as they are, and needs an administrator', async () => {
    const ada = await app.person()
    await withSettings(admin, { REGISTRATION: 'approval' }, async () => {
      const { me } = await ada.data('{ me { id email awaitingApprovalSince } }')
      expect(me).toMatchObject({ awaitingApprovalSince: null })
      expect((await signIn((me as { email: string }).email)).status).toBe(200)
      expect(await approve((me as { id: string }).id, ada)).toBe('FORBIDDEN')
      expect(await approve('999999')).toBe('NOT_FOUND')
      expect(await setSetting(ada, 'REGISTRATION', 'open')).toBe('FORBIDDEN')
    })
  })
})
