import { afterEach, describe, expect, it } from '@jest/globals'
import { accountCaller, unverifiedCaller } from '@parley/queue'
import { createLogger } from '@parley/runtime'
import { parseScript } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { Reading } from '../contracts/reading.js'

let worker: ReplyWorker
const open = (script: string, settings: { queueLimit?: number } = {}) => {
  const backends = new Map([['Local', new ScriptedBackend(parseScript(script))]])
  worker = new ReplyWorker({ kind: 'office', backends, logger: createLogger('silent'), ...settings })
}
afterEach(() => worker.close())

const quick = 'scripted:?reply=a&chunks=1'
const stalls = 'scripted:?stallAt=1'
const full = { code: 'UNAVAILABLE', retryAfterMs: 5_000 }

const read = (parts: Partial<ReplyJob> = {}) =>
  new Reading(worker, {
    ...{ id: 'a', kind: 'office', model: 'Local', message: 'Hello', history: [], searchAccess: false },
    deadline: Date.now() + 60_000,
    ...parts,
  })

/** The callers in the order in which their jobs started. */
async function started(callers: readonly string[]): Promise<string> {
  const order: string[] = []
  const jobs = callers.map(async (caller) => {
    const reading = read({ caller })
    for (let step = await reading.take(); step; step = await reading.take()) {
      if (step.kind === 'started') order.push(caller)
    }
  })
  await Promise.all(jobs)
  return order.join(' ')
}

describe('the queue of a worker', () => {
  it('starts no job while it is paused, and lets running ones go on', async () => {
    open('scripted:?reply=a&chunks=20&delayMs=5')
    const first = read()
    await first.untilText()
    worker.setPaused(true)
    const second = read({ id: 'b' })
    const paused = { kind: 'queued', position: 1, reason: 'PAUSED', startsInMs: null }
    expect(await second.take()).toEqual(paused)
    expect((await first.all()).at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
    expect(worker.report()).toMatchObject({ running: 0, waiting: 1, paused: true })
    worker.setPaused(false)
    expect((await second.all()).at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
    expect(worker.report()).toMatchObject({ running: 0, waiting: 0, paused: false })
  })

  it('is first in, first out for callers with one job each', async () => {
    open(quick)
    const allCallers = Array.from({ length: 32 }, (_, index) => String(index))
    expect(await started(allCallers)).toBe(allCallers.join(' '))
  })

  it('is first in, first out for the jobs of one caller', async () => {
    open(stalls)
    const readings = Array.from({ length: 32 }, () => read())
    const steps = await Promise.all(readings.map((reading) => reading.take()))
    expect(steps.map((step) => (step?.kind === 'queued' ? step.position : 0))).toEqual([...Array(32).keys()])
  })

  it('gives every caller a turn before any caller has a second one', async () => {
    open(quick)
    const callers = ['ada', 'ada', 'ada', 'ada', 'bob', 'bob', 'eve']
    expect(await started(callers)).toBe('ada ada bob eve ada bob ada')
  })

  it('displaces the last job of the caller with most jobs when it is full, and refuses a caller that has as many', async () => {
    open(stalls, { queueLimit: 3 })
    const ofAda = Array.from({ length: 4 }, () => read({ caller: 'ada' }))
    const steps = await Promise.all(ofAda.map((reading) => reading.take()))
    expect(steps.at(-1)).toMatchObject({ kind: 'queued', position: 3 })
    await expect(read({ caller: 'ada' }).take()).rejects.toMatchObject(full)
    expect(await read({ caller: 'bob' }).take()).toMatchObject({ kind: 'queued', position: 2 })
    await expect(ofAda[3]?.take()).rejects.toMatchObject(full)
    await expect(read({ caller: 'bob' }).take()).rejects.toMatchObject(full)
  })

  describe('when it is full', () => {
    const [ada, bob] = [accountCaller(1), accountCaller(2)]
    const unproved = [
      ['a name that was only said', unverifiedCaller(ada)],
      ['nobody', undefined],
    ] as const
    /** A queue of these callers' jobs; the first one runs. */
    const line = async (...callers: (string | undefined)[]) => {
      const readings = callers.map((caller) => read({ caller }))
      await Promise.all(readings.map((reading) => reading.take()))
      return readings
    }

    it.each(unproved)('never displaces a job of an account for %s', async (_case, caller) => {
      open(stalls, { queueLimit: 3 })
      await line(ada, ada, ada, ada)
      await expect(read({ caller }).take()).rejects.toMatchObject(full)
      expect(await read({ caller: bob }).take()).toMatchObject({ kind: 'queued', position: 2 })
    })

    it.each(unproved)('displaces the last job of %s for an account', async (_case, caller) => {
      open(stalls, { queueLimit: 3 })
      const last = (await line(caller, caller, caller, caller)).at(-1)
      await line(ada)
      await expect(last?.take()).rejects.toMatchObject(full)
    })

    it.each(unproved)(
      'displaces the last job of an unverified name for %s, however many jobs accounts have',
      async (_case, caller) => {
        open(stalls, { queueLimit: 5 })
        const last = (await line(ada, ada, ada, ada, unverifiedCaller('x'), unverifiedCaller('x'))).at(-1)
        await line(caller)
        await expect(last?.take()).rejects.toMatchObject(full)
      },
    )
  })

  it('starts a job beside others when the job allows it, but never out of order', async () => {
    open(stalls)
    const step = async (atOnce?: number) => (await read({ atOnce }).take())?.kind
    expect([await step(2), await step(2), await step(2)]).toEqual(['started', 'started', 'queued'])
    expect([await step(), await step(3)]).toEqual(['queued', 'queued'])
  })
})
