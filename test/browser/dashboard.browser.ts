import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { CharacterTable } from '../../src/database/tables/characters.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp } from '../support/app/app.js'
import type { TestApp } from '../support/app/app.js'
import { at, password } from '../support/app/person.js'
import type { Person } from '../support/app/person.js'
import { noise } from '../support/images/pictures.js'

const ownFolder = mkdtempSync(join(tmpdir(), 'parley-screens-'))
const screenshots = process.env['SCREENSHOTS'] ?? ownFolder
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const hostile = '<img src=x onerror="document.title=\'pwned\'">'

let browser: Browser
beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true })
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: quiet })
}, 60_000)
afterAll(async () => {
  await browser.close()
  rmSync(ownFolder, { recursive: true })
})

/** A page with its faults: errors, violations of its policy, requests to other servers. */
class Visit {
  readonly complaints: string[] = []

  private constructor(
    readonly page: Page,
    readonly url: string,
  ) {}

  static async begin(app: TestApp, options: BrowserContextOptions = {}): Promise<Visit> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, timezoneId: 'UTC', ...options })
    const { url } = app.adminService()
    const visit = new Visit(page, url)
    page.on('console', (message) => {
      if (message.type() === 'error') visit.complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => visit.complaints.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) visit.complaints.push(request.url())
    })
    await page.goto(`${url}/`)
    return visit
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(screenshots, `dashboard-${name}.png`) })
  }

  async end(): Promise<void> {
    await this.page.close()
  }
}

const openAdminApp = (env: Record<string, string> = {}) => createTestApp({ roles: 'app,admin', env })

