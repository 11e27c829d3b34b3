import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import type { ClientHttp2Session } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AddressSet, FileHandles, type ListenerOptions, type ProcessLimits } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { until } from '@parley/testing'
import { nextExchange, TestFront } from '../support/gateway/front.js'
import { noLimits } from '../support/app/process-limits.js'
import { RawHttp } from '../support/http/raw-http.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { answerOn, protocols, session, shakeHands } from '../support/gateway/tls-caller.js'
import { ToyFacade } from '../support/http/toy-facade.js'

const tooMany = { detail: 'Too many requests' }
const open: RawHttp[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((raw) => raw.cut()))
})
function connection(url: string): RawHttp {
  const raw = new RawHttp(url)
  open.push(raw)
  return raw
}

describe('connections of one address', () => {
  const toy = new ToyFacade()
  beforeAll(() =>
    toy.open({
      limits: { ...noLimits(), connectionsPerAddress: 3 },
      webSocket: { path: '/graphql', allowsOrigin: () => false, accept: (_request, socket) => socket.destroy() },
      mount: (app) => app.use('/echo', (request, response) => void response.json(request.originalUrl)),
    }),
  )
  afterAll(() => toy.close())

  it('beyond the limit are answered 429 and closed before anything is sent, and accepted again when another one ends', async () => {
    const held = [connection(toy.url('')), connection(toy.url('')), connection(toy.url(''))]
    for (const raw of held) {
      await raw.head('GET', '/health/live', {})
      await raw.has('"ok"')
    }
    const { status, headers, text } = await connection(toy.url('')).answer()
    expect([status, JSON.parse(text)]).toEqual([429, tooMany])
    expect(headers).toMatch(/Retry-After: 5\r\n[^]*Connection: close/)
    await held[0]?.cut()
    await until('another connection is let in', async () => {
      const next = connection(toy.url(''))
      await next.head('GET', '/health/live', { Connection: 'close' })
      return (await next.answer()).status === 200
    })
  })

  it('count once when an upgrade is declined', async () => {
    const raw = connection(toy.url(''))
    for (let asked = 1; asked <= 5; asked += 1) {
      const path = `/echo/${String(asked)}`
      await raw.head('GET', path, { Connection: 'Upgrade', Upgrade: 'h2c' })
      await raw.has(`"${path}"`)
    }
    await raw.head('GET', '/health/live', { Connection: 'close' })
    expect((await raw.answer()).text).toContain('"ok"')
  })
})

