import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createClient as createStreamClient } from 'graphql-sse'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { systemErrorCode } from '@parley/runtime'
import { testServer, until } from '@parley/testing'
import { Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { folded, type WatchedEvent } from '../support/app/watch.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { Balancer } from '../support/instances/balancer.js'
import { isFinal, ReconnectingFollower } from '../support/replies/followers.js'

let processes: Processes
beforeEach(async () => {
  processes = await Processes.create()
})
afterEach(() => processes.close())

const reply = 'A small boat went its way over the quiet sea. '.repeat(4).trim()
const script = new URLSearchParams({ reply, chunks: '150', delayMs: '40' })
const env = { LOCAL_MODEL: `scripted:?${script.toString()}`, RATE_LIMITS: '{"register":{"perAddress":false}}' }

async function readiness(url: string): Promise<[status: number, body: unknown]> {
  const response = await fetch(`${url}/health/ready`)
  return [response.status, await response.json()]
}

/** The outcome of a connection to a port that nothing listens on. */
function closedPort(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (systemErrorCode(cause) !== 'ECONNREFUSED') throw error
  return 'closed'
}

const stopping = [503, { detail: 'Service temporarily unavailable', message: 'The server is stopping' }]

/** Sends SIGTERM; resolves when the server has begun to stop, with the promise of its exit code. */
async function beginStop(server: Started): Promise<{ ended: Promise<number | null> }> {
  const ended = server.stop('SIGTERM')
  await server.seen(/"name":"(draining)"/)
  return { ended }
}

class KeptConnection {
  readonly closed: Promise<unknown>

  private constructor(private readonly socket: Socket) {
    this.closed = once(socket, 'close')
  }

  static async open(url: string): Promise<KeptConnection> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    return new KeptConnection(socket)
  }

  /** The answer, which is short enough for one packet. */
  async ask(): Promise<string> {
    this.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = (await once(this.socket, 'data')) as [Buffer]
    return answer.toString()
  }
}

describe('a server that stops with DRAIN_MS', () => {
  it('is not ready at once, still answers, and closes its sockets with 1012', async () => {
    const server = await processes.start({ ...env, DRAIN_MS: '9000' })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => RawSocket.open(server.url)))
    const endings = sockets.map(({ ending }) => ending)
    const { ended } = await beginStop(server)
    expect(await readiness(server.url)).toEqual(stopping)
    const { body } = await new Person(server.url).rest('GET', '/health/live')
    expect(body).toEqual({ status: 'ok' })
    await Promise.race(endings)
    // the clients that have lost their socket must not return to this process, which may have closed its port meanwhile
    const late = Promise.all([RawSocket.refused(server.url), readiness(server.url)])
    expect([[503, stopping], 'closed']).toContainEqual(await late.catch(closedPort))
    const restart = { code: 1012, reason: 'Service restart, reconnect' }
    expect(await Promise.all(endings)).toEqual(endings.map(() => restart))
    expect(await ended).toBe(0)
  })

  it('closes a kept-alive connection after its next answer, and an idle one at the end', async () => {
    const server = await processes.start({ ...env, DRAIN_MS: '3000' })
    const [used, idle] = [await KeptConnection.open(server.url), await KeptConnection.open(server.url)]
    expect(await used.ask()).toContain('Connection: keep-alive')
    expect(await idle.ask()).toContain('Connection: keep-alive')
    const { ended } = await beginStop(server)
    expect(await used.ask()).toContain('Connection: close')
    await Promise.all([used.closed, idle.closed])
    expect(await ended).toBe(0)
  })

  it('answers what runs on a socket before it closes it', async () => {
    const server = await processes.start(env)
    await Person.register(server.url, 'ada')
    const socket = await RawSocket.open(server.url)
    // the password makes it slow
    socket.subscribe('1', `mutation { login(input: { email: "ada@example.com", password: "wrong" }) { token } }`)
    socket.subscribe('2', '{ __typename }')
    await socket.received(1, 'complete')
    await beginStop(server)
    expect(await socket.closed).toBe(1012)
    expect(socket.messages.map(({ type, id }) => `${type} ${String(id)}`)).toEqual([
      'connection_ack undefined',
      'next 2',
      'complete 2',
      'next 1',
      'complete 1',
    ])
  })
})

