import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { RecoveryCodeTable, SecondFactorTable } from '../../src/database/tables/second-factors.js'
import { SocialIdentityTable } from '../../src/database/tables/social-identities.js'
import { UserTable } from '../../src/database/tables/users.js'
import { stepOfCode, totpCode } from '../../src/second-factors/totp.js'
import { codeOf } from '../support/accounts/authenticator-app.js'
import { Authenticator } from '../support/accounts/authenticator.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { mailsOf } from '../support/accounts/mailbox.js'
import { clients, openidSettings, redirectUri } from '../support/accounts/social-settings.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import { at, password, Person } from '../support/app/person.js'

const origin = 'https://chat.example'
let server: IdentityServer
let app: TestApp
let other: TestApp
let now = Date.now()
beforeAll(async () => {
  server = await IdentityServer.open()
  app = await createTestApp(settings())
  // on PostgreSQL two instances share the store
  other = app.databaseUrl === undefined ? app : await createTestApp({ ...settings(), databaseUrl: app.databaseUrl })
})
afterAll(async () => {
  if (other !== app) await other.close()
  await app.close()
  await server.close()
})
// each test begins in a step of its own
beforeEach(() => {
  now += 90_000
})

const settings = (): TestAppOptions => ({
  roles: 'app,admin',
  clock: () => now,
  env: {
    PUBLIC_URL: origin,
    RATE_LIMITS: limits,
    SERVICE_TOKEN: serviceToken,
    ...openidSettings('A', clients.post, server),
  },
})
const serviceToken = 'service-token-of-the-tests-of-second-factors'
const limits = JSON.stringify(
  Object.fromEntries(['login', 'register', 'secondFactor'].map((act) => [act, { perAddress: false }])),
)
const stepMs = 30_000

interface Required {
  readonly code: string
  readonly challenge: string
  readonly methods: readonly string[]
  readonly passkeyOptions: { readonly challenge: string; readonly rpId: string } | null
}

const emailOf = ({ username }: Person) => `${username}@example.com`
const login = 'mutation ($input: LoginInput!) { login(input: $input) { token account { id } } }'
const complete = 'mutation ($input: CompleteSignInInput!) { completeSignIn(input: $input) { token account { id } } }'

/** The refusal of a sign-in with the right password. */
async function challengeOf(person: Person): Promise<Required> {
  const { data, errors } = await app.stranger().graphql(login, { input: { email: emailOf(person), password } })
  expect(data).toBeNull()
  return errors[0]?.extensions as unknown as Required
}

/** `signed in`, or the code of the refusal. */
async function finish(challenge: string, proof: Readonly<Record<string, string>>, instance = app): Promise<string> {
  const { data, errors } = await instance.stranger().graphql(complete, { input: { challenge, ...proof } })
  return data ? 'signed in' : (errors[0]?.extensions.code ?? 'no answer')
}

interface App {
  readonly recoveryCodes: readonly string[]
  /** The code of the current step, or of one some steps away. */
  readonly code: (away?: number) => string
}

const codesIn = (data: Record<string, unknown>, field: string) =>
  (data[field] as { recoveryCodes: readonly string[] }).recoveryCodes

async function addTotp(person: Person): Promise<App> {
  const started = await person.data('mutation { startTotp { challenge secret uri } }')
  const secret = at(started, 'startTotp', 'secret')
  const code = (away = 0) => codeOf(secret, now + away * stepMs)
  const input = { challenge: at(started, 'startTotp', 'challenge'), code: code() }
  const added = await person.data('mutation ($input: AddTotpInput!) { addTotp(input: $input) { recoveryCodes } }', {
    input,
  })
  return { recoveryCodes: codesIn(added, 'addTotp'), code }
}

async function addPasskey(person: Person, passkey: Authenticator): Promise<void> {
  const started = await person.data('mutation { startPasskey { challenge options } }')
  const response = passkey.create(at(started, 'startPasskey', 'options'))
  const input = { challenge: at(started, 'startPasskey', 'challenge'), response, name: 'My key' }
  await person.data('mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { factor { id } } }', { input })
}

