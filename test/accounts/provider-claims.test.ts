import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { AuditEntryTable } from '../../src/database/tables/audit-log.js'
import { UserTable } from '../../src/database/tables/users.js'
import type { User } from '../../src/users/user.js'
import { answers, BrokenProvider } from '../support/accounts/broken-provider.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { socialApis } from '../support/accounts/social-apis.js'
import { clients, openidSettings, redirectUri } from '../support/accounts/social-settings.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { faultsIn } from '../support/app/config-faults.js'
import { noLimits } from '../support/app/many-people.js'
import { at, Person } from '../support/app/person.js'

type Claims = Readonly<Record<string, unknown>>

const roleSettings = { OIDC_ROLE_CLAIM: 'roles', OIDC_ADMIN_ROLES: 'boss, Parley Admin' }
const levelSettings = { OIDC_MEMBERSHIP_CLAIM: 'level', OIDC_VIP_VALUES: 'gold' }
const groupSettings = { OIDC_GROUP_CLAIM: 'groups', OIDC_ALLOWED_GROUPS: 'staff,crew' }

let server: IdentityServer
let app: TestApp | undefined
const lines: string[] = []
beforeAll(async () => {
  server = await IdentityServer.open()
})
afterEach(async () => {
  await app?.close()
  app = undefined
})
afterAll(() => server.close())

async function start(env: Readonly<Record<string, string>>): Promise<TestApp> {
  lines.length = 0
  const write = (chunk: Buffer, _: string, done: () => void) => {
    lines.push(...chunk.toString().trim().split('\n'))
    done()
  }
  const log = createLogger('info', new Writable({ write }))
  app = await createTestApp({
    log,
    env: { RATE_LIMITS: noLimits, ...openidSettings('A', clients.post, server), ...env },
  })
  return app
}
const logged = (event: string) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['name'] === event)

let count = 0
function newPerson(
  claims: Claims = {},
  known: { readonly email?: string; readonly isVerified?: boolean } = {},
): string {
  count += 1
  const { email = `claims${count}@example.com`, isVerified: email_verified = true } = known
  server.people.set(`claims-${count}`, { name: `Claims ${count}`, email, email_verified, claims })
  return `claims-${count}`
}
function setClaims(sub: string, claims: Claims): void {
  server.people.set(sub, { ...server.people.get(sub), claims })
}

async function grantOf(sub: string) {
  const page = new URL(server.endpoints.authorizeUrl)
  page.searchParams.set('client_id', clients.post.clientId)
  page.searchParams.set('response_type', 'code')
  return { code: await server.signIn(sub, page.href), redirectUri, iss: server.issuer }
}
const [graphql, rest] = socialApis
const enter = async (on: TestApp, sub: string, api: (typeof socialApis)[number] = graphql) =>
  api.enter(on.stranger(), 'a', await grantOf(sub))
const managed = '{ me { id role membership roleManagedBy } }'
async function accountOf(on: TestApp, token: string) {
  const { me } = await new Person(on.url, '', '', token).data(managed)
  return me as { id: string; role: string; membership: string; roleManagedBy: string }
}
const entered = async (on: TestApp, sub: string) => accountOf(on, await enter(on, sub))
const change = (on: TestApp, id: number | string, values: Partial<User>) =>
  on.app.database.write((db) => db.update(UserTable, { id: Number(id) }, values))
const accountCount = (on: TestApp) => on.app.database.read((db) => db.count(UserTable, {}))

