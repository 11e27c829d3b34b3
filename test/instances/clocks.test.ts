import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { registry } from '@parley/runtime'
import { createTestDatabase, testServer, until } from '@parley/testing'
import { fold, isDelta } from '../contracts/reply-fixture.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'
import { valueIn } from '../support/app/value-in.js'
import { folded, watch } from '../support/app/watch.js'
import { queueScene, read, running, text } from '../support/instances/queue-scene.js'
import { testRedis } from '../support/instances/redis.js'

const hourMs = 3_600_000
const clockEvents = (events: readonly string[]) => events.filter((event) => /^clock|suspended|resumed/.test(event))

/** A machine whose clock a test sets. */
function machine(aheadMs = 0) {
  const state = { aheadMs }
  return { state, clock: () => Date.now() + state.aheadMs }
}

;(testServer() === undefined ? describe.skip : describe)('an instance whose clock is wrong', () => {
  const apps: TestApp[] = []
  const drops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const app of apps.splice(0).reverse()) await app.close()
  })
  afterAll(async () => {
    for (const drop of drops) await drop()
  })

  const newDatabase = async () => {
    const database = await createTestDatabase()
    if (database) drops.push(() => database.drop())
    return database?.url
  }
  const start = async (databaseUrl: string | undefined, aheadMs: number, script = 'chunks=3&delayMs=1') => {
    const { state, clock: machineClock } = machine(aheadMs)
    const { log, events } = eventLog()
    const env = { JWT_SECRET: 'c'.repeat(64), LOCAL_MODEL: `scripted:?${script}` }
    const app = await createTestApp({ databaseUrl, embedded: true, env, log, machineClock })
    apps.push(app)
    return { app, events, state }
  }
  const readiness = async ({ url }: TestApp) => {
    const response = await fetch(`${url}/health/ready`)
    const { message, warnings = [] } = (await response.json()) as { message?: string; warnings?: string[] }
    return { code: response.status, message, warnings: warnings.filter((each) => each.startsWith('The clock')) }
  }
  const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'

  it.each([
    ['ahead of', hourMs],
    ['behind', -hourMs],
  ])(
    'an hour %s that of the database beside a right one accepts and ends no reply, and is not ready',
    async (how, by) => {
      const databaseUrl = await newDatabase()
      const right = await start(databaseUrl, 0, 'chunks=40&delayMs=50')
      const ada = await right.app.person('ada')
      const roomId = await ada.room()
      const id = await ada.say(roomId)
      const events = watch(ada, id)
      const wrong = await start(databaseUrl, by)
      expect(await readiness(wrong.app)).toEqual({
        code: 503,
        message: expect.stringMatching(`^The clock of this machine is \\d+ seconds ${how} that of the database$`),
        warnings: [],
      })
      // reads and sessions work: its time is that of the database
      const there = ada.movedTo(wrong.app.url)
      expect(await there.data('{ me { username } }', {})).toMatchObject({ me: {} })
      const ben = (await wrong.app.person('ben')).movedTo(right.app.url)
      expect(await ben.data('{ me { username } }', {})).toMatchObject({ me: {} })
      const input = { roomId: await there.room(), text: 'Hello?' }
      expect(await there.codes(send, { input })).toEqual(['UNAVAILABLE'])
      expect((await events).at(-1)).toMatchObject({ status: 'COMPLETED', attempt: 1 })
      expect(await readiness(right.app)).toEqual({ code: 200, message: undefined, warnings: [] })
      expect(clockEvents(right.events)).toEqual([])
      expect(clockEvents(wrong.events)).toEqual(['clock.deviated', 'instance.suspended'])
      wrong.state.aheadMs = 0
      await until('its clock is right', async () => (await readiness(wrong.app)).code === 200)
      expect(clockEvents(wrong.events).toSorted()).toEqual([
        'clock.agreed',
        'clock.deviated',
        'instance.resumed',
        'instance.suspended',
      ])
      expect(folded(await watch(there, await there.say(input.roomId)))).not.toBe('')
    },
  )

  it.each([
    ['an hour, as every other one', [hourMs, hourMs]],
    ['an hour, as the only one', [hourMs]],
    ['less than a minute, beside a right one', [40_000, 0]],
  ])('by %s warns, and works', async (_what, differences) => {
    const databaseUrl = await newDatabase()
    for (const aheadMs of differences) {
      const { app, events } = await start(databaseUrl, aheadMs)
      const sentence = expect.stringMatching(/^The clock of this machine is \d+ seconds ahead of that of the database$/)
      const isWrong = aheadMs > 0
      expect(await readiness(app)).toMatchObject({ code: 200, warnings: isWrong ? [sentence] : [] })
      expect(clockEvents(events)).toEqual(isWrong ? ['clock.deviated'] : [])
      // the instances of a test share one registry: each sets it with its heartbeat
      const seconds = async () =>
        valueIn(await registry.metrics(), 'parley_clock_difference_seconds{source="database"}')
      await until('the metric has the difference', async () => Math.abs((await seconds()) - aheadMs / 1_000) < 2)
      const ada = await app.person(`ada${String(apps.length)}`)
      expect((await watch(ada, await ada.say(await ada.room()))).at(-1)).toMatchObject({ status: 'COMPLETED' })
    }
  })
})