interface OwnFactors {
  readonly secondFactors: readonly { readonly id: string }[]
  readonly recoveryCodesLeft: number
}

async function ownFactors(person: Person): Promise<OwnFactors> {
  const { me } = await person.data('{ me { secondFactors { id kind name lastUsedAt } recoveryCodesLeft } }')
  return me as OwnFactors
}

describe('TOTP', () => {
  it('computes the codes of RFC 6238', () => {
    const secret = Buffer.from('12345678901234567890')
    const rows = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const
    for (const [seconds, code] of rows) {
      expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code)
      expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
    }
  })

  it('leaves the sign-in of an account without a factor as it was', async () => {
    const person = await app.person()
    const { status, body } = await app.stranger().rest('POST', '/api/users/login', { email: emailOf(person), password })
    expect({ status, keys: Object.keys(body as object) }).toEqual({
      status: 200,
      keys: ['token', 'username', 'expires_at', 'refresh_token', 'refresh_expires_at'],
    })
  })

  it('asks every new sign-in for a code once an app is active, and leaves the session of before alone', async () => {
    const person = await app.person()
    const started = await person.data('mutation { startTotp { challenge secret uri } }')
    // begun, but not proved
    expect(await app.stranger().codes(login, { input: { email: emailOf(person), password } })).toEqual([])
    expect(at(started, 'startTotp', 'uri')).toMatch(/^otpauth:\/\/totp\/Parley%20\(chat\.example\):/)
    const { code } = await addTotp(person)
    now += stepMs
    const required = await challengeOf(person)
    expect(required).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      methods: ['TOTP', 'RECOVERY_CODE'],
      passkeyOptions: null,
    })
    expect(await finish(required.challenge, { code: code() })).toBe('signed in')
    expect(await ownFactors(person)).toMatchObject({
      secondFactors: [{ kind: 'TOTP', name: 'Authenticator app', lastUsedAt: expect.any(String) }],
      recoveryCodesLeft: 10,
    })
  })

  it('accepts the step before, the current one and the next one, and no other', async () => {
    for (const [away, answer] of [
      [-2, 'UNAUTHENTICATED'],
      [-1, 'signed in'],
      [0, 'signed in'],
      [1, 'signed in'],
      [2, 'UNAUTHENTICATED'],
    ] as const) {
      const person = await app.person()
      const { code } = await addTotp(person)
      now += 3 * stepMs
      expect([away, await finish((await challengeOf(person)).challenge, { code: code(away) })]).toEqual([away, answer])
    }
  })

  it('spends a step and every earlier one, that of the code that turned the app on too', async () => {
    const person = await app.person()
    const { code } = await addTotp(person)
    const tries = [0, -1] as const
    for (const away of tries)
      expect(await finish((await challengeOf(person)).challenge, { code: code(away) })).toBe('UNAUTHENTICATED')
    expect(await finish((await challengeOf(person)).challenge, { code: code(1) })).toBe('signed in')
    now += stepMs
    for (const away of tries)
      expect(await finish((await challengeOf(person)).challenge, { code: code(away) })).toBe('UNAUTHENTICATED')
    expect(await finish((await challengeOf(person)).challenge, { code: code(1) })).toBe('signed in')
  })

  it('lets one of 20 sign-ins at once with one code succeed', async () => {
    const person = await app.person()
    const { code } = await addTotp(person)
    now += stepMs
    const challenges = await Promise.all(Array.from({ length: 20 }, () => challengeOf(person)))
    const answers = await Promise.all(
      challenges.map(({ challenge }, index) => finish(challenge, { code: code() }, index % 2 === 0 ? app : other)),
    )
    expect(answers.filter((answer) => answer === 'signed in')).toHaveLength(1)
  })

  it('refuses a challenge that was used, has expired, was tried five times, or is of an account that signed out everywhere', async () => {
    const person = await app.person()
    const { code } = await addTotp(person)
    now += stepMs
    const used = await challengeOf(person)
    expect(await finish(used.challenge, { code: code() })).toBe('signed in')
    now += stepMs
    expect(await finish(used.challenge, { code: code() })).toBe('BAD_USER_INPUT')
    const tried = await challengeOf(person)
    for (let count = 0; count < 5; count += 1)
      expect(await finish(tried.challenge, { code: '000000' })).toBe('UNAUTHENTICATED')
    expect(await finish(tried.challenge, { code: code() })).toBe('BAD_USER_INPUT')
    const late = await challengeOf(person)
    now += 300_000
    expect(await finish(late.challenge, { code: code() })).toBe('BAD_USER_INPUT')
    const ended = await challengeOf(person)
    await person.data('mutation { signOutEverywhere }')
    expect(await finish(ended.challenge, { code: code() })).toBe('BAD_USER_INPUT')
    expect(await finish('none', { code: code() })).toBe('BAD_USER_INPUT')
    expect(await finish('none', {})).toBe('BAD_USER_INPUT')
  })

  it('bounds wrong codes of an account over all challenges, and a right one forgets them', async () => {
    const person = await app.person()
    const { code } = await addTotp(person)
    now += stepMs
    const guess = async (codeSent: string) => finish((await challengeOf(person)).challenge, { code: codeSent })
    for (let count = 0; count < 9; count += 1) expect(await guess('000000')).toBe('UNAUTHENTICATED')
    expect(await guess(code())).toBe('signed in')
    for (let count = 0; count < 10; count += 1) expect(await guess('000000')).toBe('UNAUTHENTICATED')
    now += stepMs
    expect(await guess(code())).toBe('RATE_LIMITED')
  })

  it('adds nothing for a wrong code, a challenge of another account, or an eleventh factor', async () => {
    const [person, other] = [await app.person(), await app.person()]
    const started = await person.data('mutation { startTotp { challenge } }')
    const challenge = at(started, 'startTotp', 'challenge')
    const add = 'mutation ($input: AddTotpInput!) { addTotp(input: $input) { factor { id } } }'
    const { errors } = await person.graphql(add, { input: { challenge, code: '000000' } })
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ rule: 'wrong_code' }] })
    const stolen = await other.graphql(add, { input: { challenge, code: '000000' } })
    expect(stolen.errors[0]?.extensions).toMatchObject({ fields: [{ rule: 'unknown_challenge' }] })
    expect(await ownFactors(person)).toMatchObject({ secondFactors: [], recoveryCodesLeft: 0 })
    for (let count = 0; count < 10; count += 1) await addTotp(person)
    expect(await person.codes('mutation { startTotp { challenge } }')).toEqual(['CONFLICT'])
  })

  it('keeps no secret and no code in the store as a reader could use it', async () => {
    const person = await app.person()
    const started = await person.data('mutation { startTotp { challenge secret } }')
    const secret = at(started, 'startTotp', 'secret')
    const { recoveryCodes } = await addTotp(person)
    const rows = await app.app.database.read(async (db) => [
      ...(await db.select(SecondFactorTable, { userId: Number(person.id) })),
      ...(await db.select(RecoveryCodeTable, { userId: Number(person.id) })),
    ])
    const stored = JSON.stringify(rows)
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
  })
})

