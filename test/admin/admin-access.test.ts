import { createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import jsonwebtoken from 'jsonwebtoken'
import { UserTable } from '../../src/database/tables/users.js'
import { canonicalAddress } from '../../src/users/canonical.js'
import type { User } from '../../src/users/user.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import { formOf } from '../support/rest/endpoint-cases.js'
import { at, password, Person } from '../support/app/person.js'
import { noise } from '../support/images/pictures.js'
import { RawHttp } from '../support/http/raw-http.js'

const operator = { kind: 'service' } as const

const statsPath = '/api/admin/users/stats'
const charactersPath = '/api/admin/characters'

const openAdminApp = (options: TestAppOptions = {}) => createTestApp({ roles: 'app,admin', ...options })
const change = (app: TestApp, person: Person, values: Partial<User>) =>
  app.app.database.write((db) => db.update(UserTable, { id: Number(person.id) }, values))

describe('the admin service on the loopback', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openAdminApp()
  })
  afterAll(() => app.close())

  it('requires no credential and ignores one', async () => {
    const ada = await app.person('ada')
    for (const token of [undefined, ada.token, 'nonsense'])
      expect((await app.adminService(token).rest('GET', statsPath)).status).toBe(200)
  })

  const statusFor = async (host: string, path = statsPath) => {
    const connection = new RawHttp(app.adminService().url)
    await connection.head('GET', path, { Host: host, Connection: 'close' })
    return (await connection.answer()).status
  }

  it.each(['localhost', 'LOCALHOST:3001', '127.0.0.1:3001', '127.8.9.10', '[::1]:3001'])(
    'answers a request that names it %s',
    async (host) => {
      expect(await statusFor(host)).toBe(200)
    },
  )

  it.each([
    'evil.example',
    'evil.example:3001',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '127.0.0.1evil.example',
    '[::1].evil.example',
    '0.0.0.0',
    '',
  ])('refuses a page that reaches it by the name %j', async (host) => {
    expect(await statusFor(host)).toBe(403)
    expect(await statusFor(host, charactersPath)).toBe(403)
    expect(await statusFor(host, '/')).toBe(403)
    expect(await statusFor(host, '/health/live')).toBe(200)
  })

  it('answers other methods and other paths like every listener', async () => {
    const service = app.adminService()
    expect(await service.rest('POST', statsPath)).toMatchObject({ status: 405, body: { detail: 'Not allowed' } })
    expect(await service.rest('GET', '/api/admin')).toMatchObject({ status: 404, body: { detail: 'Not found' } })
  })
})

describe('the admin service behind a service token', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openAdminApp({ env: { SERVICE_TOKEN: 'open-sesame-open-sesame-open-sesame' } })
  })
  afterAll(() => app.close())

  const statusOf = async (token?: string, path = statsPath) => (await app.adminService(token).rest('GET', path)).status

  it('answers the service token, and refuses requests without a credential', async () => {
    expect(await statusOf('open-sesame-open-sesame-open-sesame')).toBe(200)
    for (const wrong of [undefined, 'open-sesam', 'nonsense'])
      for (const path of [statsPath, charactersPath, `${charactersPath}?limit=0`, '/api/nothing'])
        expect(await app.adminService(wrong).rest('GET', path)).toMatchObject({
          status: 401,
          body: { detail: 'Unauthorized' },
        })
    expect(await statusOf(undefined, '/health/ready')).toBe(200)
  })

  it('answers an administrator while the role lasts, and refuses other accounts with 403', async () => {
    const ada = await app.person('ada')
    expect(await app.adminService(ada.token).rest('GET', charactersPath)).toMatchObject({
      status: 403,
      body: { detail: 'Forbidden' },
    })
    await change(app, ada, { role: 'ADMIN' })
    expect(await statusOf(ada.token)).toBe(200)
    expect(await statusOf(ada.token, charactersPath)).toBe(200)
    await change(app, ada, { role: 'USER' })
    expect(await statusOf(ada.token)).toBe(403)
    expect(await statusOf(ada.token, '/api/nothing')).toBe(403)
  })

  it('refuses a token that lives longer than JWT_TTL_MS and a minute, like every other listener', async () => {
    const admin = await app.admin()
    const key = createSecretKey(readFileSync(join(app.dataDir, 'jwt-secret'), 'utf8').trim(), 'utf8')
    const iat = Math.floor(Date.now() / 1000)
    const answersTo = async (exp: number) => {
      const token = jsonwebtoken.sign({ sub: admin.id, iat, exp }, key, { algorithm: 'HS512' })
      const caller = new Person(app.url, admin.id, admin.username, token)
      const { errors } = await caller.graphql('{ mySessions { id } }')
      const socket = caller.socket()
      const overSocket = socket.iterate({ query: '{ mySessions { id } }' }).next()
      const answers = [
        await statusOf(token),
        (await caller.rest('GET', '/api/users/profile')).status,
        errors.map(({ extensions }) => extensions.code),
        await overSocket.then(
          ({ value }) => (value as { errors?: unknown }).errors === undefined,
          () => false,
        ),
      ]
      await socket.dispose()
      return answers
    }
    expect(await answersTo(iat + 86_400 + 60)).toEqual([200, 200, [], true])
    for (const exp of [(iat + 60) * 1000, iat + 10 * 365 * 86_400, iat + 86_400 + 61])
      expect(await answersTo(exp)).toEqual([401, 401, ['UNAUTHENTICATED'], false])
  })

  it('serves stored images to callers that have their id', async () => {
    const ada = await app.person('ada')
    const form = formOf({ image: await noise(3, 2).png().toBuffer() })
    const id = at((await ada.rest('POST', '/images', form)).body, 'id')
    for (const [query, status] of [
      [id, 200],
      ['none', 404],
    ] as const) {
      const answer = await fetch(`${app.adminService().url}/thumbnail?id=${query}`)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toMatch(status === 200 ? /^image\/png$/ : /^application\/json/)
    }
  })

  it('accepts sign-ins, with the same refusals as the application service', async () => {
    const admin = await app.admin()
    const email = `${admin.username}@example.com`
    const service = app.adminService()
    const { status, body } = await service.rest('POST', '/api/users/login', { email, password })
    expect(status).toBe(200)
    expect(await statusOf(at(body, 'token'))).toBe(200)
    expect(await service.rest('POST', '/api/users/login', { email, password: 'wrong' })).toMatchObject({ status: 401 })
    expect(await service.rest('POST', '/api/users/login', { email })).toMatchObject({ status: 422 })
    expect(await service.rest('POST', '/api/users/register', {})).toMatchObject({ status: 401 })
  })

  it('may be reached by any name', async () => {
    const connection = new RawHttp(app.adminService().url)
    const authorization = 'Bearer open-sesame-open-sesame-open-sesame'
    await connection.head('GET', statsPath, { Host: 'admin.example', authorization, Connection: 'close' })
    expect((await connection.answer()).status).toBe(200)
  })
})