/** Claims of a person, and what they give with all of the settings above. */
const shapes: readonly (readonly [string, Claims, { role?: string; level?: string; isIn?: boolean }])[] = [
  ['no claim', {}, {}],
  ['null', { roles: null, level: null, groups: null }, {}],
  ['an empty list', { roles: [], level: [], groups: [] }, {}],
  ['an empty text', { roles: '', level: ' , ', groups: '' }, {}],
  ['an object', { roles: { boss: true }, level: { gold: 1 }, groups: { staff: true } }, {}],
  ['a number', { roles: 5, level: 1, groups: 7 }, {}],
  ['true', { roles: true, level: true, groups: true }, {}],
  ['a list of numbers', { roles: [5], level: [1], groups: [7] }, {}],
  ['foreign values', { roles: ['user'], level: ['silver'], groups: ['guests'] }, { role: 'USER', level: 'BASIC' }],
  ['right values in lists', { roles: ['user', 'boss'], level: ['gold'], groups: ['x', 'crew'] }, right()],
  ['right values as texts', { roles: 'boss', level: 'gold', groups: 'staff' }, right()],
  ['texts with commas', { roles: 'user, boss', level: 'silver,gold', groups: 'guests,staff' }, right()],
  ['a value with a space', { roles: 'Parley Admin', level: 'gold', groups: 'staff' }, right()],
  ['a part of a value', { roles: 'boss2', level: 'go', groups: 'staffs' }, { role: 'USER', level: 'BASIC' }],
  ['another case', { roles: ['Boss'], level: ['GOLD'], groups: ['Staff'] }, { role: 'USER', level: 'BASIC' }],
  [
    'a comma in a list',
    { roles: ['x,boss'], level: ['x,gold'], groups: ['x,staff'] },
    { role: 'USER', level: 'BASIC' },
  ],
]
function right() {
  return { role: 'ADMIN', level: 'VIP', isIn: true }
}

const subsets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  hasRole: (bits & 1) > 0,
  hasLevel: (bits & 2) > 0,
  hasGroups: (bits & 4) > 0,
}))

it.each(subsets)('each setting works alone: $hasRole $hasLevel $hasGroups', async (subset) => {
  const { hasRole, hasLevel, hasGroups } = subset
  const on = await start({
    ...(hasRole && roleSettings),
    ...(hasLevel && levelSettings),
    ...(hasGroups && groupSettings),
  })
  // so that no account of the table is the last administrator
  await on.admin()
  for (const [name, claims, { role, level, isIn = false }] of shapes) {
    const before = await accountCount(on)
    const sub = newPerson(claims)
    const token = await enter(on, sub)
    if (hasGroups && !isIn) {
      expect([name, token, await accountCount(on)]).toEqual([name, 'FORBIDDEN', before])
      continue
    }
    const account = await accountOf(on, token)
    const fresh = {
      role: (hasRole ? role : undefined) ?? 'USER',
      membership: (hasLevel ? level : undefined) ?? 'BASIC',
    }
    expect([name, account]).toMatchObject([name, fresh])
    // the same claims apply to an account that has the most
    await change(on, account.id, { role: 'ADMIN', roleProvider: null, membership: 'VIP' })
    const most = { role: (hasRole ? role : undefined) ?? 'ADMIN', membership: (hasLevel ? level : undefined) ?? 'VIP' }
    expect([name, await entered(on, sub)]).toMatchObject([name, most])
  }
})

