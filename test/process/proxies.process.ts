import { Agent, get, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServer, until } from '@parley/testing'
import { freePort } from '../support/app/free-port.js'
import { at, Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { folded, watch, watchBy } from '../support/app/watch.js'
import { hasProxies, Proxy, type ProxyKind } from '../support/instances/proxy.js'
import { RedisServer, testRedis } from '../support/instances/redis.js'
import { follow } from '../support/replies/follow.js'
import { ReconnectingFollower, type Transport } from '../support/replies/followers.js'

const isReady = testServer() !== undefined && testRedis() !== undefined && hasProxies()
const reply = 'Far out on the quiet sea a small boat went its way. '.repeat(4)
const script = new URLSearchParams({ reply, chunks: '60', delayMs: '50' })
const transports: readonly Transport[] = ['stream', 'socket', 'operation stream']
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

/** Clients of one connection each, which read all the time. They count what is not answered 200. */
class Load {
  requests = 0
  readonly failures: string[] = []
  #isStopped = false
  readonly #loops: Promise<void>[]

  constructor(
    private readonly person: Person,
    /** Whether they repeat a request whose kept connection is closed in the moment of its reuse. */
    private readonly repeats: boolean,
  ) {
    this.#loops = Array.from({ length: 3 }, () => this.#loop())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#loops)
  }

  async #loop(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!this.#isStopped) {
      const outcome = await this.#read(agent)
      this.requests += 1
      if (outcome !== '200') this.failures.push(outcome)
      await delay(5)
    }
    agent.destroy()
  }

  /** Resolves to the status, or to the error that the client sees. */
  async #read(agent: Agent): Promise<string> {
    const { url, token = '' } = this.person
    return new Promise((resolve) => {
      const sent = get(`${url}/api/users/profile`, { agent, headers: { authorization: `Bearer ${token}` } })
      sent.on('response', (response) => {
        response.on('error', (error) => resolve(String(error)))
        response.on('end', () => resolve(String(response.statusCode))).resume()
      })
      sent.on('error', (error) => {
        if (this.repeats && sent.reusedSocket) resolve(this.#read(agent))
        else resolve(`${String(error)}, ${sent.reusedSocket ? 'kept' : 'new'} connection`)
      })
    })
  }
}

