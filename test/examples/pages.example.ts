import { createServer, type Server } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chromium, type Browser, type Page } from 'playwright-core'
import { Person, at, password } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { InstalledExamples } from '../support/examples/installed.js'
import { ServerProxy } from '@parley/testing'

const clients = ['apollo', 'urql', 'relay'] as const
const processes = await Processes.create()
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

let examples: InstalledExamples
let browser: Browser
let server: Started
let site: Server

beforeAll(async () => {
  examples = await InstalledExamples.install(...clients)
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: quiet })
  server = await processes.start({ LOCAL_MODEL: 'scripted:?delayMs=60&chunks=60' })
  // the site of a front-end project, on another port than the application
  site = createServer(({ url = '' }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    const file = join(examples.folderOf('.'), path.endsWith('/') ? `${path}index.html` : path)
    response.writeHead(existsSync(file) ? 200 : 404, {
      'content-type': file.endsWith('.html') ? 'text/html' : 'text/javascript',
    })
    response.end(existsSync(file) ? readFileSync(file) : '')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
}, 600_000)

afterAll(async () => {
  await browser.close()
  site.close()
  await server.stop('SIGTERM')
  await processes.close()
  examples.remove()
})

const originOf = (host: string) => `http://${host}:${String((site.address() as AddressInfo).port)}`

