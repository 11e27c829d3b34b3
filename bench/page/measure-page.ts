import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { z } from 'zod'
import { save } from '../../test/support/rooms/log-queries.js'
import { ChatVisit } from '../../test/support/pages/chat-visit.js'
import { openChromium } from '../../test/support/pages/chromium.js'
import { ask, signIn } from '../client.js'
import { serverArgs, startServer } from '../processes.js'
import { firstPaint, longTasks, paintClock, pieces, stamp } from './browser-scripts.js'

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
}

export interface PageOptions {
  readonly loads: number
  readonly entries: number
  readonly folder: string
}

const made = z.object({ createOfficeRoom: z.object({ room: z.object({ id: z.string() }) }) })
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
    const visit = await ChatVisit.blank(browser, server.url)
    const first = new Set<string>()
    visit.page.on('response', (response) => first.add(basename(new URL(response.url()).pathname)))
    await visit.page.addInitScript(paintClock)
    await visit.page.addInitScript(longTasks)
    await visit.signIn('nova')
    const paintsMs = await measurePaints(visit)
    const files = sizes(first)
    const longTasksMs = await measureScroll(visit, roomId, options.entries)
    await visit.end()
    return { files, loads, longTasksMs, entries: options.entries, paintsMs }
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
      return { name, bytes: statSync(join(filesFolder, packed)).size, isFirst: first.has(name) }
    })

async function fillRoom(url: string, token: string, entries: number): Promise<string> {
  const answer = made.parse(await ask(url, { query: 'mutation { createOfficeRoom { room { id } } }', token }))
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

async function measurePaints(visit: ChatVisit): Promise<readonly number[]> {
  const { page, log } = visit
  await visit.beginRoom()
  await visit.send('Count')
  await log.getByText(stamp(pieces - 1)).waitFor({ timeout: 60_000 })
  await log.getByRole('button', { name: 'Another reply' }).waitFor()
  return numbers.parse(await page.evaluate('window.paints'))
}
