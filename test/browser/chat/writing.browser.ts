import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { Person } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { give } from '../../support/pages/given-file.js'
import { PacedReply } from '../../support/pages/paced-reply.js'
import { saying } from '../../support/rooms/log-fixture.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-writing-'))
/** A message of more than 500 characters has 64 tokens. */
const policy = join(folder, 'policy.json')

let chat: ChatFixture
let nova: Person
let png: Buffer
beforeAll(async () => {
  writeFileSync(policy, '{"BASIC":{"contextTokens":128}}')
  chat = await ChatFixture.open({ MESSAGE_LIMIT: '1000', MEMBERSHIP_POLICY_FILE: policy })
  nova = await chat.app.person('nova')
  png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
}, 60_000)
afterAll(async () => {
  await chat.close()
  rmSync(folder, { recursive: true })
})

const inRoom = async (...entries: readonly (readonly [string, string])[]) => {
  const visit = await chat.visit(nova)
  const roomId = await chat.room(nova, ...entries)
  await visit.goTo(`/rooms/${roomId}`)
  await visit.box.waitFor()
  return visit
}

const box = '.composer textarea'
const attached = ({ page }: ChatVisit) => page.getByRole('button', { name: 'Remove picture' })

describe('a picture', () => {
  it('that is pasted into the box is attached, and sent', async () => {
    const visit = await inRoom()
    chat.tap.next = saying('A square.')
    expect(await give(visit, ['paste'], { at: box, type: 'image/png', bytes: png })).toEqual([false])
    await attached(visit).waitFor()
    await visit.send('What is it?')
    await visit.log.getByText('A square.').waitFor()
    await visit.log.getByRole('img', { name: 'Picture' }).waitFor()
    await visit.end()
  })

  it('beside a text is left to the browser, as a word processor adds one', async () => {
    const visit = await inRoom()
    const words = { at: box, type: 'image/png', bytes: png, text: 'words' }
    expect(await give(visit, ['paste'], words)).toEqual([true])
    await visit.end()
  })

  it('is refused with the reason while another one is uploaded', async () => {
    const visit = await inRoom()
    let send: () => void = () => undefined
    const held = new Promise<void>((resolve) => (send = resolve))
    await visit.page.route('**/images', (route) => held.then(() => route.fallback()))
    const picture = { at: box, type: 'image/png', bytes: png }
    await give(visit, ['paste'], picture)
    await visit.page.getByRole('button', { name: 'Attach files', disabled: true }).waitFor()
    expect(await give(visit, ['paste'], picture)).toEqual([false])
    const reason = visit.page.getByText('The first one is still being uploaded.')
    await reason.waitFor()
    send()
    await attached(visit).waitFor()
    await reason.waitFor({ state: 'hidden' })
    await visit.end()
  })

  it('that is dropped anywhere on the page is attached, and the page shows that it can be', async () => {
    const visit = await inRoom()
    await give(visit, ['dragover'], { at: '.sidebar', type: 'image/png', bytes: png })
    await visit.shows('Drop files to attach them')
    await visit.picture('drop')
    await give(visit, ['drop'], { at: '.sidebar', type: 'image/png', bytes: png })
    await attached(visit).waitFor()
    expect(await visit.page.getByText('Drop files').count()).toBe(0)
    await visit.end()
  })
})

describe('a dropped file', () => {
  it.each(['.top-bar', '.sidebar', '.log', box, 'body'])('never leaves the page from a room: %s', async (at) => {
    const visit = await inRoom()
    const file = { at, type: 'application/pdf', bytes: Buffer.from('%PDF') }
    expect(await give(visit, ['dragover', 'drop'], file)).toEqual([false, false])
    await visit.page.getByRole('list', { name: 'Files' }).getByText('file', { exact: true }).waitFor()
    await visit.end()
  })

  it('never leaves the page from the gallery', async () => {
    const visit = await chat.visit(nova)
    expect(await give(visit, ['dragover', 'drop'], { type: 'text/html', bytes: Buffer.from('x') })).toEqual([
      false,
      false,
    ])
    await visit.end()
  })
})

describe('the length of a message', () => {
  it('is said near the limit, and a longer one is not sent', async () => {
    const visit = await inRoom()
    await visit.box.fill('🚀'.repeat(899))
    expect(await visit.page.getByText(/characters left/).count()).toBe(0)
    await visit.box.fill('🚀'.repeat(940))
    await visit.shows('60 characters left')
    await visit.picture('near-limit')
    await visit.box.fill('🚀'.repeat(1_002))
    await visit.shows('2 characters over the limit')
    await visit.shows('A message can have at most 1,000 characters. Shorten it to send it.')
    expect(await visit.violations()).toEqual([])
    await visit.picture('over-limit')
    await visit.box.press('Enter')
    expect(await visit.box.inputValue()).toBe('🚀'.repeat(1_002))
    await visit.end()
  })

  it('is said where a sent one is edited', async () => {
    const visit = await inRoom(['First', 'One'])
    await visit.box.press('ArrowUp')
    const editor = visit.page.getByRole('textbox', { name: 'Edit and resend' })
    await editor.fill('🚀'.repeat(1_002))
    await visit.shows('2 characters over the limit')
    const verb = visit.log.getByRole('button', { name: 'Send', exact: true })
    expect(await verb.isDisabled()).toBe(true)
    await editor.fill('🚀'.repeat(1_000))
    expect(await verb.isEnabled()).toBe(true)
    await visit.end()
  })
})

