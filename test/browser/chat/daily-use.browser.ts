import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { ReplyProgress } from '../../../src/ports/reply-generator/reply-generator.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import { give } from '../../support/pages/given-file.js'

let chat: ChatFixture
beforeAll(async () => {
  chat = await ChatFixture.open()
}, 60_000)
afterAll(() => chat.close())

/** A reply, and why the model ends it. */
const ending = (finish: 'stop' | 'length', text: string) =>
  async function* (): AsyncIterable<ReplyProgress> {
    yield { kind: 'started' }
    yield { kind: 'delta', attempt: 1, offset: 0, delta: text }
    yield { kind: 'end', outcome: 'completed', finish }
  }

it('a person shows a screenshot, reads a formula, continues a cut reply, pins, finds and exports the chat', async () => {
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

  await visit.choose(menu, 'Export')
  const saved = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Markdown' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain('Rectangles are known since antiquity.')
  expect(file).toContain(String.raw`\(A = w \cdot h\)`)
  expect(visit.faults).toEqual([])
  await visit.end()
}, 120_000)
