import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { createLogger } from '@parley/runtime'
import { until } from '@parley/testing'
import type { Subscription } from '../../src/ports/event-bus/event-bus.js'
import { RedisEventBus } from '../../src/ports/event-bus/redis-event-bus.js'
import { eventBusContract } from '../contracts/event-bus.js'
import { lagged, message, read, readUntil } from '../support/instances/bus-items.js'
import { redisClient, testRedis } from '../support/instances/redis.js'

const url = testRedis() ?? ''

;(url ? describe : describe.skip)('with a Redis server', () => {
  const openBus = (installationId: string) =>
    RedisEventBus.open({ url, installationId, patienceMs: 60_000, log: createLogger('silent') })

  eventBusContract('on Redis', async () => {
    const bus = await openBus(randomUUID())
    return { bus, topicCount: () => bus.topicCount }
  })

  describe('the event bus between two instances', () => {
    let installationId: string
    let here: RedisEventBus
    let there: RedisEventBus
    let client: Redis
    beforeEach(async () => {
      installationId = randomUUID()
      here = await openBus(installationId)
      there = await openBus(installationId)
      client = redisClient(url)
    })
    afterEach(async () => {
      await here.close()
      await there.close()
      client.disconnect()
    })

    const channels = () => client.pubsub('CHANNELS', `parley:${installationId}:*`)

    async function join(bus: RedisEventBus, topic: string, limit = 256): Promise<Subscription> {
      const subscription = bus.subscribe(topic, { limit })
      await subscription.active
      return subscription
    }

    it('delivers each message once to every subscriber of both, in publishing order', async () => {
      const subscriptions = [await join(here, 'a', 1_001), await join(there, 'a', 1_001), await join(there, 'a', 1_001)]
      const texts = Array.from({ length: 1_000 }, (_, index) => String(index))
      for (const text of texts) here.publish('a', text)
      for (const subscription of subscriptions) expect(await read(subscription, 1_000)).toEqual(texts.map(message))
      there.publish('a', 'last')
      for (const subscription of subscriptions) expect(await read(subscription, 1)).toEqual([message('last')])
    })

    it('keeps topics, texts and objects of any characters', async () => {
      const topic = 'a:é\r\n\u{1F600}'
      const subscription = await join(there, topic)
      const text = 'é\u0000\u{1F600}\n'
      const messages = [text, '{', `{"text": ${text}}`, { text, list: [1, { [text]: null }] }]
      for (const each of messages) here.publish(topic, each)
      expect(await read(subscription, 4)).toEqual(messages.map(message))
    })

    it('keeps the messages of two installations on one server apart', async () => {
      const other = await openBus(randomUUID())
      const subscription = await join(there, 'a')
      other.publish('a', 'foreign')
      await other.close()
      here.publish('a', 'own')
      expect(await read(subscription, 1)).toEqual([message('own')])
    })

    it('sends lagged in place of a message that is too long, to the other instance', async () => {
      const subscriptions = [await join(here, 'a'), await join(there, 'a')]
      const long = 'x'.repeat(65_537)
      here.publish('a', long)
      here.publish('a', 'next')
      expect(await read(subscriptions[0], 2)).toEqual([message(long), message('next')])
      expect(await read(subscriptions[1], 2)).toEqual([lagged, message('next')])
    })

    it('turns what a slow subscriber of the other instance has not read into one lagged item', async () => {
      const slow = await join(there, 'a', 3)
      const reader = await join(there, 'a', 1_000)
      for (let index = 1; index <= 101; index += 1) here.publish('a', String(index))
      await read(reader, 101)
      const items = [...(await read(slow, 1)), ...(await readUntil(slow, '101'))]
      expect(items[0]).toEqual(lagged)
      expect(items.slice(1).every(({ kind }) => kind === 'message')).toBe(true)
      expect(items.length).toBeLessThanOrEqual(3)
    })

    it('keeps a topic that is left and joined in one tick', async () => {
      const first = await join(there, 'a')
      void first.return()
      const second = there.subscribe('a')
      void second.return()
      const third = await join(there, 'a')
      here.publish('a', '1')
      expect(await read(third, 1)).toEqual([message('1')])
      expect(await channels()).toEqual([`parley:${installationId}:a`])
    })

    it('sends what was published before it is closed', async () => {
      const subscription = await join(there, 'a')
      for (const text of ['1', '2', '3']) here.publish('a', text)
      await here.close()
      expect(await read(subscription, 3)).toEqual(['1', '2', '3'].map(message))
    })

    it('sends more than it keeps unsent as lagged', async () => {
      const subscription = await join(there, 'a', 1_000)
      const text = 'x'.repeat(60_000)
      for (let index = 0; index < 200; index += 1) here.publish('a', text)
      const items = await readUntil(subscription, lagged)
      expect(items.length).toBeGreaterThan(100)
      expect(items.length).toBeLessThan(200)
      here.publish('a', 'next')
      expect(await read(subscription, 1)).toEqual([message('next')])
    })

    it('subscribes to 10,000 topics, and leaves nothing on the server when they are released', async () => {
      const topics = Array.from({ length: 10_000 }, (_, index) => `room:${index}`)
      const subscriptions = topics.map((topic) => there.subscribe(topic))
      for (const { active } of subscriptions) await active
      await until('every topic is subscribed', async () => (await channels()).length === 10_000)
      // a subscription that was confirmed late gets `lagged` in place of this one
      for (const topic of topics) here.publish(topic, 'first')
      for (const subscription of subscriptions) await read(subscription, 1)
      for (const topic of topics) here.publish(topic, topic)
      for (const [index, subscription] of subscriptions.entries()) await readUntil(subscription, topics[index] ?? '')
      for (const subscription of subscriptions) await subscription.return()
      expect(there.topicCount).toBe(0)
      await until('no topic is subscribed', async () => (await channels()).length === 0)
    })
  })
})
