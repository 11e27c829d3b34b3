import { Queue } from 'bullmq'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { baseOf, bullPrefix, jobVersion, stepsOf } from '../../ai-workers/shared-queue/keys.js'
import type { QueuedReplyGenerator } from '../../ai-workers/shared-queue/queued-reply-generator.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { accountCaller } from '../../src/reply-caller.js'
import { Reading } from '../contracts/reading.js'
import { away, fold, isDelta, replyJob } from '../contracts/reply-fixture.js'
import { eventually } from '../support/app/eventually.js'
import { eventLog, QueueFixture } from '../support/instances/queue-fixture.js'
import { redisClient, RedisServer, testRedis } from '../support/instances/redis.js'

const text = 'one two three four five six seven eight nine ten'
const scripts = {
  Local: `scripted:?reply=${text}&chunks=10&delayMs=1`,
  slow: `scripted:?reply=${text}&chunks=20&delayMs=100`,
  stalls: `scripted:?reply=${text}&chunks=10&stallAt=2`,
}

;(testRedis() === undefined ? describe.skip : describe)('faults of the queue in Redis', () => {
  let server: RedisServer
  let fixture: QueueFixture
  beforeEach(async () => {
    server = await RedisServer.start()
    fixture = new QueueFixture(server.url, scripts)
  })
  afterEach(async () => {
    await fixture.close()
    await server.kill()
  })

  const read = (generator: QueuedReplyGenerator, model: string, parts: Partial<ReplyJob> = {}) =>
    new Reading(generator, replyJob(model, { deadline: Date.now() + 60_000, ...parts }))
  const running = async (generator: QueuedReplyGenerator, model = 'stalls', parts: Partial<ReplyJob> = {}) => {
    const reading = read(generator, model, parts)
    await reading.untilText()
    return reading
  }
  const flush = async () => {
    const client = redisClient(server.url)
    await client.flushall()
    client.disconnect()
  }

  describe('several instances', () => {
    it('share the workers and the positions', async () => {
      await fixture.worker()
      const [one, other] = [await fixture.instance(), await fixture.instance()]
      const first = await running(one)
      const second = read(one, 'Local')
      expect(await second.take()).toMatchObject({ kind: 'queued', position: 1, reason: 'BUSY' })
      const third = read(other, 'Local')
      expect(await third.take()).toMatchObject({ kind: 'queued', position: 2, reason: 'BUSY' })
      first.cancel()
      expect(fold(await second.all())).toBe(text)
      expect(fold(await third.all())).toBe(text)
    })

    it('submit a job twice without a second run, and both get its whole progress', async () => {
      await fixture.worker({ concurrency: 2 })
      const [one, other] = [await fixture.instance(), await fixture.instance()]
      const parts = { id: crypto.randomUUID() }
      const early = await running(one, 'slow', parts)
      const late = read(other, 'slow', parts)
      const progress = await late.all()
      expect(fold(progress)).toBe(text)
      expect(progress.at(-1)).toEqual({ kind: 'end', outcome: 'completed' })
      expect((await early.all()).at(-1)).toEqual({ kind: 'end', outcome: 'completed' })
      // its end is known for a while, so a third one does not run it again
      expect(fold(await read(other, 'slow', parts).all())).toBe(text)
      expect((await one.report()).total_requests).toBe(1)
    })

    it('cancel a running job of another instance at once', async () => {
      await fixture.worker()
      const [one, other] = [await fixture.instance(), await fixture.instance()]
      let ms = 0
      for (let round = 0; round < 5; round += 1) {
        const parts = { id: crypto.randomUUID() }
        const reading = await running(one, 'stalls', parts)
        const elsewhere = await running(other, 'stalls', parts)
        const next = read(one, 'Local')
        expect(await next.take()).toMatchObject({ kind: 'queued' })
        const from = performance.now()
        elsewhere.cancel()
        expect(await next.take()).toEqual({ kind: 'started' })
        ms += performance.now() - from
        expect((await reading.all()).filter(({ kind }) => kind !== 'delta')).toEqual([])
        await next.all()
      }
      // the heartbeat of the worker, which notices it too, comes once a second
      expect(ms).toBeLessThan(2_000)
    })

    it('run 200 waiting jobs of many callers, each once, and leave nothing but keys that expire', async () => {
      await fixture.worker({ concurrency: 4 })
      await fixture.worker({ concurrency: 4 })
      const instances = [await fixture.instance({ queueLimit: 500 }), await fixture.instance({ queueLimit: 500 })]
      const readings = Array.from({ length: 200 }, (_, index) => {
        const generator = instances[index % 2]
        if (!generator) throw new Error('there are two')
        return read(generator, 'Local', { caller: accountCaller(index % 17) })
      })
      const replies = await Promise.all(readings.map((reading) => reading.all()))
      expect(replies.map((progress) => fold(progress)).filter((each) => each !== text)).toEqual([])
      const counts = { total_requests: 200, success_rate: 100, max_concurrent: 8, running: 0, waiting: 0 }
      await eventually('both workers have reported', async () => (await instances[0]?.report())?.total_requests === 200)
      expect(await instances[1]?.report()).toMatchObject(counts)

      const client = redisClient(server.url)
      const base = baseOf('office')
      const lasting: string[] = []
      for (const key of await client.keys(`${base}:*`)) if ((await client.pttl(key)) < 0) lasting.push(key)
      await eventually(
        'BullMQ has removed the jobs',
        async () => (await client.keys(`${bullPrefix}:office:*-0`)).length === 0,
      )
      client.disconnect()
      expect(lasting.map((key) => key.slice(base.length + 1)).toSorted()).toEqual(['alive', 'reports', 'state'])
    })
  })

  describe('a worker', () => {
    it('that is not there yet is waited for', async () => {
      const generator = await fixture.instance()
      expect(await generator.isReady()).toBe(false)
      const reading = read(generator, 'Local')
      expect(await reading.take()).toEqual({ kind: 'queued', position: 1, reason: 'WORKER_AWAY', startsInMs: null })
      await fixture.worker()
      expect(await generator.isReady()).toBe(true)
      expect(fold(await reading.all())).toBe(text)
    })

    it('that drains ends its reply, and another one runs the jobs that wait', async () => {
      const leaving = await fixture.worker()
      const generator = await fixture.instance()
      const current = await running(generator, 'slow')
      const next = read(generator, 'Local')
      expect(await next.take()).toMatchObject({ kind: 'queued', position: 1 })
      const drained = leaving.drain()
      await fixture.worker()
      expect(fold(await next.all())).toBe(text)
      expect((await current.all()).filter(isDelta).every(({ attempt }) => attempt === 1)).toBe(true)
      await drained
    })

    it('that closes hands its reply to another one, as the next attempt', async () => {
      const leaving = await fixture.worker()
      const generator = await fixture.instance()
      const reading = await running(generator, 'slow')
      await leaving.close()
      await fixture.worker()
      const progress = await reading.all()
      expect(progress.filter(({ kind }) => kind === 'started' || kind === 'queued')).toEqual([])
      expect(fold(progress.filter((each) => !isDelta(each) || each.attempt === 2))).toBe(text)
      expect(progress.at(-1)).toEqual({ kind: 'end', outcome: 'completed' })
    })
  })

  describe('jobs that a worker does not run', () => {
    const raw = async (data: object, jobId: string) => {
      const queue = new Queue('office', { connection: { url: server.url }, prefix: bullPrefix })
      await queue.add('reply', data, { jobId, removeOnComplete: true })
      return queue
    }

    it('are those of another version: they stay for a worker that knows it', async () => {
      const { log, events } = eventLog()
      await fixture.worker({ log })
      const queue = await raw({ version: jobVersion + 1, job: { words: 'of tomorrow' } }, 'next-0')
      await eventually('the worker has looked at it', () => events.includes('queue.job_skipped'))
      expect(fold(await read(await fixture.instance(), 'Local').all())).toBe(text)
      expect(await queue.getJobState('next-0')).toBe('delayed')
      await queue.close()
    })

    it('end with an error when the steps of a worker are not those of this release', async () => {
      const generator = await fixture.instance()
      const reading = read(generator, 'Local', { id: 'a' })
      expect(await reading.take()).toMatchObject({ kind: 'queued', reason: 'WORKER_AWAY' })
      const client = redisClient(server.url)
      await client.xadd(stepsOf('office', 'a-0'), '*', 'run', 'other', 'step', '{"kind":"song"}')
      await expect(reading.take()).rejects.toThrow()
      await eventually('the job is removed', async () => (await client.exists(`${bullPrefix}:office:a-0`)) === 0)
      client.disconnect()
    })

    it('are those whose generation does not exist, or has ended: they are dropped', async () => {
      const { log, events } = eventLog()
      await fixture.worker({ log })
      const generator = await fixture.instance()
      const job = replyJob('Local')
      await new Reading(generator, job).all()
      for (const id of ['unknown-0', `${job.id}-0`]) {
        const queue = await raw({ version: jobVersion, job }, id)
        await eventually(`${id} is dropped`, async () => (await queue.getJobState(id)) === 'unknown')
        await queue.close()
      }
      expect(events.filter((event) => event === 'queue.job_dropped')).toHaveLength(2)
    })
  })

  describe('a Redis server', () => {
    it('that cannot be reached refuses a job within milliseconds, without a time to wait', async () => {
      const generator = await fixture.instance()
      await server.kill()
      await eventually('the connection is closed', async () => !(await generator.isReady()))
      const from = performance.now()
      for (let count = 0; count < 10; count += 1)
        await expect(read(generator, 'Local').all()).rejects.toMatchObject(away)
      expect(performance.now() - from).toBeLessThan(500)
      await expect(generator.report()).rejects.toMatchObject(away)
      // as the owner of a stored generation does
      const job = replyJob('Local', { deadline: Date.now() + 60_000 })
      const again = async () => {
        const reading = new Reading(generator, job)
        return fold(await reading.all().catch(() => []))
      }
      expect(await again()).toBe('')
      await server.restart()
      await fixture.worker()
      await eventually('the job that was refused is run', async () => (await again()) === text)
    })

    it.each([
      ['is flushed', flush],
      [
        'restarts without its data',
        async () => {
          await server.kill()
          await server.restart()
        },
      ],
    ])('that %s loses neither running nor waiting replies, not even of a full queue', async (_what, loseData) => {
      await fixture.worker()
      const generator = await fixture.instance({ queueLimit: 1 })
      const first = await running(generator, 'slow')
      const second = read(generator, 'Local')
      expect(await second.take()).toMatchObject({ kind: 'queued', position: 1 })
      await loseData()
      const progress = await first.all()
      expect(fold(progress.filter((each) => !isDelta(each) || each.attempt === 2))).toBe(text)
      expect(progress.at(-1)).toEqual({ kind: 'end', outcome: 'completed' })
      expect(fold(await second.all())).toBe(text)
      expect(fold(await read(generator, 'Local').all())).toBe(text)
    })

    it('that is away meanwhile lets waiting jobs report it', async () => {
      await fixture.worker()
      const generator = await fixture.instance()
      await running(generator)
      const waiting = read(generator, 'Local')
      expect(await waiting.take()).toMatchObject({ kind: 'queued', reason: 'BUSY' })
      await server.kill()
      expect(await waiting.take()).toEqual({ kind: 'queued', position: 1, reason: 'WORKER_AWAY', startsInMs: null })
    })

    it('that is away when a job is cancelled learns it later', async () => {
      await fixture.worker()
      const generator = await fixture.instance()
      const reading = await running(generator)
      server.pause()
      reading.cancel()
      expect(await reading.take()).toBeUndefined()
      server.resume()
      expect(fold(await read(generator, 'Local').all())).toBe(text)
    })
  })
})
