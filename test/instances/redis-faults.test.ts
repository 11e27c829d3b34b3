import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { RedisEventBus } from '../../src/ports/event-bus/redis-event-bus.js'
import { LogCapture } from '../support/ai-workers/log-capture.js'
import { ServerProxy, until } from '@parley/testing'
import { lagged, message, read, readUntil } from '../support/instances/bus-items.js'
import { redisClient, RedisServer, testRedis, tlsArguments } from '../support/instances/redis.js'

const refused = (sentence: string) => ({
  code: 'BAD_USER_INPUT',
  message: expect.stringContaining(sentence) as unknown,
})

let capture: LogCapture
let closers: (() => Promise<void>)[]
beforeEach(() => {
  capture = new LogCapture()
  closers = []
})
afterEach(async () => {
  for (const close of closers.reverse()) await close()
  capture.close()
})

const events = () => capture.heard.map((line) => (JSON.parse(line) as { readonly event: string }).event)

async function openBus(url: string, { installationId = 'one', patienceMs = 30_000 } = {}): Promise<RedisEventBus> {
  const bus = await RedisEventBus.open({ url, installationId, patienceMs, log: capture.log })
  closers.push(() => bus.close())
  return bus
}

async function startRedis(...args: string[]): Promise<RedisServer> {
  const server = await RedisServer.start(...args)
  closers.push(() => server.kill())
  return server
}