const transports = ['socket', 'stream', 'operation stream'] as const
const stockTransports = ['socket', 'operation stream', 'socket', 'operation stream'] as const

interface StockFollowing {
  readonly id: string
  readonly transport: (typeof stockTransports)[number]
  readonly onText: () => void
}

/** A stock client, which connects again by itself: the events of one reply until its end, and how its connections ended. */
async function followByStock(person: Person, { id, transport, onText }: StockFollowing) {
  const authorization = `Bearer ${person.token ?? ''}`
  const codes: number[] = []
  let connections = 0
  const connected = () => (connections += 1)
  const ofSockets = {
    url: `${person.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    on: { connected, closed: (event: unknown) => codes.push((event as { code: number }).code) },
  }
  const ofStreams = { url: `${person.url}/graphql/stream`, headers: { authorization }, on: { connected } }
  const client = transport === 'socket' ? createClient(ofSockets) : createStreamClient(ofStreams)
  const query = `subscription ($id: ID!) { generation(id: $id) { attempt offset delta cursor status position } }`
  const events: WatchedEvent[] = []
  for await (const { data } of client.iterate<{ generation: WatchedEvent }>({ query, variables: { id } })) {
    if (data) events.push(data.generation)
    if (data && data.generation.delta !== '') onText()
    if (data && isFinal(data.generation.status)) break
  }
  await client.dispose()
  // a socket is closed later than the client is disposed of
  if (transport === 'socket') await until('its sockets are closed', () => codes.length >= connections)
  return { transport, events, connections, codes }
}

// two processes at a time need PostgreSQL
;(testServer() === undefined ? describe.skip : describe)('a rolling restart behind a balancer', () => {
  it('loses no event of a followed reply and no request: stock clients continue on the other instance', async () => {
    const first = await processes.start({ ...env, DRAIN_MS: '1500' })
    const second = await processes.start(env)
    const balancer = await Balancer.open([first.url, second.url])
    const ada = await Person.register(balancer.url, 'ada')
    const id = await ada.say(await ada.room())
    const followers: ReconnectingFollower[] = []
    const begun = new Promise<void>((resolve) => {
      const onEvent = () => (followers.every(({ text }) => text !== '') ? resolve() : undefined)
      const options = { from: undefined, serving: () => Promise.resolve(), onEvent }
      for (const transport of [...transports, ...transports])
        followers.push(new ReconnectingFollower(ada, id, { ...options, transport }))
    })
    const stock = stockTransports.map((transport) => {
      const text = new AbortController()
      const followed = followByStock(ada, { id, transport, onText: () => text.abort() })
      return { hasText: once(text.signal, 'abort'), followed }
    })
    await Promise.all([begun, ...stock.map(({ hasText }) => hasText)])
    const asked = new AbortController()
    const statuses: number[] = []
    const asking = (async () => {
      while (!asked.signal.aborted) {
        // a client repeats a request whose connection is refused, before the balancer has noticed
        const answer = await ada.rest('GET', '/api/users/profile').catch(() => undefined)
        if (answer) statuses.push(answer.status)
      }
    })()
    const { ended } = await beginStop(first)
    const followed = await Promise.all(stock.map((each) => each.followed))
    await Promise.all(followers.map(({ done }) => done))
    expect(await ended).toBe(0)
    asked.abort()
    await asking
    expect(new Set(statuses)).toEqual(new Set([200]))
    for (const { events, connections } of followed)
      expect({ text: folded(events), connections }).toEqual({ text: reply, connections: 2 })
    for (const { transport, codes } of followed) expect(codes).toEqual(transport === 'socket' ? [1012, 1000] : [])
    for (const { faults, text, status } of followers)
      expect({ faults, text, status }).toEqual({ faults: [], text: reply, status: 'COMPLETED' })
    await balancer.close()
    expect(await second.stop('SIGTERM')).toBe(0)
    // two servers start, and graphql-sse waits up to 4, 5 and 7 s before it repeats
  }, 120_000)
})