describe('recovery codes', () => {
  it('replace a factor once each, in any case, until new ones replace them', async () => {
    const person = await app.person()
    const { recoveryCodes } = await addTotp(person)
    const [first = '', second = ''] = recoveryCodes
    expect(new Set(recoveryCodes).size).toBe(10)
    const use = async (recoveryCode: string) => finish((await challengeOf(person)).challenge, { recoveryCode })
    expect(await use(first.toUpperCase().replace('-', ' '))).toBe('signed in')
    expect(await use(first)).toBe('UNAUTHENTICATED')
    expect(await ownFactors(person)).toMatchObject({ recoveryCodesLeft: 9 })
    const renewed = await person.data('mutation { renewRecoveryCodes { recoveryCodes } }')
    expect(await use(second)).toBe('UNAUTHENTICATED')
    expect(await use(codesIn(renewed, 'renewRecoveryCodes')[0] ?? '')).toBe('signed in')
  })

  it('let one of ten sign-ins at once with one code succeed', async () => {
    const person = await app.person()
    const { recoveryCodes } = await addTotp(person)
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeOf(person)))
    const recoveryCode = recoveryCodes[0] ?? ''
    const answers = await Promise.all(
      challenges.map(({ challenge }, index) => finish(challenge, { recoveryCode }, index % 2 === 0 ? app : other)),
    )
    expect(answers.filter((answer) => answer === 'signed in')).toHaveLength(1)
  })

  it('go with the last factor, and are not renewed without one', async () => {
    const person = await app.person()
    await addTotp(person)
    const [factor] = (await ownFactors(person)).secondFactors
    await person.data('mutation ($id: ID!) { removeSecondFactor(id: $id) { removedSecondFactorId } }', {
      id: factor?.id,
    })
    expect(await ownFactors(person)).toEqual({ secondFactors: [], recoveryCodesLeft: 0 })
    expect(await person.codes('mutation { renewRecoveryCodes { recoveryCodes } }')).toEqual(['CONFLICT'])
    expect(await app.stranger().codes(login, { input: { email: emailOf(person), password } })).toEqual([])
  })
})

