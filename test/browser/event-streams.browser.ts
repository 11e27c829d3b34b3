import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { build } from 'esbuild'
import { chromium, type Browser } from 'playwright-core'
import { Processes, type Started } from '../support/app/processes.js'
import type { Conversation } from './event-streams-page.js'

const processes = await Processes.create()
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

let browser: Browser
let server: Started
let site: Server

beforeAll(async () => {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: quiet })
  server = await processes.start({ LOCAL_MODEL: 'scripted:?delayMs=20&chunks=10' })
  site = await serveFrontEnds()
}, 60_000)

afterAll(async () => {
  await browser.close()
  site.close()
  await server.stop('SIGTERM')
  await processes.close()
})

/** The site of a front-end project, on another port than the application. */
async function serveFrontEnds(): Promise<Server> {
  const bundled = await build({
    entryPoints: ['test/browser/event-streams-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'frontEnd',
    target: 'es2022',
    logLevel: 'warning',
  })
  const script = bundled.outputFiles[0]?.text
  const made = createServer(({ url = '' }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><link rel="icon" href="data:,"><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return made
}

const siteAt = (host: string) => `http://${host}:${String((site.address() as AddressInfo).port)}`

describe('a front end with graphql-sse on another port', () => {
  it.each(['localhost', '127.0.0.1'])(
    'queries, mutates and subscribes, served at %s',
    async (host) => {
      const page = await browser.newPage()
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', ({ message }) => errors.push(message))
      await page.goto(siteAt(host))
      const username = `ada-${host}`
      const met: Conversation = await page.evaluate(`frontEnd.start('${server.url}/graphql', '${username}')`)
      expect(errors).toEqual([])
      expect(met.characters).toMatchObject({ characters: { pageInfo: { hasNextPage: false } } })
      expect(met.me).toMatchObject({ me: { username } })
      expect(met.statuses.at(-1)).toBe('COMPLETED')
      expect(met.statuses.length).toBeGreaterThan(2)
      expect(met.text).not.toBe('')
      const nodes = [{ inputData: 'Hello', outputData: met.text }]
      expect(met.log).toMatchObject({ room: { entries: { nodes } } })
      await page.close()
    },
    60_000,
  )

  it('is refused in production until its origin is listed, and the log names the setting', async () => {
    const origin = siteAt('localhost')
    const page = await browser.newPage()
    await page.goto(origin)
    const attempt = async (env: Record<string, string>) => {
      const production = await processes.start({
        DATA_DIR: `${processes.dataDir}/production`,
        NODE_ENV: 'production',
        ...env,
      })
      const start = `frontEnd.start('${production.url}/graphql', 'ada${String(Date.now())}')`
      const outcome: unknown = await page.evaluate(`${start}.then(({ statuses }) => statuses.at(-1), () => 'refused')`)
      await production.stop('SIGTERM')
      return {
        outcome,
        lines: production
          .output()
          .split('\n')
          .filter((line) => line.includes('origin.refused')),
      }
    }
    const refused = await attempt({})
    expect([refused.outcome, refused.lines.length]).toEqual(['refused', 1])
    expect(JSON.parse(refused.lines[0] ?? '')).toMatchObject({ origin, setting: 'CORS_ORIGINS' })
    expect(await attempt({ CORS_ORIGINS: origin })).toEqual({ outcome: 'COMPLETED', lines: [] })
    await page.close()
  }, 60_000)
})
