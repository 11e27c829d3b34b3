import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { Database } from '@parley/statements'
import { until } from '@parley/testing'
import { GenerationTable } from '../../src/database/tables/generations.js'
import type { Generation } from '../../src/replies/generation.js'
import type { EventBus } from '../../src/ports/event-bus/event-bus.js'
import { GenerationStore } from '../../src/replies/generation-store.js'
import { releasedTopic } from '../../src/replies/running-replies.js'
import { createTestApp } from '../support/app/app.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { eventLog } from '../support/app/event-log.js'
import { cancel, messagesOf } from '../support/accounts/usage-fixture.js'
import { failing, losing, RunFixture, started } from '../support/replies/run-fixture.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { at } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { saying } from '../support/rooms/log-fixture.js'
import { logOf } from '../support/rooms/log-queries.js'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await RunFixture.open()
})
afterAll(() => fixture.app.close())

describe('a reply that a crash has left', () => {
  const crashed = {
    status: 'RUNNING',
    attempt: 1,
    text: 'half a re',
    entryIndex: null,
    finishedAt: null,
    leaseUntil: 0,
  }

  /** A reply whose row is as a crash has left it. */
  async function left(row: Partial<Generation>) {
    fixture.runs(failing)
    const said = await fixture.say()
    await fixture.app.idle()
    const change = { ...crashed, errorCode: null, ...row } as Partial<Generation>
    await fixture.app.app.database.write((db) => db.update(GenerationTable, { id: said.id }, change))
    fixture.tap.jobs.length = 0
    return said
  }
  const recover = async () => {
    await fixture.app.app.product.recovery.run({ all: false })
    await fixture.app.idle()
  }
  const completed = { status: 'COMPLETED', attempt: 2, text: 'another reply', error: null }

  it.each<[string, Partial<Generation>]>([
    ['it ran', {}],
    ['it ran, and the crash lost the text that a client had', { text: '' }],
    ['it was claimed for its second run', { status: 'QUEUED', interruptions: 1 }],
  ])('runs again as the next attempt: %s', async (_name, row) => {
    const { id, roomId } = await left(row)
    fixture.runs(saying('another reply'))
    await recover()
    expect(await fixture.read(id)).toEqual(completed)
    expect((await logOf(fixture.ada, roomId)).map(({ outputData }) => outputData)).toEqual(['another reply'])
    expect(await messagesOf(fixture.ada)).toBe(1)
  })

  it.each<[string, Partial<Generation>, number]>([
    ['nothing was stored of its run, as after a power loss', { leaseUntil: 1 }, 2],
    ['it waited when its instance stopped', { leaseUntil: 0 }, 1],
  ])('runs a queued one that no other process can run: %s', async (_name, row, attempt) => {
    const { id } = await left({ status: 'QUEUED', text: '', ...row })
    fixture.runs(saying('another reply'))
    await fixture.app.app.product.recovery.run({ all: true })
    await fixture.app.idle()
    expect(await fixture.read(id)).toEqual({ ...completed, attempt })
  })

  it.each<[string, Partial<Generation>]>([
    ['its second run had no text', { interruptions: 1 }],
    ['its second run had text', { interruptions: 1, attempt: 2, text: 'anot' }],
    ['it was claimed after its second run', { status: 'QUEUED', interruptions: 2 }],
  ])('ends INTERRUPTED with its text after two interruptions: %s', async (_name, row) => {
    const { id } = await left(row)
    fixture.runs(saying('a third reply'))
    fixture.log.events.length = 0
    await recover()
    const { attempt, text } = { ...crashed, ...row }
    expect(fixture.log.events).toContain('generation.interrupted')
    expect(await fixture.read(id)).toEqual({ status: 'FAILED', attempt, text, error: { code: 'INTERRUPTED' } })
    expect(fixture.tap.jobs).toEqual([])
  })

  it('ends INTERRUPTED when a worker is lost in its second run', async () => {
    const { id } = await left({})
    fixture.runs(losing([started]), saying('a third reply'))
    fixture.log.events.length = 0
    await recover()
    expect(fixture.log.events).toContain('generation.interrupted')
    expect(await fixture.read(id)).toMatchObject({
      status: 'FAILED',
      text: 'half a re',
      error: { code: 'INTERRUPTED' },
    })
    expect(fixture.tap.jobs).toHaveLength(1)
  })

  it('times out with its text when its deadline has passed', async () => {
    const { id } = await left({})
    fixture.late = 3_600_000
    await recover()
    expect(await fixture.read(id)).toMatchObject({ status: 'FAILED', text: 'half a re', error: { code: 'TIMED_OUT' } })
    expect(fixture.tap.jobs).toEqual([])
  })

  it('stays CANCELLED when it was cancelled after the crash', async () => {
    const { id } = await left({})
    await cancel(fixture.ada, id)
    await recover()
    expect(await fixture.read(id)).toMatchObject({ status: 'CANCELLED', text: 'half a re' })
    expect(fixture.tap.jobs).toEqual([])
  })

  it('keeps its state when an instance that has lost it to another one ends it, without an interruption too', async () => {
    const goOn = new AbortController()
    fixture.runs(saying('of the first instance', goOn.signal))
    const { id, roomId } = await fixture.say()
    await fixture.until(id, ({ status }) => status === 'RUNNING')
    const spendTokens = () => Promise.reject(new Error('it ends nothing'))
    const other = new GenerationStore(fixture.app.app.database, Date.now, {
      leaseMs: 30_000,
      spendTokens,
      countReply: spendTokens,
    })
    const row = await other.find(id)
    expect(row && (await other.claim(row, row))).toBe(true)
    const claimed = await other.find(id)
    goOn.abort()
    await fixture.app.idle()
    expect(await other.find(id)).toEqual(claimed)
    expect(await logOf(fixture.ada, roomId)).toEqual([])
  })

  it('is run by one instance only: the one that has lost its lease writes nothing more', async () => {
    const goOn = new AbortController()
    fixture.runs(saying('of the first instance', goOn.signal), saying('another reply'))
    const { id, roomId } = await fixture.say()
    await fixture.until(id, ({ status }) => status === 'RUNNING')
    const other = new GenerationStore(fixture.app.app.database, Date.now, {
      leaseMs: 30_000,
      spendTokens: () => Promise.reject(new Error('it ends nothing')),
      countReply: () => Promise.reject(new Error('it ends nothing')),
    })
    const row = await other.find(id)
    if (!row) throw new Error('no such generation')
    const next = { ...row, status: 'QUEUED', interruptions: 1, resumeAt: null } as const
    expect([await other.claim(row, next), await other.claim(row, next)]).toEqual([true, false])
    goOn.abort()
    await fixture.app.idle()
    expect(await other.find(id)).toMatchObject({ status: 'QUEUED', text: '', entryIndex: null })
    expect(await logOf(fixture.ada, roomId)).toEqual([])
    await fixture.app.app.database.write((db) => db.update(GenerationTable, { id }, { leaseUntil: 0 }))
    await recover()
    expect(await fixture.read(id)).toEqual(completed)
  })
})

