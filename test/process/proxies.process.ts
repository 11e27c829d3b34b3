import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../support/app/eventually.js'
import { Person } from '../support/app/person.js'
import { testServer } from '../support/app/postgres.js'
import { Processes } from '../support/app/processes.js'
import type { Started } from '../support/app/processes.js'
import { watch } from '../support/app/watch.js'
import { hasProxies, Proxy } from '../support/instances/proxy.js'
import type { ProxyKind } from '../support/instances/proxy.js'
import { RedisServer, testRedis } from '../support/instances/redis.js'
import { follow } from '../support/replies/follow.js'
import { ReconnectingFollower } from '../support/replies/followers.js'
import type { Transport } from '../support/replies/followers.js'

const isReady = testServer() !== undefined && testRedis() !== undefined && hasProxies()
const reply = 'Far out on the quiet sea a small boat went its way. '.repeat(4)
const script = new URLSearchParams({ reply, chunks: '60', delayMs: '50' })
const transports: readonly Transport[] = ['stream', 'socket']
const wrongPasswords = 5

const settings = {
  ROLES: 'app,office',
  AI_OFFICE_PORT: '0',
  LOCAL_MODEL: `scripted:?${script.toString()}`,
  OFFICE_CONCURRENCY: '8',
  TRUSTED_PROXIES: '127.0.0.1',
  // a third is longer than HAProxy needs to notice
  DRAIN_MS: '7500',
  RATE_LIMITS: JSON.stringify({ login: { perAddress: wrongPasswords } }),
}

/** A client that repeats reading requests, once, when a connection is lost; it counts every other failure. */
class Load {
  requests = 0
  readonly failures: string[] = []
  #isStopped = false
  readonly #loops: Promise<void>[]

  constructor(private readonly person: Person) {
    this.#loops = Array.from({ length: 3 }, () => this.#loop())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#loops)
  }

  async #loop(): Promise<void> {
    while (!this.#isStopped) {
      const read = () => this.person.rest('GET', '/api/users/profile').then(({ status }) => String(status))
      const status = await read()
        .catch(() => read())
        .catch(String)
      this.requests += 1
      if (status !== '200') this.failures.push(status)
      await delay(5)
    }
  }
}

/** Signs in with a wrong password from an address of the loopback; returns the status. */
async function signInFrom(localAddress: string, url: string, headers: Record<string, string> = {}): Promise<number> {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' })
  const sent = { method: 'POST', localAddress, headers: { 'content-type': 'application/json', ...headers } }
  return new Promise((resolve, reject) => {
    request(`${url}/api/users/login`, sent, (response) => {
      json(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
      .on('error', reject)
      .end(body)
  })
}

;(isReady ? describe : describe.skip).each<ProxyKind>(['HAProxy', 'nginx'])('two instances behind %s', (kind) => {
  let processes: Processes
  let redis: RedisServer
  let servers: Started[]
  let proxy: Proxy
  let ada: Person
  beforeAll(async () => {
    processes = await Processes.create({ built: true })
    redis = await RedisServer.start()
    // one after the other: the first one makes the tables
    servers = [await start('0'), await start('0')]
    proxy = await Proxy.start(
      kind,
      servers.map(({ url }) => new URL(url).host),
    )
    ada = await Person.register(proxy.url, 'ada')
  })
  afterAll(async () => {
    await proxy.stop()
    await processes.close()
    await redis.kill()
  })

  const start = (port: string) => processes.start({ ...settings, APP_PORT: port, REDIS_URL: redis.url })

  const say = async () => ada.say(await ada.room())
  const followers = (id: string) =>
    [...transports, ...transports].map((transport) => {
      const options = { from: undefined, serving: () => Promise.resolve(), onEvent: () => undefined }
      return new ReconnectingFollower(ada, id, { transport, ...options })
    })
  const begun = (all: readonly ReconnectingFollower[]) =>
    eventually('every follower has text', () => all.every(({ text }) => text !== ''))
  const outcome = async (all: readonly ReconnectingFollower[]) => {
    await Promise.all(all.map(({ done }) => done))
    return all.map(({ text, status, faults }) => ({ text, status, faults }))
  }
  const complete = { text: reply, status: 'COMPLETED', faults: [] }

  it('share the requests', async () => {
    const lines = () => servers.map(({ output }) => output().split('/api/users/profile').length)
    const before = lines()
    await eventually('both instances have answered', async () => {
      expect((await ada.rest('GET', '/api/users/profile')).status).toBe(200)
      return lines().every((count, index) => count > (before[index] ?? 0))
    })
  })

  it('stream replies piece by piece, over sockets and event streams', async () => {
    const id = await say()
    const [overSocket, { events }] = await Promise.all([watch(ada, id), follow(ada, id)])
    for (const pieces of [overSocket, events]) {
      expect(pieces.filter(({ delta }) => delta !== '').length).toBeGreaterThan(5)
      expect(pieces.reduce((text, { offset, delta }) => text.slice(0, offset) + delta, '')).toBe(reply)
    }
  })

  it('count failed logins for the client, not for the proxy, and believe no header that a client sends', async () => {
    for (let count = 0; count < wrongPasswords; count += 1) expect(await signInFrom('127.0.0.2', proxy.url)).toBe(401)
    expect(await signInFrom('127.0.0.2', proxy.url)).toBe(429)
    expect(await signInFrom('127.0.0.2', proxy.url, { 'x-forwarded-for': '192.0.2.7' })).toBe(429)
    expect(await signInFrom('127.0.0.3', proxy.url)).toBe(401)
  })

  it('lose no request, socket or stream when the proxy is reloaded', async () => {
    const load = new Load(ada)
    const id = await say()
    const socket = watch(ada, id)
    const all = followers(id)
    await begun(all)
    for (let times = 0; times < 2; times += 1) await proxy.reload()
    expect(await outcome(all)).toEqual(all.map(() => complete))
    // this one does not connect again
    expect((await socket).at(-1)?.status).toBe('COMPLETED')
    await load.stop()
    expect(load.failures).toEqual([])
    expect(load.requests).toBeGreaterThan(20)
  })

  it('are restarted one after the other without a failed request, and every follower resumes', async () => {
    const load = new Load(ada)
    for (const [index, server] of servers.entries()) {
      const ids = [await say(), await say()]
      const all = ids.flatMap(followers)
      await begun(all)
      expect(await server.stop('SIGTERM')).toBe(0)
      expect(await outcome(all)).toEqual(all.map(() => complete))
      servers[index] = await start(String(server.ports['app']))
      // the proxy uses it again
      await eventually(
        'the new instance has answered',
        () => servers[index]?.output().includes('"name":"request"') === true,
      )
    }
    await load.stop()
    expect(load.failures).toEqual([])
    expect(load.requests).toBeGreaterThan(20)
  }, 240_000)
})
