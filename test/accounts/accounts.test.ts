import { createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import jsonwebtoken from 'jsonwebtoken'
import { TermsAgreementTable, UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { password } from '../support/app/person.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const register = (body: object) => app.stranger().rest('POST', '/api/users/register', body)
const account = (name: string) => ({
  username: name,
  email: `${name}@example.com`,
  password,
  eulaAgreed: true,
  privacyAgreed: true,
})

describe('registration', () => {
  it('stores the account and its terms record, and never returns the password', async () => {
    const { status, body, text } = await register({ ...account('berta'), marketingAgreed: 'true' })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      username: 'berta',
      email: 'berta@example.com',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect(text).not.toContain(password)
    const row = await app.app.database.read((db) => db.selectOneOrThrow(UserTable, { username: 'berta' }))
    expect(row.passwordHash).toMatch(/^\$argon2id\$/)
    const terms = await app.app.database.read((db) => db.selectOneOrThrow(TermsAgreementTable, { userId: row.id }))
    expect(terms).toMatchObject({ eulaAgreed: true, privacyAgreed: true, marketingAgreed: true })
    expect(terms.ipAddress).toContain('127.0.0.1')
  })

  it('reports all faults at once', async () => {
    const { status, body } = await register({ username: '', password: 'short', eulaAgreed: 'perhaps' })
    expect(status).toBe(422)
    expect(body).toMatchObject({ message: 'Input data validation failed' })
    const { detail } = body as { detail: { location: string[]; type: string }[] }
    expect(detail.map(({ location, type }) => `${location.join('.')} ${type}`)).toEqual([
      'body.username string_too_short',
      'body.email missing',
      'body.password string_too_short',
      'body.eulaAgreed bool_parsing',
      'body.privacyAgreed missing',
    ])
  })

  it('refuses a name whose normalized form is too long, and accepts the longest one', async () => {
    const { status, body } = await register({ ...account('x'), username: '\ufdfa'.repeat(100) })
    expect(status).toBe(422)
    expect(body).toMatchObject({ detail: [{ location: ['body', 'username'], type: 'value_error' }] })
    expect((await register({ ...account('x'), username: '\ufdfa'.repeat(22) })).status).toBe(200)
  })

  it.each([
    ['eulaAgreed', 'Please accept the terms of service'],
    ['privacyAgreed', 'Please accept the privacy policy'],
  ])('asks for %s', async (key, message) => {
    const { status, body } = await register({ ...account('carl'), [key]: false })
    expect([status, body]).toEqual([400, { detail: 'Bad request', message }])
  })

  it.each([
    ['another case', { username: 'DORA', email: 'else1@example.com' }],
    ['full-width letters', { username: 'ｄｏｒａ', email: 'else2@example.com' }],
    ['the address in another case', { username: 'else3', email: 'Dora@Example.com' }],
  ])('knows a taken name in %s', async (_form, twin) => {
    await register(account('dora'))
    const { status, body } = await register({ ...account('x'), ...twin })
    expect([status, (body as { detail: string }).detail]).toEqual([400, 'Bad request'])
  })

  it.each(['a\u200bb', 'a\u202eb', 'a\u0000b', 'a\nb', ' ab', '\ud800'])(
    'refuses the username %j',
    async (username) => {
      expect((await register({ ...account('y'), username })).status).toBe(422)
    },
  )

  it('counts code points', async () => {
    expect((await register({ ...account('long'), username: '🚀'.repeat(100) })).status).toBe(200)
    expect((await register({ ...account('longer'), username: '🛰'.repeat(101) })).status).toBe(422)
  })

  it('accepts one of two simultaneous registrations', async () => {
    const answers = await Promise.all([register(account('emil')), register(account('emil'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('login', () => {
  it('returns a token, and the same refusal for a wrong password and an unknown address', async () => {
    await register(account('frida'))
    const login = (email: string, secret: string) =>
      app.stranger().rest('POST', '/api/users/login', { email, password: secret })
    expect((await login('FRIDA@example.com', password)).body).toMatchObject({
      token: expect.any(String),
      username: 'frida',
    })
    const wrong = await login('frida@example.com', 'wrong')
    expect(wrong.status).toBe(401)
    for (const unknown of ['nobody@example.com', 'no\u0000body', '', 'x'.repeat(100_000)])
      expect((await login(unknown, 'wrong')).text).toBe(wrong.text)
  })

  it.each(['ol..ga@example.com', 'olga@b.c/', 'olga@10.0.0.1'])(
    'accepts the address %s from before the rule was stricter',
    async (email) => {
      expect((await register({ ...account('olga'), email })).status).toBe(422)
      const { username } = await app.person('olga')
      await app.app.database.write((db) => db.update(UserTable, { username }, { email, emailKey: email }))
      const { status, body } = await app.stranger().rest('POST', '/api/users/login', { email, password })
      expect([status, body]).toMatchObject([200, { token: expect.any(String), username }])
    },
  )
})

it.each(['a', 'b', 'c'])('says that the provider social-%s is not configured', async (place) => {
  const { status, body } = await app.stranger().rest('POST', `/api/auth/social-${place}`, { code: 'any' })
  expect([status, body]).toEqual([503, { detail: 'Service temporarily unavailable' }])
})

describe('a token', () => {
  const unauthorized = { detail: 'Unauthorized', message: 'Invalid or expired token' }
  const profile = async (authorization: string) =>
    app.stranger().rest('GET', '/api/users/profile', undefined, { authorization })

  it('is accepted with and without its prefix', async () => {
    const gita = await app.person('gita')
    for (const header of [`Bearer ${gita.token ?? ''}`, gita.token ?? '']) {
      const { status, body } = await profile(header)
      expect(status).toBe(200)
      expect(body).toEqual({
        id: Number(gita.id),
        username: gita.username,
        email: `${gita.username}@example.com`,
        profileImageUrl: null,
        timeZone: null,
        membershipType: 'BASIC',
        createdAt: expect.any(String),
      })
    }
  })

  it('is refused when any part of it is wrong', async () => {
    const hans = await app.person('hans')
    const secret = readFileSync(join(app.dataDir, 'jwt-secret'), 'utf8').trim()
    const key = createSecretKey(Buffer.from(secret))
    const now = Math.floor(Date.now() / 1000)
    const good = { sub: hans.id, iat: now, exp: now + 60 }
    const sign = (claims: object, algorithm: jsonwebtoken.Algorithm = 'HS512', by: jsonwebtoken.Secret = key) =>
      jsonwebtoken.sign(claims, by, { algorithm })
    expect((await profile(sign(good))).status).toBe(200)
    expect((await profile(sign({ ...good, exp: now + 86_400 + 60 }))).status).toBe(200)
    // of programs whose clocks are almost a minute behind and ahead
    expect((await profile(sign({ ...good, iat: now - 100, exp: now - 50 }))).status).toBe(200)
    expect((await profile(sign({ ...good, iat: now + 50, nbf: now + 50 }))).status).toBe(200)
    const refused = {
      malformed: 'x.y.z',
      expired: sign({ ...good, iat: now - 120, exp: now - 60 }),
      'of another algorithm': sign(good, 'HS256'),
      unsigned: sign(good, 'none', ''),
      'of another key': sign(good, 'HS512', createSecretKey(Buffer.alloc(64, 1))),
      'without expiry': sign({ sub: hans.id, iat: now }),
      'with an expiry in milliseconds': sign({ ...good, exp: (now + 60) * 1000 }),
      'of ten years': sign({ ...good, exp: now + 10 * 365 * 86_400 }),
      'a second longer than it may live': sign({ ...good, exp: now + 86_400 + 61 }),
      'not valid yet': sign({ ...good, nbf: now + 120 }),
      'from the future': sign({ ...good, iat: now + 3_600, exp: now + 7_200 }),
      'of no user': sign({ ...good, sub: '999999' }),
      'of an earlier session': sign({ ...good, ver: 7 }),
    }
    for (const [what, token] of Object.entries(refused)) {
      const { status, body } = await profile(token)
      expect([what, status, body]).toEqual([what, 401, unauthorized])
    }
    expect((await app.stranger().rest('GET', '/api/users/profile')).body).toEqual(unauthorized)
    await app.app.database.write((db) => db.delete(UserTable, { id: Number(hans.id) }))
    expect((await profile(sign(good))).status).toBe(401)
  })

  it('is refused a minute after it has expired, and as soon as its session has ended', async () => {
    let now = Date.now()
    const timed = await createTestApp({ clock: () => now, env: { JWT_TTL_MS: '60000' } })
    const [ida, jon] = [await timed.person('ida'), await timed.person('jon')]
    const status = async ({ token = '' }: typeof ida) => {
      const headers = { authorization: token }
      return (await timed.stranger().rest('GET', '/api/users/profile', undefined, headers)).status
    }
    expect([await status(ida), await status(ida), await status(jon)]).toEqual([200, 200, 200])
    await timed.app.database.write((db) => db.update(UserTable, { id: Number(jon.id) }, { sessionVersion: 1 }))
    expect([await status(ida), await status(jon)]).toEqual([200, 401])
    // the tolerance for the clocks of other programs
    now += 119_000
    expect(await status(ida)).toBe(200)
    now += 2_000
    expect(await status(ida)).toBe(401)
    await timed.close()
  })
})
