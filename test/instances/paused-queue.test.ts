import { describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { fold } from '../contracts/reply-fixture.js'
import { eventLog } from '../support/app/event-log.js'
import { queueScene, read, running, text } from '../support/instances/queue-scene.js'
import { testRedis } from '../support/instances/redis.js'

;(testRedis() === undefined ? describe.skip : describe)('a paused queue in Redis', () => {
  const scene = queueScene()

  it('starts no job of any instance until it is resumed; the running ones go on', async () => {
    const [one, other] = [await scene.fixture.instance(), await scene.fixture.instance()]
    await scene.fixture.worker({ concurrency: 2 })
    const first = await running(one, 'slow')
    await other.setPaused(true)
    expect(await one.isPaused()).toBe(true)
    expect(await one.isReady()).toBe(true)
    const second = read(one, 'Local')
    expect(await second.take()).toEqual({ kind: 'queued', position: 1, reason: 'PAUSED', startsInMs: null })
    expect((await first.all()).at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
    await until('no reply runs', async () => (await one.status()).workers[0]?.running === 0)
    expect(await one.status()).toMatchObject({ paused: true, waiting: 1 })
    expect(await one.report()).toMatchObject({ paused: true, waiting: 1, queue: [{ reason: 'PAUSED' }] })
    await one.setPaused(false)
    expect(fold(await second.all())).toBe(text)
    expect(await other.isPaused()).toBe(false)
  })

  it('is still paused for workers and instances that start later, which log it', async () => {
    const before = await scene.fixture.instance()
    await until('it has reached Redis', async () => (await before.status()).paused !== null)
    await before.setPaused(true)
    const { log, events } = eventLog()
    const later = await scene.fixture.instance({ log })
    await scene.fixture.worker()
    const waiting = read(later, 'Local')
    expect(await waiting.take()).toMatchObject({ reason: 'PAUSED' })
    await until('it is logged', () => Promise.resolve(events.includes('queue.paused')))
    await before.setPaused(false)
    expect(fold(await waiting.all())).toBe(text)
    await until('its end is logged', () => Promise.resolve(events.includes('queue.resumed')))
  })

  it('cannot be changed while Redis is away', async () => {
    const instance = await scene.fixture.instance()
    await scene.server.kill()
    await expect(instance.setPaused(true)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await scene.server.restart()
  })
})