describe('connections beyond the file handles of the process', () => {
  const [toy, internal] = [new ToyFacade(), new ToyFacade()]
  const lines: { readonly event: string; readonly fields: object }[] = []
  const add = (fields: object, event: string) => void lines.push({ event, fields })
  const release: (() => void)[] = []
  const mount: ListenerOptions['mount'] = (app) =>
    app.get('/slow', async (_request, response) => {
      await new Promise<void>((resolve) => release.push(resolve))
      response.json('slow')
    })
  let limits: ProcessLimits
  beforeEach(async () => {
    lines.length = 0
    const probe = { limit: 40, inUse: () => 0, now: () => 0 }
    const handles = new FileHandles({ probe, log: { debug: add, info: add, warn: add, error: add } })
    limits = { ...noLimits(), handles }
    await toy.open({ limits, mount })
    await internal.open({ limits, isInternal: true })
  })
  afterEach(async () => {
    await toy.close()
    await internal.close()
  })
  // 32 of 40 are kept, half of them for internal listeners
  const most = 8
  const idle = async (facade: ToyFacade) => {
    const raw = connection(facade.url(''))
    await raw.head('GET', '/health/live', {})
    await raw.has('"ok"')
    return raw
  }
  const fillWithRequests = async () => {
    const busy = Array.from({ length: most + 1 }, () => connection(toy.url('')))
    for (const raw of busy) await raw.head('GET', '/slow', {})
    await until('all requests have begun', () => release.length > most)
    return busy
  }
  const fromAnotherAddress = async () => {
    const asked = request(toy.url('/health/live'), { localAddress: '127.0.0.2' }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return response.resume()
  }

  it('replace the one that was idle longest, and a line says so once', async () => {
    const held: RawHttp[] = []
    for (let count = 0; count <= most; count += 1) held.push(await idle(toy))
    expect(lines).toEqual([])
    const [first, second] = held
    // it is idle for a shorter time than the second one now
    await first?.head('GET', '/health/ready', {})
    await first?.has('"ready"')
    await idle(toy)
    await second?.answer()
    expect(lines).toEqual([
      { event: 'file_handles.exhausted', fields: expect.objectContaining({ limit: 40, kept: 32 }) },
    ])
    await idle(internal)
    expect(lines).toHaveLength(1)
    await Promise.all(open.splice(0).map((raw) => raw.cut()))
    await until('handles are free', () => lines.at(-1)?.event === 'file_handles.available')
  })

  it('are closed without an answer while all others are in use, except at internal listeners', async () => {
    const busy = await fillWithRequests()
    const refused = connection(toy.url(''))
    expect((await refused.answer()).text).toBe('')
    await idle(internal)
    for (const resolve of release.splice(0)) resolve()
    for (const raw of busy) await raw.has('"slow"')
    await idle(toy)
  })

  it('end the oldest one of an address that uses more than half of them, for another address', async () => {
    const [first, ...others] = await fillWithRequests()
    const { statusCode } = await fromAnotherAddress()
    expect(statusCode).toBe(200)
    expect((await first?.answer())?.text).toBe('')
    for (const resolve of release.splice(0)) resolve()
    for (const raw of others) await raw.has('"slow"')
  })

  it('end none of a trusted proxy, which has those of many clients', async () => {
    await toy.close()
    await toy.open({ limits, mount, trustedProxies: ['127.0.0.1'] })
    const held = await fillWithRequests()
    await expect(fromAnotherAddress()).rejects.toThrow('socket hang up')
    for (const resolve of release.splice(0)) resolve()
    for (const raw of held) await raw.has('"slow"')
  })
})

describe('a measurement of file handles', () => {
  const sockets: Socket[] = []
  const open = () => sockets.filter(({ destroyed }) => !destroyed)
  const close = (some: readonly Socket[]) =>
    Promise.all(some.filter(({ closed }) => !closed).map((socket) => once(socket.destroy(), 'close')))
  const events: string[] = []
  const add = (_fields: object, event: string) => void events.push(event)
  let time = 0
  let handles: FileHandles
  beforeEach(() => {
    for (const list of [sockets, events]) list.length = 0
    // 32 of 64 are kept; the state ends when 24 are in use
    const probe = { limit: 64, inUse: () => open().length, now: () => time }
    handles = new FileHandles({ probe, log: { debug: add, info: add, warn: add, error: add } })
  })
  afterEach(() => close(sockets))
  const admit = () => {
    const socket = new Socket()
    sockets.push(socket)
    return handles.admit(socket, { isInternal: false, isIdle: () => true })
  }
  const admitMeasured = () => {
    time += 1_000
    return admit()
  }

  it('does not end the state by events that follow it; the state ends with the connections', async () => {
    for (let count = 0; count < 60; count += 1) expect(admitMeasured()).toBe(true)
    expect(open()).toHaveLength(32)
    await close(sockets.slice(0, 28))
    expect(events).toEqual(['file_handles.exhausted'])
    const byClients = close(open().slice(0, 6))
    expect(admitMeasured()).toBe(true)
    await byClients
    expect(events).toEqual(['file_handles.exhausted'])
    await close(sockets)
    expect(events).toEqual(['file_handles.exhausted', 'file_handles.available'])
  })

  it('does not count connections twice that have closed before it, and whose events follow it', async () => {
    for (let count = 0; count < 32; count += 1) expect(admitMeasured()).toBe(true)
    const byClients = close(sockets.slice(0, 20))
    expect(admitMeasured()).toBe(true)
    await byClients
    for (let count = 0; count < 40; count += 1) admit()
    expect(open()).toHaveLength(32)
  })
})

describe('connections of a trusted proxy', () => {
  const toy = new ToyFacade()
  let release: (() => void)[] = []
  beforeAll(() =>
    toy.open({
      limits: { ...noLimits(), connectionsPerAddress: 2 },
      trustedProxies: ['127.0.0.1'],
      mount: (app) => {
        app.get('/slow', async (_request, response) => {
          await new Promise<void>((resolve) => release.push(resolve))
          response.json('slow')
        })
      },
    }),
  )
  afterAll(() => toy.close())
  const begun = (count: number) => until(`${String(count)} requests have begun`, () => release.length >= count)
  const ask = (path: string, client: string) => toy.ask(path, { headers: { 'x-forwarded-for': client } })

  it('count for the clients of their requests, of IPv6 by /64, until these have ended', async () => {
    const slow = [ask('/slow', '2001:db8::1'), ask('/slow', '2001:db8::2')]
    await begun(2)
    const refused = await ask('/health', '2001:db8::3')
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([429, tooMany, '5'])
    expect((await ask('/health/live', '2001:db8::3')).status).toBe(200)
    expect((await ask('/nowhere', '192.0.2.1')).status).toBe(404)
    for (const resolve of release.splice(0)) resolve()
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200])
    expect((await ask('/nowhere', '2001:db8::3')).status).toBe(404)
  })

  it('do not count for a client that has disconnected', async () => {
    const gone = [connection(toy.url('')), connection(toy.url(''))]
    for (const raw of gone) await raw.head('GET', '/slow', { 'X-Forwarded-For': '192.0.2.7' })
    await begun(2)
    await Promise.all(gone.map((raw) => raw.cut()))
    await until('the client has room again', async () => (await ask('/nowhere', '192.0.2.7')).status === 404)
    release = []
  })
})