describe('passkeys', () => {
  it('complete a sign-in, with a counter of 0, an equal and a lower one', async () => {
    for (const isSynced of [true, false]) {
      const person = await app.person()
      const passkey = new Authenticator(origin, isSynced)
      passkey.counter = 5
      await addPasskey(person, passkey)
      for (const counter of [6, 6, 3, 0, 0]) {
        const { challenge, methods, passkeyOptions } = await challengeOf(person)
        expect(methods).toEqual(['PASSKEY', 'RECOVERY_CODE'])
        passkey.counter = counter
        const response = passkey.get(passkeyOptions ?? { challenge: '', rpId: '' })
        expect(await finish(challenge, { passkey: response })).toBe('signed in')
      }
    }
  })

  it('are refused from another origin, for another challenge, from another account and as anything else', async () => {
    const [person, other] = [await app.person(), await app.person()]
    const passkey = new Authenticator(origin)
    const foreign = new Authenticator(origin)
    await addPasskey(person, passkey)
    await addPasskey(other, foreign)
    const step = await challengeOf(person)
    const options = step.passkeyOptions ?? { challenge: '', rpId: '' }
    const wrong = [
      foreign.get(options),
      passkey.get({ ...options, challenge: (await challengeOf(person)).passkeyOptions?.challenge ?? '' }),
      passkey.get({ ...options, rpId: 'evil.test' }),
      passkey.get(options, 'https://chat.example.evil.test'),
    ]
    for (const response of wrong) expect(await finish(step.challenge, { passkey: response })).toBe('UNAUTHENTICATED')
    expect(await finish(step.challenge, { passkey: passkey.get(options) })).toBe('signed in')
  })

  it('are not added from another origin, nor twice', async () => {
    const person = await app.person()
    const add = async (passkey: Authenticator) => {
      const started = await person.data('mutation { startPasskey { challenge options } }')
      const response = passkey.create(at(started, 'startPasskey', 'options'))
      const input = { challenge: at(started, 'startPasskey', 'challenge'), response }
      return person.codes('mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { factor { id } } }', {
        input,
      })
    }
    expect(await add(new Authenticator('https://evil.test'))).toEqual(['BAD_USER_INPUT'])
    const passkey = new Authenticator(origin)
    expect(await add(passkey)).toEqual([])
    expect(await add(passkey)).toEqual(['BAD_USER_INPUT'])
  })

  it('work on the pages that the installation names', async () => {
    const { installation } = await app.stranger().data('{ installation { passkeyOrigins } }')
    expect(installation).toEqual({ passkeyOrigins: [origin] })
  })
})

