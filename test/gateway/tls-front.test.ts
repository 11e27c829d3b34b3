import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { constants } from 'node:http2'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AddressSet, UnsentBytes } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { until } from '@parley/testing'
import { noLimits } from '../support/app/process-limits.js'
import { nextExchange, TestFront } from '../support/gateway/front.js'
import { RawCaller } from '../support/gateway/gateway.js'
import { answerOn, askOverTls, protocols, session, shakeHands } from '../support/gateway/tls-caller.js'
import { RawHttp2 } from '../support/http/raw-http2.js'

let front: TestFront
beforeAll(async () => {
  front = await TestFront.open()
})
afterAll(() => front.close())
beforeEach(() => front.reset())

const path = '/office_stream'

describe.each(protocols)('over %s', (protocol) => {
  it('a request reaches the service as it was sent, and so does its answer', async () => {
    front.service.answer = (request, response) => {
      response.writeHead(201, {
        'X-Own': 'a',
        'Content-Type': 'application/x-y',
        'Strict-Transport-Security': 'max-age=9',
      })
      request.pipe(response)
    }
    const body = Buffer.from([0, 255, 10, 13, 128, 1])
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer own',
      'x-request-id': 'mine',
      te: 'trailers',
    }
    const target = `${path}/%41?x=%2e&&y`
    const answer = await front.ask(protocol, { path: target, method: 'POST', headers, body })
    expect(answer).toMatchObject({ status: 201, text: body.toString('utf8'), headers: { 'x-own': 'a' } })
    expect(answer.headers['x-request-id']).toBe('mine')
    // set by the front: the service is reached over plain HTTP
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    const { method, url, headers: seen, rawHeaders } = front.service.last
    expect({ method, url }).toEqual({ method: 'POST', url: target })
    expect(seen).toMatchObject({
      host: front.service.url.host,
      authorization: 'Bearer hush',
      'content-type': 'application/json',
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': 'mine',
    })
    expect(rawHeaders.filter((text) => text.startsWith(':') || text === 'te')).toEqual([])
  })

  it.each([
    ['GET', undefined],
    ['HEAD', undefined],
    ['POST', '0'],
  ])('%s without a body says so in one way', async (method, length) => {
    expect((await front.ask(protocol, { path, method })).status).toBe(200)
    const { headers } = front.service.last
    expect([headers['content-length'], headers['transfer-encoding']]).toEqual([length, undefined])
  })

  it('HEAD gets the length and no body, of an answer and of a refusal', async () => {
    front.service.answer = (_, response) => void response.writeHead(200, { 'Content-Length': '7' }).end('1234567')
    expect(await front.ask(protocol, { path, method: 'HEAD' })).toMatchObject({
      text: '',
      headers: { 'content-length': '7' },
    })
    const headers = { 'user-agent': 'bot' }
    expect(await front.ask(protocol, { path, method: 'HEAD', headers })).toMatchObject({ status: 403, text: '' })
  })

  it('a body of 1 MiB passes, and a longer one is refused, with or without an announced length', async () => {
    const mebibyte = Buffer.alloc(1_048_576, 'a')
    const post = (body: Buffer, headers = {}) => front.ask(protocol, { path, method: 'POST', body, headers })
    expect((await post(mebibyte)).text.length).toBe(mebibyte.length)
    front.service.answer = (request, response) => void request.resume().on('end', () => response.end())
    const tooLong = Buffer.concat([mebibyte, Buffer.from('a')])
    const refused = { status: 413, body: { detail: 'Payload too large' } }
    expect(await post(tooLong, { 'content-length': tooLong.length })).toMatchObject(refused)
    const chunked = protocol === 'h2' ? {} : { 'transfer-encoding': 'chunked' }
    expect(await post(tooLong, chunked)).toMatchObject(refused)
  })

  it('an unavailable service is 502, in JSON', async () => {
    front.service.answer = (request) => void request.socket.destroy()
    expect(await front.ask(protocol, { path })).toMatchObject({ status: 502, body: { detail: 'Bad gateway' } })
  })

  it('an unknown expectation is 417, and 100-continue is met', async () => {
    const ask = { path, method: 'POST', body: 'x' }
    expect((await front.ask(protocol, { ...ask, headers: { expect: 'magic' } })).status).toBe(417)
    expect((await front.ask(protocol, { ...ask, headers: { expect: '100-continue' } })).status).toBe(200)
  })
})

