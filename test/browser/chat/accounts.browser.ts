import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../../src/database/tables/users.js'
import { answers, BrokenProvider } from '../../support/accounts/broken-provider.js'
import { lastCode, mailsOf, wrongCode } from '../../support/accounts/mailbox.js'
import { graphqlApi } from '../../support/accounts/verification-apis.js'
import { clients, oauth2Settings, openidSettings } from '../../support/accounts/social-settings.js'
import { noLimits } from '../../support/app/many-people.js'
import { at, password } from '../../support/app/person.js'
import { isolated } from '../../../pages/ui/text/isolated.js'
import { mcpClient } from '../../support/mcp/mcp-client.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import { roomMenu } from '../../support/pages/screens.js'
import { saying } from '../../support/rooms/log-fixture.js'

let provider: BrokenProvider
let chat: ChatFixture
beforeAll(async () => {
  provider = await BrokenProvider.open()
  provider.answer({
    metadata: answers.json({ ...provider.metadata(), authorization_response_iss_parameter_supported: true }),
  })
})
afterEach(() => chat.close())
afterAll(() => provider.close())

describe('a sign-in with another service', () => {
  /** Presses the button of a provider; returns what its page is asked for. */
  async function sentTo(page: Page, name: string): Promise<URLSearchParams> {
    const body = '<h1>The provider</h1>'
    await page.route('**/authorize?*', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(`${chat.app.url}/#/sign-in`)
    await page.getByRole('button', { name: `Sign in with ${name}` }).click()
    await page.getByRole('heading', { name: 'The provider' }).waitFor()
    return new URL(page.url()).searchParams
  }

  /** The provider sends the person back. */
  async function comeBack(page: Page, sent: URLSearchParams, more: Readonly<Record<string, string>>): Promise<void> {
    const query = new URLSearchParams({ code: 'any', state: sent.get('state') ?? '', ...more })
    await page.goto(`${sent.get('redirect_uri') ?? ''}?${query.toString()}`)
  }

  const signedIn = (page: Page) => page.getByRole('button', { name: 'Account and settings' }).waitFor()
  const refused = (page: Page) => page.getByRole('main').locator('.failure').first().waitFor()

  it('comes back to the address of the page from the only service', async () => {
    chat = await ChatFixture.open(openidSettings('A', clients.post, provider))
    const { page } = await chat.visit()
    const sent = await sentTo(page, 'social-a')
    expect(sent.get('redirect_uri')).toBe(`${chat.app.url}/`)
    await comeBack(page, sent, {})
    await signedIn(page)
  }, 60_000)

  it('comes back to an address of its own from each of several services, with the issuer, and is refused elsewhere', async () => {
    const env = { ...openidSettings('A', clients.post, provider), ...oauth2Settings('B', clients.post, provider) }
    chat = await ChatFixture.open(env)
    const visit = await chat.visit()
    const { page } = visit
    const other = await sentTo(page, 'social-b')
    const own = `${chat.app.url}/sign-in/social-b`
    expect(other.get('redirect_uri')).toBe(own)
    // a code at the address of another service
    other.set('redirect_uri', `${chat.app.url}/sign-in/social-a`)
    await comeBack(page, other, { iss: provider.issuer })
    await refused(page)
    // a code of another issuer, and one without
    for (const more of [{ iss: 'https://issuer.example' }, {}]) {
      await comeBack(page, await sentTo(page, 'social-a'), more)
      await refused(page)
    }
    await comeBack(page, await sentTo(page, 'social-a'), { iss: provider.issuer })
    await signedIn(page)
    expect(new URL(page.url()).pathname).toBe('/')
    expect(visit.faults.filter((line) => !line.includes('/authorize'))).toEqual([])
  }, 60_000)
})

describe('a link, without JavaScript,', () => {
  it('of a notice restores an account, and of an export downloads it, by a button', async () => {
    chat = await ChatFixture.open()
    const { app } = chat
    const ada = await app.person('ada')
    const email = `${ada.username}@example.com`
    await app.app.database.write((db) => db.update(UserTable, { id: Number(ada.id) }, { emailVerified: true }))
    await ada.data('mutation { exportMyData { dataExport { id } } }')
    await app.app.product.dataExports.round()
    const { url } = (await ada.data('mutation { createDataExportLink { url } }'))['createDataExportLink'] as {
      url: string
    }
    const visit = await chat.visit(undefined, { javaScriptEnabled: false })
    const { page } = visit
    await page.goto(app.url + new URL(url).pathname + new URL(url).search)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download archive' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('my-data.zip')
    await download.delete()

    await ada.rest('PUT', '/api/users/profile', { email: `thief-${email}` })
    const [mail] = await mailsOf(app, email)
    const link = /(\/account-recovery\?token=\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
    await page.goto(app.url + link)
    expect(await page.title()).toBe('Restore your account')
    await page.getByLabel('New password').fill('a wholly new password')
    await page.getByRole('button', { name: 'Restore the account' }).click()
    await page.getByRole('heading', { name: 'The account is yours again' }).waitFor()
    const login = await app.stranger().rest('POST', '/api/users/login', { email, password: 'a wholly new password' })
    expect(at(login.body, 'username')).toBe(ada.username)
    await page.goto(app.url + link)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect(visit.faults).toEqual([])
  }, 60_000)
})

describe('the link of a mail after too many wrong codes', () => {
  it('sets a new password, once', async () => {
    const limits = JSON.parse(noLimits) as object
    const RATE_LIMITS = JSON.stringify({ ...limits, wrongCode: { perAddress: false, perAccount: 30, inARow: 1 } })
    chat = await ChatFixture.open({ RATE_LIMITS })
    const { app } = chat
    const ada = await app.person('ada')
    const email = `${ada.username}@example.com`
    await graphqlApi.send(app, email, 'register')
    const wrong = wrongCode(await lastCode(app, email), 1)
    expect(await graphqlApi.verify(app, email, wrong, 'register')).toMatchObject({ outcome: 'invalid' })
    expect(await graphqlApi.send(app, email, 'password_reset')).toEqual({ outcome: 'sent' })
    const mail = (await mailsOf(app, email)).at(-1)
    const place = /\/#(\/reset-password\?token=\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

    const visit = await chat.visit()
    const { page } = visit
    const setPassword = async () => {
      await page.getByLabel('New password').fill('a wholly new password')
      await page.getByRole('button', { name: 'Set a new password' }).click()
    }
    await visit.goTo(place)
    await setPassword()
    await page.getByText('The new password is set.').waitFor()
    expect(visit.faults).toEqual([])
    const login = await app.stranger().rest('POST', '/api/users/login', { email, password: 'a wholly new password' })
    expect(at(login.body, 'username')).toBe(ada.username)
    await page.reload()
    await setPassword()
    await page.getByRole('alert').getByText('The link was used or has expired.').waitFor()
  }, 60_000)
})

describe('passwords without mail', () => {
  const fresh = 'a wholly new password'

  it('the link of an administrator sets a password once, and is not used up by a program that opens it', async () => {
    chat = await ChatFixture.open()
    const { app } = chat
    const ada = await app.person('ada')
    const create = 'mutation ($id: ID!) { createPasswordLink(input: { accountId: $id }) { url } }'
    const url = at(await (await app.admin()).data(create, { id: ada.id }), 'createPasswordLink', 'url')
    const link = app.url + new URL(url).pathname + new URL(url).hash
    const scanner = await chat.visit()
    const visit = await chat.visit()
    const { page } = visit
    for (const one of [scanner.page, page]) {
      await one.goto(link)
      await one.getByRole('heading', { name: 'Choose a new password' }).waitFor()
      await one.getByText(`For the account ${isolated(ada.username)}.`).waitFor()
    }
    await scanner.page.reload()
    await scanner.page.getByLabel('New password').waitFor()
    await scanner.end()
    const save = async (password: string) => {
      await page.getByLabel('New password').fill(password)
      await page.getByRole('button', { name: 'Save password' }).click()
    }
    await save('Password123')
    await page.getByText('This password is too common').waitFor()
    await save(fresh)
    await page.getByText('The new password is set.').waitFor()
    const login = { email: `${ada.username}@example.com`, password: fresh }
    expect((await app.stranger().rest('POST', '/api/users/login', login)).status).toBe(200)
    await page.reload()
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await page.getByLabel('New password').count()).toBe(0)
    expect(visit.faults.filter((line) => !line.includes('400'))).toEqual([])
    await visit.end()
  }, 60_000)

  it('are changed in the settings, and no form claims that a code was sent', async () => {
    chat = await ChatFixture.open()
    const ada = await chat.app.person('ada')
    const visit = await chat.visit(ada)
    const { page } = visit
    await visit.goTo('/settings')
    await page.getByText('Not verified: this server does not send email.').waitFor()
    await visit.goTo('/settings/security')
    await page.getByText('Ask the person who runs this server for a link').waitFor()
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password').fill(fresh)
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    await change('not the password')
    await page.getByText('This is not your current password.').waitFor()
    await change(password)
    await page.getByText('Password changed.').waitFor()
    await visit.goTo('/reset-password')
    await page.getByText('This server does not send email. Ask its administrator').waitFor()
    expect(await page.getByRole('button', { name: 'Send code' }).count()).toBe(0)
    await visit.end()
  }, 60_000)
})

describe('API keys', () => {
  it('are created in the settings, shown once, used by a client of /v1, changed and revoked', async () => {
    chat = await ChatFixture.open()
    const visit = await chat.visit(await chat.app.person('ada'))
    const { page } = visit
    const dialog = page.getByRole('dialog')
    await visit.goTo('/settings/api-keys')
    await page.getByText('No API keys yet.').waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await dialog.getByLabel('Name').fill('My agent')
    await dialog.getByText('Limits', { exact: true }).click()
    await dialog.getByLabel('Messages per day').fill('0')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByLabel('Messages per day').fill('5')
    await dialog.getByLabel('Expires').selectOption({ label: 'In 90 days' })
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
    const baseUrl = await dialog.getByLabel('Base URL', { exact: true }).inputValue()
    const lines = await dialog.locator('pre').innerText()
    expect(lines.split('\n')).toEqual([
      `OPENAI_BASE_URL=${baseUrl}`,
      `OPENAI_API_KEY=${key}`,
      `OPENAI_MODEL=${await dialog.getByLabel('Model', { exact: true }).inputValue()}`,
    ])
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(key)
    const models = () => fetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${key}` } })
    expect((await models()).status).toBe(200)
    await page.reload()
    await page.getByText('0 of 5 messages today').waitFor()
    await page.getByText('Last used on').waitFor()
    await visit.choose(page.getByRole('button', { name: /^Actions for .My agent/ }), 'Change')
    await dialog.getByLabel('Name').fill('My other agent')
    await dialog.getByLabel('Your chats, through GraphQL and REST').check()
    await dialog.getByLabel('Messages per day').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 messages today').waitFor()
    await page.getByText('Expires on').waitFor()
    expect(await page.locator('.lines .tag').allInnerTexts()).toEqual(['OpenAI clients', 'GraphQL and REST'])
    await visit.choose(page.getByRole('button', { name: /^Actions for .My other agent/ }), 'Revoke')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No API keys yet.').waitFor()
    expect((await models()).status).toBe(401)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)

  it('for MCP are shown with the configuration of an agent, which works', async () => {
    chat = await ChatFixture.open()
    const visit = await chat.visit(await chat.app.person('eve'))
    const { page } = visit
    const dialog = page.getByRole('dialog')
    await visit.goTo('/settings/api-keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await dialog.getByLabel('Name').fill('My agent')
    await dialog.getByLabel('Models and characters, for OpenAI clients and agents').uncheck()
    await dialog.getByLabel('Your chats and characters, as tools of an agent (MCP)').check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
    const url = await dialog.getByLabel('MCP address', { exact: true }).inputValue()
    expect(JSON.parse(await dialog.locator('pre').innerText())).toEqual({
      mcpServers: { parley: { type: 'http', url, headers: { Authorization: `Bearer ${key}` } } },
    })
    const client = await mcpClient(new URL(url).origin, key)
    expect((await client.listTools()).tools).not.toEqual([])
    await client.close()
    expect(await visit.violations()).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await page.locator('.lines .tag').allInnerTexts()).toEqual(['MCP'])
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('the defaults of an account', () => {
  it('apply in another browser, to a new chat and to its dates; a chat has its sampling in words', async () => {
    const models = { HOSTED_MODELS: '{"seer":{"model":"any","label":"Seer"}}', HOSTED_API_KEY: 'key' }
    chat = await ChatFixture.open(models)
    const ada = await chat.app.person('ada')
    const first = await chat.visit(ada)
    await first.goTo('/settings/chats')
    await first.page.getByLabel('Instructions').fill('Short answers.')
    await first.page.getByRole('combobox', { name: 'Model' }).selectOption('seer')
    await first.page.getByRole('button', { name: 'Save' }).click()
    await first.page.getByText('Saved.').waitFor()
    await first.goTo('/settings/profile')
    await first.page.getByLabel('Time zone').selectOption('Asia/Seoul')
    await first.page.getByLabel('Theme').selectOption('Dark')
    await first.page.locator('html[data-theme=dark]').waitFor()
    const visit = await chat.visit(ada)
    const { page } = visit
    await page.locator('html[data-theme=dark]').waitFor()
    await visit.beginRoom()
    await page.getByRole('button', { name: 'Model: Seer' }).waitFor()
    chat.tap.next = saying('Yes.')
    await visit.send('Is it late?')
    await visit.log.getByText('Yes.').waitFor()
    expect(chat.tap.lastJob).toMatchObject({ model: 'seer', timeZone: 'Asia/Seoul' })
    await visit.choose(roomMenu(visit), 'Settings')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Instructions').inputValue()).toBe('Short answers.')
    await dialog.getByLabel('Reply style').selectOption('More precise: nearly the same reply each time')
    await dialog.getByText('Advanced', { exact: true }).click()
    expect(await dialog.getByLabel('Temperature').inputValue()).toBe('0.2')
    await dialog.getByLabel('Maximum reply tokens').fill('300')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const rooms = await ada.data('{ myRooms { nodes { sampling { temperature topP maxTokens } } } }')
    expect(rooms).toEqual({ myRooms: { nodes: [{ sampling: { temperature: 0.2, topP: null, maxTokens: 300 } }] } })
    // the next person at this browser has colours of their own
    await visit.signOut()
    await page.locator('html:not([data-theme])').waitFor()
    expect([...first.faults, ...visit.faults]).toEqual([])
    await first.end()
    await visit.end()
  }, 120_000)
})