describe('a database that is away for longer than a reply may last', () => {
  /** An app whose database can fail, and whose clock can be set forward. */
  async function open() {
    const tap = new TappedGenerator()
    let database: FailingPort<Database> | undefined
    const time = { late: 0 }
    const app = await createTestApp({
      env: { GENERATION_TIMEOUT_MS: '60000' },
      clock: () => Date.now() + time.late,
      wrap: { ...tap.wrap, database: (port) => (database = new FailingPort(port)).port },
    })
    if (!database) throw new Error('the app has no database')
    return { app, tap, database, time, recovery: app.app.product.recovery }
  }

  it('leaves a reply that was generated meanwhile to be stored when it is back', async () => {
    const { app, tap, database, time, recovery } = await open()
    const ada = await app.person('ada')
    const goOn = new AbortController()
    tap.always = saying('generated meanwhile', goOn.signal)
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await watch(ada, id, undefined, ({ status }) => status === 'RUNNING')
    database.isDown = true
    const callsBefore = database.calls
    goOn.abort()
    // of the end of the reply, and of the lease
    await until('the end is tried again', () => database.calls > callsBefore + 3)
    const now = performance.now.bind(performance)
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + time.late)
    time.late = 3_600_000
    await until('it is tried an hour later', () => database.calls > callsBefore + 6)
    await expect(recovery.run({ all: false })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    database.heal()
    await recovery.run({ all: false })
    await app.idle()
    clock.mockRestore()
    const query = 'query ($id: ID!) { generation(id: $id) { status text error { code } } }'
    expect(await ada.data(query, { id })).toEqual({
      generation: { status: 'COMPLETED', text: 'generated meanwhile', error: null },
    })
    expect((await logOf(ada, roomId)).map(({ outputData }) => outputData)).toEqual(['generated meanwhile'])
    await app.close()
  })

  it('leaves other instances the time of a lease to renew it, and what was released is continued at once', async () => {
    const { app, tap, database, time, recovery } = await open()
    const ada = await app.person('ada')
    tap.always = failing
    const rows = new Map<string, string>()
    for (const name of ['expired', 'released']) {
      rows.set(name, await ada.say(await ada.room()))
      await app.idle()
    }
    const left = { status: 'QUEUED', errorCode: null, finishedAt: null, text: '', owner: 'another instance' } as const
    const now = Date.now()
    const change = (name: string, leaseUntil: number) =>
      app.app.database.write((db) => db.update(GenerationTable, { id: rows.get(name) ?? '' }, { ...left, leaseUntil }))
    await change('expired', now - 1_000)
    await change('released', 0)
    tap.always = saying('by this instance')
    const stateOf = async (name: string) => {
      await app.idle()
      const query = 'query ($id: ID!) { generation(id: $id) { status } }'
      return at(await ada.data(query, { id: rows.get(name) }), 'generation', 'status')
    }
    database.isDown = true
    await expect(recovery.run({ all: false })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    database.heal()
    await recovery.run({ all: false })
    expect([await stateOf('expired'), await stateOf('released')]).toEqual(['QUEUED', 'COMPLETED'])
    time.late = 31_000
    await recovery.run({ all: false })
    expect(await stateOf('expired')).toBe('COMPLETED')
    await app.close()
  })
})

it('logs once that recovery waits for the database, and once that it goes on', async () => {
  let bus: EventBus | undefined
  let database: FailingPort<Database> | undefined
  const { log, events } = eventLog()
  const app = await createTestApp({
    log,
    wrap: {
      bus: (port) => (bus = port),
      database: (port) => (database = new FailingPort(port)).port,
    },
  })
  const { recovery } = app.app.product
  const run = recovery.run.bind(recovery)
  let runs = 0
  recovery.run = (scope) => {
    runs += 1
    return run(scope)
  }
  const logged = () => events.filter((event) => event.startsWith('recovery.'))
  /** Makes recovery look for released replies now. */
  const recover = async () => {
    const before = runs
    bus?.publish(releasedTopic, '')
    await until('recovery has begun', () => runs > before)
  }
  if (database) database.isDown = true
  for (let turn = 0; turn < 3; turn += 1) await recover()
  await until('it is logged', () => logged().length > 0)
  database?.heal()
  for (let turn = 0; turn < 3; turn += 1) await recover()
  await until('it goes on', () => logged().length > 1)
  await app.close()
  expect(logged()).toEqual(['recovery.deferred', 'recovery.resumed'])
})