describe('a claim of roles', () => {
  it('is found in claims, in names with dots, and in the ID token', async () => {
    const nested = { resource_access: { 'my.parley': { roles: ['boss'] }, my: { other: { roles: ['user'] } } } }
    for (const [path, claims] of [
      ['resource_access.parley.roles', { resource_access: { parley: { roles: 'boss' } } }],
      ['resource_access.my.parley.roles', nested],
      ['https://parley.example/roles', { 'https://parley.example/roles': ['boss'] }],
    ] as const) {
      const on = await start({ ...roleSettings, OIDC_ROLE_CLAIM: path })
      await on.admin()
      expect([path, await entered(on, newPerson(claims))]).toMatchObject([path, { role: 'ADMIN' }])
      for (const strange of [{ resource_access: [['boss']] }, { resource_access: 'boss' }, { roles: 'boss' }])
        expect(await entered(on, newPerson(strange))).toMatchObject({ role: 'USER', roleManagedBy: 'ADMINISTRATORS' })
      await on.close()
    }
    app = undefined
  })

  it('of the ID token counts before that of the user info', async () => {
    const odd = await BrokenProvider.open()
    try {
      const on = await start({ ...openidSettings('A', clients.post, odd), ...roleSettings })
      await on.admin()
      const roleWith = async (idToken: Claims, info: Claims) => {
        const sub = `odd-${(count += 1)}`
        odd.answer({ token: odd.tokens({ sub, ...idToken }), userinfo: answers.json({ sub, ...info }) })
        return (await accountOf(on, await graphql.enter(on.stranger(), 'a', { code: 'any', redirectUri }))).role
      }
      expect(await roleWith({ roles: 'boss' }, {})).toBe('ADMIN')
      expect(await roleWith({ roles: 'user' }, { roles: 'boss' })).toBe('USER')
      expect(await roleWith({ name: 'N', email: 'n@example.com' }, { roles: 'boss' })).toBe('ADMIN')
    } finally {
      await odd.close()
    }
  })

  it('gives and ends the role at the next operation, and the schema says who decides', async () => {
    const on = await start(roleSettings)
    const admin = await on.admin()
    const sub = newPerson({ roles: 'user' })
    const token = await enter(on, sub)
    const person = new Person(on.url, '', '', token)
    expect(await accountOf(on, token)).toMatchObject({ role: 'USER', roleManagedBy: 'PROVIDER' })
    setClaims(sub, { roles: 'boss' })
    await enter(on, sub, rest)
    expect(await person.codes('{ userStats { totalUsers } }')).toEqual([])
    const { id } = await accountOf(on, token)
    // an administrator decides until the next sign-in
    await admin.data('mutation ($id: ID!) { setUserRole(id: $id, role: USER) { account { id } } }', { id })
    expect(await accountOf(on, token)).toMatchObject({ role: 'USER', roleManagedBy: 'ADMINISTRATORS' })
    expect(await entered(on, sub)).toMatchObject({ role: 'ADMIN', roleManagedBy: 'PROVIDER' })
    setClaims(sub, { roles: ['user'] })
    expect(await entered(on, sub)).toMatchObject({ role: 'USER', roleManagedBy: 'PROVIDER' })
    expect(await person.codes('{ userStats { totalUsers } }')).toEqual(['FORBIDDEN'])
    expect(logged('role.changed').map(({ role }) => role)).toEqual(['ADMIN', 'USER', 'ADMIN', 'USER'])
    const acts = await on.app.database.read((db) => db.select(AuditEntryTable, { action: 'ROLE_CHANGED' }))
    const byProvider = acts.filter(({ actorKind }) => actorKind === 'PROVIDER')
    expect(byProvider.map(({ actorName, details }) => [actorName, details['to']])).toEqual([
      ['social-a', 'ADMIN'],
      ['social-a', 'ADMIN'],
      ['social-a', 'USER'],
    ])
  })

  it.each([
    ['missing', {}],
    ['null', { roles: null }],
    ['empty', { roles: [] }],
    ['an empty text', { roles: ' ' }],
  ])('that is %s ends the role that the provider has given, and none of an administrator', async (_, none: Claims) => {
    const on = await start(roleSettings)
    const admin = await on.admin()
    const setRole = 'mutation ($id: ID!) { setUserRole(id: $id, role: ADMIN) { account { id } } }'
    const sub = newPerson({ roles: ['boss'] })
    const token = await enter(on, sub)
    const { id } = await accountOf(on, token)
    setClaims(sub, none)
    expect(await entered(on, sub)).toMatchObject({ role: 'USER', roleManagedBy: 'PROVIDER' })
    expect(await new Person(on.url, '', '', token).codes('{ userStats { totalUsers } }')).toEqual(['FORBIDDEN'])
    const [act] = await on.app.database.read((db) =>
      db.select(AuditEntryTable, { action: 'ROLE_CHANGED', actorKind: 'PROVIDER' }, { orderBy: { id: 'desc' } }),
    )
    expect(act).toMatchObject({ actorName: 'social-a', details: { from: 'ADMIN', to: 'USER' } })
    await admin.data(setRole, { id })
    expect(await entered(on, sub)).toMatchObject({ role: 'ADMIN', roleManagedBy: 'ADMINISTRATORS' })
    await admin.data(setRole.replace('ADMIN', 'USER'), { id })
    setClaims(sub, { roles: ['boss'] })
    expect(await entered(on, sub)).toMatchObject({ role: 'ADMIN', roleManagedBy: 'PROVIDER' })
    setClaims(sub, { roles: { boss: true } })
    expect(await entered(on, sub)).toMatchObject({ role: 'ADMIN', roleManagedBy: 'PROVIDER' })
  })

  it('never ends the role of the last administrator, also of two at once', async () => {
    const on = await start(roleSettings)
    const subs = [newPerson({ roles: 'boss' }), newPerson({ roles: 'boss' })]
    for (const sub of subs) expect(await entered(on, sub)).toMatchObject({ role: 'ADMIN' })
    setClaims(subs[0] ?? '', { roles: 'user' })
    setClaims(subs[1] ?? '', {})
    const grants = await Promise.all(subs.map(grantOf))
    const tokens = await Promise.all(grants.map((grant) => graphql.enter(on.stranger(), 'a', grant)))
    const roles = (await Promise.all(tokens.map((token) => accountOf(on, token)))).map(({ role }) => role)
    expect(roles.sort()).toEqual(['ADMIN', 'USER'])
    expect(logged('sign_in_claim.applied')).toContainEqual(
      expect.objectContaining({ claim: 'roles', result: 'unchanged', reason: 'last administrator' }),
    )
  })

  it('does not touch a role without a setting, and none of ADMIN_EMAILS', async () => {
    const on = await start({ ...roleSettings, ADMIN_EMAILS: 'chief@example.com' })
    const chief = newPerson({ roles: 'user' }, { email: 'chief@example.com' })
    expect(await entered(on, chief)).toMatchObject({ role: 'ADMIN', roleManagedBy: 'ADMIN_EMAILS' })
    await on.close()
    const without = await start({})
    const first = await without.admin()
    await change(without, first.id, { mailboxProved: true, emailVerified: true })
    const sub = newPerson({ roles: 'user' }, { email: `${first.username}@example.com` })
    expect(await entered(without, sub)).toEqual({
      ...{ id: first.id, role: 'ADMIN', membership: 'BASIC', roleManagedBy: 'ADMINISTRATORS' },
    })
  })

  it('is written to the log by its name, without its values', async () => {
    const on = await start({ ...roleSettings, ...levelSettings, ...groupSettings })
    await enter(on, newPerson({ groups: ['staff', 's3cr3t-marker'], roles: ['s3cr3t-marker'], level: 7 }))
    await enter(on, newPerson({ groups: ['s3cr3t-marker'] }))
    const shown = logged('sign_in_claim.applied').map(({ provider, claim, result, reason }) => ({
      ...{ provider, claim, result, reason },
    }))
    expect(shown).toEqual([
      { provider: 'social-a', claim: 'groups', result: 'allowed' },
      { provider: 'social-a', claim: 'roles', result: 'USER' },
      { provider: 'social-a', claim: 'level', result: 'unchanged', reason: 'unreadable' },
      { provider: 'social-a', claim: 'groups', result: 'refused' },
    ])
    expect(lines.join('\n')).not.toContain('s3cr3t-marker')
  })
})

