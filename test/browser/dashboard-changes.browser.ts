import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { answers, BrokenProvider } from '../support/accounts/broken-provider.js'
import { newAddress, registrationApis, withSettings } from '../support/accounts/registration-apis.js'
import { clients, openidSettings } from '../support/accounts/social-settings.js'
import { noise } from '../support/images/pictures.js'
import { testBrowser } from '../support/browser/chromium.js'
import { openConsole } from '../support/browser/console-visit.js'
import { openConsoleWorld, type ConsoleWorld } from '../support/browser/console-world.js'
import { Visit } from '../support/browser/visit.js'

const chromium = testBrowser()

let provider: BrokenProvider
let world: ConsoleWorld
beforeAll(async () => {
  provider = await BrokenProvider.open()
  world = await openConsoleWorld(openidSettings('A', clients.post, provider))
}, 60_000)
afterAll(async () => {
  await world.app.close()
  await provider.close()
})

const open = (path: string) => openConsole(chromium, { url: world.url, person: world.admin, path })

describe('the numbers of the console', () => {
  it('are those of the screen that is opened, also of what has changed a moment ago', async () => {
    const [{ register }] = registrationApis
    const visit = await open('/#/characters')
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: 'Characters' }).waitFor()
    await withSettings(world.admin, { REGISTRATION: 'approval' }, async () => {
      expect(await register(world.app, newAddress())).toBe('registered')
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.locator('section.waits').getByRole('link').waitFor()
    const figure = page.locator('dl.figures > div').filter({ hasText: 'All accounts' })
    await figure.getByText('3', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Accounts/ }).click()
    await page.locator('nav.filters a').first().getByText('3', { exact: true }).waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})

describe('a setting of the console', () => {
  const settingOf = (page: Awaited<ReturnType<typeof open>>['page'], name: string) =>
    page.locator('section.setting').filter({ has: page.getByText(name, { exact: true }) })

  it.each([
    ['PASSWORD_SIGN_IN', 'Sign in with another service first'],
    ['ADMIN_SECOND_FACTOR', 'First add two-step sign-in to your own account'],
  ])('%s says what its administrator needs first', async (name, sentence) => {
    const visit = await open('/#/settings')
    const setting = settingOf(visit.page, name)
    await setting.getByRole('radio').last().check()
    await setting.locator('button[type=submit]').click()
    await setting.getByRole('alert').getByText(sentence).waitFor()
    await visit.end()
  })

  it('that needs mail says so where none is sent, and so does the overview', async () => {
    await withSettings(world.admin, { REGISTRATION_DOMAINS: 'corp.example' }, async () => {
      const visit = await open('/#/settings')
      const { page } = visit
      await settingOf(page, 'REGISTRATION_DOMAINS').getByText('This server does not send email').waitFor()
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.locator('section.waits').getByText('this server does not send email').waitFor()
      expect(visit.complaints).toEqual([])
      await visit.end()
    })
  })

  it('with a picture refuses one that is too large or damaged, and shows the one that is stored', async () => {
    const visit = await open('/#/settings')
    const setting = settingOf(visit.page, 'INSTALLATION_LOGO')
    const choose = (buffer: Buffer, type: string) =>
      setting.locator('input[type=file]').setInputFiles({ name: `logo.${type}`, mimeType: `image/${type}`, buffer })
    await choose(await noise(300, 300).png().toBuffer(), 'png')
    await setting.getByText('The picture is larger than 64 KiB.').waitFor()
    await choose(Buffer.from('GIF89a<script>'), 'gif')
    await setting.getByText('is a damaged image').waitFor()
    await choose(await noise(8, 8).png().toBuffer(), 'png')
    await setting.getByRole('img', { name: 'Current logo' }).waitFor()
    await visit.page.waitForFunction("document.querySelector('.logo-preview').naturalWidth === 8")
    await visit.end()
  })
})

it('the address of the console keeps no code of a provider, also where the sign-in fails', async () => {
  provider.answer({ token: answers.json({ error: 'invalid_grant' }, 400) })
  const visit = await Visit.begin(chromium, { url: world.url, path: '/#/audit' })
  const { page } = visit
  await page.route('**/authorize?*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The provider</h1>' }),
  )
  await page.getByRole('button', { name: /^Sign in with/ }).click()
  await page.getByRole('heading', { name: 'The provider' }).waitFor()
  const sent = new URL(page.url()).searchParams
  const query = new URLSearchParams({ code: 'any', state: sent.get('state') ?? '', iss: provider.issuer })
  await page.goto(`${sent.get('redirect_uri') ?? ''}?${query.toString()}`)
  await page.getByRole('alert').waitFor()
  expect(page.url()).toBe(`${world.url}/#/audit`)
  await visit.end()
  provider.answer({})
})
