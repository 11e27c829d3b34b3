import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp } from '../support/app/app.js'
import { password } from '../support/app/person.js'
import { testBrowser } from '../support/browser/chromium.js'
import { consoleScreens } from '../support/browser/console-screens.js'
import { openFullConsoleWorld, type ConsoleWorld } from '../support/browser/console-world.js'
import { Visit } from '../support/browser/visit.js'

const chromium = testBrowser()

let world: ConsoleWorld
beforeAll(async () => {
  world = await openFullConsoleWorld()
  const { database } = world.app.app
  await database.write((db) => db.update(UserTable, { id: Number(world.owner.id) }, { username: 'مريم الطويلة (2)' }))
}, 60_000)
afterAll(() => world.app.close())

async function enter(page: Page, email: string): Promise<void> {
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
}

describe.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
  ['dark', 360],
] as const)('the console, %s, %d pixels wide', (colorScheme, width) => {
  const options: BrowserContextOptions = { colorScheme, viewport: { width, height: width === 360 ? 740 : 900 } }

  it('fits and breaks no rule of accessibility on any screen', async () => {
    const visit = await Visit.begin(chromium, world, options)
    const { page } = visit
    const look = async (name: string) => {
      await visit.picture(`console-${name}-${colorScheme}-${String(width)}`)
      expect([name, await visit.violations(), await visit.fits()]).toEqual([name, [], true])
    }
    await page.getByRole('heading', { level: 1 }).waitFor()
    await look('sign-in')
    await enter(page, `${world.owner.username}@example.com`)
    await page.getByRole('button', { name: 'Use another account' }).waitFor()
    await look('refused')
    await page.getByRole('button', { name: 'Use another account' }).click()
    await enter(page, `${world.admin.username}@example.com`)
    for (const { name, show } of consoleScreens) {
      await show(page)
      await look(name)
    }
    await visit.end()
  }, 120_000)
})

describe('the console in Korean', () => {
  it('has its words, and the choice of the language stays', async () => {
    const visit = await Visit.begin(chromium, world, { locale: 'ko-KR' })
    const { page } = visit
    await page.getByRole('heading', { name: '콘솔 로그인' }).waitFor()
    await enter(page, `${world.admin.username}@example.com`)
    await page.getByRole('heading', { level: 1, name: '개요' }).waitFor()
    await page.getByRole('heading', { name: '처리할 일' }).waitFor()
    await visit.picture('console-overview-korean')
    expect(await visit.violations()).toEqual([])
    await page.getByRole('button', { name: '계정 및 테마' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await visit.end()
  })
})

describe('the keyboard', () => {
  it('reaches every command, and skips to the content', async () => {
    const visit = await Visit.begin(chromium, { ...world, path: '/#/doctor' })
    const { page } = visit
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('email')
    await enter(page, `${world.admin.username}@example.com`)
    await page.getByRole('button', { name: 'Check the data' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Check the data' }).waitFor()
    const stops: string[] = []
    for (let stop = 0; stop < 13; stop += 1) {
      await page.keyboard.press('Tab')
      stops.push(String(await page.evaluate('document.activeElement.textContent || document.activeElement.ariaLabel')))
    }
    expect(stops).toEqual([
      'Skip to content',
      'ParleyConsole',
      'Account and theme',
      ...[
        'Overview',
        'Accounts2 waiting',
        'Invitations',
        'Characters',
        'Replies',
        'Models',
        'Settings',
        'Audit log',
        'Doctor',
      ],
      'Check the data',
    ])
    await page.reload()
    await page.getByRole('button', { name: 'Check the data' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await visit.end()
  })
})

describe('a server with every restriction', () => {
  it('serves the console with a strict policy and immutable files, and runs its documents alone', async () => {
    const env = {
      SERVICE_TOKEN: 'open-sesame-open-sesame-open-sesame',
      TRUSTED_DOCUMENTS_ONLY: 'true',
      PLAYGROUND: 'false',
    }
    const app = await createTestApp({ roles: 'app,admin', env })
    const { url } = app.adminService()
    const account = { username: 'strict', email: 'strict@example.com', password }
    await app.stranger().rest('POST', '/api/users/register', { ...account, eulaAgreed: true, privacyAgreed: true })
    await app.app.database.write((db) => db.update(UserTable, { email: account.email }, { role: 'ADMIN' }))
    const visit = await Visit.begin(chromium, { url })
    const { page } = visit
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
    await enter(page, account.email)
    await page.getByText('Nothing needs your attention.').waitFor()
    for (const place of ['Accounts', 'Characters', 'Replies', 'Doctor']) {
      await page.getByRole('link', { name: place, exact: true }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await page.getByRole('button', { name: 'Check the data' }).click()
    await page.getByText('No problems found.').first().waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()

    const { headers, text } = await app.adminService().rest('GET', '/')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    )
    const [script = ''] = /\/dashboard\/[\w-]+\.js/.exec(text) ?? []
    const file = await fetch(url + script)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    for (const path of ['/dashboard/../package.json', '/dashboard/trusted-documents.json', '/dashboard/page.html'])
      expect((await fetch(url + path)).status).not.toBe(200)
    await app.close()
  })
})