describe('ADMIN_EMAILS', () => {
  const query = '{ userStats { totalUsers } }'
  let app: TestApp
  beforeAll(async () => {
    app = await openAdminApp({
      env: { ADMIN_EMAILS: 'nobody@example.com, LISTED1@Example.com, chief@bücher.example, irma@mail.example' },
    })
  })
  afterAll(() => app.close())

  it('makes an account an administrator as soon as, and while, its mailbox is proved', async () => {
    const listed = await app.person('listed')
    const socket = listed.socket()
    const overSocket = async () => {
      const { value } = (await socket.iterate({ query }).next()) as { value: { errors?: unknown } }
      return value.errors ? 'refused' : 'answered'
    }
    try {
      expect(await listed.codes(query)).toEqual(['FORBIDDEN'])
      expect(await overSocket()).toBe('refused')
      await change(app, listed, { mailboxProved: true })
      expect(await listed.codes(query)).toEqual([])
      expect(await overSocket()).toBe('answered')
      await change(app, listed, { mailboxProved: false })
      expect(await listed.codes(query)).toEqual(['FORBIDDEN'])
      expect(await overSocket()).toBe('refused')
    } finally {
      await socket.dispose()
    }
  })

  it('means the exact address: a similar proved one changes nothing', async () => {
    const other = await app.person('other')
    await change(app, other, { mailboxProved: true })
    expect(await other.codes(query)).toEqual(['FORBIDDEN'])
  })

  it('means the mailbox in every spelling, and not a different one that is compared as equal', async () => {
    const [chief, twin] = [await app.person('chief'), await app.person('twin')]
    // a letter without a dot, which is compared as one with it
    const { status } = await chief.rest('PUT', '/api/users/profile', { email: 'Chief@XN--BCHER-KVA.example' })
    expect(status).toBe(200)
    await change(app, chief, { mailboxProved: true })
    // an account of an earlier release
    const email = 'ırma@mail.example'
    await change(app, twin, { email, emailKey: canonicalAddress(email), mailboxProved: true })
    expect([await chief.codes(query), await twin.codes(query)]).toEqual([[], ['FORBIDDEN']])
    const { admins } = app.app.product
    const listed = await admins.list()
    expect(listed.map(({ account }) => account.username)).toContain(chief.username)
    expect(listed.map(({ account }) => account.username)).not.toContain(twin.username)
    const { adminCount } = await admins.setRole(operator, 'ırma@mail.example', 'USER')
    expect(adminCount).toBe(listed.filter(({ isAdmin }) => isAdmin).length)
  })

  it('applies as long as the address is listed, while a role that was granted stays', async () => {
    const [listed, granted] = [await app.person('kept'), await app.admin()]
    await change(app, listed, { mailboxProved: true })
    const { dataDir, databaseUrl } = app
    await app.stop()
    const listedNow = await openAdminApp({
      dataDir,
      databaseUrl,
      env: { ADMIN_EMAILS: `${listed.username}@example.com` },
    })
    expect(await listed.movedTo(listedNow.url).codes(query)).toEqual([])
    await listedNow.stop()
    app = await openAdminApp({ dataDir, databaseUrl })
    expect(await listed.movedTo(app.url).codes(query)).toEqual(['FORBIDDEN'])
    expect(await granted.movedTo(app.url).codes(query)).toEqual([])
  })
})
