import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { readAdminCommand, runAdminCommand, needsOf } from '../../tools/operator/admin-command.js'
import { throughDoor } from '../../tools/operator/door.js'
import { lastCode, mailsOf } from '../support/accounts/mailbox.js'
import { VerificationApp } from '../support/accounts/verification-app.js'
import { verificationApis } from '../support/accounts/verification-apis.js'
import { at, password, Person } from '../support/app/person.js'
import { rowsOf } from '../support/documents/pages.js'

let world: VerificationApp
beforeAll(async () => {
  world = await VerificationApp.open()
})
afterAll(() => world.close())

/** What keyboards, forms and pasted texts add. */
const ends = [
  ['', ' '],
  [' ', ''],
  ['\t', '\r\n'],
  ['  ', '\n\f '],
] as const
let names = 0
const typed = () => {
  const email = world.newAddress()
  const [before, after] = ends[(names += 1) % ends.length] ?? ['', ' ']
  return { email, typed: `${before}${email}${after}` }
}
const agreed = { eulaAgreed: true, privacyAgreed: true }
const person = () => world.app.stranger()

async function admin(...args: string[]): Promise<string> {
  const { dataDir, databaseUrl, mongodbUrl } = world.app
  const command = await readAdminCommand(args, () => Promise.resolve(password))
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(mongodbUrl === undefined ? {} : { MONGODB_URL: mongodbUrl }),
  })
  return throughDoor(config, (ask) => runAdminCommand(command, ask), needsOf(command))
}

const doors: Readonly<Record<string, (of: ReturnType<typeof typed>) => Promise<void>>> = {
  '`register`, `POST /api/users/register`': async ({ email, typed: sent }) => {
    const body = { username: `rest ${email}`, email: sent, password, ...agreed }
    expect((await person().rest('POST', '/api/users/register', body)).status).toBe(200)
    expect(await world.accountOf(email)).toBeDefined()
    const other = typed()
    const account = await world.register(other.email)
    expect(account.email).toBe(other.email)
    const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { email } } }'
    const third = typed()
    const input = { username: `graphql ${third.email}`, email: third.typed, password, ...agreed }
    expect(await person().data(register, { input })).toEqual({ register: { account: { email: third.email } } })
    expect(await person().codes(register, { input })).toEqual(['BAD_USER_INPUT'])
  },
  '`login`, `POST /api/users/login`': async ({ email, typed: sent }) => {
    await world.register(email)
    expect(await world.login(sent)).toMatch(/^ey/)
    expect((await person().rest('POST', '/api/users/login', { email: sent, password })).status).toBe(200)
  },
  '`sendVerification`, `verifyCode` and their endpoints': async () => {
    for (const api of verificationApis) {
      const { email, typed: sent } = typed()
      await world.register(email)
      expect([api.name, await api.send(world.app, sent, 'register')]).toEqual([api.name, { outcome: 'sent' }])
      const code = await lastCode(world.app, email)
      expect(await api.verify(world.app, sent, code, 'register')).toMatchObject({ outcome: 'success' })
      const forgotten = typed()
      await world.register(forgotten.email)
      expect(await api.send(world.app, forgotten.typed, 'password_reset')).toEqual({ outcome: 'sent' })
      const reset = await lastCode(world.app, forgotten.email)
      expect(await api.verify(world.app, forgotten.typed, reset, 'password_reset')).toMatchObject({
        outcome: 'success',
        resetToken: expect.any(String),
      })
    }
  },
  '`updateProfile`, `PUT /api/users/profile`': async ({ email, typed: sent }) => {
    const ada = await world.app.person('ada')
    const change = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { email } } }'
    expect(at(await ada.data(change, { input: { email: sent } }), 'updateProfile', 'account', 'email')).toBe(email)
    const next = typed()
    expect((await ada.rest('PUT', '/api/users/profile', { email: next.typed })).body).toMatchObject({
      email: next.email,
    })
  },
  '`npm run admin`, which runs `createAdmin`, `setRole` and `account`': async ({ email, typed: sent }) => {
    await admin('create', sent)
    expect(await world.accountOf(email)).toMatchObject({ role: 'ADMIN' })
    const { email: other, typed: otherSent } = typed()
    await world.register(other)
    await admin('grant', otherSent)
    expect(await world.accountOf(other)).toMatchObject({ role: 'ADMIN' })
    expect(await admin('account', 'show', otherSent)).toContain(other)
  },
  '`ADMIN_EMAILS`': ({ email, typed: sent }) => {
    expect(readConfig({ ADMIN_EMAILS: `${sent}, b@example.com` }).adminEmails).toEqual([email, 'b@example.com'])
    return Promise.resolve()
  },
}

