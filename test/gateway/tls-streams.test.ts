import { once } from 'node:events'
import { constants } from 'node:http2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { nextExchange, TestFront } from '../support/gateway/front.js'
import { RawCaller } from '../support/gateway/gateway.js'
import { RawHttp2 } from '../support/http/raw-http2.js'
import { answerOn, protocols, session, shakeHands } from '../support/gateway/tls-caller.js'

let front: TestFront
beforeAll(async () => {
  front = await TestFront.open()
})
afterAll(() => front.close())
beforeEach(() => front.reset())

const path = '/office_stream'

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

  it('cannot tunnel', async () => {
    const client = session(front.port)
    const stream = client.request({ ':method': 'CONNECT', ':authority': 'example.com:443' })
    const answer = answerOn(stream)
    stream.end()
    expect(await answer).toMatchObject({ status: 400, body: { detail: 'Bad request' } })
    client.close()
  })

  it('may run beside 99 others; further ones wait', async () => {
    const client = session(front.port)
    await once(client, 'remoteSettings')
    expect(client.remoteSettings).toMatchObject({
      maxConcurrentStreams: 100,
      maxHeaderListSize: 16_384,
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
    ['with fields without end', `GET /docs HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
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