describe('other ways in', () => {
  it('answers REST with 401 and a code, at each listener with a login, and completes there', async () => {
    const person = await app.admin()
    const { recoveryCodes } = await addTotp(person)
    const listeners = [app.stranger(), app.adminService()]
    for (const [index, client] of listeners.entries()) {
      const refused = await client.rest('POST', '/api/users/login', { email: emailOf(person), password })
      expect(refused).toMatchObject({
        status: 401,
        body: {
          code: 'SECOND_FACTOR_REQUIRED',
          message: 'A second factor is required',
          methods: ['TOTP', 'RECOVERY_CODE'],
          passkey_options: null,
        },
      })
      const { challenge } = refused.body as { challenge: string }
      const path = '/api/auth/second-factor'
      expect(await client.rest('POST', path, { challenge, code: '000000' })).toMatchObject({ status: 401 })
      const body = { challenge, recovery_code: recoveryCodes[index] }
      expect(await client.rest('POST', path, body)).toMatchObject({
        status: 200,
        body: { token: expect.any(String), username: person.username },
      })
      expect(await client.rest('POST', path, body)).toMatchObject({ status: 400 })
    }
  })

  /** The sign-in by a provider that has verified the address. */
  const socialOf = (email: string) => {
    // the tokens of the provider are of this time
    now = Date.now()
    server.people.set(email, { name: email, email, email_verified: true })
    const page = new URL(server.endpoints.authorizeUrl)
    page.searchParams.set('client_id', clients.post.clientId)
    page.searchParams.set('response_type', 'code')
    return async () => {
      const code = await server.signIn(email, page.href)
      const input = { provider: 'SOCIAL_A', code, redirectUri, iss: server.issuer }
      return app
        .stranger()
        .graphql('mutation ($input: SocialLoginInput!) { socialLogin(input: $input) { token } }', { input })
    }
  }

  it('asks after a sign-in by a provider, and after a reset of the password', async () => {
    const email = 'both.ways@example.com'
    const social = socialOf(email)
    const token = at((await social()).data ?? {}, 'socialLogin', 'token')
    const person = new Person(app.url, '', '', token)
    const { recoveryCodes } = await addTotp(person)
    const { errors } = await social()
    const required = errors[0]?.extensions as unknown as Required
    expect(required.code).toBe('SECOND_FACTOR_REQUIRED')
    expect(await finish(required.challenge, { recoveryCode: recoveryCodes[0] ?? '' })).toBe('signed in')
    const resetToken = await app.app.database.write(async (db) => {
      const account = await db.selectOneOrThrow(UserTable, { email })
      return app.app.product.passwordResets.open(db, account)
    })
    const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { account { id } } }'
    await app.stranger().data(reset, { input: { resetToken, newPassword: password } })
    expect(await app.stranger().codes(login, { input: { email, password } })).toEqual(['SECOND_FACTOR_REQUIRED'])
  })

  it('is asked before a provider changes anything of an account that exists', async () => {
    now = Date.now()
    const person = await app.person()
    const email = emailOf(person)
    const social = socialOf(email)
    const where = { id: Number(person.id) }
    await app.app.database.write((db) => db.update(UserTable, where, { emailVerified: true, mailboxProved: true }))
    const { recoveryCodes } = await addTotp(person)
    const stored = () =>
      app.app.database.read(async (db) => ({
        account: await db.selectOneOrThrow(UserTable, where),
        identities: await db.select(SocialIdentityTable, { userId: where.id }),
      }))
    const before = await stored()
    const challengeOf = async () => ((await social()).errors[0]?.extensions as unknown as Required).challenge
    const challenge = await challengeOf()
    expect(await finish(challenge, { recoveryCode: 'aaaaa-aaaaa' })).toBe('UNAUTHENTICATED')
    expect(await stored()).toEqual(before)
    expect(await person.codes('{ me { id } }')).toEqual([])
    expect((await mailsOf(app, email)).filter(({ subject = '' }) => subject.includes('sign-in'))).toEqual([])
    expect(await finish(challenge, { recoveryCode: recoveryCodes[0] ?? '' })).toBe('signed in')
    const after = await stored()
    expect(after.account.passwordHash).toBeNull()
    expect(after.identities).toMatchObject([{ provider: 'social-a', provedEmail: email, signedInAt: now }])
    // the older sessions have ended
    expect(await person.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    now += 60_000
    await challengeOf()
    expect(await stored()).toEqual(after)
  })

  it('ends the factors that another person has added to an unproved address, with the proof of its owner', async () => {
    const person = await app.person()
    await addTotp(person)
    const resetToken = await app.app.database.write(async (db) => {
      const account = await db.selectOneOrThrow(UserTable, { id: Number(person.id) })
      return app.app.product.passwordResets.open(db, account)
    })
    const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { account { id } } }'
    await app.stranger().data(reset, { input: { resetToken, newPassword: password } })
    expect(await app.stranger().codes(login, { input: { email: emailOf(person), password } })).toEqual([])
  })

  it('keeps what the owner had when a link of a notice gives the account back, and ends what is newer', async () => {
    const person = await app.person()
    const email = emailOf(person)
    await app.app.database.write((db) =>
      db.update(UserTable, { id: Number(person.id) }, { emailVerified: true, mailboxProved: true }),
    )
    await addTotp(person)
    now += stepMs
    const update = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { id } } }'
    await person.data(update, { input: { email: `thief.of.${email}` } })
    now += stepMs
    await addTotp(person)
    const mails = await mailsOf(app, email)
    const mail = mails.find(({ subject }) => subject === 'Parley: the email address of your account was changed')
    const [, token] = /account-recovery\?token=([\w.-]+)/.exec(mail?.text ?? '') ?? []
    const recover = 'mutation ($input: RecoverAccountInput!) { recoverAccount(input: $input) { account { id } } }'
    await app.stranger().data(recover, { input: { token, newPassword: password } })
    expect(await app.app.database.read((db) => db.count(SecondFactorTable, { userId: Number(person.id) }))).toBe(1)
    expect(await app.stranger().codes(login, { input: { email, password } })).toEqual(['SECOND_FACTOR_REQUIRED'])
  })

  it('sends the owner a notice of each change', async () => {
    const person = await app.person()
    await addTotp(person)
    const [factor] = (await ownFactors(person)).secondFactors
    await person.data('mutation ($id: ID!) { removeSecondFactor(id: $id) { removedSecondFactorId } }', {
      id: factor?.id,
    })
    await app.app.product.accountNotices.idle()
    const subjects = (await mailsOf(app, emailOf(person))).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'Parley: your account has a new second factor',
        'Parley: a second factor of your account was removed',
      ]),
    )
  })
})

