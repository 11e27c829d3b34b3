import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import iconv from 'iconv-lite'
import type { BrowserContextOptions } from 'playwright-core'
import type { Person } from '../../support/app/person.js'
import { pdfPages } from '../../support/files/pdf-pages.js'
import { previewOf, readFile } from '../../support/files/uploads.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'
import type { ChatVisit } from '../../support/pages/chat-visit.js'
import { give } from '../../support/pages/given-file.js'
import { roomMenu } from '../../support/pages/screens.js'
import { saying } from '../../support/rooms/log-fixture.js'

let chat: ChatFixture
let nova: Person
beforeAll(async () => {
  chat = await ChatFixture.open({ SEARCH_PROVIDER: 'duckduckgo' })
  nova = await chat.app.person('nova')
}, 60_000)
afterAll(() => chat.close())

const box = '.composer textarea'
const pdf = 'application/pdf'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const report = pdfPages(
  ['The harbour report.', 'It has three pages.'],
  ['The crane lifts nine tons.'],
  ['The lighthouse is painted green.'],
)

const inRoom = async (person = nova, options?: BrowserContextOptions) => {
  const visit = await chat.visit(person, options)
  // a file is read by a process that is started for it
  visit.page.setDefaultTimeout(30_000)
  const roomId = await person.room()
  await visit.goTo(`/rooms/${roomId}`)
  await visit.box.waitFor()
  return { visit, roomId }
}

const drop = (visit: ChatVisit, bytes: Buffer, type = pdf, name = 'report.pdf') =>
  give(visit, ['dragover', 'drop'], { at: box, type, bytes, name })

/** A message with a dropped file, whose reply cites its third page. */
const asked = async (options?: BrowserContextOptions) => {
  const { visit } = await inRoom(nova, options)
  await drop(visit, report)
  await visit.shows('Read whole, 3 pages')
  // each page is a passage: the file is short
  chat.tap.next = saying('It is green [3]. In code it stays: `dp[1]`.')
  await visit.send('What colour is the lighthouse?')
  await visit.log.getByRole('button', { name: 'Regenerate' }).waitFor({ state: 'attached' })
  return { visit }
}

