import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { lastCode, mailsOf, wrongCode } from '../support/accounts/mailbox.js'
import { proved } from '../support/accounts/proved.js'
import { graphqlApi, verificationApis, type CodeType } from '../support/accounts/verification-apis.js'
import { VerificationApp } from '../support/accounts/verification-app.js'
import { noLimits } from '../support/app/many-people.js'

const minute = 60_000
const day = 24 * 60 * minute
const fresh = 'a wholly new password'

const opened: VerificationApp[] = []
afterAll(async () => {
  for (const each of opened) await each.close()
})

/** An app in which only the given limits apply. */
async function openWith(limits: object, more: Record<string, string> = {}): Promise<VerificationApp> {
  const RATE_LIMITS = JSON.stringify({ ...(JSON.parse(noLimits) as object), ...limits })
  const made = await VerificationApp.open({ env: { RATE_LIMITS, PUBLIC_URL: 'https://chat.example', ...more } })
  opened.push(made)
  return made
}

/** Sends a code, and answers it with wrong ones as often as it can be tried, until `most` were refused as wrong. */
async function guess(world: VerificationApp, email: string, most: number, type: CodeType = 'register') {
  for (let wrong = 0; wrong < most;) {
    world.now += minute
    await graphqlApi.send(world.app, email, type)
    const code = await lastCode(world.app, email)
    for (let tries = 0; tries < 5 && wrong < most; tries += 1, wrong += 1)
      expect(await graphqlApi.verify(world.app, email, wrongCode(code, tries + 1))).toMatchObject({
        outcome: 'invalid',
      })
  }
}

const tokenIn = (text = '') => /https:\/\/chat\.example\/#\/reset-password\?token=([\w-]{43})\s/.exec(text)?.[1] ?? ''
/** All codes that were sent to an address, the oldest first. */
const codesTo = async (world: VerificationApp, email: string) =>
  (await mailsOf(world.app, email)).flatMap(({ text = '' }) => /^ +(\d{6})$/m.exec(text)?.[1] ?? [])
const setPassword = (world: VerificationApp, token: string) => {
  const body = { reset_token: token, new_password: fresh }
  return world.app.stranger().rest('POST', '/api/auth/reset-password', body)
}

describe('wrong codes', () => {
  let world: VerificationApp
  beforeEach(async () => {
    world = await openWith({ wrongCode: { perAddress: false, perAccount: 30, inARow: 10 } })
  })

  it.each(verificationApis)('in a row end codes, and a link by mail resets the password, over $name', async (api) => {
    const email = world.newAddress()
    await world.register(email)
    await guess(world, email, 10, 'password_reset')
    world.now += minute
    expect(await api.send(world.app, email, 'register')).toMatchObject({ outcome: 'locked' })
    expect(await api.verify(world.app, email, '123456')).toMatchObject({ outcome: 'locked' })
    expect(await api.send(world.app, email, 'password_reset')).toEqual({ outcome: 'sent' })
    const mail = (await mailsOf(world.app, email)).find(({ text }) => tokenIn(text) !== '')
    expect(mail?.text).not.toMatch(/\b\d{6}\b/)
    expect(await api.verify(world.app, email, '123456', 'password_reset')).toMatchObject({ outcome: 'locked' })
    const token = tokenIn(mail?.text)
    world.now += 30 * minute - 1
    expect((await setPassword(world, token)).status).toBe(204)
    expect((await setPassword(world, token)).status).toBe(400)
    expect(await world.accountOf(email)).toMatchObject(proved)
    // the sign-in ends the row: a code is mailed again, and accepted
    await world.login(email, fresh)
    expect(await api.send(world.app, email, 'password_reset')).toEqual({ outcome: 'sent' })
    const code = (await codesTo(world, email)).at(-1) ?? ''
    expect(await api.verify(world.app, email, code, 'password_reset')).toMatchObject({ outcome: 'success' })
  })

  it('are the same for an address without an account, to which no link is sent', async () => {
    const email = world.newAddress()
    await guess(world, email, 10)
    world.now += minute
    expect(await graphqlApi.send(world.app, email, 'password_reset')).toEqual({ outcome: 'sent' })
    expect(await graphqlApi.verify(world.app, email, '123456')).toMatchObject({ outcome: 'locked' })
    expect((await mailsOf(world.app, email)).filter(({ text }) => tokenIn(text) !== '')).toEqual([])
  })

  it('in a row are not ended by a sign-in to an account whose mailbox is not proved', async () => {
    const [email, own] = [world.newAddress(), world.newAddress()]
    for (const each of [email, own]) {
      await world.register(each)
      await guess(world, each, 9)
    }
    await world.app.app.database.write((db) => db.update(UserTable, { email: own }, proved))
    for (const each of [email, own]) {
      await world.login(each)
      await guess(world, each, 1)
    }
    world.now += minute
    expect(await graphqlApi.send(world.app, email, 'register')).toMatchObject({ outcome: 'locked' })
    expect(await graphqlApi.send(world.app, own, 'register')).toEqual({ outcome: 'sent' })
  })

  it('are ended by a right code', async () => {
    const email = world.newAddress()
    await guess(world, email, 9)
    world.now += minute
    await graphqlApi.send(world.app, email, 'register')
    expect(await graphqlApi.verify(world.app, email, await lastCode(world.app, email))).toMatchObject({
      outcome: 'success',
    })
    await guess(world, email, 9)
    expect(await graphqlApi.verify(world.app, email, '123456')).not.toMatchObject({ outcome: 'locked' })
  })
})

