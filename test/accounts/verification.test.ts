import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { TestApp } from '../support/app/app.js'
import { lastCode, mailsOf, wrongCode } from '../support/accounts/mailbox.js'
import { password, Person } from '../support/app/person.js'
import { VerificationApp } from '../support/accounts/verification-app.js'
import { graphqlApi, restApi, verificationApis, type CodeType } from '../support/accounts/verification-apis.js'

const second = 1_000
const minute = 60 * second

let world: VerificationApp
let app: TestApp
beforeAll(async () => {
  world = await VerificationApp.open({ env: { ADMIN_EMAILS: 'chief@example.com, early@example.com', API_LINE: '0.1' } })
  app = world.app
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = Date.now()
})

describe.each(verificationApis.map((api) => [api.name, api] as const))('a code over %s', (_name, api) => {
  const send = (email: string, type = 'register') => api.send(app, email, type)
  const verify = async (email: string, code: string, type?: CodeType) =>
    (await api.verify(app, email, code, type)).outcome
  const sentTo = async (email: string, type: CodeType = 'register') => {
    expect(await send(email, type)).toEqual({ outcome: 'sent' })
    return lastCode(app, email)
  }

  it('verifies the address of the account whose session sends it, once', async () => {
    const email = world.newAddress()
    const { id } = await world.register(email)
    const own = api.as(await world.login(email))
    const code = await sentTo(email)
    expect((await world.accountOf(email))?.emailVerified).toBe(false)
    expect(await own.verify(app, email.toUpperCase(), code, 'register')).toEqual({ outcome: 'success' })
    expect(await world.accountOf(email)).toMatchObject({ id, emailVerified: true })
    expect(await own.verify(app, email, code, 'register')).toMatchObject({ outcome: 'not_found' })
  })

  it('returns a token to every other client, for one registration with the address within 30 minutes', async () => {
    const tokenOf = async (email: string) =>
      (await api.verify(app, email, await sentTo(email))).registrationToken ?? 'none'
    const [soon, late, plain] = [world.newAddress(), world.newAddress(), world.newAddress()]
    const token = await tokenOf(soon)
    await expect(world.register(late, token)).rejects.toThrow('unknown_registration_token')
    await expect(world.register(soon, 'guessed')).rejects.toThrow('unknown_registration_token')
    expect((await world.register(soon, token)).emailVerified).toBe(true)
    // only once: another account with the address is not verified
    await world.forget(soon)
    await expect(world.register(soon, token)).rejects.toThrow('unknown_registration_token')
    const old = await tokenOf(late)
    world.now += 30 * minute
    await expect(world.register(late, old)).rejects.toThrow('unknown_registration_token')
    await tokenOf(plain)
    expect((await world.register(plain)).emailVerified).toBe(false)
  })

  it('is that of a guest with a token that is no longer valid', async () => {
    const email = world.newAddress()
    await world.register(email)
    const token = await world.login(email)
    await new Person(app.url, '', '', token).data('mutation { signOut }')
    const answer = await api.as(token).verify(app, email, await sentTo(email), 'register')
    expect(answer).toEqual({ outcome: 'success', registrationToken: expect.any(String) })
    expect((await world.accountOf(email))?.emailVerified).toBe(false)
  })

  it('is replaced by the next one, which can be sent after 30 seconds', async () => {
    const email = world.newAddress()
    const first = await sentTo(email)
    world.now += 29 * second
    expect(await send(email)).toEqual({ outcome: 'RATE_LIMITED', retryAfterMs: 1_000 })
    expect(await send(` ${email}`)).toEqual({ outcome: 'RATE_LIMITED', retryAfterMs: 1_000 })
    expect(await send(`\u00a0${email}`)).toEqual({ outcome: 'BAD_USER_INPUT' })
    expect(await send(email.toUpperCase())).toMatchObject({ outcome: 'RATE_LIMITED' })
    expect(await send(email, 'password_reset')).toEqual({ outcome: 'sent' })
    world.now += 1 * second
    const next = await sentTo(email)
    if (first !== next) expect(await verify(email, first)).toBe('invalid')
    expect(await verify(email, next)).toBe('success')
    // used up, but sent less than 30 seconds ago
    expect(await send(email)).toMatchObject({ outcome: 'RATE_LIMITED' })
  })

  it('is valid for 300 seconds, and reported as expired for an hour', async () => {
    const [email, other] = [world.newAddress(), world.newAddress()]
    const [code, unused] = [await sentTo(email), await sentTo(other)]
    world.now += 300 * second - 1
    expect(await verify(email, code)).toBe('success')
    world.now += 1
    expect(await verify(other, unused)).toBe('expired')
    expect(await verify(other, wrongCode(unused))).toBe('expired')
    expect(await verify(email, code)).toBe('not_found')
    world.now += 60 * minute - 1
    expect(await verify(other, unused)).toBe('expired')
    world.now += 1
    expect(await verify(other, unused)).toBe('not_found')
    expect(await send(other)).toEqual({ outcome: 'sent' })
  })

  it('is invalid after the fifth wrong attempt, and the 30 seconds remain', async () => {
    const email = world.newAddress()
    const code = await sentTo(email)
    for (let by = 1; by <= 5; by += 1) expect(await verify(email, wrongCode(code, by))).toBe('invalid')
    expect(await verify(email, code)).toBe('not_found')
    expect(await send(email)).toMatchObject({ outcome: 'RATE_LIMITED' })
    world.now += 30 * second
    expect(await verify(email, await sentTo(email))).toBe('success')
  })

  it('has exactly six digits, and other texts do not count as attempts', async () => {
    const email = world.newAddress()
    expect(await verify(email, 'abcdef')).toBe('invalid')
    const code = await sentTo(email)
    for (const text of [
      '',
      '12345',
      '1234567',
      'abcdef',
      ' 12345',
      '12345\n',
      '１２３４５６',
      '12 456',
      '-12345',
      '1e5000',
    ])
      expect(await verify(email, text)).toBe('invalid')
    expect(await verify(email, code)).toBe('success')
  })

  it('is valid for one purpose; without a purpose a wrong attempt counts for both', async () => {
    const email = world.newAddress()
    await world.register(email)
    const signUp = await sentTo(email)
    const reset = await sentTo(email, 'password_reset')
    if (signUp === reset) return
    expect(await verify(email, signUp, 'password_reset')).toBe('invalid')
    expect([(await world.recordOf(email)).attempts, (await world.recordOf(email, 'password_reset')).attempts]).toEqual([
      0, 1,
    ])
    const wrong = [1, 2, 3, 4, 5, 6].map((by) => wrongCode(signUp, by)).filter((code) => code !== reset)
    for (const code of wrong.slice(0, 3)) expect(await verify(email, code)).toBe('invalid')
    expect([(await world.recordOf(email)).attempts, (await world.recordOf(email, 'password_reset')).attempts]).toEqual([
      3, 4,
    ])
    // a right code does not count as a wrong attempt for the other purpose
    expect(await verify(email, signUp)).toBe('success')
    expect(await verify(email, wrongCode(reset))).toBe('invalid')
    expect(await verify(email, reset)).toBe('not_found')
  })

  it('is compared five times at most, however many attempts arrive at once', async () => {
    const email = world.newAddress()
    const code = await sentTo(email)
    const tries = Array.from({ length: 100 }, (_, by) => verify(email, wrongCode(code, by + 1)))
    const outcomes = (await Promise.all(tries)).sort()
    expect(outcomes).toEqual([...Array<string>(5).fill('invalid'), ...Array<string>(95).fill('not_found')])
    expect(await verify(email, code)).toBe('not_found')
  })

  it('is used once, however often it is sent at once', async () => {
    const email = world.newAddress()
    const code = await sentTo(email)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => verify(email, code)))
    expect(outcomes.sort()).toEqual([...Array<string>(19).fill('not_found'), 'success'])
  })

  it('is sent once for two simultaneous requests', async () => {
    const email = world.newAddress()
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(email)))
    expect(sent.filter(({ outcome }) => outcome === 'sent')).toHaveLength(1)
    expect(sent.filter(({ outcome }) => outcome === 'RATE_LIMITED')).toHaveLength(9)
    expect(await mailsOf(app, email)).toHaveLength(1)
  })

  it.each(['', 'REGISTER ', 'other', 'toString'])('has one of two purposes, not %j', async (type) => {
    const { outcome } = await send(world.newAddress(), type)
    expect(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST']).toContain(outcome)
  })

  it('for a reset gets the same answer whether an account has the address or not, and mailed to accounts only', async () => {
    const [known, unknown] = [world.newAddress(), world.newAddress()]
    await world.register(known)
    const seen: unknown[] = []
    for (const email of [known, unknown]) {
      const first = await api.send(app, email, 'password_reset')
      const again = await api.send(app, email, 'password_reset')
      const tries = [await verify(email, '12345')]
      const wrong = email === known ? wrongCode(await lastCode(app, known)) : '123456'
      for (let at = 0; at < 6; at += 1) tries.push(await verify(email, wrong))
      const { expiresAt, sentAt, attempts, codeHash } = await world.recordOf(email, 'password_reset')
      seen.push({ first, again: { ...again, retryAfterMs: 0 }, tries, lasts: expiresAt - sentAt, attempts, codeHash })
    }
    expect(seen[0]).toEqual(seen[1])
    expect(await mailsOf(app, unknown)).toEqual([])
    expect(await mailsOf(app, known)).toHaveLength(1)
  })
})

