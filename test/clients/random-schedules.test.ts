import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { memorySession, type StoredSession } from '../../packages/client/src/index.js'
import { Random } from '../crash/random.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { signedIn } from '../support/clients/client-fixture.js'
import {
  type Counts,
  RandomSchedule,
  scheduleCount as schedules,
  scheduleSeed as seed,
} from '../support/clients/random-schedule.js'

const atOnce = 40

/** Models, one of which fails once for every reply: its text begins anew. */
const models = ['', '&failAt=7'].map((fault) => {
  const reply = encodeURIComponent('A sail 🚢 far off, and gulls 🕊 above it.\u2028\u2029\r '.repeat(3))
  return `scripted:?delayMs=3&chunks=12&reply=${reply}${fault}`
})
let servers: { readonly app: TestApp; readonly sessions: readonly StoredSession[] }[]
beforeAll(async () => {
  const open = async (model: string) => {
    const app = await createTestApp({ env: { LOCAL_MODEL: model, RATE_LIMITS: noLimits } })
    const sessions: StoredSession[] = []
    for (let count = 0; count < 5; count += 1) {
      const storage = memorySession()
      await signedIn(app.url, { session: storage })
      const session = storage.read()
      if (session) sessions.push(session)
    }
    return { app, sessions }
  }
  servers = await Promise.all(models.map(open))
}, 120_000)
afterAll(() => Promise.all(servers.map(({ app }) => app.close())))

it(`${String(schedules)} random schedules of cut, delayed, throttled, duplicated and reordered connections end with the stored text and log`, async () => {
  const faults: string[] = []
  const counts: Counts = { accepted: 0, cut: 0, duplicated: 0, outlived: 0 }
  let next = 0
  const worker = async () => {
    for (let number = next++; number < schedules; number = next++) {
      const server = servers[number % 2]
      const session = server?.sessions[number % 5]
      if (!session) throw new Error('no session')
      const overSockets = number % 4 < 2
      const schedule = new RandomSchedule(new Random(seed + number), { url: server.app.url, session, overSockets })
      try {
        const run = await schedule.run()
        for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += run[name]
      } catch (error) {
        faults.push(
          `schedule ${String(number)} of seed ${String(seed)}: ${error instanceof Error ? (error.stack ?? '') : JSON.stringify(error)}`,
        )
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  process.stdout.write(`seed ${String(seed)}: ${JSON.stringify(counts)}\n`)
  expect(faults).toEqual([])
  expect(counts.cut).toBeGreaterThan(schedules)
  expect(counts.duplicated).toBeGreaterThan(schedules)
  expect(counts.outlived).toBeGreaterThan(schedules / 10)
}, 300_000)