describe('a file', () => {
  it('is dropped, sent with a question, and the citation of the reply opens it at the passage', async () => {
    const { visit } = await asked()
    const { page, log } = visit
    await log.getByRole('button', { name: 'report.pdf' }).first().waitFor()
    await page.reload()
    await log.getByRole('button', { name: '[3]' }).click()
    const preview = page.getByRole('dialog', { name: 'report.pdf' })
    const marked = preview.locator('mark')
    await marked.waitFor()
    expect(await marked.textContent()).toContain('The lighthouse is painted green.')
    await preview.getByText('Cited passage, page 3').waitFor()
    expect(await preview.getByText('The crane lifts nine tons.').count()).toBe(1)
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MARK')
    await visit.picture('files-citation')
    expect(await visit.violations()).toEqual([])
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    expect(await log.getByRole('button', { name: '[3]' }).count()).toBe(1)
    await log.getByText('3 sources').click()
    await log.getByRole('listitem').getByText('page 3').waitFor()
    await log.getByRole('listitem').getByRole('button', { name: 'report.pdf' }).last().click()
    await marked.waitFor()
    const saved = page.waitForEvent('download')
    await preview.getByRole('button', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toBe('report.pdf')
    await preview.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog', { name: 'Remove this file?' }).getByRole('button', { name: 'Remove' }).click()
    await preview.waitFor({ state: 'detached' })
    await log.getByRole('button', { name: '[3]' }).click()
    await preview.getByText('This file was removed.').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)

  it('that cannot be read says why, and can be sent', async () => {
    const { visit } = await inRoom()
    await drop(visit, pdfPages([]), pdf, 'scan.pdf')
    await visit.shows('Cannot be read: it has no text. Is it scanned?')
    chat.tap.next = saying('I cannot read it.')
    await visit.send('What is in it?')
    await visit.log.getByText('I cannot read it.').waitFor()
    await visit.log.getByRole('button', { name: 'scan.pdf' }).click()
    await visit.shows('The model knows only that the file exists and cannot be read.')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)

  it('of which a part is missing says what, also after a reload before it is sent', async () => {
    const { visit } = await inRoom()
    await drop(visit, pdfPages(['Words.'], [], []), pdf, 'mixed.pdf')
    await visit.shows('Read in part: 2 pages without text')
    await visit.page.reload()
    await visit.shows('Read in part: 2 pages without text')
    expect(await visit.violations()).toEqual([])
    await visit.page.getByRole('button', { name: 'Remove \u2068mixed.pdf\u2069 from the message' }).click()
    await visit.page.getByText('mixed.pdf').waitFor({ state: 'detached' })
    await expect(nova.data('{ myFiles { nodes { name } } }')).resolves.not.toMatchObject({
      myFiles: { nodes: [{ name: 'mixed.pdf' }] },
    })
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)

  it('that is still uploaded holds the message, which goes when it is read', async () => {
    const { visit } = await inRoom()
    const { page } = visit
    let send: () => void = () => undefined
    const held = new Promise<void>((resolve) => (send = resolve))
    await page.route('**/files?name=*', (route) => held.then(() => route.continue()))
    await drop(visit, Buffer.from('Nine tons.'), 'text/plain', 'crane.txt')
    await visit.shows('Uploading, ')
    chat.tap.next = saying('Nine.')
    await visit.send('How much?')
    await visit.shows('The message is sent as soon as they have been read.')
    await visit.picture('files-waiting')
    expect(await visit.log.getByText('How much?').count()).toBe(0)
    send()
    await visit.log.getByText('Nine.').waitFor()
    await visit.log.getByRole('button', { name: 'crane.txt' }).waitFor()
    expect(await visit.box.inputValue()).toBe('')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)

  it('whose upload fails is uploaded again, and an empty or too large one is refused', async () => {
    const { visit } = await inRoom()
    const { page } = visit
    await page.route('**/files?name=*', (route) => route.fulfill({ status: 507, body: '{"detail":"full"}' }))
    await drop(visit, Buffer.from('Nine tons.'), 'text/plain', 'crane.txt')
    const again = page.getByRole('button', { name: 'Upload \u2068crane.txt\u2069 again' })
    await again.waitFor()
    await visit.box.fill('How much?')
    await page.keyboard.press('Enter')
    await visit.shows('A file could not be attached. Try again, or remove it.')
    await page.unroute('**/files?name=*')
    await again.click()
    await visit.shows('Read whole, 10 characters')
    await drop(visit, Buffer.alloc(0), 'text/plain', 'nothing.txt')
    await visit.shows('The file is empty')
    expect(await visit.violations()).toEqual([])
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)

  it('in a guessed encoding is read again in another one', async () => {
    const { visit } = await inRoom()
    await drop(visit, iconv.encode('이름,부서\n'.repeat(20), 'cp949'), 'text/csv', 'list.csv')
    await visit.page.getByRole('button', { name: 'list.csv', exact: true }).click()
    const preview = visit.page.getByRole('dialog', { name: 'list.csv' })
    await preview.getByText('이름,부서').waitFor()
    await preview.getByText('The encoding is a guess.').waitFor()
    await preview.getByLabel('Encoding').selectOption('windows-1252')
    await preview.getByText('ÀÌ¸§').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)

  it.each([
    ['files-phone-light', { ...phone, colorScheme: 'light' as const }],
    ['files-phone-dark', { ...phone, colorScheme: 'dark' as const }],
    ['files-desk-light', { colorScheme: 'light' as const }],
    ['files-desk-dark', { colorScheme: 'dark' as const }],
  ])(
    'has no violation and targets for fingers: %s',
    async (name, options) => {
      const { visit } = await asked(options)
      const { page } = visit
      await drop(visit, pdfPages(['Words.'], []), pdf, 'mixed.pdf')
      await visit.shows('Read in part: 1 page without text')
      await drop(visit, pdfPages([]), pdf, 'scan.pdf')
      await visit.shows('Cannot be read')
      await visit.log.getByText('3 sources').click()
      await visit.picture(`${name}-composer`)
      expect(await visit.violations()).toEqual([])
      if ('hasTouch' in options) expect(await smallTargets(visit, '.file-chips, .sent-files, .sources')).toEqual([])
      await visit.choose(roomMenu(visit), 'Files')
      const list = page.getByRole('dialog', { name: 'Files' })
      await list.getByText('Read whole, 3 pages').waitFor()
      await visit.picture(`${name}-list`)
      expect(await visit.violations()).toEqual([])
      if ('hasTouch' in options) expect(await smallTargets(visit, 'dialog')).toEqual([])
      await list.getByRole('button', { name: 'report.pdf', exact: true }).click()
      await page.getByText('The lighthouse is painted green.').locator('visible=true').last().waitFor()
      await visit.picture(`${name}-preview`)
      expect(await visit.violations()).toEqual([])
      if ('hasTouch' in options) expect(await smallTargets(visit, 'dialog')).toEqual([])
      expect(visit.faults).toEqual([])
      await visit.end()
    },
    60_000,
  )
})

/** Buttons below 44 px. */
const smallTargets = ({ page }: ChatVisit, places: string) =>
  page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(places)})].flatMap((place) => [...place.querySelectorAll('button, a, select, summary')])
      .filter((one) => one.offsetParent && (one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44))
      .map(({ outerHTML }) => outerHTML.slice(0, 120))`,
  )

describe('a chat with a character', () => {
  it('accepts files when its owner switches them on', async () => {
    const characterId = await chat.character(nova, { name: 'Bosun' })
    const made = (await nova.data(
      'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }',
      { input: { characterId } },
    )) as { createChatRoom: { room: { id: string } } }
    const visit = await chat.visit(nova)
    await visit.goTo(`/rooms/${made.createChatRoom.room.id}`)
    await visit.box.waitFor()
    await drop(visit, Buffer.from('Words.'), 'text/plain', 'words.txt')
    await visit.shows('This chat accepts only a picture')
    await visit.choose(roomMenu(visit), 'Chat settings')
    await visit.page.getByLabel('Messages can have files, which the model reads').check()
    await visit.page.getByRole('button', { name: 'Save' }).click()
    await visit.page.getByRole('button', { name: 'Attach files' }).waitFor()
    await drop(visit, Buffer.from('Words.'), 'text/plain', 'words.txt')
    await visit.shows('Read whole, 6 characters')
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)
})

describe('the text of a file', () => {
  it('is shown as the model reads it, with what a browser hides, and loads nothing of another host', async () => {
    const page = '<h1>Ship</h1><p style="display:none">The cook is Grace.</p><img src="https://evil.example/x.png">'
    const { visit } = await inRoom()
    await drop(visit, Buffer.from(page), 'text/html', 'ship.html')
    await visit.page.getByRole('button', { name: 'ship.html', exact: true }).click()
    await visit.page.getByRole('dialog').getByText('The cook is Grace.').waitFor()
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)

  it('of many passages is read on as one scrolls', async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `Line ${String(n + 1)} of the log.`).join('\n')
    const id = await readFile(nova, { name: 'log.txt', bytes: Buffer.from(text) })
    expect(await previewOf(nova, id)).toBe(text)
    const { visit } = await inRoom()
    await drop(visit, Buffer.from(text), 'text/plain', 'log.txt')
    await visit.page.getByRole('button', { name: 'log.txt', exact: true }).click()
    const passages = visit.page.locator('.file-passages')
    await passages.getByText('Line 1 of the log.').first().waitFor()
    expect((await passages.textContent())?.length).toBeLessThan(text.length / 2)
    for (let turn = 0; (await visit.page.getByRole('button', { name: 'Show more text' }).count()) > 0 && turn < 200;)
      await visit.page
        .locator('.file-text > :last-child')
        .scrollIntoViewIfNeeded()
        .then(() => (turn += 1))
    expect(await passages.textContent()).toBe(text)
    expect(visit.faults).toEqual([])
    await visit.end()
  }, 120_000)
})