it('an address of ADMIN_EMAILS makes an administrator of the account that has proved it, before or after, and of no other', async () => {
  const role = async (email: string) => {
    const caller = new Person(app.url, '', '', await world.login(email))
    return (await caller.codes('{ users { nodes { id } } }')).length === 0 ? 'ADMIN' : 'USER'
  }
  const verified = async (email: string, api = graphqlApi) => {
    await api.send(app, email, 'register')
    const verified = await api.verify(app, email, await lastCode(app, email))
    expect(verified).toMatchObject({ outcome: 'success' })
    world.now += minute
    return verified.registrationToken
  }
  await world.register('chief@example.com')
  expect(await role('chief@example.com')).toBe('USER')
  // a person who has the mailbox, and no session of the account
  await verified('chief@example.com')
  expect(await role('chief@example.com')).toBe('USER')
  await verified('chief@example.com', graphqlApi.as(await world.login('chief@example.com')))
  expect(await role('chief@example.com')).toBe('ADMIN')
  await world.register('early@example.com', await verified('early@example.com'))
  expect(await role('early@example.com')).toBe('ADMIN')
})

describe('a changed address', () => {
  it('is not verified with the code of the old one', async () => {
    const ada = await app.person('ada')
    const [old, fresh] = [`${ada.username}@example.com`, world.newAddress()]
    await graphqlApi.send(app, old, 'register')
    const code = await lastCode(app, old)
    const change = 'mutation ($email: String) { updateProfile(input: { email: $email }) { account { id } } }'
    await ada.data(change, { email: fresh })
    expect(await graphqlApi.verify(app, fresh, code)).toMatchObject({ outcome: 'not_found' })
    expect(await graphqlApi.verify(app, old, code)).toMatchObject({ outcome: 'success' })
    expect((await world.accountOf(fresh))?.emailVerified).toBe(false)
  })
})