describe('sockets behind a trusted proxy', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({
      env: { TRUSTED_PROXIES: '127.0.0.1', SOCKET_LIMITS: '{"connectionsPerAddress":1}' },
    })
  })
  afterAll(() => app.close())

  it('count for their clients as long as they are open', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const socket = await RawSocket.connect(app.url, { headers })
    expect(await RawSocket.refused(app.url, headers)).toBe(429)
    expect(await RawSocket.refused(app.url, { 'x-forwarded-for': '192.0.2.2' })).toBeUndefined()
    await socket.end()
    await until('a socket is let in', async () => (await RawSocket.refused(app.url, headers)) === undefined)
  })
})

describe('connections of the TLS listener', () => {
  it('count from before the handshake, and are closed beyond the limit', async () => {
    const front = await TestFront.open({
      limits: { ...noLimits(), connectionsPerAddress: 1 },
      trustedProxies: new AddressSet([]),
    })
    const first = connect(front.port, '127.0.0.1')
    await once(first, 'connect')
    await expect(shakeHands(front.port)).rejects.toThrow()
    first.destroy()
    await until('another connection is let in', async () => {
      const next = await shakeHands(front.port).catch(() => undefined)
      next?.destroy()
      return next !== undefined
    })
    await front.close()
  })

  const path = '/office_stream'
  /** Each asks for `path` once on a new connection, and keeps it. */
  const askAndKeep = {
    h2: async ({ port }: TestFront) => {
      const client = session(port)
      expect(await answerOn(client.request({ ':path': path }))).toMatchObject({ status: 200 })
      return client
    },
    'http/1.1': async ({ port }: TestFront) => {
      const socket = await shakeHands(port, { ALPNProtocols: ['http/1.1'] })
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      expect(String(await once(socket, 'data'))).toContain('200 OK')
      return socket.resume()
    },
  }

  it.each(protocols)(
    'are exchanged over %s while they are idle, and not with an unfinished request',
    async (protocol) => {
      const used: (front: TestFront) => Promise<ClientHttp2Session | TLSSocket> = askAndKeep[protocol]
      const probe = { limit: 40, inUse: () => 0, now: () => 0 }
      const log = createLogger('silent')
      const front = await TestFront.open({ limits: { ...noLimits(), handles: new FileHandles({ probe, log }) } })
      const busy = nextExchange(front)
      const asked = front.ask(protocol, { path })
      const { answer } = await busy
      front.service.reset()
      const first = await used(front)
      const ended = once(first, 'close')
      // 8 of 40 handles are for connections
      const others = [first]
      for (let count = 0; count < 8; count += 1) others.push(await used(front))
      await ended
      answer.end('whole')
      expect(await asked).toMatchObject({ status: 200, text: 'whole' })
      for (const other of others) other.destroy()
      await front.close()
    },
  )
})

