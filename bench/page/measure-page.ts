import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { save } from '../../test/support/rooms/log-queries.js'
import { isCharacterPicture } from '../../test/support/pages/character-pictures.js'
import { ChatVisit } from '../../test/support/pages/chat-visit.js'
import { openChromium } from '../../test/support/pages/chromium.js'
import { ask, signIn } from '../client.js'
import { until } from '../until.js'
import { serverArgs, startServer } from '../processes.js'
import { firstPaint, keyClock, longTasks, paintClock, pieces, stamp } from './browser-scripts.js'

export interface PageMeasurement {
  /** Each file of the page, compressed with gzip, and whether it is loaded before a first reply can be read. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly isFirst: boolean }[]
  /** For each load with an empty cache: milliseconds to the first content, and to the list of characters. */
  readonly loads: readonly { readonly paintMs: number; readonly screenMs: number }[]
  /** The tasks over 50 ms while a room is scrolled from its end to its start and back. */
  readonly longTasksMs: readonly number[]
  readonly entries: number
  /** For each piece of a reply: milliseconds from its arrival at the socket to its painting. */
  readonly paintsMs: readonly number[]
  readonly keys: readonly Keys[]
  /** The tasks over 50 ms while the list of rooms is scrolled to its end. */
  readonly listTasksMs: readonly number[]
  readonly rooms: number
}

/** For each key that is typed in some place: milliseconds from its event until the frame after it is done. */
interface Keys {
  readonly place: string
  readonly keysMs: readonly number[]
  /** The same in a text area of a page without code. */
  readonly bareMs?: readonly number[]
}

export interface PageOptions {
  readonly loads: number
  readonly entries: number
  readonly rooms: number
  readonly folder: string
}

const made = z.object({ createOfficeRoom: z.object({ room: z.object({ id: z.string() }) }) })
const create = 'mutation { createOfficeRoom { room { id } } }'
const longMessage = 'A sentence of fifty characters, with a last word. '.repeat(1_999)
const numbers = z.array(z.number())
const filesFolder = 'dist/pages/chat/files'

/** Measures the chat page of the build in Chromium: its size, its first screen, a long room and a growing reply. */
export async function measurePage(options: PageOptions): Promise<PageMeasurement> {
  const reply = Array.from({ length: pieces }, (_, piece) => `${stamp(piece)} `).join('')
  const script = new URLSearchParams({ chunks: String(pieces), delayMs: '60', reply })
  const server = await startServer({
    name: 'Parley',
    args: serverArgs,
    env: { DATA_DIR: join(options.folder, 'data'), ROLES: 'app', LOCAL_MODEL: `scripted:?${script.toString()}` },
    portName: 'APP_PORT',
    logFile: join(options.folder, 'log'),
  })
  const browser = await openChromium()
  try {
    const token = await signIn(server.url, 'nova')
    const roomId = await fillRoom(server.url, token, options.entries)
    const loads: { paintMs: number; screenMs: number }[] = []
    for (let load = 0; load < options.loads; load += 1) loads.push(await measureLoad(browser, server.url))
    const { files, paintsMs } = await measureFirstReply(browser, server.url)
    const visit = await ChatVisit.blank(browser, server.url)
    for (const script of [longTasks, keyClock]) await visit.page.addInitScript(script)
    await visit.signIn('nova')
    const { entries, rooms } = options
    const longTasksMs = await measureScroll(visit, roomId, entries)
    const keys = [await measureKeys(visit, `in a room of ${entries} entries`)]
    await visit.box.fill(longMessage)
    keys.push(await measureKeys(visit, 'in a message of 100,000 characters', await measureBareKeys(browser)))
    await visit.box.fill('')
    for (let n = 0; n < rooms; n += 1) await ask(server.url, { query: create, token })
    const listTasksMs = await measureList(visit, roomId)
    keys.push(await measureKeys(visit, `beside a list of ${rooms} rooms`))
    await visit.end()
    return { files, loads, longTasksMs, entries, paintsMs, keys, listTasksMs, rooms }
  } finally {
    await browser.close()
    await server.stop()
  }
}

const sizes = (first: ReadonlySet<string>) =>
  readdirSync(filesFolder)
    .filter((name) => name.endsWith('.gz') && !name.includes('LEGAL'))
    .map((packed) => {
      const name = packed.replace('.gz', '')
      const isFirst = first.has(name) && !isCharacterPicture(name)
      return { name, bytes: statSync(join(filesFolder, packed)).size, isFirst }
    })

