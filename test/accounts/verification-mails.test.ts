import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { proved } from '../support/accounts/proved.js'
import type { TestApp } from '../support/app/app.js'
import { codeIn, lastCode, mailsOf, recipientsOf } from '../support/accounts/mailbox.js'
import { allRows } from '../support/app/rows.js'
import { SmtpFixture } from '../support/accounts/smtp-fixture.js'
import { VerificationApp } from '../support/accounts/verification-app.js'
import { graphqlApi, restApi, verificationApis } from '../support/accounts/verification-apis.js'

const minute = 60_000

let world: VerificationApp
let app: TestApp
beforeAll(async () => {
  world = await VerificationApp.open({ env: { MAIL_FROM: 'Pär Ley <post@parley.example>' } })
  app = world.app
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = Date.now()
})

describe('an address', () => {
  it.each([
    'nobody',
    'a@b',
    'a@example.com, b@example.com',
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    '<a@example.com>',
    'Ada <a@example.com>',
    '"a b"@example.com',
    'group:a@example.com;',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\nBcc: b@example.com',
    'a\0@example.com',
    'a\u200b@example.com',
    'a(comment)@example.com',
    'a@[127.0.0.1]',
    `${'a'.repeat(100)}@example.com`,
    '../../x@y.zz',
    'a.@example.com',
    'za..b@example.com',
    'za@b.c%0a',
    'a@-.-',
    'a@b.c/',
    'a@b.c?x=y',
    '0f0f@no-email.invalid',
    'x@NO-EMAIL.invalid',
  ])('is one that is strict, not %j', async (email) => {
    const before = await mailsOf(app)
    for (const api of verificationApis)
      expect(await api.send(app, email, 'register')).toEqual({ outcome: 'BAD_USER_INPUT' })
    expect(await mailsOf(app)).toHaveLength(before.length)
  })

  it.each([
    "o'hara+tag@example.com",
    'a.b-c_d%e!f#g$h&i*j/k=l?m^n`o{p|q}r~s@example.com',
    'grüße@example.com',
    'ada@bücher.example',
    '-rf@example.com',
  ])('%s is reached, and no other address', async (email) => {
    const before = await mailsOf(app)
    expect(await restApi.send(app, email, 'register')).toEqual({ outcome: 'sent' })
    const fresh = (await mailsOf(app)).slice(before.length)
    expect(fresh.map(recipientsOf)).toEqual([[email]])
    expect(await restApi.verify(app, email, await lastCode(app, email))).toMatchObject({ outcome: 'success' })
  })
})

describe('the mail', () => {
  it('has a text and an HTML part, states its purpose and validity, and loads nothing', async () => {
    const email = world.newAddress()
    await world.register(email)
    await graphqlApi.send(app, email, 'register')
    await graphqlApi.send(app, email, 'password_reset')
    const mails = await mailsOf(app, email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Parley: reset your password',
      'Parley: verify your email address',
    ])
    for (const mail of mails) {
      expect(mail.from?.value).toEqual([{ name: 'Pär Ley', address: 'post@parley.example' }])
      expect(mail.date?.getTime()).toBe(Math.floor(world.now / 1000) * 1000)
      expect(mail.messageId).toMatch(/^<[^@\s]+@parley\.example>$/)
      expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
      expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []])
      expect(codeIn(mail)).toMatch(/^\d{6}$/)
      for (const part of [mail.text, String(mail.html)]) {
        expect(part).toContain('5 minutes')
        expect(part).toContain('If you did not ask for it')
        expect(part).not.toContain(email)
      }
      expect(String(mail.html)).not.toMatch(/https?:|src=|href=|url\(|<script|<link|@import/i)
      expect(mail.subject).not.toContain(codeIn(mail))
    }
  })

  it('is a file that only its owner can read, whose name has neither address nor code', async () => {
    const email = world.newAddress()
    await graphqlApi.send(app, email, 'register')
    const code = await lastCode(app, email)
    const folder = join(app.dataDir, 'mail')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder)) {
      expect(name).toMatch(/^\d{8}T\d{9}Z-[0-9a-f-]{36}\.eml$/)
      expect(name.slice(20)).not.toContain(code)
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    }
  })

  it('for a registration goes to the typed address, even if an account has a similar one', async () => {
    const known = 'twin@mail.example'
    await world.register(known)
    for (const [at, api] of verificationApis.entries()) {
      world.now += at * minute
      for (const name of ['twin', 'twig']) {
        // a letter without a dot, which is compared as one with it
        const typed = `${name.replace('i', 'ı')}@mail.example`
        const before = await mailsOf(app)
        expect(await api.send(app, typed, 'register')).toEqual({ outcome: 'sent' })
        const fresh = (await mailsOf(app)).filter((mail) => !before.includes(mail))
        expect(fresh.map(recipientsOf)).toEqual([[typed]])
        const code = await lastCode(app, typed)
        const asKnown = api.as(await world.login(known))
        expect(await asKnown.verify(app, `${name}@mail.example`, code)).toMatchObject({ outcome: 'success' })
      }
    }
    expect((await world.accountOf(known))?.emailVerified).toBe(false)
  })

  it('for a password reset goes to the mailbox of the account, not to a similar one', async () => {
    const mine = 'mail@example.com'
    // a letter without a dot, which is compared as one with it
    const theirs = mine.replace('mail', 'maıl')
    await world.register(mine)
    await graphqlApi.send(app, theirs, 'password_reset')
    expect(await mailsOf(app, theirs)).toEqual([])
    expect(await mailsOf(app, mine)).toHaveLength(1)
    // a code for the similar address, verified before there was an account, does not verify this one
    await world.forget(mine)
    await graphqlApi.send(app, theirs, 'register')
    const code = await lastCode(app, theirs)
    const { registrationToken } = await graphqlApi.verify(app, theirs, code)
    await expect(world.register(mine, registrationToken)).rejects.toThrow('unknown_registration_token')
    expect((await world.register(mine)).emailVerified).toBe(false)
  })
})