/** Signs in with a wrong password from an address of the loopback, to an account for each proxy; returns the status. */
async function signInFrom(localAddress: string, url: string, headers: Record<string, string> = {}): Promise<number> {
  const body = JSON.stringify({ email: `nobody-${new URL(url).port}@example.com`, password: 'wrong' })
  const sent = { method: 'POST', localAddress, headers: { 'content-type': 'application/json', ...headers } }
  return new Promise((resolve, reject) => {
    request(`${url}/api/users/login`, sent, (response) => {
      json(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
      .on('error', reject)
      .end(body)
  })
}

;(isReady ? describe : describe.skip)('two instances behind HAProxy and nginx', () => {
  const kinds: readonly ProxyKind[] = ['HAProxy', 'nginx']
  let processes: Processes
  let redis: RedisServer
  let servers: Started[]
  let proxies: Readonly<Record<ProxyKind, Proxy>>
  let people: Readonly<Record<ProxyKind, Person>>
  /** Ends what has started, also when something later did not start. */
  const started: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    processes = await Processes.create()
    started.push(() => processes.close())
    redis = await RedisServer.start()
    started.push(() => redis.kill())
    // one after the other: the first one makes the tables
    servers = [await start(await freePort()), await start(await freePort())]
    const hosts = servers.map(({ url }) => new URL(url).host)
    const proxy = async (kind: ProxyKind) => {
      const one = await Proxy.start(kind, hosts)
      started.push(() => one.stop())
      return one
    }
    proxies = { HAProxy: await proxy('HAProxy'), nginx: await proxy('nginx') }
    people = {
      HAProxy: await Person.register(proxies.HAProxy.url, 'ada'),
      nginx: await Person.register(proxies.nginx.url, 'grace'),
    }
    // four programs, one after the other
  }, 180_000)
  afterAll(async () => {
    for (const end of started.reverse()) await end()
  })

  const start = (port: number) => processes.start({ ...settings, APP_PORT: String(port), REDIS_URL: redis.url })

  // HAProxy closes no kept connection of a client when it is reloaded; nginx does, and old versions have no option
  const load = (kind: ProxyKind) => new Load(people[kind], kind === 'nginx')
  const stopped = async (each: Load) => {
    await each.stop()
    expect(each.failures).toEqual([])
    expect(each.requests).toBeGreaterThan(20)
  }
  const say = async (person: Person) => person.say(await person.room())
  const followers = (person: Person, id: string) =>
    [...transports, ...transports].map((transport) => {
      const options = { from: undefined, serving: () => Promise.resolve(), onEvent: () => undefined }
      return new ReconnectingFollower(person, id, { transport, ...options })
    })
  const begun = (all: readonly ReconnectingFollower[]) =>
    until('every follower has text', () => all.every(({ text }) => text !== ''))
  const outcome = async (all: readonly ReconnectingFollower[]) => {
    await Promise.all(all.map(({ done }) => done))
    return all.map(({ text, status, faults }) => ({ text, status, faults }))
  }
  const complete = { text: reply, status: 'COMPLETED', faults: [] }

  it.each(kinds)('share the requests through %s', async (kind) => {
    const lines = () => servers.map(({ output }) => output().split('/api/users/profile').length)
    const before = lines()
    await until('both instances have answered', async () => {
      expect((await people[kind].rest('GET', '/api/users/profile')).status).toBe(200)
      return lines().every((count, index) => count > (before[index] ?? 0))
    })
  })

  it.each(kinds)('stream replies piece by piece through %s, over sockets and event streams', async (kind) => {
    const id = await say(people[kind])
    const ways = [watch(people[kind], id), watchBy(people[kind].eventStream(), { id })]
    const followed = follow(people[kind], id).then(({ events }) => events)
    for (const pieces of await Promise.all([...ways, followed])) {
      expect(pieces.filter(({ delta }) => delta !== '').length).toBeGreaterThan(5)
      expect(folded(pieces)).toBe(reply)
    }
  })

  it.each(kinds)('carry a message and its reply through %s without a socket, and hold no event back', async (kind) => {
    const roomId = await people[kind].room()
    const client = people[kind].eventStream()
    const following = 'subscription ($roomId: ID!) { roomEvents(roomId: $roomId) { __typename } }'
    const feed = client.iterate({ query: following, variables: { roomId } })
    // each event before what causes the next one: the stream has not ended, nor filled a buffer
    expect((await feed.next()).value).toEqual({ data: { roomEvents: { __typename: 'RoomSnapshot' } } })
    const query = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    const sent = await client.iterate({ query, variables: { input: { roomId, text: 'Hello' } } }).next()
    const id = at(sent.value, 'data', 'sendMessage', 'generation', 'id')
    expect((await feed.next()).value).toMatchObject({ data: { roomEvents: {} } })
    const events = await watchBy(client, { id })
    expect(folded(events)).toBe(reply)
    expect(events.at(-1)?.status).toBe('COMPLETED')
  })

  it.each([
    ['HAProxy', '127.0.0.2', '127.0.0.3'],
    ['nginx', '127.0.0.4', '127.0.0.5'],
  ] as const)(
    'count failed logins through %s for the client, and believe no header that a client sends',
    async (kind, client, other) => {
      const { url } = proxies[kind]
      for (let count = 0; count < wrongPasswords; count += 1) expect(await signInFrom(client, url)).toBe(401)
      expect(await signInFrom(client, url)).toBe(429)
      expect(await signInFrom(client, url, { 'x-forwarded-for': '192.0.2.7' })).toBe(429)
      expect(await signInFrom(other, url)).toBe(401)
    },
  )

  it('are restarted one after the other without a failed request, and every follower resumes', async () => {
    const reading = kinds.map(load)
    for (const [index, server] of servers.entries()) {
      const each = kinds.map((kind) => people[kind])
      const all = (await Promise.all(each.map(async (person) => followers(person, await say(person))))).flat()
      await begun(all)
      expect(await server.stop('SIGTERM')).toBe(0)
      expect(await outcome(all)).toEqual(all.map(() => complete))
      servers[index] = await start(Number(server.ports['app']))
      const known = () => [...(servers[index]?.output().matchAll(/"caller":"([\w-]+)"/g) ?? [])].map(([, id]) => id)
      await until('both proxies use it again', () => each.every(({ id }) => known().includes(id)))
    }
    await Promise.all(reading.map(stopped))
  }, 240_000)

  // the last ones: nginx closes kept connections meanwhile, and a client repeats no POST that it has just sent on one
  it.each(kinds)('lose no request, socket or stream when %s is reloaded', async (kind) => {
    const reading = load(kind)
    const id = await say(people[kind])
    const socket = watch(people[kind], id)
    const all = followers(people[kind], id)
    await begun(all)
    for (let times = 0; times < 2; times += 1) await proxies[kind].reload()
    expect(await outcome(all)).toEqual(all.map(() => complete))
    // this one does not connect again
    expect((await socket).at(-1)?.status).toBe('COMPLETED')
    await stopped(reading)
  })
})
