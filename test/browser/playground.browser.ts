import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chromium, type Browser, type Page } from 'playwright-core'
import { complaintsOf } from '../support/documents/page-complaints.js'
import { Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'

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
  server = await processes.start({ LOCAL_MODEL: 'scripted:?delayMs=20&chunks=30' })
  ada = await Person.register(server.url, 'ada')
}, 60_000)

afterAll(async () => {
  await browser.close()
  await server.stop('SIGTERM')
  await processes.close()
})

describe('the playground', () => {
  it('runs queries and subscriptions with the token in the headers, without the network', async () => {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const complaints = complaintsOf(page, server.url)
    await page.goto(`${server.url}/graphql`)
    await write(page, '.graphiql-editor-tool .graphiql-editor:not(.hidden)', bearerHeader(ada))
    await write(page, '.graphiql-query-editor', 'query Me { me { username email } }')
    await run(page, 'Me')
    await answerWith(page, '"username": "ada"')

    const generationId = await ada.say(await ada.room())
    await write(
      page,
      '.graphiql-query-editor',
      `subscription Reply { generation(id: "${generationId}") { status attempt offset delta } }`,
    )
    await run(page, 'Reply')
    await answerWith(page, '"status": "COMPLETED"')
    await page.screenshot({ path: join(screenshots, 'playground.png') })
    expect(complaints).toEqual({ errors: [], foreign: [] })
    await page.close()
  }, 60_000)

  it('is the unchanged GraphiQL: documentation, history, headers for one visit, and an address that stays', async () => {
    const page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    const complaints = complaintsOf(page, server.url)
    await page.goto(`${server.url}/graphql`)
    await write(page, '.graphiql-editor-tool .graphiql-editor:not(.hidden)', bearerHeader(ada))
    await write(page, '.graphiql-query-editor', 'query Me { me { username } }')
    await run(page, 'Me')
    await answerWith(page, '"username": "ada"')
    await page.getByLabel('Show History').click()
    await page.locator('.graphiql-history-item', { hasText: 'Me' }).waitFor()
    await page.getByLabel('Show Documentation Explorer').click()
    const explorer = page.locator('.graphiql-doc-explorer', { hasText: 'Mutation' })
    await explorer.getByPlaceholder('Search the schema').waitFor()
    const types = await explorer
      .locator('.graphiql-doc-explorer-section-content')
      .last()
      .locator('.graphiql-doc-explorer-type-name')
      .allInnerTexts()
    expect(types).toContain('Room')
    expect(types).toEqual(types.toSorted((one, other) => one.localeCompare(other)))
    expect(await page.locator('.graphiql-logo').innerText()).toBe('GraphiQL')
    expect(page.url()).toBe(`${server.url}/graphql`)
    expect(await page.evaluate("localStorage.getItem('graphiql:tabState')")).not.toContain(ada.token)
    await page.reload()
    await page.locator('.graphiql-tab', { hasText: 'Me' }).waitFor()
    expect(complaints).toEqual({ errors: [], foreign: [] })
    await page.close()
  }, 60_000)

  it('begins with a query in view on a phone, where the headers are closed', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(`${server.url}/graphql`)
    const editor = page.locator('.graphiql-query-editor .monaco-editor').first()
    await editor.getByText('register').first().waitFor()
    expect((await editor.boundingBox())?.height).toBeGreaterThan(300)
    await page.getByRole('button', { name: 'Headers' }).click()
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)').waitFor()
    await page.close()
  }, 60_000)

  it('is served only to browsers, with its own policy', async () => {
    const browserAsks = await ada.rest('GET', '/graphql', undefined, { accept: 'text/html,*/*;q=0.8' })
    expect(browserAsks.status).toBe(200)
    expect(browserAsks.headers.get('content-type')).toContain('text/html')
    expect(browserAsks.headers.get('content-security-policy')).toContain("script-src 'self';")
    const clientAsks = await ada.rest('GET', '/graphql', undefined, { accept: '*/*' })
    expect(clientAsks.headers.get('content-type')).toContain('application/json')
    const queried = await ada.rest('GET', '/graphql?query=%7B__typename%7D', undefined, {
      accept: 'text/html',
    })
    expect(queried.headers.get('content-type')).not.toContain('text/html')
    expect((await ada.rest('GET', '/graphql/assets/../../package.json')).status).toBe(404)
  })

  it.each([
    ['is absent in production', {}, 'application/json'],
    ['is there in production when asked for', { PLAYGROUND: 'true' }, 'text/html'],
  ])('%s', async (_statement, env, contentType) => {
    const folder = mkdtempSync(join(processes.dataDir, 'production-'))
    const production = await processes.start({ DATA_DIR: folder, NODE_ENV: 'production', ...env })
    const { headers } = await new Person(production.url).rest('GET', '/graphql', undefined, { accept: 'text/html' })
    expect(headers.get('content-type')).toContain(contentType)
    expect(await production.stop('SIGTERM')).toBe(0)
  })
})

const bearerHeader = ({ token = '' }: Person): string => JSON.stringify({ authorization: `Bearer ${token}` })

/** Replaces the text of an editor. */
async function write(page: Page, editor: string, text: string): Promise<void> {
  await page.locator(editor).locator('.view-lines').first().click()
  await page.keyboard.press('ControlOrMeta+A')
  // pasted, because the editor closes brackets while one types
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('ControlOrMeta+V')
}

async function run(page: Page, operation: string): Promise<void> {
  // the tab gets its name when the document has been parsed
  await page.locator('.graphiql-tab', { hasText: operation }).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
}

async function answerWith(page: Page, text: string): Promise<void> {
  await page.locator('.result-window', { hasText: text }).waitFor()
}