describe('Enter', () => {
  it('says why nothing is sent while a reply runs, until the reply has ended', async () => {
    const visit = await inRoom()
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('Count')
    reply.say('One')
    await visit.log.getByText('One').waitFor()
    await visit.box.fill('And then?')
    await visit.box.press('Enter')
    const why = visit.page.getByText('A reply is still being written. Your message stays here')
    await why.waitFor()
    await visit.picture('why-not')
    reply.end()
    await why.waitFor({ state: 'hidden' })
    expect(await visit.box.inputValue()).toBe('And then?')
    await visit.end()
  })
})

describe('a refused message', () => {
  const long = 'word '.repeat(120)
  const reloaded = async (visit: ChatVisit) => {
    await visit.page.reload()
    await visit.box.waitFor()
    return visit.box.inputValue()
  }

  it('stays in the box with the reason, and does not come back after the person has changed it', async () => {
    const visit = await inRoom()
    await visit.send(long)
    await visit.shows('This model has room for about 320 characters of this message.')
    await visit.picture('model-limit')
    // said once
    expect(await visit.page.getByRole('alert').count()).toBe(0)
    expect(await reloaded(visit)).toBe(long)
    await visit.box.fill('hello')
    expect(await reloaded(visit)).toBe('hello')
    await visit.box.fill('')
    expect(await reloaded(visit)).toBe('')
    await visit.end()
  })

  it('that the server has not received does not come back either, once the person has emptied the box', async () => {
    const visit = await inRoom()
    await visit.page.route('**/graphql', (route) => route.abort())
    await visit.send('Hello')
    await visit.shows('The server cannot be reached.')
    expect(await visit.box.inputValue()).toBe('Hello')
    await visit.box.fill('')
    await visit.page.unroute('**/graphql')
    expect(await reloaded(visit)).toBe('')
    await visit.end()
  })
})

describe('the search', () => {
  it('looks for a whole word after a space, and for a beginning without one', async () => {
    const visit = await inRoom(['Where is the lighthouse?', 'North.'])
    await visit.goTo('/search')
    const field = visit.page.getByRole('searchbox')
    await field.fill('lighth')
    await visit.page.locator('.results mark').first().waitFor()
    await field.fill('lighth ')
    await visit.shows('No messages match')
    await field.fill('lighthouse ')
    await visit.page.locator('.results mark').first().waitFor()
    await visit.end()
  })
})

describe('a shortcut', () => {
  it('shows the sheet of all of them, outside of text boxes only', async () => {
    const visit = await inRoom()
    const { page } = visit
    await visit.box.press('?')
    expect(await visit.box.inputValue()).toBe('?')
    await visit.log.focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.waitFor()
    expect(await visit.violations()).toEqual([])
    await visit.picture('shortcuts')
    await sheet.getByRole('checkbox', { name: 'Use ? as a shortcut' }).uncheck()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    expect(await sheet.count()).toBe(0)
    await visit.choose(page.getByRole('button', { name: 'Account and settings' }), 'Keyboard shortcuts')
    await sheet.waitFor()
    await visit.end()
  })

  it('begins a conversation, searches and goes to the box, from a text box too', async () => {
    const visit = await inRoom()
    const { page } = visit
    await visit.log.focus()
    await page.keyboard.press('Shift+Escape')
    expect(await page.evaluate(`document.activeElement.matches('${box}')`)).toBe(true)
    await page.keyboard.press('Control+Shift+KeyO')
    await page.waitForURL(({ hash }) => hash === '#/new')
    await visit.shows('What would you like to talk about?')
    await page.keyboard.press('Control+KeyK')
    await page.waitForURL((url) => url.hash === '#/search')
    await visit.end()
  })

  it('edits the last message from the empty box, and stops a reply', async () => {
    const visit = await inRoom(['First', 'One'], ['Second', 'Two'])
    await visit.box.press('ArrowUp')
    const editor = visit.page.getByRole('textbox', { name: 'Edit and resend' })
    expect(await editor.inputValue()).toBe('Second')
    await editor.press('Escape')
    const reply = new PacedReply()
    chat.tap.next = reply.course
    await visit.send('Third')
    reply.say('Slowly')
    await visit.log.getByText('Slowly').waitFor()
    await visit.page.locator('.composer-send [aria-disabled="false"]').waitFor()
    await visit.box.press('Escape')
    await visit.page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    reply.end()
    await visit.end()
  })
})
