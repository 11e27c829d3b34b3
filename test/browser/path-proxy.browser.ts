import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { answers, BrokenProvider } from '../support/accounts/broken-provider.js'
import { mailsOf, wrongCode, lastCode } from '../support/accounts/mailbox.js'
import { clients, oauth2Settings, openidSettings } from '../support/accounts/social-settings.js'
import { graphqlApi } from '../support/accounts/verification-apis.js'
import { noLimits } from '../support/app/many-people.js'
import { complaintsOf } from '../support/documents/page-complaints.js'
import { openConsole } from '../support/browser/console-visit.js'
import { openConsoleWorld } from '../support/browser/console-world.js'
import { testBrowser } from '../support/browser/chromium.js'
import { PathProxy } from '../support/http/path-proxy.js'
import { create } from '../support/images/image-fixture.js'
import { noise } from '../support/images/pictures.js'
import { ChatFixture, seeingModel } from '../support/pages/chat-fixture.js'
import { ChatVisit } from '../support/pages/chat-visit.js'
import { PacedReply } from '../support/pages/paced-reply.js'

const browser = testBrowser()

let proxy: PathProxy
let chat: ChatFixture
beforeAll(async () => {
  proxy = await PathProxy.open()
})
afterAll(() => proxy.close())

/** Waits until the page has loaded a picture. */
const isDrawn = (page: Page, selector: string) =>
  until(`${selector} is drawn`, () =>
    page.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)})?.naturalWidth > 0`),
  )

describe('the chat page behind a path that a proxy strips', () => {
  afterEach(() => chat.close())

  it.each([
    ['a socket', '/sockets', false],
    ['an event stream, where no upgrade passes', '/streams', true],
  ])(
    'shows a picture and a reply that grows, over %s, and knows nothing but its own address',
    async (_way, path, refuses) => {
      chat = await ChatFixture.open(seeingModel)
      const url = proxy.lead(path, chat.app.url)
      proxy.refusesUpgrades = refuses
      const visit = await ChatVisit.blank(chat.browser, url)
      const { page, log } = visit
      const sockets: string[] = []
      page.on('websocket', (socket) => sockets.push(socket.url()))
      const streams: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/graphql/stream')) streams.push(request.url())
      })
      // the proxy adds the slash, as nginx does
      await page.goto(url)
      expect(page.url()).toBe(`${url}/`)
      await visit.signUp('nova')
      await visit.beginRoom()
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Attach files' }).click()
      await (
        await chooser
      ).setFiles({ name: 'cat.png', mimeType: 'image/png', buffer: await noise(64, 64).png().toBuffer() })
      await isDrawn(page, '.chosen-picture img')
      const reply = new PacedReply()
      chat.tap.next = reply.course
      await visit.send('What is this?')
      reply.say('A very ')
      await log.getByText('A very', { exact: true }).waitFor()
      reply.say('grey cat.')
      await log.getByText('A very grey cat.', { exact: true }).waitFor()
      reply.end()
      await log.getByRole('button', { name: 'Regenerate' }).waitFor()
      await isDrawn(page, '.picture > img')
      await page.reload()
      await log.getByText('A very grey cat.', { exact: true }).waitFor()
      await isDrawn(page, '.picture > img')
      expect(sockets.every((address) => address === `${url.replace('http', 'ws')}/graphql`)).toBe(true)
      expect([sockets.length > 0, streams.length > 0]).toEqual([true, refuses])
      expect(visit.faults).toEqual([])
      await visit.end()
    },
    90_000,
  )

  it('keeps its session apart from that of another server on the same host', async () => {
    chat = await ChatFixture.open()
    proxy.refusesUpgrades = false
    const [url, other] = [proxy.lead('/one', chat.app.url), proxy.lead('/two', chat.app.url)]
    const nova = await chat.app.person('nova')
    const visit = await ChatVisit.begin(chat.browser, url)
    await visit.signIn(nova.username)
    await visit.page.goto(`${other}/`)
    await visit.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    await visit.page.goto(`${url}/`)
    await visit.signedIn()
    await visit.end()
  }, 60_000)

  it('comes back from several services, each to an address of its own', async () => {
    const provider = await BrokenProvider.open()
    provider.answer({
      metadata: answers.json({ ...provider.metadata(), authorization_response_iss_parameter_supported: true }),
    })
    const social = { ...openidSettings('A', clients.post, provider), ...oauth2Settings('B', clients.post, provider) }
    chat = await ChatFixture.open({ ...social, PUBLIC_URL: proxy.urlOf('/social') })
    const url = proxy.lead('/social', chat.app.url)
    const visit = await ChatVisit.begin(chat.browser, url)
    const { page } = visit
    await page.route('**/authorize?*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The provider</h1>' }),
    )
    await visit.goTo('/sign-in')
    await page.getByRole('button', { name: 'Sign in with social-a' }).click()
    await page.getByRole('heading', { name: 'The provider' }).waitFor()
    const sent = new URL(page.url()).searchParams
    expect(sent.get('redirect_uri')).toBe(`${url}/sign-in/social-a`)
    const query = new URLSearchParams({ code: 'any', state: sent.get('state') ?? '', iss: provider.issuer })
    await page.goto(`${url}/sign-in/social-a?${query.toString()}`)
    await visit.signedIn()
    expect(page.url()).toBe(`${url}/#/`)
    expect(visit.faults.filter((line) => !line.includes('/authorize'))).toEqual([])
    await provider.close()
    await visit.end()
  }, 60_000)

  it('is where the link of a mail leads', async () => {
    const limits = JSON.parse(noLimits) as object
    const RATE_LIMITS = JSON.stringify({ ...limits, wrongCode: { perAddress: false, perAccount: 30, inARow: 1 } })
    chat = await ChatFixture.open({ RATE_LIMITS, PUBLIC_URL: proxy.urlOf('/mail') })
    const url = proxy.lead('/mail', chat.app.url)
    const email = `${(await chat.app.person('ada')).username}@example.com`
    await graphqlApi.send(chat.app, email, 'register')
    await graphqlApi.verify(chat.app, email, wrongCode(await lastCode(chat.app, email)), 'register')
    await graphqlApi.send(chat.app, email, 'password_reset')
    const [link = ''] =
      /http\S+reset-password\?token=\S+/.exec((await mailsOf(chat.app, email)).at(-1)?.text ?? '') ?? []
    const visit = await ChatVisit.blank(chat.browser, url)
    await visit.page.goto(link)
    await visit.page.getByLabel('New password').fill('a wholly new password')
    await visit.page.getByRole('button', { name: 'Set a new password' }).click()
    await visit.page.getByText('The new password is set.').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 60_000)
})