;(testRedis() === undefined ? describe.skip : describe)('with a shared queue', () => {
  const scene = queueScene()

  /** The clock of this process while `work` runs. */
  const atAnotherTime = async <Result>(byMs: number, work: () => Promise<Result>): Promise<Result> => {
    const { timeOrigin } = performance
    Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + byMs, configurable: true })
    try {
      return await work()
    } finally {
      Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin, configurable: true })
    }
  }

  it.each([hourMs, -hourMs])('a job has its whole time when the clocks differ by %s ms', async (by) => {
    const generator = await scene.fixture.instance()
    const reading = await atAnotherTime(by, async () => {
      const begun = read(generator, 'Local', { deadline: Date.now() + by + 60_000 })
      expect(await begun.take()).toMatchObject({ kind: 'queued', reason: 'WORKER_AWAY' })
      return begun
    })
    await scene.fixture.worker()
    const progress = await reading.all()
    expect(progress.at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
    expect(fold(progress.filter(isDelta))).toBe(text)
    await until('the worker has reported', async () => (await generator.report()).total_requests === 1)
    // of its time in the queue, not of the difference
    expect((await generator.report()).avg_response_time).toBeLessThan(hourMs / 1_000 / 2)
  })

  it('a worker whose clock alone is wrong leaves the jobs to the others, until it is right', async () => {
    const { state, clock: machineClock } = machine(hourMs)
    const wrong = eventLog()
    const puller = await scene.fixture.worker({ name: 'wrong', log: wrong.log, machineClock })
    const generator = await scene.fixture.instance()
    // the only one: it may be Redis that is wrong
    expect(fold(await read(generator, 'Local').all())).toBe(text)
    expect(puller.clockFault).toBeUndefined()
    expect(clockEvents(wrong.events)).toEqual(['clock.deviated'])
    const right = eventLog()
    await scene.fixture.worker({ name: 'right', log: right.log })
    await until('it is suspended', () => puller.clockFault !== undefined)
    expect(puller.clockFault).toMatch(/^The clock of this machine is \d+ seconds ahead of that of Redis$/)
    // the right one runs one reply at a time: the second one waits although the wrong one is idle
    const first = await running(generator)
    const second = read(generator, 'stalls')
    expect(await second.take()).toMatchObject({ kind: 'queued' })
    await until('one reply runs', async () => (await generator.report()).running === 1)
    expect(clockEvents(right.events)).toEqual([])
    state.aheadMs = 0
    await second.untilText()
    expect(clockEvents(wrong.events)).toEqual(['clock.deviated', 'worker.suspended', 'clock.agreed', 'worker.resumed'])
    first.cancel()
    second.cancel()
  })
})