describe('the dashboard on the loopback', () => {
  let app: TestApp
  let owner: Person
  beforeAll(async () => {
    app = await openAdminApp()
  })
  afterAll(() => app.close())

  it('says that there is nothing yet', async () => {
    const visit = await Visit.begin(app)
    const { page } = visit
    await page.getByText('No account has registered yet.').waitFor()
    await page.getByText('There are none yet.').waitFor()
    expect(await page.getByRole('button').allTextContents()).toEqual(['Refresh'])
    await visit.picture('empty')
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('shows the figures and the newest characters, and more of them on request', async () => {
    owner = await app.person('grace')
    await fill(app, owner)
    await paint(app, owner)
    const visit = await Visit.begin(app)
    const { page } = visit
    const users = page.getByRole('region', { name: 'Users' })
    await users.getByText('BASIC').waitFor()
    expect(await users.locator('.value').allTextContents()).toEqual(['4', '4'])
    expect(await users.locator('.bars li').allTextContents()).toEqual(['BASIC3 (75%)', 'VIP1 (25%)'])
    const characters = page.getByRole('region', { name: 'Characters' })
    await characters.getByText('24 shown, the newest.').waitFor()
    expect(await characters.getByRole('listitem').count()).toBe(24)
    const names = await characters.getByRole('heading', { level: 3 }).allTextContents()
    expect(names.slice(0, 2)).toEqual(['Painted', hostile])
    // not waitForFunction: it evaluates code in the page, which the policy forbids
    while (!(await page.evaluate('document.querySelector(".portrait img").naturalWidth > 0')));
    expect(await page.locator('.portrait img').count()).toBe(1)
    await characters.getByText('Private').first().waitFor()
    await characters.getByText('Its image is on another site and is not loaded.').first().waitFor()
    await visit.picture('light')

    await page.getByRole('button', { name: 'More characters' }).press('Enter')
    await characters.getByText('31 shown, all of them.').waitFor()
    expect(await page.evaluate('document.activeElement.querySelector("h3").textContent')).toBe('Character 7')
    expect(await page.getByRole('button', { name: 'More characters' }).count()).toBe(0)
    expect(await page.title()).toBe('Parley dashboard')

    await app.person('late')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await users.locator('.value', { hasText: /^5$/ }).first().waitFor()
    await characters.getByText('24 shown, the newest.').waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it.each([
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 360, height: 800 } }],
    ['large-print', { viewport: { width: 640, height: 500 }, deviceScaleFactor: 2 }],
  ] as const)('fits: %s', async (name, options) => {
    const visit = await Visit.begin(app, options)
    await visit.page.getByText('24 shown').waitFor()
    await visit.picture(name)
    expect(await visit.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('reports when the service fails or is unreachable, and keeps its content', async () => {
    const visit = await Visit.begin(app)
    const { page } = visit
    await page.getByText('24 shown').waitFor()
    const failure = { status: 500, contentType: 'application/json', body: '{"error":"Database error"}' }
    await page.route('**/api/admin/**', (route) => route.fulfill(failure))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('alert').getByText('The service says: Database error.').waitFor()
    await visit.picture('failing')
    await page.unroute('**/api/admin/**')
    await page.route('**/api/admin/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.getByText('24 shown').waitFor()
    await page.unroute('**/api/admin/**')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    await visit.end()
  })

  it('can be used with the keyboard alone, and every control has a name', async () => {
    const visit = await Visit.begin(app)
    const { page } = visit
    await page.getByText('24 shown').waitFor()
    const stops: string[] = []
    for (let stop = 0; stop < 3; stop += 1) {
      await page.keyboard.press('Tab')
      stops.push(String(await page.evaluate('document.activeElement.textContent')))
    }
    expect(stops).toEqual(['Skip to the content', 'Refresh', 'More characters'])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Refreshed.').waitFor({ state: 'attached' })
    expect(await page.evaluate('document.activeElement.id')).toBe('refresh')
    expect(await page.evaluate(unnamed)).toEqual([])
    await visit.end()
  })

  it('has a policy that allows only its own resources', async () => {
    const { headers } = await app.adminService().rest('GET', '/')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    )
    for (const path of ['/dashboard/../package.json', '/dashboard/nothing.js', '/dashboard/'])
      expect((await app.adminService().rest('GET', path)).status).toBe(404)
  })
})

describe('the dashboard behind a service token', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openAdminApp({ SERVICE_TOKEN: 'open-sesame-open-sesame-open-sesame' })
  })
  afterAll(() => app.close())

  it('admits administrators, shows others the reason of their refusal, and signs out', async () => {
    const [admin, other] = [await app.admin(), await app.person('other')]
    const visit = await Visit.begin(app)
    const { page } = visit
    const enter = async (email: string, secret: string) => {
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('Password').fill(secret)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('email')
    await visit.picture('sign-in')
    expect(visit.complaints).toEqual([])

    await enter(`${admin.username}@example.com`, 'not it')
    await page.getByRole('alert').getByText('Wrong e-mail address or password.').waitFor()
    await enter(`${other.username}@example.com`, password)
    await page.getByRole('alert').getByText('This account is not an administrator.').waitFor()
    await visit.picture('refused')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)

    visit.complaints.length = 0
    await enter(`${admin.username}@example.com`, password)
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
    await visit.picture('signed-in')
    await page.reload()
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
    expect(visit.complaints).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You have signed out.').waitFor()
    expect(await page.getByText('Active users').count()).toBe(0)

    await enter(`${admin.username}@example.com`, password)
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
    await app.app.database.write((db) => db.update(UserTable, { id: Number(admin.id) }, { role: 'USER' }))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('alert').getByText('This account is not an administrator.').waitFor()
    await visit.end()
  })
})

/** Four accounts, and 30 characters with difficult texts. */
async function fill(app: TestApp, owner: Person): Promise<void> {
  const [vip] = [await app.person('vip'), await app.person('linus'), await app.person('مريم')]
  const now = Date.now()
  await app.app.database.write(async (db) => {
    await db.update(UserTable, { id: Number(vip.id) }, { membership: 'VIP' })
    for (let number = 1; number <= 30; number += 1) {
      const name = texts[30 - number]?.name ?? `Character ${number}`
      const ownerId = number % 7 === 0 ? null : Number(number % 2 === 0 ? vip.id : owner.id)
      const createdAt = now - (30 - number) * 3_600_000
      const { greeting = 'Ahoy! Where are we bound today?', imageUrl = null } = texts[30 - number] ?? {}
      const texted = { name, nameKey: name, greeting, imageUrl }
      await db.insert(CharacterTable, {
        ...texted,
        isPublic: number % 3 !== 0,
        ownerId,
        createdAt,
        updatedAt: createdAt,
      })
    }
  })
}

/** A character with an image that is stored here, created by its owner in the usual way. */
async function paint(app: TestApp, owner: Person): Promise<void> {
  const form = new FormData()
  form.append('image', new Blob([await noise(64, 64).png().toBuffer()], { type: 'image/png' }), 'captain.png')
  const headers = { authorization: `Bearer ${owner.token ?? ''}` }
  const uploaded: unknown = await (await fetch(`${app.url}/images`, { method: 'POST', headers, body: form })).json()
  const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  await owner.data(create, { input: { name: 'Painted', imageId: at(uploaded, 'id') } })
}

const texts: readonly { name: string; greeting?: string; imageUrl?: string }[] = [
  { name: hostile, greeting: '<script>document.title="pwned"</script>' },
  { name: 'W'.repeat(100), greeting: 'x'.repeat(3_000) },
  { name: 'قبطان البحر', greeting: 'مرحبا' },
  { name: '👩‍🚀 Captain', greeting: '' },
  { name: 'Elsewhere', imageUrl: 'https://images.example/captain.png' },
  { name: 'Pretender', imageUrl: 'javascript:alert(1)' },
]

/** The controls without an accessible name, and the images without an alternative text. */
const unnamed = `[...document.querySelectorAll('button, a, input, img, section, form')].filter((element) => {
  if (element.tagName === 'IMG') return !element.hasAttribute('alt')
  const label = element.getAttribute('aria-labelledby')
  return !(element.textContent.trim() || element.labels?.length || (label && document.getElementById(label)))
}).map((element) => element.outerHTML)`