describe('the stored data of a code', () => {
  it('does not contain the code, and is deleted when it has expired', async () => {
    const email = world.newAddress()
    await world.register(email)
    await restApi.send(app, email, 'register')
    await restApi.send(app, email, 'password_reset')
    await mailsOf(app)
    const mails = await mailsOf(app, email)
    const stored = JSON.stringify(await allRows(app))
    for (const mail of mails) expect(stored).not.toContain(`"${codeIn(mail)}"`)
    const proven = world.newAddress()
    await restApi.send(app, proven, 'register')
    await restApi.verify(app, proven, await lastCode(app, proven))
    const left = async () => {
      const rows = await allRows(app)
      const ofMine = (name: string) => rows[name]?.filter((row) => [email, proven].includes(String(row['email']))) ?? []
      return [
        ofMine('verification_codes').filter((row) => row['email'] === email).length,
        ofMine('address_proofs').length,
      ]
    }
    world.now += 65 * minute
    await app.app.sweeper.sweep()
    expect(await left()).toEqual([2, 0])
    world.now += 1
    await app.app.sweeper.sweep()
    expect(await left()).toEqual([0, 0])
  })

  it('is deleted with the account', async () => {
    const before = await allRows(app)
    const ada = await app.person('leaving')
    await app.app.database.write((db) => db.update(UserTable, { id: Number(ada.id) }, proved))
    const email = `${ada.username}@example.com`
    await restApi.send(app, email, 'register')
    await restApi.send(app, email, 'password_reset')
    const code = await lastCode(app, email)
    await restApi.verify(app, email, code)
    expect((await ada.rest('DELETE', `/api/users/${ada.id}`)).status).toBe(204)
    expect(await allRows(app)).toEqual(before)
  })

  it('stays when an account that has not proved the address is deleted: its owner can be another person', async () => {
    const eve = await app.person('eve')
    const email = `${eve.username}@example.com`
    await restApi.send(app, email, 'register')
    const { registrationToken } = await restApi.verify(app, email, await lastCode(app, email))
    expect((await eve.rest('DELETE', `/api/users/${eve.id}`)).status).toBe(204)
    const terms = { eulaAgreed: true, privacyAgreed: true }
    const account = { username: 'the owner', email, password: 'correct horse', ...terms }
    const register = '/api/users/register'
    expect(await app.stranger().rest('POST', register, { ...account, registrationToken })).toMatchObject({
      status: 200,
    })
  })
})

it('a mail server that supports only ASCII reveals to no client whether an address has an account', async () => {
  const narrow = await SmtpFixture.open({
    hideSMTPUTF8: true,
    onRcptTo: ({ address }, _session, done) =>
      done(/[\u0080-\uffff]/.test(address) ? new Error('a letter beyond ASCII') : undefined),
  })
  const served = await VerificationApp.open({ env: { SMTP_URL: narrow.url } })
  await served.register('nova@example.com')
  for (const [at, api] of verificationApis.entries()) {
    served.now += at * minute
    for (const type of ['register', 'password_reset']) {
      const known = await api.send(served.app, 'ｎｏｖａ@example.com', type)
      expect(known.outcome).toBe(type === 'register' ? 'INTERNAL_SERVER_ERROR' : 'sent')
      expect(await api.send(served.app, 'ｎｏｖｘ@example.com', type)).toEqual(known)
    }
    await served.app.app.product.verification.idle()
  }
  const taken = narrow.seen.map(({ recipients }) => recipients)
  expect(taken).toEqual(verificationApis.map(() => ['nova@example.com']))
  await served.close()
  await narrow.close()
})

// last in the file: by now all its codes and addresses have been used
it('no log line has a code, a token, an address or a mail', async () => {
  const mails = await mailsOf(app)
  const all = world.lines.join('\n')
  expect(world.lines.length).toBeGreaterThan(50)
  for (const mail of mails) expect(all).not.toContain(`"${codeIn(mail)}"`)
  expect(all).not.toMatch(/@example\.com|verification code|5 minutes/i)
})