/** A server that answers every command with one text. */
async function fakeServer(answer: string): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (chunk) => {
      for (const command of chunk.toString().match(/^\*\d+/gm) ?? [])
        socket.write(command === '*1' ? answer : '+OK\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return `redis://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

const infoOf = (text: string) => `$${String(text.length)}\r\n${text}\r\n`

;(testRedis() ? describe : describe.skip)('the event bus on Redis', () => {
  describe('reports lagged to the subscribers, and goes on, when', () => {
    it('the server ends the connection of the subscriber', async () => {
      const { url } = await startRedis()
      const [here, there] = [await openBus(url), await openBus(url)]
      const subscriptions = [there.subscribe('a'), there.subscribe('b')]
      for (const { active } of subscriptions) await active
      const client = redisClient(url)
      await client.client('KILL', 'TYPE', 'pubsub')
      client.disconnect()
      for (const subscription of subscriptions) expect(await read(subscription, 1)).toEqual([lagged])
      await until('both are connected again', () => here.isAvailable && there.isAvailable)
      here.publish('b', '1')
      expect(await read(subscriptions[1], 1)).toEqual([message('1')])
      expect(events()).toEqual(expect.arrayContaining(['redis.unavailable', 'redis.connected']))
    })

    it('only the publisher was cut off, for the topics of the messages that were not sent', async () => {
      const { url } = await startRedis()
      const proxy = await ServerProxy.open(url)
      closers.push(() => proxy.cut())
      const [here, there] = [await openBus(proxy.url), await openBus(url)]
      const [missed, quiet] = [there.subscribe('missed'), there.subscribe('quiet')]
      const own = here.subscribe('missed')
      for (const { active } of [missed, quiet, own]) await active
      await proxy.cut()
      await until('the cut is noticed', () => !here.isAvailable)
      here.publish('missed', '1')
      expect(await read(own, 1)).toEqual([message('1')])
      await proxy.lay()
      expect(await read(missed, 1)).toEqual([lagged])
      here.publish('quiet', '2')
      expect(await read(quiet, 1)).toEqual([message('2')])
    })

    it('the server was killed and comes back empty; meanwhile messages arrive within an instance', async () => {
      const server = await startRedis()
      const [here, there] = [await openBus(server.url), await openBus(server.url)]
      const own = here.subscribe('a')
      const subscriptions = [own, there.subscribe('a'), there.subscribe('b')]
      for (const { active } of subscriptions) await active
      await server.kill()
      await until('the end is noticed', () => !here.isAvailable && !there.isAvailable)
      here.publish('a', 'local')
      expect(await read(own, 1)).toEqual([message('local')])
      const late = there.subscribe('late')
      await late.active
      await server.restart()
      for (const subscription of [...subscriptions, late]) expect(await read(subscription, 1)).toEqual([lagged])
      await until('both are connected again', () => here.isAvailable && there.isAvailable)
      here.publish('late', '1')
      expect(await readUntil(late, '1')).toContainEqual(message('1'))
      expect(events().filter((event) => event === 'redis.unavailable')).toHaveLength(2)
      expect(events().filter((event) => event === 'redis.connected')).toHaveLength(4)
    })

    it('the server is silent, without closing a connection', async () => {
      const { url } = await startRedis()
      const proxy = await ServerProxy.open(url)
      closers.push(() => proxy.cut())
      const [here, there] = [await openBus(url), await openBus(proxy.url, { patienceMs: 1_000 })]
      const subscription = there.subscribe('a')
      await subscription.active
      proxy.fallSilent()
      const late = there.subscribe('b')
      await late.active
      await until('the silence is noticed', () => !there.isAvailable)
      await proxy.lay()
      for (const each of [subscription, late]) expect(await read(each, 1)).toEqual([lagged])
      here.publish('a', '1')
      expect(await readUntil(subscription, '1')).toContainEqual(message('1'))
    })

    it('the server vanishes, without closing a connection, and is at another address then', async () => {
      const [gone, moved] = [await startRedis(), await startRedis()]
      const proxy = await ServerProxy.open(gone.url)
      closers.push(() => proxy.cut())
      const [here, there] = [await openBus(moved.url), await openBus(proxy.url, { patienceMs: 1_000 })]
      const subscription = there.subscribe('a')
      await subscription.active
      proxy.target = new URL(moved.url)
      proxy.lose()
      expect(await read(subscription, 1)).toEqual([lagged])
      await until('no connection to the earlier address is left', () => proxy.lost === 0 && there.isAvailable)
      here.publish('a', '1')
      expect(await readUntil(subscription, '1')).toContainEqual(message('1'))
    })

    it('the server cut it off because it read too slowly', async () => {
      const { url } = await startRedis('--client-output-buffer-limit', 'pubsub 1mb 0 0')
      const [here, there] = [await openBus(url), await openBus(url)]
      const subscription = there.subscribe('a')
      await subscription.active
      const client = redisClient(url)
      // all in one command, so the server sends nothing in between
      const flood = `for i = 1, 100 do redis.call('PUBLISH', ARGV[1], string.rep('x', 60000)) end`
      await client.eval(flood, 0, 'parley:one:a')
      client.disconnect()
      expect((await readUntil(subscription, lagged)).length).toBeLessThan(100)
      await until('it is connected again', () => there.isAvailable)
      here.publish('a', '1')
      expect(await readUntil(subscription, '1')).toContainEqual(message('1'))
    })
  })

  describe('starts without a server that can be reached, and', () => {
    it('connects as soon as there is one', async () => {
      const server = await startRedis()
      await server.kill()
      const there = await openBus(server.url)
      expect(there.isAvailable).toBe(false)
      const subscription = there.subscribe('a')
      await subscription.active
      there.publish('a', 'local')
      expect(await read(subscription, 1)).toEqual([message('local')])
      await server.restart()
      expect(await read(subscription, 1)).toEqual([lagged])
      const here = await openBus(server.url)
      here.publish('a', '1')
      expect(await readUntil(subscription, '1')).toContainEqual(message('1'))
      expect(events().slice(0, 2)).toEqual(['redis.unavailable', 'redis.connected'])
    })
  })

  describe('refuses', () => {
    const password = 'hush/pass word'
    const withPassword = (url: string, text: string) => url.replace('//', `//:${encodeURIComponent(text)}@`)

    it('a wrong password, and never writes it', async () => {
      const { url } = await startRedis('--requirepass', password)
      await expect(openBus(withPassword(url, 'hush-wrong'))).rejects.toMatchObject(refused('user and password'))
      await expect(openBus(url)).rejects.toMatchObject(refused('user and password'))
      expect((await openBus(withPassword(url, password))).isAvailable).toBe(true)
      expect(capture.leaked('hush')).toEqual([])
    })

    it('a password that is no longer valid after an outage: it goes on without Redis, and never writes it', async () => {
      const server = await startRedis('--requirepass', 'hush-first')
      const bus = await openBus(withPassword(server.url, 'hush-first'))
      const client = redisClient(withPassword(server.url, 'hush-first'))
      await client.config('SET', 'requirepass', 'hush-second')
      await client.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
      client.disconnect()
      await until('it is refused', () => events().includes('redis.unavailable'))
      expect(bus.isAvailable).toBe(false)
      const own = bus.subscribe('a')
      bus.publish('a', '1')
      expect(await read(own, 1)).toEqual([message('1')])
      expect(capture.leaked('hush-first', 'hush-second')).toEqual([])
    })

    it('a user without the rights that it needs', async () => {
      const { url } = await startRedis('--user', 'poor', 'on', '>poor', '~*', '+@all', 'resetchannels')
      const poor = url.replace('//', '//poor:poor@')
      await expect(openBus(poor)).rejects.toMatchObject(refused('needs the rights'))
    })

    it('a database that the server does not have', async () => {
      const { url } = await startRedis()
      await expect(openBus(`${url}/99`)).rejects.toMatchObject(refused('names a database'))
    })

    it.each(['5.0.14', '6.0.16'])('a server of version %s', async (version) => {
      const url = await fakeServer(infoOf(`redis_version:${version}\r\n`))
      await expect(openBus(url)).rejects.toMatchObject(refused(`version ${version}; it must be 6.2 or newer`))
    })

    it('a server that is not Redis', async () => {
      const url = await fakeServer('HTTP/1.1 400 Bad Request\r\n\r\n')
      await expect(openBus(url)).rejects.toMatchObject(refused('does not speak the Redis protocol'))
    })

    it('a server whose certificate is not trusted', async () => {
      const { url } = await startRedis(...tlsArguments)
      await expect(openBus(url)).rejects.toMatchObject(refused('certificate'))
    })
  })

  it('accepts Valkey and the oldest version', async () => {
    for (const version of ['6.2.0', '7.2.4', '10.0.0'])
      await openBus(await fakeServer(infoOf(`redis_version:${version}\r\n`)))
  })

  it('ends its connections when it is closed', async () => {
    const { url } = await startRedis()
    const bus = await RedisEventBus.open({ url, installationId: randomUUID(), log: capture.log })
    await bus.close()
    const client = redisClient(url)
    await until('only the connection of the test is left', async () => {
      const list = String(await client.client('LIST'))
      return list.trim().split('\n').length === 1
    })
    client.disconnect()
    expect(events()).toEqual(['redis.connected'])
  })
})
