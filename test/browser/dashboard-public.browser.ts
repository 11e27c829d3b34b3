import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { password, type Person } from '../support/app/person.js'
import { testBrowser } from '../support/browser/chromium.js'
import { enterConsole } from '../support/browser/console-visit.js'
import { Visit } from '../support/browser/visit.js'

const chromium = testBrowser()

/** A visit of the chat page after a sign-in with its form. */
async function openChat({ url }: TestApp, { username }: Person): Promise<Visit> {
  const visit = await Visit.begin(chromium, { url, path: '/#/sign-in' })
  const { page } = visit
  await page.locator('main input[type=email]').fill(`${username}@example.com`)
  await page.locator('main input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account and settings' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  return visit
}

describe('the console beside the chat page', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('is opened from the account menu without a second sign-in, and leads back', async () => {
    const administrator = await app.admin()
    const visit = await openChat(app, administrator)
    const { page } = visit
    await page.getByRole('menuitem', { name: 'Console' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/console')
    for (const place of [
      'Accounts',
      'Invitations',
      'Characters',
      'Replies',
      'Models',
      'Settings',
      'Audit log',
      'Doctor',
    ]) {
      await page.getByRole('link', { name: place, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: place === 'Replies' ? 'Replies in progress' : place }).waitFor()
    }
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Account and theme' }).click()
    await page.getByText(administrator.username).waitFor()
    await page.getByRole('menuitem', { name: 'Open chat' }).click()
    await page.getByRole('button', { name: 'Account and settings' }).waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('is not in the menu of other accounts, refuses them, and lets an administrator sign in', async () => {
    const visit = await openChat(app, await app.person())
    const { page } = visit
    expect(await page.getByRole('menuitem', { name: 'Console' }).count()).toBe(0)
    await page.goto(`${app.url}/console#/audit`)
    await page.getByRole('heading', { name: 'This account is not an administrator' }).waitFor()
    const toChat = page.getByRole('link', { name: 'Open chat' })
    await toChat.waitFor()
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
    expect(new URL((await toChat.getAttribute('href')) ?? '', page.url()).href).toBe(`${app.url}/`)
    await enterConsole(page, await app.admin())
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await page.goto(`${app.url}/#/console/doctor`)
    await page.getByRole('heading', { level: 1, name: 'Doctor' }).waitFor()
    await visit.end()
  })

  it('says to an administrator without a second step that one is needed', async () => {
    const strict = await createTestApp({ env: { ADMIN_SECOND_FACTOR: 'required' } })
    const visit = await Visit.begin(chromium, { url: strict.url, path: '/console' })
    await enterConsole(visit.page, await strict.admin())
    await visit.page.getByRole('heading', { name: 'Administrators need two-step sign-in' }).waitFor()
    await visit.end()
    await strict.close()
  })

  it('has the policy of the pages, and is absent with CONSOLE=admin-port', async () => {
    const closed = await createTestApp({ roles: 'app,admin', env: { CONSOLE: 'admin-port' } })
    const { headers } = await app.stranger().rest('GET', '/console')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-cache')
    expect((await closed.stranger().rest('GET', '/console')).status).toBe(404)
    expect((await closed.adminService().rest('GET', '/')).status).toBe(200)
    const { data } = await closed.stranger().graphql('{ installation { hasConsole } }')
    expect(data).toEqual({ installation: { hasConsole: false } })
    const visit = await openChat(closed, await closed.admin())
    expect(await visit.page.getByRole('menuitem', { name: 'Console' }).count()).toBe(0)
    await visit.end()
    await closed.close()
  })

  it('leads from a port of its own to the public address, where it knows that', async () => {
    const env = { CONSOLE: 'admin-port' }
    const named = await createTestApp({
      roles: 'app,admin',
      env: { ...env, PUBLIC_URL: 'https://chat.example/parley' },
    })
    const visit = await Visit.begin(chromium, { url: named.adminService().url, path: '/' })
    const { page } = visit
    const toChat = page.getByRole('link', { name: 'Open chat' })
    const leadsToChat = async () => expect(await toChat.getAttribute('href')).toBe('https://chat.example/parley/')
    await leadsToChat()
    await enterConsole(page, await named.person())
    await page.getByRole('heading', { name: 'This account is not an administrator' }).waitFor()
    await leadsToChat()
    await page.getByRole('button', { name: 'Use another account' }).click()
    await enterConsole(page, await named.admin())
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.goto(`${named.adminService().url}/#/nowhere`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await leadsToChat()
    await page.getByRole('button', { name: 'Account and theme' }).click()
    await page.getByRole('menuitem', { name: 'Open chat' }).waitFor()
    await visit.end()
    await named.close()
    // its port is any free one, so `PUBLIC_URL` alone would say it
    for (const unknown of [env, { ...env, PUBLIC_URL: 'https://chat.example', CHAT_PAGE: 'false' }]) {
      const other = await createTestApp({ roles: 'app,admin', env: unknown })
      const guest = await Visit.begin(chromium, { url: other.adminService().url, path: '/' })
      await guest.page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
      expect(await guest.page.getByRole('link', { name: 'Open chat' }).count()).toBe(0)
      await guest.end()
      await other.close()
    }
  })

  it('has its documents trusted where it is served', async () => {
    const strict = { TRUSTED_DOCUMENTS_ONLY: 'true', PLAYGROUND: 'false' }
    const codes: string[][] = []
    for (const env of [strict, { ...strict, CONSOLE: 'admin-port' }]) {
      const served = await createTestApp({ env })
      codes.push(await served.stranger().codes('query Administrator{me{id username email}installationSettings{name}}'))
      await served.close()
    }
    expect(codes).toEqual([['UNAUTHENTICATED'], ['DOCUMENT_NOT_TRUSTED']])
  })
})
