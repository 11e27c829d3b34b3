import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { baseOf, bullPrefix, endedChannel, SharedQueue } from '@parley/redis-queue'
import { accountCaller } from '@parley/queue'
import { createLogger } from '@parley/runtime'
import { QueuedReplyGenerator } from '../../ai-workers/shared-queue/queued-reply-generator.js'
import { Reading } from '../contracts/reading.js'
import { away, fold, isDelta, replyJob } from '../contracts/reply-fixture.js'
import { eventLog } from '../support/app/event-log.js'
import { ServerProxy, until } from '@parley/testing'
import { QueueFixture } from '../support/instances/queue-fixture.js'
import { queueScene, read, running, text } from '../support/instances/queue-scene.js'
import { redisClient, RedisServer, testRedis } from '../support/instances/redis.js'
import { stopPolling } from '../support/instances/stop-polling.js'

;(testRedis() === undefined ? describe.skip : describe)('faults of the queue in Redis', () => {
  const scene = queueScene()
  const flush = async () => {
    const client = redisClient(scene.server.url)
    await client.flushall()
    client.disconnect()
  }

  describe('several instances', () => {
    it('share the workers and the positions', async () => {
      await scene.fixture.worker()
      const [one, other] = [await scene.fixture.instance(), await scene.fixture.instance()]
      const first = await running(one)
      const second = read(one, 'Local', { id: 'b' })
      expect(await second.take()).toMatchObject({ kind: 'queued', position: 1, reason: 'BUSY' })
      const third = read(other, 'Local')
      expect(await third.take()).toMatchObject({ kind: 'queued', position: 2, reason: 'BUSY' })
      const position = { kind: 'queued', position: 1, reason: 'BUSY', startsInMs: null }
      expect(await Promise.all([one, other].map((each) => each.position({ id: 'b' })))).toEqual([position, position])
      expect(await other.position({ id: 'b', interruptions: 1 })).toBeUndefined()
      first.cancel()
      expect(fold(await second.all())).toBe(text)
      expect(fold(await third.all())).toBe(text)
    })

    it('submit a job twice without a second run, and both get its whole progress', async () => {
      await scene.fixture.worker({ concurrency: 2 })
      const [one, other] = [await scene.fixture.instance(), await scene.fixture.instance()]
      const parts = { id: crypto.randomUUID() }
      const early = await running(one, 'slow', parts)
      const late = read(other, 'slow', parts)
      const progress = await late.all()
      expect(fold(progress)).toBe(text)
      expect(progress.at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
      expect((await early.all()).at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
      // its end is known for a while, so a third one does not run it again
      expect(fold(await read(other, 'slow', parts).all())).toBe(text)
      expect((await one.report()).total_requests).toBe(1)
    })

    it('cancel a running job of another instance at once', async () => {
      // the heartbeat of the worker, which notices it too, comes once a second
      const resume = stopPolling(1_000)
      try {
        await scene.fixture.worker()
        const client = redisClient(scene.server.url)
        const readers = async () => Number((await client.pubsub('NUMSUB', endedChannel('office')))[1])
        await until('the worker is subscribed to cancels', readers)
        client.disconnect()
        const [one, other] = [await scene.fixture.instance(), await scene.fixture.instance()]
        const parts = { id: crypto.randomUUID() }
        const reading = await running(one, 'stalls', parts)
        const elsewhere = await running(other, 'stalls', parts)
        const next = read(one, 'Local')
        expect(await next.take()).toMatchObject({ kind: 'queued' })
        elsewhere.cancel()
        expect(await next.take()).toEqual({ kind: 'started' })
        expect((await reading.all()).filter(({ kind }) => kind !== 'delta')).toEqual([])
        await next.all()
      } finally {
        resume()
      }
    })

    it('leave nothing in Redis of a job that waits until its deadline', async () => {
      const generator = await scene.fixture.instance()
      const reading = read(generator, 'Local', { id: 'late', outlivesReader: true, deadline: Date.now() + 300 })
      expect((await reading.all()).at(-1)).toMatchObject({ kind: 'end', reason: 'timed_out' })
      const client = redisClient(scene.server.url)
      await until('its job is gone', async () => (await client.exists(`${bullPrefix}:office:late-0`)) === 0)
      expect(await generator.report()).toMatchObject({ waiting: 0 })
      client.disconnect()
    })

    it('run 200 waiting jobs of many callers, each once, and leave nothing but keys that expire', async () => {
      await scene.fixture.worker({ concurrency: 4 })
      await scene.fixture.worker({ concurrency: 4 })
      const instances = [
        await scene.fixture.instance({ queueLimit: 500 }),
        await scene.fixture.instance({ queueLimit: 500 }),
      ]
      const readings = Array.from({ length: 200 }, (_, index) => {
        const generator = instances[index % 2]
        if (!generator) throw new Error('there are two')
        return read(generator, 'Local', { caller: accountCaller(index % 17) })
      })
      const replies = await Promise.all(readings.map((reading) => reading.all()))
      expect(replies.map((progress) => fold(progress)).filter((each) => each !== text)).toEqual([])
      const counts = { total_requests: 200, success_rate: 100, max_concurrent: 8, running: 0, waiting: 0 }
      await until('both workers have reported', async () => {
        const { total_requests: count, running } = (await instances[0]?.report()) ?? {}
        return count === 200 && running === 0
      })
      expect(await instances[1]?.report()).toMatchObject(counts)

      const client = redisClient(scene.server.url)
      const base = baseOf('office')
      const lasting: string[] = []
      for (const key of await client.keys(`${base}:*`)) if ((await client.pttl(key)) < 0) lasting.push(key)
      await until(
        'BullMQ has removed the jobs',
        async () => (await client.keys(`${bullPrefix}:office:*-0`)).length === 0,
      )
      client.disconnect()
      expect(lasting.map((key) => key.slice(base.length + 1)).toSorted()).toEqual(['alive', 'reports', 'state'])
    })
  })

  describe('a Redis server', () => {
    it.each([
      ['with another password', ['--requirepass', 'hush'], 'is refused by the server'],
      ['without rights for the queue', ['--user', 'poor', 'on', '>poor', '+@all', '~other:*'], 'needs the rights'],
    ])('%s is refused', async (_what, args, sentence) => {
      const guarded = await RedisServer.start(...args)
      const url = guarded.url.replace('//', '//poor:poor@')
      const opened = SharedQueue.open(url, createLogger('silent'))
      await expect(opened).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining(sentence) })
      await guarded.kill()
    })

    it('whose password changes later is logged once', async () => {
      const guarded = await RedisServer.start('--requirepass', 'first')
      const url = guarded.url.replace('//', '//:first@')
      const { log, events } = eventLog()
      const queue = await SharedQueue.open(url, log)
      const client = redisClient(url)
      await client.config('SET', 'requirepass', 'second')
      await client.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
      const failures = () => events.filter((event) => event === 'queue.connection_failed').length
      // two connections try again and again
      await until('it was refused some times', () => failures() > 4)
      expect(events.filter((event) => event === 'redis.refused')).toHaveLength(1)
      client.disconnect()
      await queue.close()
      await guarded.kill()
    })

    it('that evicts keys is warned of', async () => {
      const evicting = await RedisServer.start('--maxmemory-policy', 'allkeys-lru')
      const { log, events } = eventLog()
      const queue = await SharedQueue.open(evicting.url, log)
      expect(events).toEqual(['redis.evicts'])
      await queue.close()
      await evicting.kill()
    })

    it('that cannot be reached refuses a job within milliseconds, without a time to wait', async () => {
      const generator = await scene.fixture.instance()
      await scene.server.kill()
      await until('the connection is closed', async () => !(await generator.isReady()))
      const took: number[] = []
      for (let count = 0; count < 10; count += 1) {
        const from = performance.now()
        await expect(read(generator, 'Local').all()).rejects.toMatchObject(away)
        took.push(performance.now() - from)
      }
      // of a machine that does other things too
      expect(Math.min(...took)).toBeLessThan(50)
      await expect(generator.report()).rejects.toMatchObject(away)
      // as the owner of a stored generation does
      const job = replyJob('Local', { deadline: Date.now() + 60_000 })
      const again = async () => {
        const reading = new Reading(generator, job)
        return fold(await reading.all().catch(() => []))
      }
      expect(await again()).toBe('')
      await scene.server.restart()
      await scene.fixture.worker()
      await until('the job that was refused is run', async () => (await again()) === text)
    })

    it.each([
      ['is flushed', flush],
      [
        'restarts without its data',
        async () => {
          await scene.server.kill()
          await scene.server.restart()
        },
      ],
    ])('that %s loses neither running nor waiting replies, not even of a full queue', async (_what, loseData) => {
      await scene.fixture.worker()
      const generator = await scene.fixture.instance({ queueLimit: 1 })
      const first = await running(generator, 'slow')
      const second = read(generator, 'Local')
      expect(await second.take()).toMatchObject({ kind: 'queued', position: 1 })
      await loseData()
      const progress = await first.all()
      expect(fold(progress.filter((each) => !isDelta(each) || each.attempt === 2))).toBe(text)
      expect(progress.at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
      expect(fold(await second.all())).toBe(text)
      expect(fold(await read(generator, 'Local').all())).toBe(text)
    })

    it('that vanishes and moves is left by all connections, replies go on, and those to an idle server stay', async () => {
      const [moved, idle] = [await RedisServer.start(), await RedisServer.start()]
      const proxy = await ServerProxy.open(scene.server.url)
      const [fixture, quiet] = [
        new QueueFixture(proxy.url, { slow: `scripted:?reply=${text}&chunks=20&delayMs=100` }),
        new QueueFixture(idle.url, {}),
      ]
      const client = redisClient(idle.url)
      try {
        await quiet.worker()
        await quiet.instance()
        const connections = async () =>
          [...String(await client.client('LIST')).matchAll(/^id=(\d+)/gm)].map(([, id]) => id).toSorted()
        await until('they wait', async () => String(await client.client('LIST')).includes('cmd=bzpopmin'))
        const before = await connections()

        const worker = await fixture.worker({ concurrency: 2 })
        const generator = await fixture.instance()
        const reading = await running(generator, 'slow')
        proxy.target = new URL(moved.url)
        proxy.lose()
        expect(proxy.lost).toBeGreaterThan(4)
        const progress = await reading.all()
        expect(fold(progress.filter((each) => !isDelta(each) || each.attempt === 2))).toBe(text)
        expect(progress.at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
        await until('no connection to the earlier address is left', () => proxy.lost === 0)
        await until('the worker is connected', () =>
          worker.connected().then(
            () => true,
            () => false,
          ),
        )
        expect(fold(await read(generator, 'slow').all())).toBe(text)
        expect(await connections()).toEqual(before)
      } finally {
        client.disconnect()
        await fixture.close()
        await quiet.close()
        await proxy.cut()
        await moved.kill()
        await idle.kill()
      }
    })

    it('that is away meanwhile lets waiting jobs report it', async () => {
      await scene.fixture.worker()
      const generator = await scene.fixture.instance()
      await running(generator)
      const waiting = read(generator, 'Local')
      expect(await waiting.take()).toMatchObject({ kind: 'queued', reason: 'BUSY' })
      await scene.server.kill()
      expect(await waiting.take()).toEqual({ kind: 'queued', position: 1, reason: 'WORKER_AWAY', startsInMs: null })
    })

    it('that answers one connection later than the other refuses no job after the start', async () => {
      await scene.fixture.worker()
      const target = Number(new URL(scene.server.url).port)
      let connections = 0
      let answers = ''
      let open = (): void => undefined
      const gate = new Promise<void>((resolve) => (open = resolve))
      const proxy = createServer((near) => {
        connections += 1
        const isFirst = connections === 1
        near.on('error', () => undefined)
        void (isFirst ? Promise.resolve() : gate).then(() => {
          const far = connect(target, '127.0.0.1').on('error', () => near.destroy())
          if (isFirst) far.on('data', (chunk: Buffer) => (answers += chunk.toString()))
          near.pipe(far).pipe(near)
          near.once('close', () => far.destroy())
        })
      }).listen(0, '127.0.0.1')
      await once(proxy, 'listening')
      const url = `redis://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
      const { log } = eventLog()
      const opening = SharedQueue.open(url, log)
      // the client asks for the state of the server, and then the start does
      await until('the first connection is ready', () => answers.split('redis_version').length > 2)
      open()
      const queue = await opening
      const generator = new QueuedReplyGenerator({ kind: 'office', queue, queueLimit: 64, mergeWindowMs: 0, log })
      expect(fold(await read(generator, 'Local').all())).toBe(text)
      await generator.close()
      await queue.close()
      await new Promise((resolve) => proxy.close(resolve))
    })

    it('that does not answer is not ready, with unknown positions, and delays no close', async () => {
      await scene.fixture.worker()
      const generator = await scene.fixture.instance()
      await running(generator)
      const unknown = { position: null, reason: 'WORKER_AWAY', startsInMs: null }
      scene.server.pause()
      // each before the server answers again
      try {
        expect(await generator.isReady()).toBe(false)
        expect(await generator.position({ id: 'a' })).toEqual(unknown)
        await generator.close()
      } finally {
        scene.server.resume()
      }
    })

    it('that is away when a job is cancelled learns it later', async () => {
      await scene.fixture.worker()
      const generator = await scene.fixture.instance()
      const reading = await running(generator)
      scene.server.pause()
      try {
        reading.cancel()
        expect(await reading.take()).toBeUndefined()
      } finally {
        scene.server.resume()
      }
      expect(fold(await read(generator, 'Local').all())).toBe(text)
    })
  })
})