describe('the white space at the ends of an e-mail address', () => {
  it.each(Object.keys(doors))('is left out at %s', async (door) => {
    await doors[door]?.(typed())
  })

  it('is left out at the doors of docs/reference/proxies.md, which social-login.test.ts tests too', () => {
    const [, section = ''] = readFileSync('docs/reference/proxies.md', 'utf8').split('\n## E-mail addresses\n')
    const rows = rowsOf(section.split('\n## ')[0] ?? '').flatMap(([door = '']) => (door === 'door' ? [] : door))
    expect(rows.sort()).toEqual([...Object.keys(doors), 'sign-in with another service'].sort())
  })

  it('is not left out within one, nor is other white space', async () => {
    const { email } = typed()
    await world.register(email)
    for (const wrong of [`${email}\u00a0`, `\u3000${email}`, email.replace('@', ' @'), `${email} x`])
      expect([wrong, await world.login(wrong)]).toEqual([wrong, 'UNAUTHENTICATED'])
  })
})

describe('a mail with a code', () => {
  const send = 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }'
  const sendBy = async (accept: string | undefined, verificationType: 'REGISTER' | 'PASSWORD_RESET') => {
    const email = world.newAddress()
    if (verificationType === 'PASSWORD_RESET') await world.register(email)
    const headers = accept === undefined ? {} : { 'accept-language': accept }
    const asked = { query: send, variables: { input: { email, verificationType } } }
    expect((await person().rest('POST', '/graphql', asked, headers)).body).toMatchObject({ data: {} })
    return (await mailsOf(world.app, email)).at(-1)
  }

  it.each([
    ['ko', '확인'],
    ['ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7', '확인'],
    ['de-DE, ko;q=0.5', '확인'],
    ['en-US,en;q=0.9,ko;q=0.8', 'verify'],
    ['en, ko', 'verify'],
    ['de', 'verify'],
    ['*', 'verify'],
    ['ko;q=0', 'verify'],
    ['nonsense;;q=;,', 'verify'],
    [undefined, 'verify'],
  ] as const)('with Accept-Language %s is in the language of the person', async (accept, word) => {
    const mail = await sendBy(accept, 'REGISTER')
    expect([mail?.subject, String(mail?.html)]).toEqual([
      expect.stringContaining(word),
      expect.stringContaining(word === 'verify' ? '<html lang="en">' : '<html lang="ko">'),
    ])
    expect(mail?.text).toMatch(/^ +\d{6}$/m)
  })

  it('is so for a new password, and over REST at both services', async () => {
    expect((await sendBy('ko', 'PASSWORD_RESET'))?.subject).toBe('Parley: 비밀번호 재설정')
    const email = world.newAddress()
    const body = { email, verification_type: 'register' }
    const headers = { 'accept-language': 'ko' }
    await person().rest('POST', '/api/auth/send-verification', body, headers)
    expect((await mailsOf(world.app, email))[0]?.subject).toBe('Parley: 이메일 주소 확인')
    const chatLog = new Person(`http://127.0.0.1:${String(world.app.portOf('chatlog'))}`)
    const other = world.newAddress()
    await chatLog.rest('POST', '/smtp/send-verification', { ...body, email: other }, headers)
    expect((await mailsOf(world.app, other))[0]?.subject).toBe('Parley: 이메일 주소 확인')
  })
})