describe('behind a path that a proxy strips', () => {
  afterEach(() => chat.close())

  it.each(['/graphql', '/graphql/'])(
    'the playground at %s runs queries and subscriptions',
    async (place) => {
      chat = await ChatFixture.open()
      proxy.refusesUpgrades = false
      const url = proxy.lead(`/playground${String(place.length)}`, chat.app.url)
      const ada = await chat.app.person('ada')
      const page = await chat.browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
      const complaints = complaintsOf(page, `${url}/`)
      await page.goto(url + place)
      const write = async (editor: string, text: string) => {
        await page.locator(editor).locator('.view-lines').first().click()
        await page.keyboard.press('ControlOrMeta+A')
        await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
        await page.keyboard.press('ControlOrMeta+V')
      }
      await write(
        '.graphiql-editor-tool .graphiql-editor:not(.hidden)',
        JSON.stringify({ authorization: `Bearer ${ada.token ?? ''}` }),
      )
      const generationId = await ada.say(await ada.room())
      await write('.graphiql-query-editor', `subscription Reply { generation(id: "${generationId}") { status } }`)
      await page.locator('.graphiql-tab', { hasText: 'Reply' }).waitFor()
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.locator('.result-window', { hasText: '"status": "COMPLETED"' }).waitFor()
      expect(complaints).toEqual({ errors: [], foreign: [] })
      await page.close()
    },
    60_000,
  )

  it('the page of the REST interface runs a request', async () => {
    chat = await ChatFixture.open()
    const url = proxy.lead('/rest', chat.app.url)
    const page = await chat.browser.newPage({ viewport: { width: 1280, height: 1600 } })
    const complaints = complaintsOf(page, `${url}/`)
    // the slash leads to the page
    await page.goto(`${url}/docs/`)
    expect(page.url()).toBe(`${url}/docs`)
    await page.locator('#operations-characters-listCharacters .opblock-summary-control').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table', { hasText: '[]' }).waitFor()
    expect(complaints).toEqual({ errors: [], foreign: [] })
    await page.close()
  }, 60_000)
})

describe('the console behind a path that a proxy strips', () => {
  it('shows its lists, with pictures', async () => {
    const world = await openConsoleWorld({ PUBLIC_URL: proxy.urlOf('/app') })
    const form = new FormData()
    form.append('image', new Blob([await noise(6, 4).png().toBuffer()]), 'a.png')
    const { body } = await world.owner.rest('POST', '/images', form)
    await world.owner.data(create, {
      input: { name: 'Grace', imageId: (body as { id: string }).id, visibility: 'PUBLIC' },
    })
    const url = proxy.lead('/console', world.url)
    const { page, complaints } = await openConsole(browser, { url, person: world.admin })
    await page.getByRole('link', { name: 'Characters' }).click()
    await page.getByText('Grace').first().waitFor()
    await isDrawn(page, '.portrait img')
    await page.reload()
    await page.getByText('Grace').first().waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
    await world.app.close()
  }, 60_000)
})
