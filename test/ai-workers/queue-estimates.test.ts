import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { accountCaller } from '@parley/queue'
import { createLogger } from '@parley/runtime'
import { parseScript } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { ReplyJob, ReplyQueued } from '../../src/ports/reply-generator/reply-generator.js'
import { Reading } from '../contracts/reading.js'

const replyMs = 2_000
const models = {
  Local: 'scripted:?reply=abcdefghij&chunks=10&firstDelayMs=200&delayMs=200',
  slow: 'scripted:?reply=abcdefghij&chunks=10&firstDelayMs=2000&delayMs=2000',
  stalls: 'scripted:?stallAt=1',
  fails: 'scripted:?failAt=1&completeFails=true',
}
type Word = keyof typeof models

let worker: ReplyWorker
beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(async () => {
  await worker.close()
  expect(jest.getTimerCount()).toBe(0)
  jest.useRealTimers()
})

const open = (concurrency = 1) => {
  const backends = new Map(
    Object.entries(models).map(([word, script]) => [word, new ScriptedBackend(parseScript(script))]),
  )
  worker = new ReplyWorker({ kind: 'office', backends, logger: createLogger('silent'), concurrency })
}
const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** A job whose reader reads at once: records the reports while it waits, and the start, in clock time. */
class Waiter {
  readonly received: { readonly at: number; readonly news: ReplyQueued }[] = []
  startedAt: number | undefined
  readonly #reading: Reading

  constructor(caller: string, parts: Partial<ReplyJob> = {}) {
    this.#reading = new Reading(worker, {
      ...{ id: 'a', kind: 'office', model: 'Local', message: 'Hello', history: [], searchAccess: false },
      ...{ deadline: Date.now() + 300_000, caller },
      ...parts,
    })
    void this.#read().catch(() => undefined)
  }

  get last(): ReplyQueued | undefined {
    return this.received.at(-1)?.news
  }

  /** The reported instants, in time of the test's clock. */
  get estimates(): number[] {
    return this.received.flatMap(({ at, news: { startsInMs } }) => (startsInMs === null ? [] : [at + startsInMs]))
  }

  cancel(): void {
    this.#reading.cancel()
  }

  async #read(): Promise<void> {
    for (let step = await this.#reading.take(); step; step = await this.#reading.take()) {
      if (step.kind === 'queued') this.received.push({ at: Date.now(), news: step })
      if (step.kind === 'started') this.startedAt = Date.now()
    }
  }
}

async function arrive(caller: string, model: Word = 'Local', parts: Partial<ReplyJob> = {}): Promise<Waiter> {
  const waiter = new Waiter(caller, { model, ...parts })
  await wait(0)
  return waiter
}

/** A worker that has generated one reply of each of these models. */
async function experienced(...words: Word[]): Promise<void> {
  for (const word of words) {
    await arrive('first', word)
    await wait(word === 'slow' ? 20_500 : replyMs + 100)
  }
}