describe('another proof of identity', () => {
  const confirm = 'mutation ($input: ConfirmIdentityInput!) { confirmIdentity(input: $input) { confirmedUntil } }'
  const start = 'mutation { startTotp { challenge } }'

  it('is what changes of factors need 15 minutes after a sign-in, and is a factor where there is one', async () => {
    const person = await app.person()
    now += 16 * 60_000
    expect(await person.codes(start)).toEqual(['REAUTHENTICATION_REQUIRED'])
    await person.data(confirm, { input: { password } })
    const { code } = await addTotp(person)
    now += 16 * 60_000
    const [factor] = (await ownFactors(person)).secondFactors
    const remove = 'mutation ($id: ID!) { removeSecondFactor(id: $id) { removedSecondFactorId } }'
    for (const document of [remove, start, 'mutation { renewRecoveryCodes { recoveryCodes } }'])
      expect(await person.codes(document, { id: factor?.id })).toEqual(['REAUTHENTICATION_REQUIRED'])
    expect(await person.codes(confirm, { input: { password: 'wrong' } })).toEqual(['BAD_USER_INPUT'])
    for (const input of [{ password }, {}]) {
      const { errors } = await person.graphql(confirm, { input })
      const { code: refusal, challenge } = errors[0]?.extensions as unknown as Required
      expect(refusal).toBe('SECOND_FACTOR_REQUIRED')
      // it begins no session, and is not for others
      expect(await finish(challenge, { code: code() })).toBe('BAD_USER_INPUT')
      expect(await (await app.person()).codes(confirm, { input: { challenge, code: code() } })).toEqual([
        'BAD_USER_INPUT',
      ])
      expect(await person.codes(confirm, { input: { challenge, code: '000000' } })).toEqual(['BAD_USER_INPUT'])
      now += stepMs
      await person.data(confirm, { input: { challenge, code: code() } })
    }
    await person.data(remove, { id: factor?.id })
  })
})