describe('the handshake', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is made with %s', async (version) => {
    const socket = await shakeHands(front.port, {
      minVersion: version,
      maxVersion: version,
      ALPNProtocols: ['h2', 'http/1.1'],
    })
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([version, 'h2'])
    socket.destroy()
  })

  it('is not made with TLS 1.1', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(shakeHands(front.port, old)).rejects.toMatchObject({
      code: expect.stringMatching(/PROTOCOL_VERSION|NO_PROTOCOLS/),
    })
  })

  it('negotiates http/1.1 with a client that offers only that or nothing, and no other protocol', async () => {
    const named = await shakeHands(front.port, { ALPNProtocols: ['http/1.1'] })
    const silent = await shakeHands(front.port)
    expect([named.alpnProtocol, silent.alpnProtocol]).toEqual(['http/1.1', false])
    const caller = new RawCaller(silent).send('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    await caller.until('HTTP/1.1 200')
    named.destroy()
    silent.destroy()
    await expect(shakeHands(front.port, { ALPNProtocols: ['spdy/3'] })).rejects.toThrow(/no application protocol/i)
  })

  it('is impossible over plain HTTP, which gets no answer', async () => {
    const caller = new RawCaller(connect(front.port, '127.0.0.1')).send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await caller.ended()).not.toContain('HTTP')
  })
})

