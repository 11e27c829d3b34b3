import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../../support/app/app.js'
import { freePort } from '../../support/app/free-port.js'
import { password, type Person } from '../../support/app/person.js'
import { codeOf } from '../../support/accounts/authenticator-app.js'
import { ChatVisit } from '../../support/pages/chat-visit.js'
import { openChromium } from '../../support/pages/chromium.js'
import { withAuthenticator } from '../../support/pages/virtual-authenticator.js'

let end: () => Promise<void> = () => Promise.resolve()
afterEach(() => end())

const tooSlow = 120_000

interface Setting {
  readonly app: TestApp
  readonly person: Person
  readonly visit: ChatVisit
}

/** A signed-in person at a page whose address has this host. Browsers know passkeys of names, and of no IP address. */
async function open(host: string, publicHost = 'localhost'): Promise<Setting> {
  const port = await freePort()
  const [app, browser] = await Promise.all([
    createTestApp({
      env: { HOST: '127.0.0.1', APP_PORT: String(port), PUBLIC_URL: `http://${publicHost}:${String(port)}` },
    }),
    openChromium(),
  ])
  end = async () => {
    await browser.close()
    await app.close()
  }
  const person = await app.person('ada')
  const visit = await ChatVisit.begin(browser, `http://${host}:${String(port)}`)
  await visit.signIn(person.username)
  return { app, person, visit }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Signs out and enters the password again. */
async function signInAgain({ visit, person }: Setting): Promise<void> {
  const { page } = visit
  await button(page, 'Account and settings').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await visit.goTo('/sign-in')
  await page.getByLabel('Email address').fill(`${person.username}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
}

const isIn = (page: Page) => button(page, 'Account and settings').waitFor()

async function saveCodes(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  const codes = await page.locator('.recovery-codes code').allInnerTexts()
  expect(await button(page, 'Done').isDisabled()).toBe(true)
  await page.getByLabel('I have saved them').check()
  await button(page, 'Done').click()
  return codes
}

describe('second factors', () => {
  it(
    'a passkey is added, signs in with any counter, and is removed',
    async () => {
      const setting = await open('localhost')
      const { visit } = setting
      const { page } = visit
      const authenticator = await withAuthenticator(page)
      await visit.goTo('/settings/security')
      await button(page, 'Add a passkey').click()
      expect(await saveCodes(page)).toHaveLength(10)
      await page.getByText('Chrome on Linux').first().waitFor()
      for (const counter of [0, 7, 7, 3]) {
        expect(await authenticator.setCounter(counter)).toBe(1)
        await signInAgain(setting)
        await button(page, 'Use a passkey').click()
        await isIn(page)
      }
      await visit.goTo('/settings/security')
      await page.getByRole('button', { name: /^Remove .Chrome on Linux/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor({ state: 'detached' })
      expect(visit.faults).toEqual([])
    },
    tooSlow,
  )

  it(
    'an authenticator app is added, and a recovery code signs in once',
    async () => {
      const setting = await open('localhost')
      const { visit } = setting
      const { page } = visit
      await visit.goTo('/settings/security')
      await button(page, 'Add an authenticator app').click()
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
      const secret = (await page.locator('.secret-box code').innerText()).replaceAll(' ', '')
      await page.getByLabel('Code shown in the app').fill('000000')
      await button(page, 'Add app').click()
      await page.getByText('This code is wrong or was already used.').waitFor()
      await page.getByLabel('Code shown in the app').fill(codeOf(secret, Date.now()))
      await button(page, 'Add app').click()
      const [code = ''] = await saveCodes(page)
      for (const isFirst of [true, false]) {
        await signInAgain(setting)
        await button(page, 'Use a recovery code').click()
        await page.getByLabel('Recovery code').fill(code)
        await button(page, 'Confirm').click()
        if (isFirst) await isIn(page)
      }
      await page.getByText('This code is wrong or was already used.').waitFor()
      await button(page, 'Use the authenticator app').click()
      // the current step was spent when the app was added: the next one is accepted early
      await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, Date.now() + 30_000))
      await button(page, 'Confirm').click()
      await isIn(page)
      await visit.goTo('/settings/security')
      await page.getByText('9 of 10 codes are left.').waitFor()
      expect(visit.faults).toEqual([])
    },
    tooSlow,
  )

  it.each([
    ['an IP address in place of the name', '127.0.0.1', 'localhost', 'Passkeys can be added at'],
    [
      'a server whose public address is an IP address',
      '127.0.0.1',
      '127.0.0.1',
      'Passkeys need a server with a domain name',
    ],
  ])(
    'passkeys are not offered, and the page says so, at %s',
    async (_, host, publicHost, sentence) => {
      const { visit } = await open(host, publicHost)
      await visit.goTo('/settings/security')
      await visit.page.getByText(sentence).waitFor()
      expect(await button(visit.page, 'Add a passkey').count()).toBe(0)
      expect(visit.faults).toEqual([])
    },
    tooSlow,
  )
})