async function fillRoom(url: string, token: string, entries: number): Promise<string> {
  const answer = made.parse(await ask(url, { query: create, token }))
  const roomId = answer.createOfficeRoom.room.id
  for (let n = 0; n < entries; n += 1) {
    const outputData = `Answer ${n}. ${'It is **longer**, with `code` and a [link](https://example.org). '.repeat(n % 7)}`
    const input = { roomId, inputData: `Question ${n}.`, outputData }
    await ask(url, { query: save, variables: { input }, token })
  }
  return roomId
}

async function measureLoad(browser: Browser, url: string): Promise<{ paintMs: number; screenMs: number }> {
  const visit = await ChatVisit.blank(browser, url)
  await visit.goTo('/')
  await visit.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  const screenMs = z.number().parse(await visit.page.evaluate('performance.now()'))
  const paintMs = z.number().parse(await visit.page.evaluate(firstPaint))
  await visit.end()
  return { paintMs, screenMs }
}

/** Turns the wheel as a fast reader does, from the end of the room to its start and back. */
async function measureScroll(visit: ChatVisit, roomId: string, entries: number): Promise<readonly number[]> {
  const { page, log } = visit
  await visit.goTo(`/rooms/${roomId}`)
  const ends = [
    [log.getByText('Question 0.', { exact: true }), -600],
    [log.getByText(`Question ${entries - 1}.`, { exact: true }), 600],
  ] as const
  await ends[1][0].waitFor()
  await log.hover()
  await page.evaluate('window.longTasks.length = 0')
  for (const [end, step] of ends) while (!(await end.isVisible())) await page.mouse.wheel(0, step)
  return numbers.parse(await page.evaluate('window.longTasks'))
}

/** A new person signs up and reads a first reply. */
async function measureFirstReply(browser: Browser, url: string): Promise<Pick<PageMeasurement, 'files' | 'paintsMs'>> {
  const visit = await ChatVisit.blank(browser, url)
  const { page, log } = visit
  const first = new Set<string>()
  page.on('response', (response) => first.add(basename(new URL(response.url()).pathname)))
  await page.addInitScript(paintClock)
  await visit.signUp('vega')
  await visit.beginRoom()
  await visit.send('Count')
  await log.getByText(stamp(pieces - 1)).waitFor({ timeout: 60_000 })
  await log.getByRole('button', { name: 'Regenerate' }).waitFor()
  const paintsMs = numbers.parse(await page.evaluate('window.paints'))
  await visit.end()
  return { files: sizes(first), paintsMs }
}

async function measureKeys({ page, box }: ChatVisit, place: string, bareMs?: readonly number[]): Promise<Keys> {
  const keysMs = await typeInto(page, box)
  return { place, keysMs, ...(bareMs && { bareMs }) }
}

async function measureBareKeys(browser: Browser): Promise<readonly number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<textarea style="field-sizing: content; width: 44rem; max-height: 40dvh"></textarea>')
  await page.evaluate(keyClock)
  const box = page.locator('textarea')
  await box.fill(longMessage)
  const keysMs = await typeInto(page, box)
  await page.close()
  return keysMs
}

async function typeInto(page: Page, box: Locator): Promise<readonly number[]> {
  await box.hover()
  await box.press('End')
  await page.evaluate('window.keys.length = 0')
  const sentences = 'It is a sentence that someone types at a fast pace. '.repeat(4)
  await box.pressSequentially(sentences, { delay: 40, timeout: 60_000 })
  return numbers.parse(await page.evaluate('window.keys'))
}

/** Turns the wheel over the list until its oldest room is in view. */
async function measureList(visit: ChatVisit, oldestId: string): Promise<readonly number[]> {
  const { page } = visit
  await page.reload()
  const list = page.locator('.room-list')
  await list.hover()
  await page.evaluate('window.longTasks.length = 0')
  const oldest = list.locator(`[href="#/rooms/${oldestId}"]`)
  await until('the oldest room is in view', async () => {
    await page.mouse.wheel(0, 2_000)
    return oldest.isVisible()
  })
  return numbers.parse(await page.evaluate('window.longTasks'))
}
