import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { InstallationSettingTable } from '../../src/database/tables/installation-settings.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, Person } from '../support/app/person.js'
import { lastCode, mailsOf } from '../support/accounts/mailbox.js'
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
import { restApi, verificationApis } from '../support/accounts/verification-apis.js'

let server: IdentityServer
let app: TestApp
let admin: Person
beforeAll(async () => {
  server = await IdentityServer.open()
  app = await createTestApp({
    roles: 'app,chatlog',
    env: { RATE_LIMITS: noLimits, ADMIN_EMAILS: 'chief@example.com', ...openidSettings('A', clients.post, server) },
  })
  admin = await app.admin()
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const set = (name: string, value: string | null, person = admin) => setSetting(person, name, value)
const isRefused = async (entering: Promise<string>) => (await entering) === 'FORBIDDEN'
const emailOf = async (person: Person) => at(await person.data('{ me { email } }'), 'me', 'email')
const accountCount = async () => (await admin.data('{ userStats { totalUsers } }'))['userStats']

describe('REGISTRATION=closed', () => {
  it.each(registrationApis)(
    'refuses new accounts over $name, and changes nothing for the others',
    async ({ register }) => {
      const known = await app.person()
      const before = await accountCount()
      await withSettings(admin, { REGISTRATION: 'closed' }, async () => {
        expect(await register(app, newAddress())).toBe('FORBIDDEN: Registration is closed')
        const { installation } = await app
          .stranger()
          .data('{ installation { registration registrationByProvider guestRooms } }')
        expect(installation).toEqual({ registration: 'CLOSED', registrationByProvider: 'CLOSED', guestRooms: false })
        const signIn = { email: await emailOf(known), password }
        expect((await app.stranger().rest('POST', '/api/users/login', signIn)).status).toBe(200)
      })
      expect(await accountCount()).toEqual(before)
      expect(await register(app, newAddress())).toBe('registered')
    },
  )

  it.each(socialApis)('refuses new people of a provider over $name, and no others', async (api) => {
    const known = newPerson(server, newAddress())
    await api.enter(app.stranger(), 'a', await grantOf(server, known))
    await withSettings(admin, { REGISTRATION: 'closed' }, async () => {
      const before = await accountCount()
      expect(
        await isRefused(api.enter(app.stranger(), 'a', await grantOf(server, newPerson(server, newAddress())))),
      ).toBe(true)
      expect(await accountCount()).toEqual(before)
      expect(await isRefused(api.enter(app.stranger(), 'a', await grantOf(server, known)))).toBe(false)
    })
  })

  it.each([
    ['open', 'open', [false, false]],
    ['closed', 'open', [true, false]],
    ['open', 'closed', [false, true]],
    ['closed', 'closed', [true, true]],
  ])('refuses new people by each way alone: %s for forms, %s for providers', async (form, provider, refused) => {
    const [api] = socialApis
    const [joined, known] = [newPerson(server, newAddress()), await app.person()]
    await api.enter(app.stranger(), 'a', await grantOf(server, joined))
    const signIn = { email: await emailOf(known), password }
    await withSettings(admin, { REGISTRATION: form, REGISTRATION_BY_PROVIDER: provider }, async () => {
      const byForm = await registrationApis[0].register(app, newAddress())
      const byProvider = isRefused(
        api.enter(app.stranger(), 'a', await grantOf(server, newPerson(server, newAddress()))),
      )
      expect([byForm !== 'registered', await byProvider]).toEqual(refused)
      expect((await app.stranger().rest('POST', '/api/users/login', signIn)).status).toBe(200)
      expect(await isRefused(api.enter(app.stranger(), 'a', await grantOf(server, joined)))).toBe(false)
    })
  })

  it.each(socialApis)('lets people in over $name whose account an administrator has created', async (api) => {
    const created = async () => {
      const email = newAddress()
      const values = { username: `name of ${email}`, email, password }
      const { account } = await app.app.product.admins.create({ kind: 'service' }, values)
      return { email, id: String(account.id) }
    }
    const idOf = async (entering: Promise<string>) =>
      at(await new Person(app.url, '', '', await entering).data('{ me { id } }'), 'me', 'id')
    const [first, second] = [await created(), await created()]
    await withSettings(admin, { REGISTRATION: 'closed' }, async () => {
      const before = await accountCount()
      // an address that the provider has not verified links nothing
      expect(
        await isRefused(api.enter(app.stranger(), 'a', await grantOf(server, newPerson(server, first.email, false)))),
      ).toBe(true)
      const sub = newPerson(server, first.email)
      expect(await idOf(api.enter(app.stranger(), 'a', await grantOf(server, sub)))).toBe(first.id)
      expect(await idOf(api.enter(app.stranger(), 'a', await grantOf(server, sub)))).toBe(first.id)
      const row = await app.app.database.read((db) => db.selectOneOrThrow(UserTable, { id: Number(first.id) }))
      expect(row).toMatchObject({ emailVerified: true, mailboxProved: true, passwordHash: null })
      // two people of the address at once join the one account
      const grants = await Promise.all([
        grantOf(server, newPerson(server, second.email)),
        grantOf(server, newPerson(server, second.email)),
      ])
      const ids = await Promise.all(grants.map((grant) => idOf(api.enter(app.stranger(), 'a', grant))))
      expect(ids).toEqual([second.id, second.id])
      expect(await accountCount()).toEqual(before)
    })
  })

  it.each(verificationApis.map((api) => [api.name, api] as const))(
    'sends codes over %s only to addresses of accounts, with the same answer',
    async (_, api) => {
      const known = await app.person()
      const email = await emailOf(known)
      const stranger = newAddress()
      await withSettings(admin, { REGISTRATION: 'closed' }, async () => {
        for (const address of [email, stranger])
          expect(await api.send(app, address, 'register')).toMatchObject({ outcome: 'sent' })
        await until('the mail is there', async () => (await mailsOf(app, email)).length > 0)
        const code = await lastCode(app, email)
        const proved = await api.as(known.token ?? '').verify(app, email, code, 'register')
        expect(proved).toEqual({ outcome: 'success' })
        expect(await mailsOf(app, stranger)).toEqual([])
      })
    },
  )

  it('closes rooms to guests, unless GUEST_ROOMS is set', async () => {
    const create = 'mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }'
    const isCreated = async () => (await app.stranger().graphql(create)).errors.length === 0
    expect(await isCreated()).toBe(true)
    await withSettings(admin, { REGISTRATION: 'closed' }, async () => {
      expect(await isCreated()).toBe(false)
      await withSettings(admin, { GUEST_ROOMS: 'true' }, async () => expect(await isCreated()).toBe(true))
    })
  })
})

describe('REGISTRATION_DOMAINS', () => {
  const domains = { REGISTRATION_DOMAINS: 'corp.example, Lab.Example' }
  const otherDomains = ['corp.example.evil.test', 'evilcorp.example', 'mail.corp.example', 'corp.exampl', 'ab.example']

  it.each(registrationApis)('needs a verified address at one of them over $name', async ({ register }) => {
    await withSettings(admin, domains, async () => {
      const refusal = 'FORBIDDEN: Registration is open to addresses of corp.example, lab.example'
      for (const domain of [...otherDomains, 'corp.example.com'])
        expect(await register(app, newAddress(domain))).toBe(refusal)
      for (const domain of ['CORP.example', 'lab.example']) {
        const email = newAddress(domain)
        expect(await register(app, email)).toBe('FORBIDDEN: Registration needs an address that is verified first')
        expect(await restApi.send(app, email, 'register')).toEqual({ outcome: 'sent' })
        const { registrationToken } = await restApi.verify(
          app,
          email,
          await lastCode(app, email.toLowerCase()),
          'register',
        )
        expect(await register(app, email, { registrationToken })).toBe('registered')
      }
      const elsewhere = newAddress('elsewhere.example')
      await restApi.send(app, elsewhere, 'register')
      expect(await mailsOf(app, elsewhere)).toEqual([])
    })
  })

  it('compares domains as mail does', async () => {
    await withSettings(admin, { REGISTRATION_DOMAINS: 'münchen.example' }, async () => {
      const email = newAddress('xn--mnchen-3ya.example')
      expect(await registrationApis[0].register(app, email)).toBe(
        'FORBIDDEN: Registration needs an address that is verified first',
      )
    })
  })

  it.each(socialApis)('needs an address that the provider has verified over $name', async (api) => {
    await withSettings(admin, domains, async () => {
      const enter = async (domain: string, isVerified?: boolean) =>
        isRefused(
          api.enter(app.stranger(), 'a', await grantOf(server, newPerson(server, newAddress(domain), isVerified))),
        )
      for (const domain of ['corp.example', 'CORP.Example', 'lab.example'])
        expect([domain, await enter(domain), await enter(domain, false)]).toEqual([domain, false, true])
      for (const domain of otherDomains) expect([domain, await enter(domain)]).toEqual([domain, true])
    })
  })
})

describe('a setting of the installation', () => {
  const listed = async (person = admin) => {
    const { data } = await person.graphql('{ installationSettings { name value source } }')
    return data?.['installationSettings'] as readonly object[] | null
  }

  it('is changed and listed by administrators alone', async () => {
    const ada = await app.person()
    expect(await listed(ada)).toBeNull()
    expect(await set('REGISTRATION', 'closed', ada)).toBe('FORBIDDEN')
    expect(await set('REGISTRATION', 'closed', app.stranger())).toBe('UNAUTHENTICATED')
    expect(await listed()).toContainEqual({ name: 'REGISTRATION', value: 'open', source: 'DEFAULT' })
    await withSettings(admin, { REGISTRATION: 'closed' }, async () => {
      expect(await listed()).toContainEqual({ name: 'REGISTRATION', value: 'closed', source: 'DATABASE' })
      expect(await listed()).toContainEqual({ name: 'GUEST_ROOMS', value: 'false', source: 'DEFAULT' })
    })
    const rows = await app.app.database.read((db) => db.select(InstallationSettingTable, {}))
    expect(rows).toEqual([])
  })

  it('closes registration with a value that a later version has stored', async () => {
    const row = { name: 'REGISTRATION', value: 'later', changedAt: Date.now() } as const
    await app.app.database.write((db) => db.insert(InstallationSettingTable, row))
    await until('it is read', async () => (await registrationApis[0].register(app, newAddress())) !== 'registered')
    expect(await listed()).toContainEqual({ name: 'REGISTRATION', value: 'closed', source: 'DATABASE' })
    expect(await set('REGISTRATION', null)).toBe('set')
    expect(await registrationApis[0].register(app, newAddress())).toBe('registered')
  })

  it('needs a value, or null', async () => {
    const { errors } = await admin.graphql(
      'mutation { setInstallationSetting(input: { name: REGISTRATION }) { setting { name } } }',
    )
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })

  it.each([
    ['REGISTRATION', 'shut'],
    ['REGISTRATION', ''],
    ['REGISTRATION_DOMAINS', 'corp example'],
    ['REGISTRATION_DOMAINS', '@corp.example'],
    ['GUEST_ROOMS', 'yes'],
  ])('refuses a value that its variable refuses: %s=%s', async (name, value) => {
    expect(await set(name, value)).toBe('BAD_USER_INPUT')
  })

  it('is that of the environment, which wins over the database, in all instances and after a restart', async () => {
    const { dataDir, databaseUrl } = app
    expect(await set('REGISTRATION_DOMAINS', 'corp.example')).toBe('set')
    await app.stop()
    const before = app
    app = await createTestApp({
      ...{ dataDir, databaseUrl },
      env: { RATE_LIMITS: noLimits, ADMIN_EMAILS: 'chief@example.com', REGISTRATION: 'closed' },
    })
    try {
      admin = new Person(app.url, '', '', admin.token)
      expect(await set('REGISTRATION', 'open')).toBe('CONFLICT')
      expect((await listed())?.slice(0, 5)).toMatchObject([
        { name: 'REGISTRATION', value: 'closed', source: 'ENVIRONMENT' },
        { name: 'REGISTRATION_BY_PROVIDER', value: 'closed', source: 'DEFAULT' },
        { name: 'REGISTRATION_DOMAINS', value: 'corp.example', source: 'DATABASE' },
        { name: 'GUEST_ROOMS', value: 'false', source: 'DEFAULT' },
        { name: 'SIGN_IN_REQUIRED', value: 'false', source: 'DEFAULT' },
      ])
    } finally {
      await before.close()
    }
  })
})
