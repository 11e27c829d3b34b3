import type { ParsedMail } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { moreThan, type Queries } from '@parley/statements'
import { until } from '@parley/testing'
import { AccountNoticeTable } from '../../src/database/tables/account-notices.js'
import { ApiKeyTable } from '../../src/database/tables/api-keys.js'
import { SocialIdentityTable } from '../../src/database/tables/social-identities.js'
import { UserTable } from '../../src/database/tables/users.js'
import type { Mailer } from '../../src/ports/mailer/mailer.js'
import type { TestApp } from '../support/app/app.js'
import { lastCode, mailsOf, recipientsOf } from '../support/accounts/mailbox.js'
import { VerificationApp } from '../support/accounts/verification-app.js'
import { graphqlApi } from '../support/accounts/verification-apis.js'
import { at, password, Person } from '../support/app/person.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { newKey } from '../support/replies/openai-client.js'

const operator = { kind: 'service' } as const

const day = 86_400_000
const fresh = 'a wholly new password'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 <b>pay here</b>'

let mailer: FailingPort<Mailer>
let world: VerificationApp
let app: TestApp
beforeAll(async () => {
  const wrap = {
    mailer: (port: Mailer) => {
      mailer = new FailingPort(port)
      return mailer.port
    },
  }
  world = await VerificationApp.open({
    wrap,
    env: { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://chat.example' },
  })
  app = world.app
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = Date.now()
  mailer.heal()
})

interface Owner {
  readonly id: number
  readonly email: string
  readonly person: Person
}

/** A signed-in account, whose address is proved unless it is said otherwise. */
async function owner({ email = world.newAddress(), isProved = true } = {}): Promise<Owner> {
  const { id } = await world.register(email)
  if (isProved) await app.app.database.write((db) => db.update(UserTable, { id }, { emailVerified: true }))
  return { id, email, person: new Person(app.url, String(id), '', await world.login(email)) }
}

/** Makes the address, and the name that tests give it, free for another account. */
const leave = async ({ person, id, ...rest }: Owner) => {
  await person.data('mutation ($name: String!) { updateProfile(input: { username: $name }) { account { id } } }', {
    name: `owner ${String(id)}`,
  })
  await move({ person, id, ...rest })
}
const move = ({ person }: Owner, email = world.newAddress(), headers: Record<string, string> = {}) =>
  person.rest('PUT', '/api/users/profile', { email }, headers)
const noticesTo = async (email: string): Promise<ParsedMail[]> =>
  (await mailsOf(app, email)).filter(({ text = '' }) => text.includes('It happened at'))
const noticeTo = async (email: string): Promise<ParsedMail> => {
  const [mail] = await noticesTo(email)
  if (!mail) throw new Error(`no notice to ${email}`)
  return mail
}
const linkIn = ({ text = '' }: ParsedMail): string | undefined =>
  /^ +https:\/\/chat\.example(\/account-recovery\?token=\S+)$/m.exec(text)?.[1]
const tokenIn = (mail: ParsedMail | undefined) => (mail && linkIn(mail)?.split('=')[1]) ?? 'no link'
/** What the browser sends when the button is pressed. */
const press = (link: string, password = fresh, headers: Record<string, string> = {}) =>
  fetch(app.url + link, {
    method: 'POST',
    headers: { accept: 'text/html', ...headers },
    body: new URLSearchParams({ new_password: password }),
  })
const recover = async (token: string, newPassword = fresh) => {
  const document = 'mutation ($input: RecoverAccountInput!) { recoverAccount(input: $input) { account { id email } } }'
  const { data, errors } = await app.stranger().graphql(document, { input: { token, newPassword } })
  return errors[0]?.extensions.code ?? at(data, 'recoverAccount', 'account', 'email')
}

describe('a notice', () => {
  it('goes to the mailbox before, and says when, with which kind of client and from which network', async () => {
    world.now = Date.UTC(2026, 10, 27, 8, 5)
    const ada = await owner()
    const next = world.newAddress()
    const origin = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.77' }
    expect((await move(ada, next, origin)).status).toBe(200)
    const [mail, ...more] = await noticesTo(ada.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Parley: the email address of your account was changed')
    expect(mail?.text).toContain(
      'It happened at 2026-11-27 08:05 UTC, from Firefox on Linux, in the network 203.0.113.0/24.',
    )
    expect(mail?.text).toContain('until 2026-12-04 (UTC)')
    // neither the address of the thief, nor a text that a client has chosen
    for (const text of [next, '203.0.113.77', 'pay here', ada.person.token ?? '-'])
      expect(`${String(mail?.text)}${String(mail?.html)}`).not.toContain(text)
    expect(String(mail?.html)).toContain(`href="https://chat.example${(mail && linkIn(mail)) ?? '-'}"`)
    expect(await noticesTo(next)).toEqual([])
  })

  it('has Korean before English for a client that prefers it, which can be a thief with another language than the owner', async () => {
    world.now = Date.UTC(2026, 10, 27, 8, 5)
    const ada = await owner()
    const korean = { 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8', 'user-agent': firefox }
    mailer.isDown = true
    await move(ada, world.newAddress(), { ...korean, 'x-forwarded-for': '203.0.113.77' })
    mailer.heal()
    world.now += 60_000
    await app.app.product.accountNotices.round()
    const mail = await noticeTo(ada.email)
    expect(mail.subject).toBe(
      'Parley: 계정의 이메일 주소가 변경되었습니다 / the email address of your account was changed',
    )
    expect(String(mail.html)).toContain('<html lang="ko">')
    const [first = '', second = ''] = (mail.text ?? '').split('The email address of your account was changed.')
    expect(first).toContain('시각: 2026-11-27 08:05 UTC, 기기: Linux의 Firefox (네트워크 203.0.113.0/24)')
    expect(first).toContain('2026-12-04(UTC)')
    expect(second).toContain('It happened at 2026-11-27 08:05 UTC, from Firefox on Linux')
    for (const part of [first, second]) expect(part).toContain(linkIn(mail) ?? '-')

    const bob = await owner({ isProved: false })
    await bob.person.rest('PUT', '/api/users/profile', { email: world.newAddress() }, { 'accept-language': 'ko' })
    const other = await noticeTo(bob.email)
    expect(other.text).toContain('브라우저가 아닌 프로그램')
    expect(other.text).toContain('서버 운영자에게 문의해 주세요')
  })

  it.each([
    ['2001:db8:abcd:12:1:2:3:4', null, 'from a program other than a browser, in the network 2001:db8:abcd::/48.'],
    ['unknown', 'curl/8.5', 'from a program other than a browser, in the network 127.0.0.0/24.'],
  ])('of a client at %s is coarse', async (address, agent, words) => {
    const ada = await owner()
    await move(ada, world.newAddress(), { 'x-forwarded-for': address, ...(agent !== null && { 'user-agent': agent }) })
    expect((await noticesTo(ada.email))[0]?.text).toContain(words)
  })

  it('of a new password, by a reset, goes to the mailbox of the account', async () => {
    const ada = await owner()
    await graphqlApi.send(app, ada.email, 'password_reset')
    const { resetToken } = await graphqlApi.verify(app, ada.email, await lastCode(app, ada.email), 'password_reset')
    const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { account { id } } }'
    await app.stranger().data(reset, { input: { resetToken, newPassword: fresh } })
    const [mail] = await noticesTo(ada.email)
    expect(mail?.subject).toBe('Parley: the password of your account was changed')
    expect(await recover(tokenIn(mail), 'the password of the owner')).toBe(ada.email)
    expect(await world.login(ada.email, fresh)).toBe('UNAUTHENTICATED')
    expect(await world.login(ada.email, 'the password of the owner')).toMatch(/^ey/)
  })

  it('of a new API key does not contain the key, nor the name that its maker gave it', async () => {
    const ada = await owner()
    const key = await newKey(ada.person)
    await ada.person.data('mutation { createApiKey(input: { name: "call 555 0100" }) { apiKey { id } } }')
    const mails = await noticesTo(ada.email)
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Parley: your account has a new API key'))
    expect(mails.map(({ text }) => text).join()).not.toMatch(/555|pk-parley/)
    expect(String(mails[0]?.text)).not.toContain(key)
  })

  it('is sent once for a retried key, and not at all for a change of nothing', async () => {
    const ada = await owner()
    const create = () =>
      ada.person.data('mutation { createApiKey(input: { name: "x", idempotencyKey: "one" }) { replayed } }')
    await create()
    await create()
    await ada.person.data('mutation { updateProfile(input: { username: "only a name" }) { account { id } } }')
    await move(ada, ada.email.toUpperCase())
    expect(await noticesTo(ada.email)).toHaveLength(1)
  })

  it('offers no way back to a mailbox that was never proved: it can be that of another person', async () => {
    const ada = await owner({ isProved: false })
    await move(ada)
    const mail = await noticeTo(ada.email)
    expect(mail.text).toContain('contact the person who runs this server')
    expect(linkIn(mail)).toBeUndefined()
  })

  it('never fails or delays its change: a mail that is refused is sent later, with the same link', async () => {
    mailer.isDown = true
    const ada = await owner()
    expect((await move(ada)).status).toBe(200)
    expect(await noticesTo(ada.email)).toEqual([])
    mailer.heal()
    await app.app.product.accountNotices.round()
    // the pause before the next try
    expect(await noticesTo(ada.email)).toEqual([])
    world.now += 60_000
    await app.app.product.accountNotices.round()
    const [mail] = await noticesTo(ada.email)
    expect(await recover(tokenIn(mail))).toBe(ada.email)
  })

  it('is given up after a day of tries', async () => {
    mailer.isDown = true
    const ada = await owner()
    await move(ada)
    for (let hours = 0; hours < 30; hours += 1) {
      await app.app.product.accountNotices.idle()
      world.now += day / 24
      await app.app.product.accountNotices.round()
    }
    const rows = await app.app.database.read((db) => db.select(AccountNoticeTable, { userId: ada.id }))
    expect(rows).toMatchObject([{ attempts: 12, nextAttemptAt: null }])
    world.now += 7 * day
    await app.app.sweeper.sweep()
    expect(await app.app.database.read((db) => db.select(AccountNoticeTable, { userId: ada.id }))).toEqual([])
  })

  it('is one of three a day of its kind, and no other kind and no other account uses its place up', async () => {
    const ada = await owner()
    const tagged = ada.email.replace('@', '+1@')
    const thief = await owner({ email: tagged, isProved: false })
    for (let n = 0; n < 5; n += 1) {
      await newKey(ada.person)
      await newKey(thief.person)
    }
    await move(thief)
    await move(ada)
    const subjects = (await noticesTo(ada.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject?.includes('API key'))).toHaveLength(3)
    expect(subjects.filter((subject) => subject?.includes('email address'))).toHaveLength(1)
    expect(await noticesTo(tagged)).toHaveLength(4)
    // each of the mails leads back
    expect(await recover(tokenIn((await noticesTo(ada.email))[0]))).toBe(ada.email)
    await newKey(new Person(app.url, '', '', await world.login(ada.email, fresh)))
    expect(await noticesTo(ada.email)).toHaveLength(5)
  })

  it('goes ten times a day at most to a mailbox that accounts claim without a proof', async () => {
    const email = world.newAddress()
    for (let n = 0; n < 12; n += 1) {
      const squatter = await owner({ email: email.replace('@', `+${String(n)}@`), isProved: false })
      await move(squatter)
    }
    const isTagged = (mail: ParsedMail) => recipientsOf(mail).some((to) => to.startsWith(email.replace(/@.*/, '+')))
    expect((await mailsOf(app)).filter(isTagged)).toHaveLength(10)
  })
})

describe('the way back', () => {
  it('restores the address and ends all other access, by a page that changes nothing until its button is pressed', async () => {
    const ada = await owner()
    const key = await newKey(ada.person)
    const identity = {
      userId: ada.id,
      provider: 'social-a',
      subject: `thief of ${ada.email}`,
      provedEmail: null,
      createdAt: world.now,
    }
    await app.app.database.write((db) => db.insert(SocialIdentityTable, identity))
    const next = world.newAddress()
    await move(ada, next)
    const mails = await noticesTo(ada.email)
    const link = mails.flatMap((mail) => linkIn(mail) ?? []).at(-1) ?? ''
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) await fetch(app.url + link, { method })
    const page = await fetch(app.url + link, { headers: { 'accept-language': 'ko' } })
    const html = await page.text()
    // a shorter field would cut a password that a password manager enters
    expect(html).toContain('minlength="8" maxlength="255"')
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'same-origin',
    ])
    expect(html).toContain('<html lang="ko">')
    expect(html).toContain('name="new_password" type="password"')
    expect(html).not.toContain('<script')
    expect((await press(link, 'short')).status).toBe(422)
    expect(await world.login(next)).toMatch(/^ey/)

    expect((await press(link)).status).toBe(200)
    expect(await world.accountOf(ada.email)).toMatchObject({ id: ada.id, emailVerified: true, provider: null })
    expect(await ada.person.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    expect((await new Person(app.url, '', '', key).rest('GET', '/v1/models')).status).toBe(401)
    const own = { userId: ada.id }
    const ways = (db: Queries) => Promise.all([db.count(ApiKeyTable, own), db.count(SocialIdentityTable, own)])
    expect(await app.app.database.read(ways)).toEqual([0, 0])
    expect(await world.login(next)).toBe('UNAUTHENTICATED')
    expect(await world.login(ada.email)).toBe('UNAUTHENTICATED')
    expect(await world.login(ada.email, fresh)).toMatch(/^ey/)
    // the other mailbox gets a notice, and cannot win the account back
    expect(linkIn(await noticeTo(next))).toBeUndefined()
    // used: this mailbox has no other link
    expect((await press(link)).status).toBe(404)
    expect((await fetch(app.url + link)).status).toBe(404)
    for (const other of await noticesTo(ada.email)) expect(await recover(tokenIn(other))).toBe('BAD_USER_INPUT')
  })

  it('works once, however often it is used at once', async () => {
    const ada = await owner()
    await move(ada)
    const token = tokenIn((await noticesTo(ada.email))[0])
    const answers = await Promise.all(Array.from({ length: 5 }, () => recover(token)))
    expect(answers.sort()).toEqual([...Array<string>(4).fill('BAD_USER_INPUT'), ada.email])
    const bob = await owner()
    await move(bob)
    const link = linkIn(await noticeTo(bob.email)) ?? ''
    const pages = await Promise.all(Array.from({ length: 5 }, () => press(link)))
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(4).fill(404)])
    for (const page of pages) expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('stays open to the first mailbox when a thief has proved another one, left it and used its link', async () => {
    const [ada, thief] = [await owner(), world.newAddress()]
    await newKey(ada.person)
    await move(ada, thief)
    await graphqlApi.send(app, thief, 'register')
    await graphqlApi.as(ada.person.token ?? '').verify(app, thief, await lastCode(app, thief), 'register')
    await move(ada)
    expect(await recover(tokenIn(await noticeTo(thief)), 'the password of the thief')).toBe(thief)
    const mails = await noticesTo(ada.email)
    const tokenOf = (event: string) => tokenIn(mails.find(({ subject }) => subject?.includes(event)))
    expect(await recover(tokenOf('email address'))).toBe(ada.email)
    expect(await world.login(ada.email, fresh)).toMatch(/^ey/)
    expect(await world.login(thief, 'the password of the thief')).toBe('UNAUTHENTICATED')
    // the last word: no mailbox has a link now
    const links = { userId: ada.id, linkUntil: moreThan(0) }
    expect(await app.app.database.read((db) => db.count(AccountNoticeTable, links))).toBe(0)
    expect(await recover(tokenOf('API key'))).toBe('BAD_USER_INPUT')
  })

  it('into an account that still has the address sends a notice of the new password there, without a link', async () => {
    const ada = await owner()
    await newKey(ada.person)
    expect(await recover(tokenIn(await noticeTo(ada.email)))).toBe(ada.email)
    const mails = await noticesTo(ada.email)
    const ofPassword = mails.filter(({ subject }) => subject === 'Parley: the password of your account was changed')
    expect([mails.length, ofPassword.map(linkIn)]).toEqual([2, [undefined]])
  })

  it('leads through a chain of changes, and past an account that has taken the address without a proof', async () => {
    const ada = await owner()
    await leave(ada)
    await move(ada)
    await graphqlApi.send(app, ada.email, 'register')
    const squatter = await owner({ email: ada.email, isProved: false })
    expect(await recover(tokenIn((await noticesTo(ada.email))[0]))).toBe(ada.email)
    expect(await world.accountOf(ada.email)).toMatchObject({ id: ada.id })
    const { account } = await squatter.person.data('{ account: me { email } }')
    expect(at({ account }, 'account', 'email')).toMatch(/@no-email\.invalid$/)
  })

  it('leaves the address to an account that has proved it', async () => {
    const ada = await owner()
    await leave(ada)
    await owner({ email: ada.email })
    const link = linkIn(await noticeTo(ada.email)) ?? ''
    expect(await recover(link.split('=')[1] ?? '')).toBe('CONFLICT')
    const page = await press(link)
    expect([page.status, page.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8'])
    expect(await (await press(link, fresh, { accept: 'application/json' })).json()).toMatchObject({
      detail: 'Conflict',
    })
  })

  it('is open to the former mailbox after a reset by the new one, whose mail says so, and ends a granted role', async () => {
    const [ada, next] = [await owner(), world.newAddress()]
    await move(ada, next)
    await graphqlApi.send(app, next, 'password_reset')
    const until = new Date(world.now + 7 * day).toISOString().slice(0, 10)
    const [mail] = (await mailsOf(app, next)).slice(-1)
    expect(mail?.text).toContain(`whose owner can restore it until ${until} (UTC).`)
    expect(mail?.text).not.toContain(ada.email)
    const { resetToken } = await graphqlApi.verify(app, next, await lastCode(app, next), 'password_reset')
    const body = { reset_token: resetToken, new_password: fresh }
    expect((await app.stranger().rest('POST', '/api/auth/reset-password', body)).status).toBe(204)
    await app.app.product.admins.setRole(operator, next, 'ADMIN')
    expect(await recover(tokenIn((await noticesTo(ada.email))[0]))).toBe(ada.email)
    expect(await world.accountOf(ada.email)).toMatchObject({ id: ada.id, role: 'USER' })
    expect(world.lines.join('\n')).toContain(`"userId":${String(ada.id)},"role":"USER"`)
    const { nodes } = await app.app.product.audit.list({ target: { kind: 'ACCOUNT', id: String(ada.id) } })
    const ended = { action: 'ROLE_CHANGED', actorKind: 'RECOVERY', details: { from: 'ADMIN', to: 'USER' } }
    expect(nodes).toMatchObject([ended, { action: 'ROLE_CHANGED', actorKind: 'OPERATOR' }])
    // its link is used up
    world.now += 60_000
    await graphqlApi.send(app, ada.email, 'password_reset')
    expect((await mailsOf(app, ada.email)).at(-1)?.text).not.toContain('can restore it until')
  })

  it('is open for seven days, and ends with the account', async () => {
    const [ada, bob] = [await owner(), await owner()]
    await move(ada)
    await move(bob)
    await bob.person.rest('DELETE', `/api/users/${String(bob.id)}`)
    expect(await recover(tokenIn((await noticesTo(bob.email))[0]))).toBe('BAD_USER_INPUT')
    const token = tokenIn((await noticesTo(ada.email))[0])
    world.now += 7 * day
    expect(await recover(token)).toBe('BAD_USER_INPUT')
    world.now -= 1
    expect(await recover(token)).toBe(ada.email)
  })

  it('needs the whole token of its own notice', async () => {
    const [ada, bob] = [await owner(), await owner()]
    await move(ada)
    await move(bob)
    const [id = '', mac = ''] = tokenIn((await noticesTo(ada.email))[0]).split('.')
    const [other = ''] = tokenIn((await noticesTo(bob.email))[0]).split('.')
    for (const token of [
      '',
      '\0',
      id,
      `${id}.`,
      `.${mac}`,
      `${other}.${mac}`,
      `${id}.${mac}x`,
      `9${id}.${mac}`,
      `${id}.${'A'.repeat(43)}`,
    ])
      expect([token, await recover(token)]).toEqual([token, 'BAD_USER_INPUT'])
    const link = `/account-recovery?token=${id}.${mac}`
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }])
      expect((await press(link, fresh, headers)).status).toBe(422)
    expect((await press(link, 'x'.repeat(5_000))).status).toBe(413)
    const posted = await fetch(app.url + link, { method: 'POST' })
    expect([posted.status, await posted.json()]).toMatchObject([
      422,
      { detail: [{ location: ['body', 'new_password'] }] },
    ])
    expect(world.lines.join('\n')).not.toContain(mac)
  })
})