describe('data that is not HTTP', () => {
  const ask = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

  it('is answered in JSON when no answer has begun', async () => {
    const asked = nextExchange(front)
    const caller = new RawCaller(await shakeHands(front.port)).send(ask)
    await asked
    expect(await caller.send('NONSENSE\r\n\r\n').ended()).toMatch(/^HTTP\/1\.1 400 [\s\S]*{"detail":"Bad request"/)
  })

  it('gets no answer inside an answer that has begun', async () => {
    const asked = nextExchange(front)
    const caller = new RawCaller(await shakeHands(front.port)).send(ask)
    const { answer } = await asked
    answer.write('begun')
    await caller.until('begun')
    expect(await caller.send('NONSENSE\r\n\r\n').ended()).not.toContain('Bad request')
  })
})

describe('a front that stops', () => {
  it('accepts nothing new, sends GOAWAY, and lets unfinished answers end', async () => {
    const stopping = await TestFront.open()
    const answers: ServerResponse[] = []
    const both = new Promise<void>((resolve) => {
      stopping.service.answer = (_, answer) => {
        if (answers.push(answer) === 2) resolve()
      }
    })
    const client = session(stopping.port)
    const over2 = answerOn(client.request({ ':path': path }))
    const over1 = askOverTls(stopping.port, 'http/1.1', { path })
    const idle = await shakeHands(stopping.port)
    const silent = connect(stopping.port, '127.0.0.1')
    await Promise.all([both, once(silent, 'connect')])
    const goodbye = once(client, 'goaway')
    const left = Promise.all([once(idle, 'close'), once(silent, 'close')])
    const closed = stopping.front.close(60_000)
    await Promise.all([goodbye, left])
    await expect(shakeHands(stopping.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    for (const answer of answers) answer.end('whole')
    expect([(await over2).text, (await over1).text]).toEqual(['whole', 'whole'])
    await closed
    await stopping.close()
  })

  it('cuts answers that do not end in time', async () => {
    const stopping = await TestFront.open()
    const asked = new Promise<void>((resolve) => (stopping.service.answer = () => resolve()))
    const client = session(stopping.port)
    const stream = client.request({ ':path': path })
    stream.on('error', () => undefined)
    await asked
    const closed = once(stream, 'close')
    await stopping.front.close(50)
    await closed
    expect(stream.rstCode).not.toBe(constants.NGHTTP2_NO_ERROR)
    await stopping.close()
  })
})

describe.each(protocols)('the admission of a client over %s', (protocol) => {
  const spellings = ['/office_stream', '/character_stream', '/docs', '/redoc', '/openapi.json', '/docs/assets/page.js']
    .concat([
      '/OFFICE_Stream',
      '/office_stream/',
      '//docs',
      '/office_stream?a=/health/live',
      '/%64ocs',
      '/%2564ocs',
      '/%252564ocs',
      '/docs%2F',
    ])
    .concat([
      '/./docs',
      '/x/../redoc',
      '/x/%2e%2e/redoc',
      '/docs;a=b',
      '/\\docs',
      '/health/live/../../docs',
      '/docs%20',
      '/redoc/%00',
    ])
  it.each(spellings)('%s is not for every address', async (spelling) => {
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    const answer = await front.ask(protocol, { path: spelling, headers })
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Unauthorized IP address: 192.0.2.7' } })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(front.service.seen).toEqual([])
  })

  it.each(['/', '/docsx', '/office', '/.well-known/acme-challenge/', '/.well-known/acme-challenge/a.b', '/health'])(
    '%s is 404 for clients that are not allowed, whatever the service has there',
    async (other) => {
      const answer = await front.ask(protocol, { path: other, headers: { 'x-forwarded-for': '192.0.2.7' } })
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found' } })
      expect(front.service.seen).toEqual([])
    },
  )

  const encodings = [3, 8, 2_000].map((depth) => [depth, `/%${'25'.repeat(depth)}64ocs`] as const)
  it.each(encodings)('a path that is encoded %i times is not decoded completely', async (_depth, deep) => {
    const answer = await front.ask(protocol, { path: deep, headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    expect(front.service.seen).toEqual([])
  })

  it.each(['/health/live', '/health/ready?x', '/.well-known/acme-challenge/a_B-9', '/.well-known/acme-challenge/x?y'])(
    '%s is for every address',
    async (open) => {
      expect((await front.ask(protocol, { path: open, headers: { 'x-forwarded-for': '192.0.2.7' } })).status).toBe(200)
      expect(front.service.last.url).toBe(open)
      expect(front.service.last.headers['x-forwarded-for']).toBe('192.0.2.7')
    },
  )

  it.each(['Googlebot/2.1', 'x SPIDER y'])(
    '%s is refused as an agent on any path, the address first',
    async (agent) => {
      const headers = { 'user-agent': agent }
      for (const any of [path, '/health/live', '/.well-known/acme-challenge/a', '/nothing'])
        expect(await front.ask(protocol, { path: any, headers })).toMatchObject({
          status: 403,
          body: { detail: 'Bot access is not allowed' },
        })
      const both = { ...headers, 'x-forwarded-for': '192.0.2.7' }
      expect((await front.ask(protocol, { path, headers: both })).text).toContain('Unauthorized IP address')
      expect(front.service.seen).toEqual([])
    },
  )

  it('pages of other sites are refused, unlike those of this site and of allowed origins', async () => {
    const post = (origin: string) => front.ask(protocol, { path, method: 'POST', headers: { origin }, body: '{}' })
    expect((await post('https://evil.example')).status).toBe(403)
    expect((await post('null')).status).toBe(403)
    expect((await post('https://friend.example')).status).toBe(200)
    expect((await post(`https://127.0.0.1:${String(front.port)}`)).status).toBe(200)
    expect((await front.ask(protocol, { path: '/docs', headers: { origin: 'https://evil.example' } })).status).toBe(200)
  })
})

describe('the allowed addresses', () => {
  const rows: [entries: string[], address: string, isIn: boolean][] = [
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.0.0.5/8'], '10.1.1.1', true],
    [['10.0.0.0/8'], '::ffff:10.0.0.1', true],
    [['10.0.0.0/8'], '::ffff:a00:1', true],
    [['10.0.0.0/8'], '::FFFF:0A00:0001', true],
    [['10.0.0.0/8'], '::10.0.0.1', false],
    [['::ffff:10.0.0.0/104'], '10.9.9.9', true],
    [['::ffff:a00:0/104'], '10.9.9.9', true],
    [['::ffff:10.0.0.0/104'], '11.9.9.9', false],
    [['::ffff:192.0.2.1'], '192.0.2.1', true],
    [['192.0.2.1'], '::ffff:192.0.2.1', true],
    [['::ffff:0:0/96'], '203.0.113.9', true],
    [['::ffff:0:0/96'], '::1', false],
    [['::/0'], '203.0.113.9', false],
    [['::/0'], '::ffff:203.0.113.9', false],
    [['::ffff:10.0.0.0/60'], '10.0.0.1', false],
    [['::/0'], '2001:db8::1', true],
    [['0.0.0.0/0'], '203.0.113.9', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['2001:db8::/33'], '2001:db8:7fff::1', true],
    [['2001:db8::/33'], '2001:db8:8000::1', false],
    [['2001:DB8:0:0::1'], '2001:db8::1', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['fe80::1'], 'fe80::1%2', true],
    [['fe80::1'], 'fe80::2%1', false],
    [['10.0.0.1/32', '::1/128'], '::1', true],
    [['10.0.0.1/32', '::1/128'], '10.0.0.1', true],
    [['10.0.0.1/32', '::1/128'], '10.0.0.2', false],
    [[], '127.0.0.1', false],
    [['0.0.0.0/0', '::/0'], 'nonsense', false],
    [['0.0.0.0/0', '::/0'], '', false],
  ]
  it.each(rows)('of %j: %s, %p', (entries, address, isIn) => {
    expect(new AddressSet(entries).has(address)).toBe(isIn)
  })

  it("are compared with the socket's address, unless the peer is a trusted proxy", async () => {
    const strict = await TestFront.open({
      trustedProxies: new AddressSet(['127.0.0.9']),
      allowed: new AddressSet(['127.0.0.1']),
    })
    const ask = (from: string, forwarded: string) =>
      strict
        .ask('h2', { path, from, headers: { 'x-forwarded-for': forwarded } })
        .then(({ status, text }) => `${status} ${text}`)
    expect(await ask('127.0.0.2', '127.0.0.1')).toBe('403 {"detail":"Unauthorized IP address: 127.0.0.2"}')
    expect(await ask('127.0.0.1', '192.0.2.7')).toMatch(/^200/)
    expect(strict.service.last.headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(await ask('127.0.0.9', '127.0.0.1')).toMatch(/^200/)
    expect(await ask('127.0.0.9', '127.0.0.1, ::ffff:192.0.2.7')).toContain('Unauthorized IP address: 192.0.2.7"')
    expect(await ask('127.0.0.9', '127.0.0.1, [2001:db8::1%eth0]:99')).toContain('address: 2001:db8::1"')
    expect(await ask('127.0.0.9', 'nonsense')).toContain('address: 127.0.0.9"')
    await strict.close()
  })

  it('are compared as IPv4 even on an IPv6 socket', async () => {
    const dual = await TestFront.open({
      host: '::',
      trustedProxies: new AddressSet([]),
      allowed: new AddressSet(['127.0.0.1']),
    })
    expect((await dual.ask('h2', { path })).status).toBe(200)
    expect((await dual.ask('http/1.1', { path, from: '127.0.0.3' })).text).toContain('address: 127.0.0.3"')
    const over6 = { path, to: '::1' }
    expect((await dual.ask('h2', over6)).text).toContain('address: ::1"')
    await dual.close()
  })
})

describe('a stream of HTTP/2', () => {
  it('has no hop-by-hop field, and one cookie', async () => {
    front.service.answer = (_, response) => {
      response.writeHead(200, {
        Connection: 'keep-alive, X-Hop',
        'Keep-Alive': 'timeout=5',
        'X-Hop': '1',
        'Set-Cookie': ['a=1', 'b=2'],
      })
      response.write('1')
      response.end('2')
    }
    const headers = { cookie: ['a=1', 'b=2'] }
    const answer = await front.ask('h2', { path, headers })
    expect(answer).toMatchObject({ status: 200, text: '12', headers: { 'set-cookie': ['a=1', 'b=2'] } })
    for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'x-hop'])
      expect(answer.headers).not.toHaveProperty(name)
    expect(front.service.last.headers.cookie).toBe('a=1; b=2')
  })

  it('that is reset ends the request to the service, and no other', async () => {
    const client = session(front.port)
    const first = nextExchange(front)
    const gone = client.request({ ':path': path })
    gone.on('error', () => undefined)
    const { answer } = await first
    const second = nextExchange(front)
    const stays = answerOn(client.request({ ':path': path }))
    const other = await second
    const closed = once(answer, 'close')
    gone.close(constants.NGHTTP2_CANCEL)
    await closed
    other.answer.end('whole')
    expect((await stays).text).toBe('whole')
    client.close()
    expect(front.lines.filter(({ event }) => event === 'gateway.failed')).toEqual([])
  })

  it('whose answer breaks off is reset, and the session continues', async () => {
    const client = session(front.port)
    const next = nextExchange(front)
    const stream = client.request({ ':path': path })
    const { answer } = await next
    answer.write('half')
    await once(stream.resume(), 'data')
    const failed = once(stream, 'error')
    answer.destroy()
    await failed
    expect(stream.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR)
    front.service.reset()
    expect((await answerOn(client.request({ ':path': path }))).status).toBe(200)
    client.close()
  })

  it('is answered piece by piece, while the caller is still sending', async () => {
    front.service.answer = (request, response) =>
      void request
        .on('data', (text: Buffer) => response.write(String(text).toUpperCase()))
        .on('end', () => response.end('.'))
    const client = session(front.port)
    const stream = client.request({ ':path': path, ':method': 'POST' })
    stream.setEncoding('utf8')
    for (const word of ['one', 'two']) {
      stream.write(word)
      expect(await once(stream, 'data')).toEqual([word.toUpperCase()])
    }
    stream.end()
    expect(await once(stream, 'data')).toEqual(['.'])
    client.close()
  })

  it('whose client accepts nothing ends after two minutes, and is counted until then; one that waits for the service stays', async () => {
    let now = 0
    const limits = { perClient: Infinity, perProcess: Infinity }
    const log = createLogger('silent')
    const unsent = new UnsentBytes({ limits, log, everyMs: 3_600_000, clock: () => now })
    const watched = await TestFront.open({ limits: { ...noLimits(), unsent } })
    const pass = (ms: number) => {
      for (const end = now + ms; now < end; unsent.check()) now += 250
    }
    const client = session(watched.port, { settings: { initialWindowSize: 0 } })
    const open = async (bytes: number) => {
      const next = nextExchange(watched)
      const stream = client.request({ ':path': path })
      const over = new Promise((resolve) => stream.once('close', resolve))
      stream.on('error', () => undefined).resume()
      const { answer } = await next
      answer.writeHead(200)
      answer.flushHeaders()
      if (bytes > 0) answer.write(Buffer.alloc(bytes))
      return { stream, over }
    }
    const silent = await open(0)
    const stalled = await open(1_000_000)
    await until('the stream holds what its client does not accept', () => {
      unsent.check()
      return unsent.total > 0
    })
    pass(119_500)
    expect(stalled.stream.destroyed).toBe(false)
    pass(1_000)
    await stalled.over
    expect([stalled.stream.rstCode, silent.stream.destroyed]).toEqual([constants.NGHTTP2_INTERNAL_ERROR, false])
    unsent.check()
    expect(unsent.total).toBe(0)
    client.destroy()
    await watched.close()
    unsent.stop()
  })

  it('beyond the number of an address is refused, whatever its session', async () => {
    const few = await TestFront.open({ limits: { ...noLimits(), connectionsPerAddress: 2 } })
    few.service.answer = (_, response) => response.writeHead(200).flushHeaders()
    const [one, other] = [session(few.port), session(few.port)]
    const statusOf = async (client: typeof one) => {
      const [headers] = (await once(client.request({ ':path': path }), 'response')) as [Record<string, unknown>]
      return headers[':status']
    }
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200])
    await expect(statusOf(other)).rejects.toThrow('NGHTTP2_REFUSED_STREAM')
    one.destroy()
    await until('there is room again', async () => (await statusOf(other).catch(() => 0)) === 200)
    other.destroy()
    await few.close()
  })

  it('cannot tunnel', async () => {
    const client = session(front.port)
    const stream = client.request({ ':method': 'CONNECT', ':authority': 'example.com:443' })
    const answer = answerOn(stream)
    stream.end()
    expect(await answer).toMatchObject({ status: 400, body: { detail: 'Bad request' } })
    client.close()
  })

  it.each([
    [257, 431],
    [1_000, 431],
    [240, 200],
  ])('with %i header fields is answered %i, and one with more than 1,020 is ended', async (count, status) => {
    const client = session(front.port)
    const fields = (length: number) => Object.fromEntries(Array.from({ length }, (_, n) => [`a${String(n)}`, '1']))
    expect((await answerOn(client.request({ ':path': path, ...fields(count) }))).status).toBe(status)
    const ended = client.request({ ':path': path, ...fields(1_021) })
    await expect(answerOn(ended)).rejects.toMatchObject({ code: 'ERR_HTTP2_STREAM_ERROR' })
    client.close()
  })

  it('may run beside 99 others; further ones wait', async () => {
    const client = session(front.port)
    await once(client, 'remoteSettings')
    expect(client.remoteSettings).toMatchObject({
      maxConcurrentStreams: 100,
      maxHeaderListSize: 65_536,
      enableConnectProtocol: false,
    })
    client.close()
  })

  const head = [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', path],
    [':authority', 'x'],
  ] as const
  const times = <T>(count: number, act: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => act(index))

  it.each([
    [100, 0],
    [200, 100],
  ])(
    'is answered where %d begin before the settings are known; %d too many are refused one by one',
    async (sent, refused) => {
      const caller = await RawHttp2.open(front.port)
      caller.burst(() => times(sent, (at) => caller.request(2 * at + 1, head)))
      expect(await caller.outcomes(sent)).toEqual({
        answers: times(sent - refused, () => 200),
        resets: times(refused, () => constants.NGHTTP2_REFUSED_STREAM),
      })
      expect(await caller.request(2 * sent + 1, head).outcomes(sent + 1)).toMatchObject({
        answers: times(sent - refused + 1, () => 200),
      })
      caller.close()
    },
  )

  it.each<[name: string, flood: (caller: RawHttp2) => void]>([
    ['resets', (caller) => times(500, (at) => caller.request(2 * at + 1, head).reset(2 * at + 1))],
    ['pings', (caller) => times(2_000, () => caller.ping())],
    ['settings', (caller) => times(2_000, () => caller.settings())],
  ])('is not served to a client that floods with %s', async (_name, flood) => {
    front.service.answer = () => undefined
    const caller = await RawHttp2.open(front.port)
    await caller.burst(flood).ended()
    front.service.reset()
    expect((await front.ask('h2', { path })).status).toBe(200)
  })

  it.each<[name: string, fields: readonly (readonly [string, string])[]]>([
    ['a path', head.map(([name, value]) => [name, name === ':path' ? '/docs/\u{1F600}' : value])],
    ['an open path', head.map(([name, value]) => [name, name === ':path' ? '/health/live?\u{1F600}' : value])],
    ['a value', [...head, ['x-own', '\u{1F600}']]],
    ['a value of Latin-1', [...head, ['x-own', 'caf\u00e9']]],
  ])('with %s that HTTP/1.1 may not carry is refused or passed on, and no fault', async (_name, fields) => {
    const caller = await RawHttp2.open(front.port)
    expect([200, 400]).toContain(await caller.request(1, fields).status())
    caller.close()
    expect(front.lines.filter(({ event }) => event === 'request.failed')).toEqual([])
  })

  it.each([
    ['a path', head.filter(([name]) => name !== ':path')],
    ['a method', head.filter(([name]) => name !== ':method')],
    ['a scheme', head.filter(([name]) => name !== ':scheme')],
    ['fields of its own alone', [...head, ['connection', 'close'] as const]],
    ['one path', [...head, [':path', '/health/live'] as const]],
    ['small letters', [...head, ['User-Agent', 'nice'] as const]],
  ])('has %s, or is reset', async (_name, fields) => {
    const caller = await RawHttp2.open(front.port)
    expect(await caller.request(1, fields).resetCode()).toBe(constants.NGHTTP2_PROTOCOL_ERROR)
    caller.close()
    expect(front.service.seen).toEqual([])
  })
})

describe('a request of HTTP/1.1', () => {
  const say = async (text: string) => {
    const caller = new RawCaller(await shakeHands(front.port)).send(text)
    return caller.ended()
  }

  it.each([
    ['that cannot be read', 'GET /docs HTTP/1.1\r\nHost x\r\n\r\n', '400'],
    ['that wants a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    [
      'that wants another protocol',
      `GET /docs HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      '400',
    ],
    ['without a host', 'GET /docs HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    [
      'with a coding of its own',
      'POST /docs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    [
      'for another host',
      'GET http://x/docs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n',
      '404',
    ],
    [
      'with two agents',
      `GET /docs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: nice\r\nUser-Agent: bot\r\n\r\n`,
      '403',
    ],
    ['with 257 fields', `GET /docs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(255)}\r\n`, '431'],
    ['with fields without end', `GET /docs HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, '431'],
  ])('%s is refused in JSON', async (_name, text, status) => {
    const answer = await say(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/json[^]*\\{"detail":"`, 'i'))
    expect(front.service.seen).toEqual([])
  })

  it('ends the request to the service when its caller disconnects', async () => {
    const next = nextExchange(front)
    const caller = new RawCaller(await shakeHands(front.port)).send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const { answer } = await next
    const closed = once(answer, 'close')
    caller.socket.destroy()
    await closed
    expect(front.lines).toEqual([])
  })
})

describe.each(protocols)('a slow reader over %s', (protocol) => {
  it('sets the pace of the service, and gets the whole answer', async () => {
    const piece = Buffer.alloc(65_536, 'x')
    const most = 512
    let sent = 0
    let isBlocked: () => void = () => undefined
    const blocked = new Promise<void>((resolve) => (isBlocked = resolve))
    front.service.answer = (_, response) => {
      const more = () => {
        while (sent < most) {
          sent += 1
          if (!response.write(piece)) {
            // nothing is read during that many rounds of the event loop
            const stalled = setTimeout(isBlocked, 200)
            response.once('drain', () => {
              clearTimeout(stalled)
              more()
            })
            return
          }
        }
        response.end()
      }
      more()
    }
    let got = 0
    const count = (chunk: Buffer) => (got += chunk.length)
    if (protocol === 'h2') {
      const client = session(front.port)
      const stream = client.request({ ':path': path })
      stream.pause()
      await blocked
      expect(sent).toBeLessThan(most)
      await once(stream.on('data', count).resume(), 'end')
      client.close()
    } else {
      const socket = await shakeHands(front.port)
      socket.pause()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      await blocked
      expect(sent).toBeLessThan(most)
      await once(socket.on('data', count).resume(), 'close')
    }
    expect(got).toBeGreaterThanOrEqual(piece.length * most)
  })
})
