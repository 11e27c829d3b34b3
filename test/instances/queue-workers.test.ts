import { Queue, type Job } from 'bullmq'
import { describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { jobVersion } from '../../ai-workers/shared-queue/job-version.js'
import { baseOf, bullPrefix, stepsOf } from '@parley/redis-queue'
import type { ModelState, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { Reading } from '../contracts/reading.js'
import { fold, isDelta, replyJob } from '../contracts/reply-fixture.js'
import { eventLog } from '../support/app/event-log.js'
import { queueScene, read, running, text } from '../support/instances/queue-scene.js'
import { redisClient, testRedis } from '../support/instances/redis.js'

;(testRedis() === undefined ? describe.skip : describe)('workers of the queue in Redis', () => {
  const scene = queueScene()
  const queueOf = () => new Queue('office', { connection: { url: scene.server.url }, prefix: bullPrefix })

  describe('a worker', () => {
    it('that is not there yet is waited for', async () => {
      const generator = await scene.fixture.instance()
      expect(await generator.isReady()).toBe(false)
      const reading = read(generator, 'Local')
      expect(await reading.take()).toEqual({ kind: 'queued', position: 1, reason: 'WORKER_AWAY', startsInMs: null })
      await scene.fixture.worker()
      expect(await generator.isReady()).toBe(true)
      expect(fold(await reading.all())).toBe(text)
    })

    it('is listed with its name and state while it is alive', async () => {
      const generator = await scene.fixture.instance()
      expect(await generator.status()).toEqual({ kind: 'office', waiting: 0, paused: false, workers: [] })
      const [one, other] = [await scene.fixture.worker(), await scene.fixture.worker()]
      const { workers } = await generator.status()
      expect(workers).toHaveLength(2)
      for (const worker of workers)
        expect(worker).toMatchObject({ name: expect.any(String), state: 'ready', running: 0, concurrency: 1 })
      expect(new Set(workers.map(({ name }) => name)).size).toBe(2)
      await other.close()
      expect((await generator.status()).workers).toHaveLength(1)
      await one.close()
    })

    it.each([
      ['of a state that this release does not have', { modelState: 'asleep' }],
      ['with a count that is not a number', { active: '1' }],
      ['with a name that is not a text', { name: 7 }],
    ])('is not listed with a report %s', async (_what, change) => {
      const generator = await scene.fixture.instance()
      const worker = await scene.fixture.worker()
      const client = redisClient(scene.server.url)
      const base = baseOf('office')
      const [report = ''] = await client.hvals(`${base}:reports`)
      const changed = JSON.stringify({ ...(JSON.parse(report) as object), name: 'another', ...change })
      await client.hset(`${base}:reports`, 'another', changed)
      await client.zadd(`${base}:alive`, Date.now(), 'another')
      const { workers } = await generator.status()
      expect(workers.map(({ name }) => name)).toEqual([expect.not.stringMatching('another')])
      expect((await generator.report()).model_state).toBe('ready')
      await client.zrem(`${base}:alive`, 'another')
      client.disconnect()
      await worker.close()
    })

    it('whose model is away leaves the jobs to another one, until it is back', async () => {
      const model: { state: ModelState } = { state: 'ready' }
      const unwell = await scene.fixture.worker({ model })
      const generator = await scene.fixture.instance()
      expect(fold(await read(generator, 'Local').all())).toBe(text)
      model.state = 'unreachable'
      // given to the worker before its next heartbeat says so
      const waiting = read(generator, 'Local').all()
      await until('it waits', async () => {
        const { model_state: state, queue } = await generator.report()
        return state === 'unreachable' && queue[0]?.reason === 'WORKER_AWAY'
      })
      expect(await generator.isReady()).toBe(false)
      const other = await scene.fixture.worker()
      expect(fold(await waiting)).toBe(text)
      await until('the other one is ready', () => generator.isReady())
      expect(await generator.report()).toMatchObject({ model_state: 'ready' })
      await other.close()
      const next = read(generator, 'Local')
      expect(await next.take()).toMatchObject({ kind: 'queued', reason: 'WORKER_AWAY' })
      model.state = 'ready'
      expect(fold(await next.all())).toBe(text)
      await unwell.drain()
    })

    it('that drains ends its reply, and another one runs the jobs that wait', async () => {
      const leaving = await scene.fixture.worker()
      const generator = await scene.fixture.instance()
      const current = await running(generator, 'slow')
      const next = read(generator, 'Local')
      expect(await next.take()).toMatchObject({ kind: 'queued', position: 1 })
      const drained = leaving.drain()
      await scene.fixture.worker()
      expect(fold(await next.all())).toBe(text)
      expect((await current.all()).filter(isDelta).every(({ attempt }) => attempt === 1)).toBe(true)
      await drained
    })

    it('that closes hands its reply to another one, as the next attempt', async () => {
      const leaving = await scene.fixture.worker()
      const generator = await scene.fixture.instance()
      const reading = await running(generator, 'slow')
      await leaving.close()
      await scene.fixture.worker()
      const progress = await reading.all()
      expect(progress.filter(({ kind }) => kind === 'started' || kind === 'queued')).toEqual([])
      expect(fold(progress.filter((each) => !isDelta(each) || each.attempt === 2))).toBe(text)
      expect(progress.at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
    })
  })

  describe('a job', () => {
    it.each<[number, Partial<ReplyJob>]>([
      [1, {}],
      [2, { roomInstructions: 'Answer in French.' }],
      [2, { image: { contentType: 'image/png', base64: '' } }],
      [2, { character: { name: 'Grace', greeting: '', context: '', examples: [] } }],
    ])(
      'has the lowest version that knows its fields, for workers of earlier releases: %i, %j',
      async (version, parts) => {
        const generator = await scene.fixture.instance()
        const reading = read(generator, 'Local', { id: 'next', ...parts })
        expect(await reading.take()).toMatchObject({ kind: 'queued', reason: 'WORKER_AWAY' })
        const queue = queueOf()
        expect(((await queue.getJob('next-0')) as Job<object>).data).toMatchObject({ version, job: parts })
        await queue.close()
        await scene.fixture.worker()
        expect(fold(await reading.all())).toBe(text)
      },
    )
  })

  describe('jobs that a worker does not run', () => {
    const raw = async (data: object, jobId: string) => {
      const queue = queueOf()
      await queue.add('reply', data, { jobId, removeOnComplete: true })
      return queue
    }

    it('are those of another version: they stay for a worker that knows it, until their deadline', async () => {
      const generator = await scene.fixture.instance()
      const reading = read(generator, 'Local', { id: 'next', outlivesReader: true })
      expect(await reading.take()).toMatchObject({ kind: 'queued', reason: 'WORKER_AWAY' })
      const queue = queueOf()
      const job = await queue.getJob('next-0')
      await job?.updateData({ version: jobVersion + 1, job: { words: 'of tomorrow' } })
      reading.cancel()
      const { log, events } = eventLog()
      await scene.fixture.worker({ log })
      await until('the worker has looked at it', () => events.includes('queue.job_skipped'))
      expect(fold(await read(generator, 'Local').all())).toBe(text)
      const isDelayed = async () => (await queue.getJobState('next-0')) === 'delayed'
      await until('it is left for later', isDelayed)
      // its deadline passes
      const client = redisClient(scene.server.url)
      expect(await client.zadd(`${baseOf('office')}:waiting`, 'XX', 'CH', Date.now() - 1, 'next-0')).toBe(1)
      client.disconnect()
      await until('it is removed', async () => (await queue.getJobState('next-0')) === 'unknown')
      expect(events.filter((event) => event.startsWith('queue.job'))).toEqual([
        'queue.job_skipped',
        'queue.job_dropped',
      ])
      await queue.close()
    })

    it('end with an error when the steps of a worker are not those of this release', async () => {
      const generator = await scene.fixture.instance()
      const reading = read(generator, 'Local', { id: 'a' })
      expect(await reading.take()).toMatchObject({ kind: 'queued', reason: 'WORKER_AWAY' })
      const client = redisClient(scene.server.url)
      await client.xadd(stepsOf('office', 'a-0'), '*', 'run', 'other', 'step', '{"kind":"song"}')
      await expect(reading.take()).rejects.toThrow()
      await until('the job is removed', async () => (await client.exists(`${bullPrefix}:office:a-0`)) === 0)
      client.disconnect()
    })

    it('are those whose generation does not exist, or has ended: they are dropped', async () => {
      const { log, events } = eventLog()
      await scene.fixture.worker({ log })
      const generator = await scene.fixture.instance()
      const job = replyJob('Local')
      await new Reading(generator, job).all()
      const other = { version: jobVersion + 1 }
      for (const [id, data] of [
        ['unknown-0', { version: jobVersion, job }],
        [`${job.id}-0`, { version: jobVersion, job }],
        ['other-0', other],
        [`${job.id}-0`, other],
      ] as const) {
        const queue = await raw(data, id)
        await until(`${id} is dropped`, async () => (await queue.getJobState(id)) === 'unknown')
        await queue.close()
      }
      const dropped = Array<string>(4).fill('queue.job_dropped')
      expect(events.filter((event) => event.startsWith('queue.job'))).toEqual(dropped)
    })
  })
})