/** Opens the page of a client for a server. `methods` are those of its requests to the server. */
async function open(client: string, host: string, serverUrl: string) {
  const page = await browser.newPage()
  const methods: string[] = []
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('request', (request) => {
    if (request.url().startsWith(serverUrl)) methods.push(request.method())
  })
  // all texts of the running reply, as the reader sees them
  await page.addInitScript(`
    window.shown = []
    new MutationObserver(() => {
      const text = document.querySelector('[aria-live]')?.textContent
      if (text && text !== window.shown.at(-1)) window.shown.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  `)
  await page.goto(`${originOf(host)}/${client}/?server=${serverUrl}`)
  return { page, methods, errors }
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.getByPlaceholder('E-mail address').fill(`${username}@example.com`)
  await page.getByPlaceholder('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A person with a character, and four rooms of which the oldest one has five entries. */
async function makeWorld(username: string): Promise<Person> {
  const person = await Person.register(server.url, username)
  const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  await person.data(create, { input: { name: `Captain of ${username}` } })
  for (const name of ['First', 'Second', 'Third', 'Fourth']) {
    const made = await person.data(
      'mutation ($name: String) { createOfficeRoom(input: { name: $name }) { room { id } } }',
      {
        name,
      },
    )
    const roomId = at(made, 'createOfficeRoom', 'room', 'id')
    const save = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
    if (name === 'First')
      for (const number of [1, 2, 3, 4, 5])
        await person.data(save, { input: { roomId, inputData: `Question ${number}`, outputData: `Answer ${number}` } })
  }
  return person
}

interface Frame {
  readonly type: string
  readonly payload?: {
    readonly variables?: { readonly after?: string | null }
    readonly data?: { readonly generation?: { readonly cursor: string } }
  }
}

describe.each(clients)('the example with %s', (client) => {
  it('lists and pages', async () => {
    await makeWorld(client)
    const { page, methods, errors } = await open(client, 'localhost', server.url)
    await signIn(page, client)
    const names = page.getByRole('navigation', { name: 'Rooms' }).getByRole('button')
    await names.filter({ hasText: 'More rooms' }).click()
    await names.filter({ hasText: 'First' }).waitFor()
    const texts = await names.allTextContents()
    expect(texts.map((text) => text.split(' ')[0])).toEqual(['Fourth', 'Third', 'Second', 'First'])
    expect(texts[0]).toMatch(/^Fourth \d{4}-\d\d-\d\d$/)

    await names.filter({ hasText: 'First' }).click()
    const entries = page.getByRole('listitem')
    await entries.filter({ hasText: 'Question 5' }).waitFor()
    expect(await entries.allTextContents()).toEqual([3, 4, 5].map((number) => `Question ${number}Answer ${number}`))
    await page.getByRole('button', { name: 'Older entries' }).click()
    await entries.filter({ hasText: 'Question 1' }).waitFor()
    expect(await entries.count()).toBe(5)
    expect(await page.getByRole('button', { name: 'Older entries' }).count()).toBe(0)
    // the browser does not show preflights here
    expect(methods.includes('GET')).toBe(client === 'urql')
    expect(errors).toEqual([])
    await page.close()
  })

  it('says why it cannot sign in', async () => {
    const { page } = await open(client, '127.0.0.1', server.url)
    await signIn(page, `${client}-unknown`)
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await page.close()
  })

  it('shows the form again when the reply cannot be followed any longer', async () => {
    const username = `${client}-leaves`
    const person = await makeWorld(username)
    const { page, errors } = await open(client, '127.0.0.1', server.url)
    await signIn(page, username)
    await page.getByRole('button', { name: `Captain of ${username}`, exact: true }).click()
    await page.getByPlaceholder('Message').fill('Hello')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('[aria-live]').filter({ hasText: /\w{5}/ }).waitFor()
    expect(await page.getByPlaceholder('Message').count()).toBe(0)
    // the server closes the socket for good
    await person.data('mutation { signOutEverywhere }')
    await page.getByPlaceholder('Message').waitFor()
    await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
    expect(errors).toEqual([])
    await page.close()
  })

  it('sends, follows the reply, and resumes after a cut where it was', async () => {
    const username = `${client}-sends`
    const person = await makeWorld(username)
    const proxy = await ServerProxy.open(server.url)
    const { page, errors } = await open(client, '127.0.0.1', proxy.url)
    const frames: Frame[] = []
    page.on('websocket', (socket) => {
      for (const event of ['framesent', 'framereceived'] as const)
        socket.on(event as 'framesent', ({ payload }) => frames.push(JSON.parse(String(payload)) as Frame))
    })
    await signIn(page, username)
    await page.getByRole('button', { name: `Captain of ${username}`, exact: true }).click()
    for (const text of ['Hello', 'Hello again']) {
      frames.length = 0
      await page.getByPlaceholder('Message').fill(text)
      const send = page.getByRole('button', { name: 'Send', exact: true })
      if (text === 'Hello again') {
        await proxy.cut()
        await send.click()
        await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
        await proxy.lay()
      }
      await send.click()
      await page.locator('[aria-live]').filter({ hasText: /\w{5}/ }).waitFor()
      await proxy.cut()
      await proxy.lay()
      await page.getByRole('listitem').filter({ hasText: text }).last().waitFor()
      const requests = frames.filter(({ type }) => type === 'subscribe')
      const [first, resumed = { type: '' }] = requests
      const before = frames.slice(0, frames.indexOf(resumed)).filter(({ type }) => type === 'next')
      const cursor = before.at(-1)?.payload?.data?.generation?.cursor
      expect(cursor).toEqual(expect.any(String))
      expect([first, resumed].map((request) => request?.payload?.variables?.after ?? null)).toEqual([null, cursor])
      expect(requests).toHaveLength(2)
    }
    const rooms = 'query { myRooms(first: 1) { nodes { entries(first: 9) { nodes { inputData outputData } } } } }'
    const stored = await person.data(rooms)
    const shown = await page.getByRole('listitem').allTextContents()
    expect(stored).toMatchObject({
      myRooms: { nodes: [{ entries: { nodes: [{ inputData: 'Hello' }, { inputData: 'Hello again' }] } }] },
    })
    const outputs = [0, 1].map((index) => at(stored, 'myRooms', 'nodes', 0, 'entries', 'nodes', index, 'outputData'))
    expect(shown).toEqual([`Hello${outputs[0] ?? ''}`, `Hello again${outputs[1] ?? ''}`])
    // the text that the events made, before the entry was read
    const live = await page.evaluate<string[]>('window.shown')
    expect(live.filter((text) => text === outputs[0])).toHaveLength(2)
    expect(errors).toEqual([])
    await page.close()
    await proxy.cut()
  })
})