describe('in a day', () => {
  it('an address has 30 wrong codes; then codes wait for the next day, and a reset has a link', async () => {
    const world = await openWith({ wrongCode: { perAddress: false, inARow: false } })
    const email = world.newAddress()
    await world.register(email)
    await guess(world, email, 30)
    world.now += minute
    expect(await graphqlApi.send(world.app, email, 'register')).toMatchObject({ outcome: 'RATE_LIMITED' })
    expect(await graphqlApi.verify(world.app, email, '123456')).toMatchObject({ outcome: 'RATE_LIMITED' })
    await graphqlApi.send(world.app, email, 'password_reset')
    const token = (await mailsOf(world.app, email)).map(({ text }) => tokenIn(text)).find((one) => one !== '') ?? ''
    expect((await setPassword(world, token)).status).toBe(204)
    expect(await graphqlApi.verify(world.app, email, '123456')).toMatchObject({ outcome: 'RATE_LIMITED' })
    world.now += day
    expect(await graphqlApi.send(world.app, email, 'register')).toEqual({ outcome: 'sent' })
    const code = (await codesTo(world, email)).at(-1) ?? ''
    expect(await graphqlApi.verify(world.app, email, code)).toMatchObject({ outcome: 'success' })
  })

  it.each(verificationApis)('a mailbox has one count of mails whatever its tag, over $name', async (api) => {
    const world = await openWith({ mail: { perAddress: false, perAccount: 3 } })
    for (const tag of ['', '+1', '+two'])
      expect(await api.send(world.app, `victim${tag}@mail.example`, 'register')).toEqual({ outcome: 'sent' })
    const refused = await api.send(world.app, 'VICTIM+3@mail.example', 'register')
    expect(refused).toMatchObject({ outcome: 'RATE_LIMITED' })
    expect(refused.retryAfterMs).toBeGreaterThan(day - minute)
    for (const other of ['vic.tim@mail.example', '+victim@mail.example', 'victim@mail2.example'])
      expect(await api.send(world.app, other, 'register')).toEqual({ outcome: 'sent' })
    world.now += day
    expect(await api.send(world.app, 'victim+3@mail.example', 'register')).toEqual({ outcome: 'sent' })
  })

  it('all clients together have a bound of mails, and five of a mailbox in ten minutes', async () => {
    const world = await openWith({ send: { perAddress: false }, mail: { perAddress: false, inAll: 7 } })
    const sent: string[] = []
    for (let tag = 0; tag < 6; tag += 1)
      sent.push((await graphqlApi.send(world.app, `victim+${String(tag)}@mail.example`, 'register')).outcome)
    expect(sent).toEqual([...Array<string>(5).fill('sent'), 'RATE_LIMITED'])
    for (const outcome of ['sent', 'sent', 'RATE_LIMITED'])
      expect(await graphqlApi.send(world.app, world.newAddress(), 'register')).toMatchObject({ outcome })
    // those of resets go to accounts only, and have the bounds of their mailboxes
    const email = world.newAddress()
    await world.register(email)
    expect(await graphqlApi.send(world.app, email, 'password_reset')).toEqual({ outcome: 'sent' })
    expect(await lastCode(world.app, email)).toMatch(/^\d{6}$/)
  })

  it('a network of many addresses has at most a quarter of what all clients have', async () => {
    const limits = { send: { perAddress: false }, mail: { perAddress: 10, inAll: 80 } }
    const world = await openWith(limits, { TRUSTED_PROXIES: '127.0.0.1' })
    const sendFrom = async (address: string) => {
      const body = { email: world.newAddress(), verification_type: 'register' }
      return (
        await world.app.stranger().rest('POST', '/api/auth/send-verification', body, { 'x-forwarded-for': address })
      ).status
    }
    const statuses: number[] = []
    for (let subnet = 0; subnet < 30; subnet += 1) statuses.push(await sendFrom(`2001:db8:1:${subnet.toString(16)}::1`))
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(429)])
    expect(await sendFrom('192.0.2.1')).toBe(200)
  })
})