describe('the estimated start of a job that waits', () => {
  it('is unknown until one reply has ended, and then reported to all waiting jobs', async () => {
    open()
    await arrive('a')
    const [second, third] = [await arrive('b'), await arrive('c')]
    expect([second.last, third.last]).toEqual([
      { kind: 'queued', position: 1, reason: 'BUSY', startsInMs: null },
      { kind: 'queued', position: 2, reason: 'BUSY', startsInMs: null },
    ])
    await wait(replyMs + 200)
    expect(third.last).toMatchObject({ position: 1, startsInMs: expect.any(Number) })
  })

  it.each([1, 2, 3])('is near the actual start, and gets more exact in time (%d at a time)', async (atOnce) => {
    open(atOnce)
    await experienced('Local')
    const waiters: Waiter[] = []
    for (const caller of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
      waiters.push(await arrive(caller))
      await wait(150)
    }
    await wait(10 * replyMs)
    const waited = waiters.slice(atOnce)
    for (const { estimates, startedAt = NaN, received } of waited) {
      const [first = NaN, last = NaN] = [estimates[0], estimates.at(-1)]
      const waitedMs = startedAt - (received[0]?.at ?? NaN)
      expect(Math.abs(first - startedAt)).toBeLessThan(0.2 * waitedMs + 200)
      expect(Math.abs(last - startedAt)).toBeLessThan(0.15 * replyMs)
    }
    const positions = waited.at(-1)?.received.map(({ news }) => news.position) ?? []
    expect(positions).toEqual([...positions].sort((one, other) => other - one))
  })

  it('uses the time of the running job, and the duration of replies of each model', async () => {
    open()
    await experienced('Local', 'slow')
    await arrive('a', 'slow')
    await wait(15_000)
    const second = await arrive('b', 'slow')
    const third = await arrive('c')
    expect(second.last?.startsInMs).toBeGreaterThan(3_000)
    expect(second.last?.startsInMs).toBeLessThan(7_000)
    expect(third.last?.startsInMs).toBeGreaterThan(20_000)
    expect(third.last?.startsInMs).toBeLessThan(28_000)
  })

  it('learns from the durations of replies', async () => {
    open()
    await experienced('Local')
    const late = { model: 'stalls', deadline: Date.now() + 60_000 } as const
    await arrive('a', 'stalls', late)
    const second = await arrive('b')
    expect(second.last?.startsInMs).toBeLessThan(replyMs + 500)
    await wait(10_000)
    // a late reply is expected to run a while longer
    expect(second.estimates.at(-1)).toBeGreaterThan(Date.now())
    await wait(45_000)
    expect(second.estimates.at(-1)).toBeGreaterThan(Date.now())
    // and to end by its deadline
    expect(second.estimates.at(-1)).toBeLessThanOrEqual(late.deadline)
    expect(second.estimates.length).toBeLessThan(20)
  })

  it('ignores failed replies, and is an instant even when the clock steps back', async () => {
    open()
    await experienced('Local')
    for (let count = 0; count < 5; count += 1) await experienced('fails')
    await arrive('a')
    const waiter = await arrive('b')
    expect(waiter.last?.startsInMs).toBeGreaterThan(replyMs / 2)
    jest.setSystemTime(Date.now() - 60_000)
    await arrive('c')
    expect(worker.report().queue.map(({ estimated_start }) => estimated_start)).not.toContain(null)
  })

  it('ignores jobs whose deadline will have passed by then', async () => {
    open()
    await experienced('slow')
    await arrive('a', 'slow')
    await arrive('b', 'slow', { deadline: Date.now() + 5_000 })
    const third = await arrive('c', 'slow')
    expect(third.last?.startsInMs).toBeLessThan(22_000)
  })

  it('follows the order of starts: a job of high priority moves the others back, with the reason', async () => {
    open()
    await experienced('Local')
    await arrive('a')
    const second = await arrive('b')
    expect(second.last).toMatchObject({ position: 1, reason: 'BUSY' })
    const before = second.estimates.at(-1) ?? NaN
    const high = await arrive(accountCaller(1), 'Local', { priority: 'high' })
    await wait(100)
    expect(high.last).toMatchObject({ position: 1, reason: 'BUSY' })
    expect(second.last).toMatchObject({ position: 2, reason: 'PRIORITY' })
    expect((second.estimates.at(-1) ?? NaN) - before).toBeGreaterThan(0.5 * replyMs)
  })
})

describe('reports to waiting jobs', () => {
  const line = async (count: number, model: Word) => {
    const waiters: Waiter[] = []
    for (let index = 0; index <= count; index += 1) waiters.push(await arrive(String(index), model))
    return waiters
  }
  const reportsOf = (waiters: readonly Waiter[]) => waiters.reduce((sum, { received }) => sum + received.length, 0)

  it('are one per job after a start, and after several changes at once', async () => {
    open()
    const waiters = await line(64, 'stalls')
    expect(reportsOf(waiters)).toBe(64)
    waiters[0]?.cancel()
    await wait(200)
    expect(reportsOf(waiters)).toBe(64 + 63)
    for (const waiter of waiters.slice(1, 11)) waiter.cancel()
    await wait(200)
    expect(reportsOf(waiters)).toBe(64 + 63 + 53)
    expect(waiters[64]?.last).toMatchObject({ position: 53 })
  })

  it('are not sent without changes, except occasionally while a reply is late', async () => {
    open()
    await experienced('slow')
    const waiters = await line(20, 'slow')
    const before = reportsOf(waiters)
    await wait(10_000)
    expect(reportsOf(waiters)).toBe(before)
    await worker.close()

    open()
    await experienced('Local')
    const [, late] = await line(1, 'stalls')
    await wait(60_000)
    expect(late?.received.length).toBeGreaterThan(10)
    expect(late?.received.length).toBeLessThan(30)
  })
})

describe('the report of a worker', () => {
  it('lists the waiting jobs in order, with reason and estimated start, without names', async () => {
    open()
    expect(worker.report()).toMatchObject({ running: 0, waiting: 0, queue: [] })
    await experienced('Local')
    await arrive('a')
    await arrive('said:secret', 'Local', { message: 'secret' })
    await arrive(accountCaller(1), 'Local', { priority: 'high' })
    const report = worker.report()
    expect(report).toMatchObject({ running: 1, waiting: 2, active_connections: 3, max_concurrent: 1 })
    const soon = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(report.queue).toEqual([
      { position: 1, reason: 'BUSY', estimated_start: soon, priority: 'high' },
      { position: 2, reason: 'PRIORITY', estimated_start: soon, priority: 'normal' },
    ])
    const [first, second] = report.queue.map(({ estimated_start: start }) => Date.parse(start ?? '') - Date.now())
    expect(first).toBeGreaterThan(replyMs / 2)
    expect(first).toBeLessThan(1.5 * replyMs)
    expect(second).toBeGreaterThan(1.5 * replyMs)
    expect(second).toBeLessThan(2.5 * replyMs)
    expect(JSON.stringify(report)).not.toMatch(/secret|user:/)
  })
})
