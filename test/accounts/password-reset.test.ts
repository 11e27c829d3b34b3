import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { PasswordResetTable } from '../../src/database/tables/password-resets.js'
import { SocialIdentityTable } from '../../src/database/tables/social-identities.js'
import { UserTable } from '../../src/database/tables/users.js'
import type { TestApp } from '../support/app/app.js'
import { lastCode, mailsOf, wrongCode } from '../support/accounts/mailbox.js'
import { newKey } from '../support/replies/openai-client.js'
import { Person } from '../support/app/person.js'
import { proved } from '../support/accounts/proved.js'
import { SmtpFixture, type SmtpBehaviour } from '../support/accounts/smtp-fixture.js'
import { VerificationApp } from '../support/accounts/verification-app.js'
import { graphqlApi, verificationApis, type VerificationApi } from '../support/accounts/verification-apis.js'

const minute = 60_000
const fresh = 'a wholly new password'
const reset =
  'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { account { id email emailVerified } } }'

let world: VerificationApp
let app: TestApp
beforeAll(async () => {
  world = await VerificationApp.open()
  app = world.app
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = Date.now()
})

/** Gets a reset token through the mail to the account's owner. */
async function tokenFor(email: string, api: VerificationApi = graphqlApi): Promise<string> {
  expect(await api.send(app, email, 'password_reset')).toEqual({ outcome: 'sent' })
  const { outcome, resetToken } = await api.verify(app, email, await lastCode(app, email), 'password_reset')
  expect(outcome).toBe('success')
  return resetToken ?? ''
}

const setPassword = (resetToken: string, newPassword = fresh) =>
  app.stranger().graphql(reset, { input: { resetToken, newPassword } })
const refusalOf = async (resetToken: string, newPassword?: string) => {
  const { errors } = await setPassword(resetToken, newPassword)
  return errors.map(({ extensions }) => (extensions.fields as { rule: string }[])[0]?.rule)
}

it('a reset ends the API keys of the account: a person who had its password may have made one', async () => {
  const email = world.newAddress()
  await world.register(email)
  const key = await newKey(new Person(app.url, '', '', await world.login(email)))
  const listModels = () => new Person(app.url, '', '', key).rest('GET', '/v1/models')
  expect((await listModels()).status).toBe(200)
  await setPassword(await tokenFor(email))
  expect((await listModels()).status).toBe(401)
})

