import { afterEach, describe, expect, it } from '@jest/globals'
import type { Logger } from '@parley/runtime'
import { until } from '@parley/testing'
import type { ReplyGenerator, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { HttpReplyGenerator } from '../../ai-workers/remote/http-reply-generator.js'
import { againBeforeText, ResubmittingGenerator } from '../../src/replies/resubmitting-generator.js'
import { Reading } from '../contracts/reading.js'
import { fold, replyJob } from '../contracts/reply-fixture.js'
import { AiService } from '../support/ai-workers/ai-service.js'

const quick = 'scripted:?reply=hello&chunks=2&delayMs=1'
const thinks = 'scripted:?reply=hello&chunks=2&firstDelayMs=60000'

let service: AiService | undefined
afterEach(() => service?.close())

/** The office worker, running or not, always at the same address. */
const open = async (model: string, port = 0) => (service = await AiService.open({ model, port }))
/** Like a crash: nothing more is sent. */
const crash = async () => {
  const { port } = service ?? { port: 0 }
  service?.cut()
  await service?.close()
  service = undefined
  return port
}

/** Jobs that did not reach a worker. */
let turnedAway = 0

interface Timing {
  readonly clock?: () => number
  readonly giveUpAfterMs?: number
  readonly wrap?: (generator: ReplyGenerator) => ReplyGenerator
}

function submissionsTo(port: number, { clock = Date.now, wrap = (same) => same, ...timing }: Timing = {}) {
  const generator = new HttpReplyGenerator({ url: new URL(`http://127.0.0.1:${String(port)}`) })
  turnedAway = 0
  const nothing = () => undefined
  const log: Logger = { debug: nothing, info: nothing, warn: () => (turnedAway += 1), error: nothing }
  const submissions = new ResubmittingGenerator({ generator, clock, log, pauseMs: 5, ...timing })
  return (job: Partial<ReplyJob> = {}) => new Reading(wrap(submissions), replyJob('Local', job))
}

const turnedAwayAt = (position: number) => ({ kind: 'queued', position, reason: 'WORKER_AWAY', startsInMs: null })

describe('a submitted job', () => {
  it('waits for a worker that has not started, the oldest job first', async () => {
    const port = (await open(quick), await crash())
    const submit = submissionsTo(port)
    const now = Date.now() + 20_000
    const finished: number[] = []
    const jobs = [3, 1, 2].map(async (age) => {
      expect(fold(await submit({ deadline: now + age }).all())).toBe('hello')
      finished.push(age)
    })
    await until('three submissions are turned away', () => turnedAway >= 3)
    await open(quick, port)
    await Promise.all(jobs)
    expect(finished).toEqual([1, 2, 3])
  })

  it('is submitted again when the worker breaks while it waits, and not when it was running', async () => {
    const { port } = await open(thinks)
    const submit = submissionsTo(port)
    const running = submit()
    expect(await running.take()).toEqual({ kind: 'started' })
    const queued = submit()
    expect(await queued.take()).toMatchObject({ kind: 'queued', position: 1 })
    await crash()
    await open(quick, port)
    await expect(running.all()).rejects.toMatchObject({ code: 'UNAVAILABLE', part: 'model' })
    expect(fold(await queued.all())).toBe('hello')
  })

  it('fails when no worker starts in time, and times out if its deadline is earlier', async () => {
    const port = (await open(quick), await crash())
    await expect(submissionsTo(port, { giveUpAfterMs: 50 })().all()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const late = await submissionsTo(port)({ deadline: Date.now() + 50 }).all()
    expect(late).toEqual([turnedAwayAt(1), { kind: 'end', outcome: 'failed', reason: 'timed_out' }])
  })

  it('ends at once when it is cancelled while it waits, and does not block other jobs', async () => {
    const port = (await open(quick), await crash())
    const submit = submissionsTo(port)
    const now = Date.now()
    const cancelled = submit({ deadline: now + 10_000 })
    const pending = cancelled.take()
    const behind = submit({ deadline: now + 20_000 }).all()
    cancelled.cancel()
    expect(await pending).toBeUndefined()
    await open(quick, port)
    expect(fold(await behind)).toBe('hello')
  })

  it('reports its position while it waits, and a reader that does not read does not delay others', async () => {
    const port = (await open(quick), await crash())
    const submit = submissionsTo(port)
    const now = Date.now()
    const deaf = submit({ deadline: now + 10_000 })
    expect(await deaf.take()).toEqual(turnedAwayAt(1))
    const behind = submit({ deadline: now + 20_000 })
    expect(await behind.take()).toEqual(turnedAwayAt(2))
    await open(quick, port)
    expect(fold(await behind.all())).toBe('hello')
    expect(fold(await deaf.all())).toBe('hello')
  })

  it('is refused at once by a worker whose queue is full', async () => {
    service = await AiService.open({ model: thinks, queueLimit: 0 })
    const submit = submissionsTo(service.port)
    expect(await submit().take()).toEqual({ kind: 'started' })
    await expect(submit().all()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 5_000 })
  })
})

describe('a job that is run again before it has text', () => {
  it('runs again once when the worker breaks while it runs, and jobs queued behind it do not fail', async () => {
    const { port } = await open(thinks)
    const submit = submissionsTo(port, { wrap: againBeforeText })
    const poison = submit()
    expect(await poison.take()).toEqual({ kind: 'started' })
    const innocent = submit({ deadline: Date.now() + 30_000 })
    expect(await innocent.take()).toMatchObject({ kind: 'queued', position: 1 })
    await crash()
    expect(await poison.take()).toEqual(turnedAwayAt(1))
    await open(thinks, port)
    expect(await poison.take()).toEqual({ kind: 'started' })
    await crash()
    await expect(poison.all()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await open(quick, port)
    expect(fold(await innocent.all())).toBe('hello')
  })

  it('is never run again once it has text', async () => {
    const { port } = await open('scripted:?reply=hello&chunks=5&delayMs=0&stallAt=2')
    const reading = submissionsTo(port, { wrap: againBeforeText })()
    await reading.untilText()
    await crash()
    await open(quick, port)
    await expect(reading.all()).rejects.toMatchObject({ code: 'UNAVAILABLE', part: 'model' })
  })
})