describe('allowed groups', () => {
  it('refuse a person who has left them, whose account stays as it is', async () => {
    const on = await start(groupSettings)
    const sub = newPerson({ groups: ['staff'] })
    const token = await enter(on, sub)
    setClaims(sub, { groups: ['guests'] })
    for (const api of socialApis) expect(await enter(on, sub, api)).toBe('FORBIDDEN')
    const refused = await on
      .stranger()
      .rest('POST', '/api/auth/social-a', { ...(await grantOf(sub)), redirect_uri: redirectUri })
    expect([refused.status, at(refused.body, 'message')]).toEqual([
      403,
      'Your account at the provider is in no group that can sign in here',
    ])
    expect(await accountOf(on, token)).toMatchObject({ role: 'USER' })
    setClaims(sub, { groups: 'crew' })
    expect(await entered(on, sub)).toMatchObject({ id: (await accountOf(on, token)).id })
  })

  it('are those of one provider: another one is not asked', async () => {
    const odd = await BrokenProvider.open()
    try {
      const on = await start({
        ...{ ...groupSettings, ...roleSettings, OIDC_PROVIDER: 'social-a' },
        ...openidSettings('B', clients.post, odd),
      })
      odd.answer({ token: odd.tokens({ roles: 'boss' }) })
      const token = await graphql.enter(on.stranger(), 'b', { code: 'any', redirectUri, iss: odd.issuer })
      expect(await accountOf(on, token)).toMatchObject({ role: 'USER', roleManagedBy: 'ADMINISTRATORS' })
    } finally {
      await odd.close()
    }
  })
})