describe('removal by administrators', () => {
  it('removes the factors of an account, ends its sessions, and is for administrators alone', async () => {
    const [admin, person] = [await app.admin(), await app.person()]
    await addTotp(person)
    const remove = 'mutation ($id: ID!) { removeSecondFactors(accountId: $id) { removed account { id } } }'
    expect(await person.codes(remove, { id: person.id })).toEqual(['FORBIDDEN'])
    expect(await admin.codes(remove, { id: '999999' })).toEqual(['NOT_FOUND'])
    expect(await admin.data(remove, { id: person.id })).toMatchObject({ removeSecondFactors: { removed: 1 } })
    expect(await person.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    expect(await app.stranger().codes(login, { input: { email: emailOf(person), password } })).toEqual([])
    expect(await admin.data(remove, { id: person.id })).toMatchObject({ removeSecondFactors: { removed: 0 } })
  })

  it('shows the factors of an account to its owner and administrators, and to no other account', async () => {
    const [admin, person] = [await app.admin(), await app.person()]
    await addTotp(person)
    const list = '{ users(first: 100) { nodes { id secondFactors { kind } recoveryCodesLeft } } }'
    const { users } = await admin.data(list)
    const { nodes } = users as { nodes: readonly { id: string }[] }
    expect(nodes.find(({ id }) => id === person.id)).toMatchObject({
      secondFactors: [{ kind: 'TOTP' }],
      recoveryCodesLeft: 10,
    })
  })
})

describe('ADMIN_SECOND_FACTOR=required', () => {
  const change =
    'mutation ($input: SetInstallationSettingInput!) { setInstallationSetting(input: $input) { setting { value } } }'
  const set = (person: Person, value: string | null) =>
    person.codes(change, { input: { name: 'ADMIN_SECOND_FACTOR', value } })

  it('is set by an administrator who has a factor, and leaves the others what they need to add one', async () => {
    const [careful, other] = [await app.admin(), await app.admin()]
    expect(await set(careful, 'required')).toEqual(['CONFLICT'])
    await addTotp(careful)
    expect(await set(careful, 'required')).toEqual([])
    try {
      expect(await careful.codes('{ installationSettings { name } }')).toEqual([])
      // as after a sign-in with the password alone, which is open to it
      expect(await app.stranger().codes(login, { input: { email: emailOf(other), password } })).toEqual([])
      for (const document of ['{ installationSettings { name } }', '{ users { nodes { id } } }'])
        expect(await other.codes(document)).toEqual(['SECOND_FACTOR_SETUP_REQUIRED'])
      const console = app.adminService(other.token)
      const asked = await console.rest('GET', '/api/admin/stats')
      expect(asked).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_SETUP_REQUIRED' } })
      const atConsole = new Person(console.url, other.id, other.username, other.token)
      expect(await atConsole.codes('{ me { id } }')).toEqual(['SECOND_FACTOR_SETUP_REQUIRED'])
      await addTotp(atConsole)
      expect(await other.codes('{ installationSettings { name } }')).toEqual([])
      expect(await atConsole.codes('{ me { id } }')).toEqual([])
    } finally {
      expect(await set(careful, null)).toEqual([])
    }
  })
})