describe('pipelined requests of one connection', () => {
  const toy = new ToyFacade()
  let running = 0
  let most = 0
  let release: (() => void)[] = []
  let round = 0
  const rounds: number[] = []
  const large = Buffer.alloc(16_777_216, 'x')
  const begunLarge: string[] = []
  beforeAll(() =>
    toy.open({
      mount: (app) => {
        app.all('/turn/:n', async (request, response) => {
          running += 1
          most = Math.max(most, running)
          await new Promise<void>((resolve) => release.push(resolve))
          running -= 1
          if (request.params.n === 'last') response.set('Connection', 'close')
          response.send(`<${request.params.n}>`)
        })
        app.all('/round/:n', (request, response) => {
          rounds.push(round)
          if (request.params.n === 'last') response.set('Connection', 'close')
          response.send('x')
        })
        app.all('/large/:n', (request, response) => {
          begunLarge.push(request.params.n)
          response.send(large)
        })
      },
    }),
  )
  afterEach(() => {
    release = []
    running = 0
    most = 0
  })
  afterAll(() => toy.close())
  const head = (n: string) => `GET /turn/${n} HTTP/1.1\r\nHost: x\r\n\r\n`
  const allRun = () => until('eight requests run', () => running >= 8)
  /** Requests that may begin have begun when another connection has its answer. */
  const nothingBegins = async () => {
    await toy.ask('/health/live')
    expect(release).toEqual([])
  }
  const letAllRun = (count: number) => {
    let done = 0
    return until(`${String(count)} requests have run`, () => {
      for (const resolve of release.splice(0)) {
        resolve()
        done += 1
      }
      return done >= count
    })
  }

  it('run 8 at a time and are answered in order', async () => {
    const names = [...Array.from({ length: 29 }, (_, n) => String(n)), 'last']
    const raw = connection(toy.url(''))
    await raw.send(names.map(head).join(''))
    await allRun()
    await letAllRun(30)
    expect([...(await raw.answer()).text.matchAll(/<(\w+)>/g)].map(([, name]) => name)).toEqual(names)
    expect(most).toBe(8)
  })

  it('begin in a round of the event loop each, so that other connections come between them', async () => {
    const raw = connection(toy.url(''))
    let isCounting = true
    const count = () => {
      round += 1
      if (isCounting) setImmediate(count)
    }
    count()
    const paths = [...Array.from({ length: 29 }, (_, n) => String(n)), 'last']
    await raw.send(paths.map((n) => `GET /round/${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    await raw.answer()
    isCounting = false
    expect(rounds.length).toBe(30)
    expect(new Set(rounds).size).toBe(30)
  })

  it('begin when the client has read the answers before them', async () => {
    const { port, hostname } = new URL(toy.url(''))
    const socket = connect(Number(port), hostname).pause()
    const names = ['1', '2', '3']
    socket.write(names.map((n) => `GET /large/${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    await until('the first request has begun', () => begunLarge.length > 0)
    // in this time all of them would have begun
    for (let count = 0; count < 20; count += 1) await toy.ask('/health/live')
    expect(begunLarge).toEqual(['1'])
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume()
    await until('all answers have arrived', () => bytes > names.length * large.length)
    expect(begunLarge).toEqual(names)
    socket.destroy()
  })

  it('stop running after an answer that closes the connection, or when the client has disconnected', async () => {
    const closing = connection(toy.url(''))
    await closing.send(['last', ...Array.from({ length: 19 }, (_, n) => String(n))].map(head).join(''))
    await allRun()
    await letAllRun(8)
    await closing.answer()
    await nothingBegins()
    const gone = connection(toy.url(''))
    await gone.send(Array.from({ length: 20 }, (_, n) => head(String(n))).join(''))
    await allRun()
    await gone.cut()
    await letAllRun(8)
    await nothingBegins()
  })

  it('are at most 64: further ones end the connection', async () => {
    const raw = connection(toy.url(''))
    await raw.send(Array.from({ length: 64 }, (_, n) => head(String(n))).join(''))
    await allRun()
    await raw.send(head('more'))
    await raw.answer()
    expect(most).toBe(8)
  })
})
