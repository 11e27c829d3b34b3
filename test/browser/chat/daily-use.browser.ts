import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { ReplyProgress } from '../../../src/ports/reply-generator/reply-generator.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import { give } from '../../support/pages/given-file.js'

let chat: ChatFixture
beforeAll(async () => {
  chat = await ChatFixture.open({ SHARE_LINKS: 'true' })
}, 60_000)
afterAll(() => chat.close())

/** A reply, and why the model ends it. */
const ending = (finish: 'stop' | 'length', text: string) =>
  async function* (): AsyncIterable<ReplyProgress> {
    yield { kind: 'started' }
    yield { kind: 'delta', attempt: 1, offset: 0, delta: text }
    yield { kind: 'end', outcome: 'completed', finish }
  }

it('a person shows a screenshot, reads a formula, continues a cut reply, pins, finds, shares and exports the chat, and installs the page', async () => {
  const visit = await chat.visit(await chat.app.person('dana'))
  const { page, log } = visit
  const list = page.getByRole('navigation', { name: 'Chats' })
  await visit.beginRoom()
  const screenshot = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await give(visit, ['paste'], { at: '.composer textarea', type: 'image/png', bytes: screenshot })
  await page.getByRole('button', { name: 'Remove picture' }).waitFor()
  chat.tap.next = ending('stop', 'A teal rectangle.')
  await visit.send('What do you see?')
  await log.getByText('A teal rectangle.').waitFor()
  await log.getByRole('img', { name: 'Picture' }).waitFor()

  chat.tap.next = ending('stop', String.raw`Its area is \(A = w \cdot h\).`)
  await visit.send('How large is a rectangle?')
  await log.locator('.katex').waitFor()

  chat.tap.next = ending('length', 'Rectangles are known since')
  await visit.send('Tell me their history.')
  chat.tap.next = ending('stop', ' antiquity.')
  await log.getByRole('button', { name: 'Continue' }).click()
  await log.getByText('Rectangles are known since antiquity.').waitFor()

  const menu = page.getByRole('main').getByRole('button', { name: 'Actions for “What do you see?”' })
  await visit.choose(menu, 'Pin')
  await list.getByRole('heading', { name: 'Pinned' }).waitFor()

  await list.getByRole('link', { name: 'Search messages' }).click()
  await page.getByRole('searchbox').fill('rectangles antiq')
  await page.getByRole('main').getByRole('link', { name: 'What do you see?' }).click()
  await log.getByText('Rectangles are known since antiquity.').waitFor()

  await visit.choose(menu, 'Share')
  await page.getByRole('button', { name: 'Create link' }).click()
  const { pathname, search } = new URL(await page.getByRole('dialog').getByRole('textbox').inputValue())
  const reader = await chat.browser.newContext({ locale: 'en-GB' })
  const copy = await reader.newPage()
  const scripts: string[] = []
  copy.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const shown = await copy.goto(chat.app.url + pathname + search)
  expect(shown?.status()).toBe(200)
  expect(shown?.headers()['x-robots-tag']).toContain('noindex')
  await copy.getByText('Rectangles are known since antiquity.').waitFor()
  expect([scripts, await copy.locator('script').count(), await copy.getByRole('img').count()]).toEqual([[], 0, 0])
  await page.getByRole('dialog').getByRole('link', { name: 'Manage shared chats' }).click()
  await page.getByRole('button', { name: /^Stop sharing “/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
  await visit.shows('You have not shared any chats.')
  expect((await copy.reload())?.status()).toBe(404)
  expect(await copy.getByText('antiquity').count()).toBe(0)
  await reader.close()
  await page.goBack()

  await visit.choose(menu, 'Export')
  const saved = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Markdown' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain('Rectangles are known since antiquity.')
  expect(file).toContain(String.raw`\(A = w \cdot h\)`)

  const devTools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  // a context of the test is a private window, which installs nothing
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  const { url, errors, data = '{}' } = await devTools.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${chat.app.url}/manifest.webmanifest`, []])
  const { name, icons } = JSON.parse(data) as { name: string; icons: { src: string; sizes: string; type: string }[] }
  expect([name, icons.length]).toEqual(['Parley', 3])
  for (const { src, sizes, type } of icons) {
    const icon = await page.request.get(new URL(src, url).href)
    const { width, height } = await sharp(await icon.body()).metadata()
    expect([icon.headers()['content-type'], `${String(width)}x${String(height)}`]).toEqual([type, sizes])
  }
  expect(visit.faults).toEqual([])
  await visit.end()
}, 120_000)