describe('an operation with many aliases', () => {
  const document = (tries: number, email: string, code: string) =>
    `mutation { ${Array.from({ length: tries }, (_, by) => `a${by}: verifyCode(input: { email: "${email}", code: "${wrongCode(code, by + 1)}" }) { resetToken }`).join(' ')} }`

  it('checks a code five times at most', async () => {
    const email = world.newAddress()
    await graphqlApi.send(app, email, 'register')
    const code = await lastCode(app, email)
    const { data, errors } = await app.stranger().graphql(document(1_000, email, code))
    expect([data, errors.length > 0]).toEqual([null, true])
    expect((await world.recordOf(email)).attempts).toBe(0)
    const rules: unknown[] = []
    for (let times = 0; times < 6; times += 1) {
      const { errors: faults } = await app.stranger().graphql(document(14, email, code))
      rules.push(...faults.map(({ extensions }) => (extensions.fields as { rule: string }[])[0]?.rule))
    }
    expect(rules.filter((rule) => rule === 'invalid_verification_code')).toHaveLength(5)
    expect((await world.recordOf(email)).codeHash).toBeNull()
  })
})

describe('REST', () => {
  it.each([
    ['/api/users/register', 'registration_token'],
    ['/api/users/register', 'registrationToken'],
    ['/api/users', 'registration_token'],
  ])('registers a verified account at %s with %s, also in the line that has two paths', async (path, key) => {
    const email = world.newAddress()
    await restApi.send(app, email, 'register')
    const { registrationToken } = await restApi.verify(app, email, await lastCode(app, email))
    const account = { username: email, email, password, eulaAgreed: true, privacyAgreed: true }
    const register = (token: unknown) => app.stranger().rest('POST', path, { ...account, [key]: token })
    expect(await register('guessed')).toMatchObject({
      status: 400,
      body: {
        detail: 'Bad request',
        message: 'This registration token is wrong, expired or used, or of another address',
      },
    })
    expect(await register(['x'])).toMatchObject({ status: 422, body: { detail: [{ location: ['body', key] }] } })
    expect((await register(registrationToken)).status).toBe(200)
    expect((await world.accountOf(email))?.emailVerified).toBe(true)
  })

  it('answers in the documented forms', async () => {
    const email = world.newAddress()
    const rest = (path: string, body: object) => app.chatLog().rest('POST', `/smtp/${path}`, body)
    const sent = await rest('send-verification', { email, verification_type: 'register' })
    expect(sent).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } })
    expect(await rest('send-verification', { email, verification_type: 'register' })).toMatchObject({
      status: 429,
      text: '{"detail":"Too many requests"}',
    })
    const code = await lastCode(app, email)
    expect(await rest('verify-code', { email, code: wrongCode(code) })).toMatchObject({
      status: 400,
      text: '{"status":"error","detail":"Bad request","code":"invalid_verification_code"}',
    })
    const { status, body } = await rest('verify-code', { email, code })
    const success = { status: 'success', message: expect.any(String), registration_token: expect.any(String) }
    expect({ status, body }).toEqual({ status: 200, body: success })
    expect(await rest('verify-code', { email })).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['body', 'code'], type: 'missing' }] },
    })
    expect(await rest('send-verification', { email: 'x', verification_type: 'other' })).toMatchObject({
      status: 422,
      body: {
        detail: [
          { location: ['body', 'email'], message: 'Value error, not a valid e-mail address', type: 'value_error' },
          { location: ['body', 'verification_type'], type: 'value_error' },
        ],
      },
    })
    const noMail = await rest('send-verification', { email: 'a@no-email.invalid', verification_type: 'register' })
    expect(noMail).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['body', 'email'], type: 'value_error' }] },
    })
  })
})
