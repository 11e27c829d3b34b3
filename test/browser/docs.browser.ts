import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { chromium, type Browser } from 'playwright-core'
import { complaintsOf } from '../support/documents/page-complaints.js'
import { Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { fixture } from '../support/gateway/tls-caller.js'

const processes = await Processes.create()
const screenshots = process.env['SCREENSHOTS'] ?? join(processes.dataDir, 'screenshots')
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

let browser: Browser
let server: Started
let ada: Person

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true })
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: quiet })
  const ai = { AI_GATEWAY_PORT: '0', AI_OFFICE_PORT: '0', AI_CHARACTER_PORT: '0' }
  const tls = { AI_TLS_PORT: '0', TLS_CERT_FILE: fixture('first-cert'), TLS_KEY_FILE: fixture('first-key') }
  server = await processes.start({ ROLES: 'app,chatlog,gateway,office,character', CHATLOG_PORT: '0', ...ai, ...tls })
  ada = await Person.register(server.url, 'ada')
}, 60_000)

afterAll(async () => {
  await browser.close()
  await server.stop('SIGTERM')
  await processes.close()
})

it('the page of the application service runs a request with the typed token, without the network', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } })
  const complaints = complaintsOf(page, server.url)
  await page.goto(`${server.url}/docs`)
  await page.getByRole('button', { name: 'Authorize', exact: true }).click()
  await page
    .getByLabel('auth-bearer-value')
    .first()
    .fill(ada.token ?? '')
  await page.getByRole('button', { name: 'Apply credentials' }).first().click()
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  await page.locator('#operations-users-readProfile .opblock-summary-control').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.locator('.live-responses-table', { hasText: '"username": "ada"' }).waitFor()
  // the token is for the clipboard alone
  const command = page.locator('.curl-command')
  expect(await command.innerText()).toContain('Authorization: Bearer ••••')
  expect(await page.locator('body').innerText()).not.toContain(ada.token)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
  await command.getByRole('button').click()
  expect(await copied()).toContain(`Authorization: Bearer ${ada.token ?? ''}`)
  await page.getByRole('button', { name: 'Copy request URL' }).click()
  expect(await copied()).toBe(`${server.url}/api/users/profile`)
  expect(await page.getByRole('heading', { name: 'Request URL' }).count()).toBe(1)
  await page.screenshot({ path: join(screenshots, 'docs.png') })
  expect(await page.locator('.topbar, .validator').count()).toBe(0)
  const links = page.getByRole('navigation', { name: 'Other pages' }).getByRole('link')
  expect(await links.allTextContents()).toEqual(['Chat', 'GraphQL'])
  expect(complaints).toEqual({ errors: [], foreign: [] })
  await links.last().click()
  await page.waitForURL(`${server.url}/graphql`)
  await page.close()
}, 60_000)

it('the chat-log service has a page with its own operations', async () => {
  const url = `http://127.0.0.1:${String(server.ports['chatlog'])}`
  const page = await browser.newPage()
  const complaints = complaintsOf(page, url)
  await page.goto(`${url}/docs`)
  await page.locator('#operations-chat_logs-saveOfficeEntry').waitFor()
  expect(complaints).toEqual({ errors: [], foreign: [] })
  await page.close()
}, 60_000)

it('line 1.4 serves both pages over HTTP/2, and one runs a request', async () => {
  const url = `https://127.0.0.1:${String(server.ports['tls'])}`
  const page = await browser.newPage({ ignoreHTTPSErrors: true })
  const complaints = complaintsOf(page, url)
  await page.goto(`${url}/redoc`)
  await page.getByRole('heading', { name: 'A reply of a character' }).waitFor()
  await page.screenshot({ path: join(screenshots, 'redoc.png') })
  await page.goto(`${url}/docs`)
  await page.locator('#operations-replies-replyInOffice .opblock-summary-control').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.locator('.live-responses-table', { hasText: '"response": "Hello from Parley' }).waitFor()
  expect(complaints).toEqual({ errors: [], foreign: [] })
  await page.close()
}, 60_000)

it('the page of a service behind the AI gateway runs a request through it', async () => {
  const url = `http://127.0.0.1:${String(server.ports['gateway'])}`
  const page = await browser.newPage()
  const complaints = complaintsOf(page, url)
  await page.goto(`${url}/office/docs/`)
  expect(page.url()).toBe(`${url}/office/docs`)
  await page.locator('#operations-performance-readPerformance .opblock-summary-control').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.locator('.live-responses-table', { hasText: '"max_concurrent": 1' }).waitFor()
  expect(complaints).toEqual({ errors: [], foreign: [] })
  await page.close()
}, 60_000)

it('the page has the colours of the system, or those chosen in the chat', async () => {
  const page = await browser.newPage({ colorScheme: 'dark' })
  const ground = async () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  await page.goto(`${server.url}/docs`)
  expect(await ground()).toBe('rgb(18, 20, 28)')
  await page.evaluate("localStorage.setItem('parley-theme', 'light')")
  await page.reload()
  expect(await ground()).toBe('rgb(246, 247, 251)')
  await page.close()
}, 60_000)

it('the page allows only its own script', async () => {
  const { status, headers } = await ada.rest('GET', '/docs')
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self';.*style-src 'self';/)
  expect((await ada.rest('GET', '/docs/assets/../../package.json')).status).toBe(404)
  expect((await ada.rest('POST', '/docs')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})