describe.each(verificationApis.map((api) => [api.name, api] as const))('a reset by a code over %s', (_name, api) => {
  it('sets the password, ends every token and verifies the address', async () => {
    const email = world.newAddress()
    const { id } = await world.register(email)
    const session = new Person(app.url, '', '', await world.login(email))
    const socket = session.socket()
    const me = async () => (await socket.iterate({ query: '{ me { id } }' }).next()).value as object
    expect(await me()).toEqual({ data: { me: { id: String(id) } } })
    const token = await tokenFor(email, api)
    // the old password still works
    expect(await world.login(email)).not.toBe('UNAUTHENTICATED')
    const account = { id: String(id), email, emailVerified: true }
    expect(await setPassword(token)).toEqual({ data: { resetPassword: { account } }, errors: [] })
    expect(await world.login(email)).toBe('UNAUTHENTICATED')
    expect(await session.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    expect(await me()).toMatchObject({ data: { me: null }, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
    await socket.dispose()
    const again = new Person(app.url, '', '', await world.login(email, fresh))
    expect(await again.data('{ me { id } }')).toEqual({ me: { id: String(id) } })
    expect((await world.accountOf(email))?.passwordHash).toMatch(/^\$argon2id\$/)
  })
})

describe('a reset token', () => {
  it('is valid once, even at the same moment', async () => {
    const email = world.newAddress()
    await world.register(email)
    const token = await tokenFor(email)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => setPassword(token, `${fresh} ${at}`)))
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1)
    expect(await refusalOf(token)).toEqual(['unknown_reset_token'])
    expect((await world.accountOf(email))?.sessionVersion).toBe(1)
  })

  it('is valid for 10 minutes, and until the next one', async () => {
    const email = world.newAddress()
    await world.register(email)
    const first = await tokenFor(email)
    world.now += minute
    const second = await tokenFor(email)
    expect(await refusalOf(first)).toEqual(['unknown_reset_token'])
    world.now += 10 * minute
    expect(await refusalOf(second)).toEqual(['unknown_reset_token'])
    world.now -= 1
    expect(await refusalOf(second)).toEqual([])
  })

  it('is the only accepted text', async () => {
    for (const text of ['', 'nonsense', '\0', "' OR 1=1 --", 'x'.repeat(10_000)])
      expect(await refusalOf(text)).toEqual(['unknown_reset_token'])
  })

  it('is stored as a hash, and is deleted with its account or when it has expired', async () => {
    const email = world.newAddress()
    const { id } = await world.register(email)
    const token = await tokenFor(email)
    const kept = () => app.app.database.read((db) => db.select(PasswordResetTable, { userId: id }))
    expect(await kept()).toMatchObject([{ tokenHash: createHash('sha256').update(token).digest('hex') }])
    world.now += 10 * minute + 1
    await app.app.sweeper.sweep()
    expect(await kept()).toEqual([])
    const next = await tokenFor(email)
    const session = new Person(app.url, '', '', await world.login(email))
    expect((await session.rest('DELETE', `/api/users/${id}`)).status).toBe(204)
    expect(await kept()).toEqual([])
    expect(await refusalOf(next)).toEqual(['unknown_reset_token'])
  })

  it.each<[to: string, change: (email: string) => string, refusal: string[]]>([
    ['another one', () => world.newAddress(), ['unknown_reset_token']],
    ['another spelling', (email) => email.toUpperCase(), []],
  ])('meets the address it was sent to changed to %s', async (_to, change, refusal) => {
    const ida = await app.person('ida')
    const token = await tokenFor(`${ida.username}@example.com`)
    const email = change(`${ida.username}@example.com`)
    await ida.data(`mutation { updateProfile(input: { email: "${email}" }) { account { id } } }`)
    expect(await refusalOf(token)).toEqual(refusal)
    expect((await world.accountOf(email))?.emailVerified).toBe(refusal.length === 0)
  })

  it.each([
    ['min_length', '1234567'],
    ['max_length', 'x'.repeat(256)],
    ['format', 'long enough\0'],
  ])('sets no password that breaks its %s, and stays good', async (rule, newPassword) => {
    const email = world.newAddress()
    await world.register(email)
    const token = await tokenFor(email)
    expect(await refusalOf(token, newPassword)).toEqual([rule])
    expect(await refusalOf(token)).toEqual([])
  })

  it('ends the sign-ins by a provider that has not verified the mailbox itself', async () => {
    const [claimed, proven] = [world.newAddress(), world.newAddress()]
    for (const email of [claimed, proven]) {
      const { id } = await world.register(email)
      const provedEmail = email === proven ? email : `other-${email}`
      const identity = { provider: 'x', subject: email, provedEmail, createdAt: 1 }
      await app.app.database.write(async (db) => {
        await db.update(UserTable, { id }, { passwordHash: null, provider: 'x', providerId: email, ...proved })
        await db.insert(SocialIdentityTable, { userId: id, ...identity })
      })
      expect(await refusalOf(await tokenFor(email))).toEqual([])
      expect(await world.login(email, fresh)).not.toBe('UNAUTHENTICATED')
    }
    const identities = await app.app.database.read((db) => db.select(SocialIdentityTable, { provider: 'x' }))
    expect(identities.map(({ subject }) => subject)).toEqual([proven])
    expect(await world.accountOf(claimed)).toMatchObject({ provider: null, providerId: null })
    expect(await world.accountOf(proven)).toMatchObject({ provider: 'x', providerId: proven })
  })
})