describe('a sign-in with another kind of client', () => {
  const agents = {
    firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    newerFirefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0',
    safari:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
    program: 'curl/8.11.0',
  }
  const signIn = async (email: string, agent: keyof typeof agents, headers: Record<string, string> = {}) => {
    const sent = { 'user-agent': agents[agent], 'x-forwarded-for': '203.0.113.77', ...headers }
    const answer = await app.stranger().rest('POST', '/api/users/login', { email, password }, sent)
    expect(answer.status).toBe(200)
  }
  const registered = async ({ isProved = true } = {}) => {
    const email = world.newAddress()
    const { id } = await world.register(email)
    if (isProved) await app.app.database.write((db) => db.update(UserTable, { id }, { emailVerified: true }))
    return email
  }
  const subject = 'Parley: new sign-in to your account'
  const count = async (email: string) => (await noticesTo(email)).length

  it('sends a mail, once for each, and none for the first or for a later version of a browser', async () => {
    const email = await registered()
    await signIn(email, 'firefox')
    await signIn(email, 'newerFirefox')
    expect(await count(email)).toBe(0)
    await signIn(email, 'safari', { 'accept-language': 'ko' })
    await signIn(email, 'safari')
    const [mail, ...more] = await noticesTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^Parley: .*로그인했습니다 \/ new sign-in to your account$/)
    expect(mail?.text).toContain('from Safari on iPhone, in the network 203.0.113.0/24.')
    await signIn(email, 'program')
    await signIn(email, 'firefox')
    expect((await noticesTo(email)).map((one) => one.subject)).toContain(subject)
    expect(await count(email)).toBe(2)
    expect(await recover(tokenIn(mail))).toBe(email)
  })

  it('sends none after a sign-out, to an address that is not proved, and after a wrong password', async () => {
    const email = await registered()
    await signIn(email, 'firefox')
    await signIn(email, 'safari')
    const token = await world.login(email)
    expect((await new Person(app.url, '', '', token).rest('POST', '/api/auth/logout-everywhere')).status).toBe(204)
    const before = await count(email)
    await signIn(email, 'safari')
    await app.stranger().rest('POST', '/api/users/login', { email, password: 'wrong password' }, { 'user-agent': 'x' })
    expect(await count(email)).toBe(before)
    const unproved = await registered({ isProved: false })
    await signIn(unproved, 'firefox')
    await signIn(unproved, 'safari')
    expect(await count(unproved)).toBe(0)
  })

  it('compares with the sessions of an account that has not signed in since an earlier version', async () => {
    const email = await registered()
    await signIn(email, 'firefox')
    await app.app.database.write((db) => db.update(UserTable, { email }, { signInClients: null }))
    await signIn(email, 'newerFirefox')
    expect(await count(email)).toBe(0)
    await signIn(email, 'safari')
    expect(await count(email)).toBe(1)
  })

  it('sends one mail, whatever the number of sign-ins at once', async () => {
    const email = await registered()
    await signIn(email, 'firefox')
    await Promise.all(Array.from({ length: 5 }, () => signIn(email, 'safari')))
    expect(await count(email)).toBe(1)
  })
})

describe('a copy of the data', () => {
  it('that is ready sends a mail, which says what has asked for it', async () => {
    const ada = await owner()
    const origin = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.77' }
    expect((await ada.person.rest('POST', '/api/users/data-export', undefined, origin)).status).toBe(202)
    await app.app.product.dataExports.round()
    const ready = async () =>
      (await mailsOf(app, ada.email)).filter(({ subject }) => subject?.includes('copy of your data'))
    await until('the mail is there', async () => (await ready()).length > 0)
    const mails = await ready()
    expect(mails.map(({ subject }) => subject)).toEqual(['Parley: a copy of your data is ready'])
    const [{ text = '' } = {}] = mails
    expect(text).toContain('It was requested from Firefox on Linux, in the network 203.0.113.0/24.')
    // the archive itself needs the account
    expect(text).not.toContain('/data-export')
  })
})
