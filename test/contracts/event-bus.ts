import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { BusItem, EventBus, Subscription } from '../../src/ports/event-bus/event-bus.js'

export interface BusUnderTest {
  readonly bus: EventBus
  /** Topics that cost memory on the publishing side. */
  topicCount(): number
}

const over = { done: true, value: undefined }
const message = (text: string): BusItem => ({ kind: 'message', message: text })

/** The contract of every EventBus. `open` returns a new bus for each test. */
export function eventBusContract(name: string, open: () => Promise<BusUnderTest>): void {
  describe(`the event bus: ${name}`, () => {
    let bus: EventBus
    let topicCount: () => number

    beforeEach(async () => {
      const opened = await open()
      bus = opened.bus
      topicCount = () => opened.topicCount()
    })
    afterEach(() => bus.close())

    it('gives every subscriber of a topic each message, in publishing order', async () => {
      const first = bus.subscribe('a')
      const second = bus.subscribe('a')
      for (const text of ['1', '2', '3']) bus.publish('a', text)
      expect(await read(first, 3)).toEqual(['1', '2', '3'].map(message))
      expect(await read(second, 3)).toEqual(['1', '2', '3'].map(message))
    })

    it('gives every subscriber the same object', async () => {
      const [first, second] = [bus.subscribe('a'), bus.subscribe('a')]
      const sent = { kind: 'room', text: '{' }
      bus.publish('a', sent)
      for (const subscription of [first, second]) {
        const [item] = await read(subscription, 1)
        expect(item?.kind === 'message' ? item.message : undefined).toBe(sent)
      }
    })

    it('is registered before the first next()', async () => {
      const subscription = bus.subscribe('a')
      bus.publish('a', 'early')
      expect(await read(subscription, 1)).toEqual([message('early')])
    })

    it('delivers nothing to a topic with a similar name', async () => {
      const subscriptions = ['a', 'a:1', 'a:', '__proto__', ''].map((topic) => ({
        topic,
        reader: bus.subscribe(topic),
      }))
      for (const { topic } of subscriptions) bus.publish(topic, `for ${topic}`)
      for (const { topic } of subscriptions) bus.publish(topic, 'last')
      for (const { topic, reader } of subscriptions) {
        expect(await read(reader, 2)).toEqual([message(`for ${topic}`), message('last')])
      }
    })

    it('delivers each message to both readers of a topic that read in turn', async () => {
      const first = bus.subscribe('a')
      const second = bus.subscribe('a')
      const waiting = [first.next(), second.next()]
      bus.publish('a', '1')
      bus.publish('a', '2')
      expect(await Promise.all(waiting)).toEqual([given('1'), given('1')])
      expect(await Promise.all([second.next(), first.next()])).toEqual([given('2'), given('2')])
    })

    it('answers parallel next() calls in their order', async () => {
      const subscription = bus.subscribe('a')
      const waiting = [subscription.next(), subscription.next(), subscription.next()]
      for (const text of ['1', '2', '3', '4']) bus.publish('a', text)
      expect(await Promise.all(waiting)).toEqual(['1', '2', '3'].map(given))
      expect(await subscription.next()).toEqual(given('4'))
    })

    it('turns a burst of 5,000 messages into one lagged item and the newest ones, for a subscriber that never read', async () => {
      const sleeper = bus.subscribe('a')
      const reader = bus.subscribe('a', { limit: 10_000 })
      for (let index = 1; index <= 5_000; index += 1) bus.publish('a', String(index))
      const everything = await read(reader, 5_000)
      expect(everything).toEqual(Array.from({ length: 5_000 }, (_, index) => message(String(index + 1))))

      bus.publish('a', 'last')
      const left = await readUntil(sleeper, 'last')
      expect(left.length).toBeLessThanOrEqual(256)
      expect(left.filter((item) => item.kind === 'lagged')).toHaveLength(1)
      expect(left[0]).toEqual({ kind: 'lagged' })
      expect(left.slice(1)).toEqual(everything.concat(message('last')).slice(1 - left.length))
    })

    it('reports lagged once, at the first message past the limit, and continues', async () => {
      const subscription = bus.subscribe('a', { limit: 2 })
      for (const text of ['1', '2', '3', '4']) bus.publish('a', text)
      expect(await read(subscription, 2)).toEqual([{ kind: 'lagged' }, message('4')])
      bus.publish('a', '5')
      expect(await read(subscription, 1)).toEqual([message('5')])
    })

    it('never loses a message at the limit itself', async () => {
      const subscription = bus.subscribe('a', { limit: 2 })
      for (const text of ['1', '2']) bus.publish('a', text)
      expect(await read(subscription, 2)).toEqual(['1', '2'].map(message))
    })

    it('works with any limit, and treats an invalid one as 1', async () => {
      const subscription = bus.subscribe('a', { limit: 0 })
      bus.publish('a', '1')
      expect(await read(subscription, 1)).toEqual([message('1')])
      for (const text of ['2', '3', '4']) bus.publish('a', text)
      expect(await read(subscription, 1)).toEqual([{ kind: 'lagged' }])
    })

    it('ends every waiting next() when return() is called, and stays ended', async () => {
      const subscription = bus.subscribe('a')
      const waiting = [subscription.next(), subscription.next()]
      expect(await subscription.return()).toEqual(over)
      expect(await Promise.all(waiting)).toEqual([over, over])
      bus.publish('a', 'late')
      expect(await subscription.next()).toEqual(over)
      expect(await subscription.return()).toEqual(over)
    })

    it('drops unread messages when return() is called', async () => {
      const subscription = bus.subscribe('a')
      bus.publish('a', 'unread')
      await subscription.return()
      expect(await subscription.next()).toEqual(over)
    })

    it('keeps other subscribers of a topic when one leaves, even while a message is delivered', async () => {
      const leaver = bus.subscribe('a')
      const stayer = bus.subscribe('a')
      const left = leaver.next().then(() => leaver.return())
      for (const text of ['1', '2']) bus.publish('a', text)
      await left
      bus.publish('a', '3')
      expect(await read(stayer, 3)).toEqual(['1', '2', '3'].map(message))
    })

    it('keeps nothing for a topic without subscribers', async () => {
      const readers = ['a', 'a', 'b'].map((topic) => bus.subscribe(topic))
      expect(topicCount()).toBe(2)
      for (const reader of readers) await reader.return()
      expect(topicCount()).toBe(0)

      bus.publish('a', 'to nobody')
      expect(topicCount()).toBe(0)
      const again = bus.subscribe('a')
      await readers[0]?.return()
      bus.publish('a', 'to the new one')
      expect(await read(again, 1)).toEqual([message('to the new one')])
    })

    it('unregisters when a for-await loop is left', async () => {
      const subscription = bus.subscribe('a')
      bus.publish('a', '1')
      for await (const item of subscription) {
        expect(item).toEqual(message('1'))
        break
      }
      expect(topicCount()).toBe(0)
    })

    it('ends all subscriptions on close(), and ignores later calls', async () => {
      const waiting = bus.subscribe('a').next()
      const unread = bus.subscribe('b')
      bus.publish('b', 'unread')
      const closed = bus.close()
      expect(await waiting).toEqual(over)
      expect(await unread.next()).toEqual(over)
      expect(await bus.subscribe('a').next()).toEqual(over)
      bus.publish('a', 'late')
      await closed
      await bus.close()
      expect(topicCount()).toBe(0)
    })
  })
}

function given(text: string) {
  return { done: false, value: message(text) }
}

async function read(subscription: Subscription, count: number): Promise<BusItem[]> {
  const items: BusItem[] = []
  while (items.length < count) items.push(await readOne(subscription))
  return items
}

async function readUntil(subscription: Subscription, last: string): Promise<BusItem[]> {
  const items: BusItem[] = []
  for (;;) {
    const item = await readOne(subscription)
    items.push(item)
    if (item.kind === 'message' && item.message === last) return items
  }
}

async function readOne(subscription: Subscription): Promise<BusItem> {
  const { value } = await subscription.next()
  if (!value) throw new Error('The subscription ended too early')
  return value
}