describe('with a mail server', () => {
  let fixture: SmtpFixture
  let served: VerificationApp
  beforeAll(async () => {
    fixture = await SmtpFixture.open()
    served = await VerificationApp.open({ env: { SMTP_URL: fixture.url } })
  })
  afterAll(async () => {
    await served.close()
    await fixture.close()
  })
  beforeEach(() => {
    fixture.cut()
    fixture.behaviour = 'accepts'
    fixture.seen.length = 0
    served.now = Date.now()
  })

  it('a code is sent by SMTP, to one recipient', async () => {
    const email = served.newAddress()
    expect(await graphqlApi.send(served.app, email, 'register')).toEqual({ outcome: 'sent' })
    expect(fixture.seen.map(({ recipients }) => recipients)).toEqual([[email]])
    const [code = ''] = /\d{6}/.exec(fixture.seen[0]?.mail.text ?? '') ?? []
    expect(await graphqlApi.verify(served.app, email, code)).toMatchObject({ outcome: 'success' })
  })

  const failing: readonly SmtpBehaviour[] = ['refuses the recipient', 'refuses all recipients', 'cuts after the mail']
  it.each(failing)('one that %s is answered 500 without its texts, over both APIs', async (behaviour) => {
    fixture.behaviour = behaviour
    for (const api of verificationApis)
      expect(await api.send(served.app, served.newAddress(), 'register')).toEqual({ outcome: 'INTERNAL_SERVER_ERROR' })
    const body = { email: served.newAddress(), verification_type: 'register' }
    const answer = await served.app.chatLog().rest('POST', '/smtp/send-verification', body)
    expect([answer.status, answer.text]).toEqual([500, '{"detail":"Server error"}'])
    const input = { email: served.newAddress(), verificationType: 'REGISTER' }
    const send = 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }'
    const { errors } = await served.app.stranger().graphql(send, { input })
    expect(JSON.stringify(errors)).not.toMatch(/secret|127\.0\.0\.1|ECONN|55\d/)
    expect(errors[0]?.message).toBe('The mail could not be delivered')
  })

  it('the code of a mail that arrived after a failure is valid, and the next one has to wait', async () => {
    fixture.behaviour = 'cuts after the mail'
    const email = served.newAddress()
    expect(await graphqlApi.send(served.app, email, 'register')).toEqual({ outcome: 'INTERNAL_SERVER_ERROR' })
    expect(await graphqlApi.send(served.app, email, 'register')).toMatchObject({ outcome: 'RATE_LIMITED' })
    const [code = ''] = /\d{6}/.exec(fixture.seen[0]?.mail.text ?? '') ?? []
    expect(await graphqlApi.verify(served.app, email, code)).toMatchObject({ outcome: 'success' })
  })

  const behaviours: readonly SmtpBehaviour[] = ['accepts', ...failing, 'refuses the mail', 'cuts before its greeting']
  it.each(behaviours)('one that %s reveals to no client whether an address has an account', async (behaviour) => {
    const [known, unknown] = [served.newAddress(), served.newAddress()]
    await served.register(known)
    fixture.behaviour = behaviour
    for (const api of verificationApis) {
      served.now += minute
      const [one, other] = [
        await api.send(served.app, known, 'password_reset'),
        await api.send(served.app, unknown, 'password_reset'),
      ]
      expect(one).toEqual(other)
      await served.app.app.product.verification.idle()
    }
    expect(fixture.seen.flatMap(({ recipients }) => recipients).filter((to) => to !== known)).toEqual([])
  })

  it("that hangs after the recipient delays no client's request for a reset", async () => {
    const known = served.newAddress()
    await served.register(known)
    fixture.behaviour = 'hangs after the recipient'
    const sent = await graphqlApi.send(served.app, known, 'password_reset')
    expect(sent).toEqual({ outcome: 'sent' })
    fixture.cut()
  })

  it('no log line has a code, an address or a text of the server', () => {
    const all = served.lines.join('\n')
    expect(all).toContain('mail.rejected')
    expect(all).not.toMatch(/@example\.com|secret|no such user|Your|code is valid/)
  })
})

describe('two instances on one database', () => {
  it('count the attempts of a code together, and send one code', async () => {
    if (app.databaseUrl === undefined) return
    const one = await VerificationApp.open({ databaseUrl: app.databaseUrl })
    const two = await VerificationApp.open({ databaseUrl: app.databaseUrl })
    try {
      const email = 'shared@example.com'
      const both = [one.app, two.app]
      const sent = await Promise.all(
        Array.from({ length: 10 }, (_, at) => graphqlApi.send(both[at % 2] ?? one.app, email, 'register')),
      )
      expect(sent.filter(({ outcome }) => outcome === 'sent')).toHaveLength(1)
      // both write their mails into the folder that they share
      expect(await mailsOf(one.app, email)).toHaveLength(1)
      const code = await lastCode(one.app, email)
      const tries = Array.from({ length: 100 }, (_, at) =>
        graphqlApi.verify(both[at % 2] ?? one.app, email, wrongCode(code, at + 1)),
      )
      const outcomes = (await Promise.all(tries)).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'invalid')).toHaveLength(5)
      expect(outcomes.filter((outcome) => outcome === 'not_found')).toHaveLength(95)
    } finally {
      await two.close()
      await one.close()
    }
  })
})
