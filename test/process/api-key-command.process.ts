import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'

const path = '/api/auth/api-keys'
const mostKeys = 50

const opens = async (url: string, text: unknown) =>
  (await new Person(url, '', '', String(text)).rest('GET', '/v1/models')).status

describe('npm run admin -- key create', () => {
  let processes: Processes
  beforeAll(async () => {
    processes = await Processes.create()
  })
  afterAll(() => processes.close())

  const admin = (...args: string[]) => processes.run('tools/admin.ts', { args })

  it('creates a key of an account, whether or not the server runs, and shows its text once', async () => {
    let server = await processes.start()
    const nova = await Person.register(server.url, 'nova')
    const running = await admin('key', 'create', 'NOVA@example.com', '--name', 'my script', '--until', '2099-01-31')
    expect(running.code).toBe(0)
    expect(running.output).toMatch(
      /^nova@example\.com \(nova, account \d+\) has the API key \d+, "my script" until 2099-01-31T00:00:00\.000Z\.\nText, shown only once: pk-parley-\S{43}\n$/,
    )
    await server.stop('SIGTERM')
    const stopped = await admin('key', 'create', 'nova@example.com')
    expect(stopped.output).toContain('"made by npm run admin".')
    server = await processes.start()
    for (const { output } of [running, stopped])
      expect(await opens(server.url, /once: (\S+)/.exec(output)?.[1])).toBe(200)
    expect((await nova.movedTo(server.url).rest('GET', path)).body).toMatchObject([
      { name: 'my script' },
      { name: 'made by npm run admin' },
    ])
    await server.stop('SIGTERM')
  })

  it('reports a fault with the exit code of its kind', async () => {
    expect(await admin('key', 'create', 'nobody@example.com')).toEqual({
      code: 67,
      output: 'There is no account with the address nobody@example.com.\n',
    })
    expect(await admin('key', 'create', 'nova@example.com', '--until', '2001-01-01')).toEqual({
      code: 65,
      output: 'expiresAt: A key must end in the future\n',
    })
    expect((await admin('key', 'create', 'nova@example.com', '--name', 'x'.repeat(101))).code).toBe(65)
    const server = await processes.start()
    const full = await Person.register(server.url, 'full')
    for (let made = 0; made < mostKeys; made += 1) await full.rest('POST', path, { name: 'one of many' })
    expect(await admin('key', 'create', 'full@example.com')).toEqual({
      code: 65,
      output: 'An account has at most 50 API keys\n',
    })
    await server.stop('SIGTERM')
  })
})