describe('a membership', () => {
  it('of a claim cannot be chosen by its account, unless MEMBERSHIP_SELF_SERVICE is set', async () => {
    const choose = 'mutation { updateMembership(membership: VIP) { account { id } } }'
    for (const [env, codes] of [
      [levelSettings, ['FORBIDDEN']],
      [{ ...levelSettings, MEMBERSHIP_SELF_SERVICE: 'true' }, []],
      [roleSettings, []],
    ] as const) {
      const on = await start(env)
      expect([env, await (await on.person()).codes(choose)]).toEqual([env, codes])
      await on.close()
    }
    app = undefined
  })
})

describe('the settings', () => {
  const a = { SOCIAL_A_CLIENT_ID: 'x', SOCIAL_A_CLIENT_SECRET: 'y', SOCIAL_A_ISSUER: 'https://a.example' }
  const b = { SOCIAL_B_CLIENT_ID: 'x', SOCIAL_B_CLIENT_SECRET: 'y', SOCIAL_B_ISSUER: 'https://b.example' }
  const which = 'OIDC_PROVIDER: must name one of the configured providers that have an issuer'
  it.each([
    [{ ...a, ...roleSettings }, []],
    [{ ...a, ...b, ...roleSettings }, [which]],
    [{ ...a, ...b, ...roleSettings, OIDC_PROVIDER: 'social-b' }, []],
    [{ ...a, ...roleSettings, OIDC_PROVIDER: 'social-b' }, [which]],
    [roleSettings, [which]],
    [{ ...a, OIDC_ROLE_CLAIM: 'roles' }, ['OIDC_ADMIN_ROLES: must be set with OIDC_ROLE_CLAIM']],
    [{ ...a, OIDC_ALLOWED_GROUPS: 'staff' }, ['OIDC_GROUP_CLAIM: must be set with OIDC_ALLOWED_GROUPS']],
    [
      { ...a, ...groupSettings, OIDC_ALLOWED_GROUPS: 'staff,' },
      ['OIDC_ALLOWED_GROUPS: must be values separated by commas, none of them empty or with =; number 2 is none'],
    ],
    [
      { ...a, ...groupSettings, OIDC_ALLOWED_GROUPS: 'cn=staff,dc=example' },
      ['OIDC_ALLOWED_GROUPS: must be values separated by commas, none of them empty or with =; number 1 is none'],
    ],
  ])('are refused where they would decide less than they say: %j', (env, faults) => {
    expect(faultsIn(env)).toEqual(expect.arrayContaining([...faults]))
    expect(faultsIn(env).length > 0).toBe(faults.length > 0)
  })
})
