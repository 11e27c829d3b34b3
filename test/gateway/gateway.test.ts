import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { checkAccess, requireServiceToken } from '@parley/edge'
import { readTarget } from '../../ai-workers/gateway/target.js'
import { portOf, TestGateway } from '../support/gateway/gateway.js'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.open()
})
afterAll(() => gateway.close())
beforeEach(() => gateway.reset())

const pairs = (rawHeaders: readonly string[]) =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : []))
const sentFields = () => pairs(gateway.office.last.rawHeaders)

describe('a request', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'of method %s reaches the service without the prefix',
    async (method) => {
      expect(await gateway.say(`${method} /office/Local`)).toMatch(/^HTTP\/1\.1 200 /)
      expect([gateway.office.last.method, gateway.office.last.url]).toEqual([method, '/Local'])
      expect(gateway.character.seen).toEqual([])
    },
  )

  it('for /character/... goes to the character service', async () => {
    await gateway.ask('/character/Local', { method: 'POST', body: 'hello' })
    expect([gateway.character.last.url, gateway.office.seen.length]).toEqual(['/Local', 0])
  })

  it.each([
    ['/office/', '/'],
    ['/office/office/Local', '/office/Local'],
    ['/office/character/Local', '/character/Local'],
    ['/office/a/b/?x=1&x=2&y=%20%2F..%2f', '/a/b/?x=1&x=2&y=%20%2F..%2f'],
    ['/office/?', '/?'],
    ['/office/a%2Fb%20c%00;d=e', '/a%2Fb%20c%00;d=e'],
    ['/office/a//b', '/a//b'],
    ['/office/..a/b..', '/..a/b..'],
    ['/office/x?next=//evil/../office', '/x?next=//evil/../office'],
    ['/office/http://evil/', '/http://evil/'],
    ['/office/@evil', '/@evil'],
  ])('for %s asks the service for %s, byte for byte', async (sent, asked) => {
    await gateway.say(`GET ${sent}`)
    expect(gateway.office.last.url).toBe(asked)
  })

  it('keeps its fields: order, spelling and repetitions', async () => {
    await gateway.say('GET /office/x', ['X-Twice: 1', 'aCCept: a/b', 'Cookie: a=b', 'x-twice: 2', 'X-Latin: caf\u00e9'])
    const expected = ['X-Twice: 1', 'aCCept: a/b', 'Cookie: a=b', 'x-twice: 2', 'X-Latin: caf\u00e9']
    expect(sentFields().slice(1, 6)).toEqual(expected)
  })

  it('loses hop-by-hop fields, and those that Connection names', async () => {
    const hop = ['Keep-Alive: 5', 'TE: trailers', 'Proxy-Authorization: a', 'Proxy-Connection: close', 'Trailer: X-End']
    await gateway.say('GET /office/x', [
      ...hop,
      'Connection: X-Hop',
      'X-Hop: 1',
      'X-End-To-End: 1',
      'Expect: 100-continue',
    ])
    expect(sentFields()).toEqual([
      `Host: ${gateway.office.url.host}`,
      'X-End-To-End: 1',
      'X-Forwarded-For: 127.0.0.1',
      expect.stringMatching(/^X-Request-Id: [0-9a-f-]{36}$/),
      'Connection: keep-alive',
    ])
  })

  it("contains its client's address and its id, the same as in the answer and the log", async () => {
    const fields = { 'X-Forwarded-For': '203.0.113.9, 10.0.0.1', 'X-Request-Id': 'trace-7' }
    const answer = await gateway.ask('/office/x', { headers: fields })
    expect(sentFields()).toEqual(
      expect.arrayContaining(['X-Forwarded-For: 203.0.113.9, 10.0.0.1, 127.0.0.1', 'X-Request-Id: trace-7']),
    )
    expect(answer.headers.get('x-request-id')).toBe('trace-7')
    await answer.text()
    expect(gateway.lines).toContainEqual({
      event: 'request',
      fields: expect.objectContaining({ requestId: 'trace-7', route: '/office/*', status: 200 }),
    })
  })

  it.each([
    ['a length', ['Content-Length: 3'], 'abc', ['Content-Length: 3']],
    ['chunks', ['Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\nX-End: 1\r\n\r\n', ['Transfer-Encoding: chunked']],
    ['no body', [], '', ['Content-Length: 0']],
    [
      'a length that Connection names',
      ['Connection: Content-Length', 'Content-Length: 3'],
      'abc',
      ['Content-Length: 3'],
    ],
  ])('with %s says once, and truly, where its body ends', async (_, fields, body, framing) => {
    const answer = await gateway.say('POST /office/x', fields, body)
    expect(sentFields().filter((field) => /^(content-length|transfer-encoding)/i.test(field))).toEqual(framing)
    expect(answer.includes('abc')).toBe(body !== '')
  })

  it('with a body on GET and DELETE keeps it', async () => {
    for (const method of ['GET', 'DELETE']) {
      expect(await gateway.say(`${method} /office/x`, ['Content-Length: 3'], 'abc')).toMatch(/abc/)
      const chunked = await gateway.say(`${method} /office/x`, ['Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n')
      expect(chunked).toMatch(/abc/)
    }
  })
})

describe('an answer', () => {
  it('keeps status, fields and bytes of the service', async () => {
    const bytes = Buffer.from([0x1f, 0x8b, 0, 255, 10, 13])
    gateway.office.answer = (_, response) => {
      response.writeHead(422, {
        'Content-Type': 'application/json',
        'Content-Encoding': 'x-own',
        'Set-Cookie': ['a=1', 'b=2'],
        'Content-Security-Policy': "default-src 'self'",
        Connection: 'X-Hop',
        'X-Hop': '1',
        'X-Request-Id': 'another',
      })
      response.end(bytes)
    }
    const answer = await gateway.ask('/office/x', { headers: { 'X-Request-Id': 'mine' } })
    expect(answer.status).toBe(422)
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'x-own',
      'content-security-policy': "default-src 'self'",
      'x-content-type-options': 'nosniff',
      'x-request-id': 'mine',
    })
    expect(answer.headers.has('x-hop')).toBe(false)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  })

  it('without a body stays without one: HEAD, 204 and 304', async () => {
    gateway.office.answer = (request, response) => {
      response.writeHead(Number(request.url?.slice(1)), { 'Content-Length': '5' })
      response.end()
    }
    for (const line of ['HEAD /office/200', 'GET /office/304', 'GET /office/204']) {
      expect(await gateway.say(line)).toMatch(/^HTTP\/1\.1 \d{3} [\s\S]*\r\n\r\n$/)
    }
    expect(await gateway.say('HEAD /office/200')).toMatch(/Content-Length: 5/)
  })
})

describe('a credential', () => {
  let guarded: TestGateway | undefined
  afterEach(async () => {
    await guarded?.close()
    guarded = undefined
  })

  it('of the caller is passed on when the services have no token of their own', async () => {
    await gateway.ask('/office/x', { headers: { Authorization: 'Bearer mine' } })
    expect(gateway.office.last.headers.authorization).toBe('Bearer mine')
  })

  it('of the services replaces it', async () => {
    guarded = await TestGateway.open({ serviceToken: 'inner' })
    await guarded.ask('/office/x', { headers: { Authorization: 'Bearer mine' } })
    expect(pairs(guarded.office.last.rawHeaders).filter((field) => /^authorization/i.test(field))).toEqual([
      'Authorization: Bearer inner',
    ])
  })

  it('is checked first on a listener that requires one', async () => {
    guarded = await TestGateway.open({ serviceToken: 'inner' }, (app) =>
      app.use(checkAccess(requireServiceToken('inner'))),
    )
    for (const path of ['/office/x', '/office', '/nowhere']) expect((await guarded.ask(path)).status).toBe(401)
    expect(guarded.office.seen).toEqual([])
    const answer = await guarded.ask('/office/x', { headers: { Authorization: 'Bearer inner' } })
    expect(answer.status).toBe(200)
  })
})

describe('the address of a service', () => {
  it('may have a path, which precedes the requested one', async () => {
    const elsewhere = await TestGateway.open({ office: new URL('/ai/office/?ignored#too', gateway.office.url) })
    await elsewhere.ask('/office/Local?a=b')
    expect(gateway.office.last.url).toBe('/ai/office/Local?a=b')
    await elsewhere.close()
  })

  it('that begins with https is reached over TLS', async () => {
    const firstBytes: (number | undefined)[] = []
    const listener = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (bytes: Buffer) => {
        firstBytes.push(bytes[0])
        socket.destroy()
      })
    })
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    const elsewhere = await TestGateway.open({ office: new URL(`https://127.0.0.1:${String(portOf(listener))}`) })
    expect((await elsewhere.ask('/office/Local')).status).toBe(502)
    expect(firstBytes).toEqual([0x16])
    await elsewhere.close()
    listener.close()
  })
})

const askedOf = () => [...gateway.office.seen, ...gateway.character.seen].map(({ url }) => url)

/** Paths that do not name a service, or try to leave it. */
const strangers = [
  '/',
  '/character',
  '/character?x=1',
  '/Local',
  '/Office/Local',
  '/OFFICE',
  '/officer/Local',
  '/office@evil/',
  '/office@evil',
  '/office:8003/',
  '/office;x/',
  '/office%2fLocal',
  '/office%2f..%2fcharacter/Local',
  '/%6fffice/Local',
  '/office\\Local',
  '//office/Local',
  '//evil/office/Local',
  '///evil',
  '/\\evil/office/',
  '/./office/Local',
  '/x/../office/Local',
  '/office/../character/Local',
  '/office/..',
  '/office/.',
  '/office/./Local',
  '/office/a/../../character/Local',
  '/office/%2e%2e/character/Local',
  '/office/.%2E/character/Local',
  '/office/..%2fcharacter/Local',
  '/office/..%5Ccharacter/Local',
  '/office/..\\character/Local',
  '/office/a%2f..%2f..%2fx',
  '/office//evil/Local',
  '/office//',
  '/office/\\evil/Local',
  '/office/%2fevil/Local',
  '/office/%5cevil/Local',
  '/office/Local#x',
  '/office#/Local',
  '/office?#',
  '/office/internal/generations',
  '/office/INTERNAL/generations',
  '/character/%69nternal/generations',
  '/health',
  '/health/other',
  '/favicon.ico',
  '/.well-known/acme-challenge/x',
  'http://evil/office/Local',
  'http://gateway/office/Local',
  'https://evil:443/office/Local',
  'http://user@evil/office/Local',
  'http://[bad/office/Local',
  'ftp://evil/office/Local',
  '*',
]

describe('a path that is not of a service', () => {
  it.each(strangers)('%s reaches no service and is answered with the page', async (target) => {
    const answer = await gateway.say(`GET ${target}`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*Content-Type: text\/html; charset=utf-8\r\n[\s\S]*<!doctype html>/)
    expect(askedOf()).toEqual([])
  })

  it('is the same page byte for byte, whatever the path and the method', async () => {
    const bodyOf = async (line: string) => (await gateway.say(line)).split('\r\n\r\n')[1]
    const page = await bodyOf('GET /nowhere')
    expect(await bodyOf('POST /<script>alert(1)</script>')).toBe(page)
    expect(await bodyOf('DELETE /office/../x')).toBe(page)
    expect(await bodyOf('HEAD /nowhere')).toBe('')
    for (const served of ['/office/', '/character/', '/health/ready']) expect(page).toContain(served)
  })

  it('gets a page that loads only its own style', async () => {
    const answer = await gateway.ask('/nowhere', { method: 'POST', body: 'x'.repeat(500_000) })
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(page).not.toMatch(/<script|<link|<img|https?:|style=|\son\w+=/)
  })
})

describe("the gateway's own answers", () => {
  it.each([
    ['/office', '/office/'],
    ['/office?a=b&c', '/office/?a=b&c'],
    ['/office?x=%0d%0aSet-Cookie:%20a', '/office/?x=%0d%0aSet-Cookie:%20a'],
    ['/office?//evil', '/office/?//evil'],
  ])('%s is moved permanently to %s', async (path, location) => {
    const answer = await gateway.ask(path)
    expect([answer.status, answer.headers.get('location'), askedOf()]).toEqual([301, location, []])
    expect(answer.headers.has('set-cookie')).toBe(false)
  })

  it('include its own health, not that of a service', async () => {
    expect(await (await gateway.ask('/health/live')).text()).toBe('{"status":"ok"}')
    expect(await (await gateway.ask('/health/ready')).text()).toBe('{"status":"ready"}')
    expect(askedOf()).toEqual([])
    await gateway.ask('/office/health/ready')
    expect(askedOf()).toEqual(['/health/ready'])
  })
})

describe('another protocol', () => {
  it.each(['websocket', 'h2c, websocket', 'TLS/1.0'])('%s is refused, and the connection ends', async (protocol) => {
    const call = gateway
      .call()
      .send(`GET /office/Local HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`)
    expect(await call.ended()).toMatch(/^HTTP\/1\.1 400 [\s\S]*{"detail":"Bad request","message":"Protocol upgrades/)
    expect(askedOf()).toEqual([])
  })

  it('is not refused when it is only offered: h2c, or a field that Connection does not name', async () => {
    const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
    expect(await gateway.say('GET /office/Local', offer)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await gateway.say('GET /office/Local', ['Upgrade: websocket'])).toMatch(/^HTTP\/1\.1 200 /)
    for (const { headers } of gateway.office.seen) expect(Object.keys(headers)).not.toContain('upgrade')
    expect(gateway.office.seen[0]?.headers['http2-settings']).toBeUndefined()
  })

  it('from a service is an invalid answer', async () => {
    gateway.office.answer = (request) => {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\nhello')
    }
    expect((await gateway.ask('/office/x')).status).toBe(502)
  })

  it('for a tunnel is refused, and CONNECT ends the connection', async () => {
    const answer = await gateway.call().send('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n').ended()
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n{"detail":"Bad request"}$/)
    expect(askedOf()).toEqual([])
  })
})

describe('a message that could be read in two ways', () => {
  it.each([
    ['two lengths', ['Content-Length: 3', 'Content-Length: 4']],
    ['a length and chunks', ['Content-Length: 3', 'Transfer-Encoding: chunked']],
    ['another coding below the chunks', ['Transfer-Encoding: gzip, chunked']],
    ['an unknown coding', ['Transfer-Encoding: xchunked']],
    ['a space before the colon', ['Content-Length : 3']],
    ['a folded line', ['X-A: 1', ' Transfer-Encoding: chunked']],
    ['a bare carriage return', ['X-A: 1\rTransfer-Encoding: chunked']],
    ['a NUL', ['X-A: 1\0']],
  ])('with %s is refused', async (_, fields) => {
    const answer = await gateway.say('POST /office/x', fields, '3\r\nabc\r\n0\r\n\r\nGET /character/x HTTP/1.1\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*{"detail":"Bad request"/)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(askedOf()).toEqual([])
  })

  it('is never produced from encoded characters of a caller', async () => {
    await gateway.say('GET /office/x%0d%0aX-Evil:%201?y=%0d%0a%0d%0aGET%20/', ['X-A: %0d%0aX-Evil: 1'])
    expect(gateway.office.last.headers).not.toHaveProperty('x-evil')
    expect(gateway.office.seen).toHaveLength(1)
  })

  it('from a service is an invalid answer', async () => {
    gateway.office.answer = (request) => {
      request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')
    }
    expect((await gateway.ask('/office/x')).status).toBe(502)
  })
})

describe('the target of a request', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2F',
    '\\',
    '%5c',
    '@',
    ':',
    '?',
    '#',
    'office',
    'character',
    'a',
  )
  const target = fc.array(piece, { maxLength: 9 }).map((pieces) => `/office/${pieces.join('')}`)

  it('always requests a path below the service of its first segment', () => {
    const base = new URL('http://service/ai/')
    fc.assert(
      fc.property(target, (text) => {
        const read = readTarget(text)
        if (read.kind !== 'service') return
        expect(read.service).toBe('office')
        expect(`/office${read.path}`).toBe(text)
        // relative to the service's root it cannot name a host, and below a path it cannot climb out
        expect(new URL(read.path, base).host).toBe('service')
        expect(new URL(`/ai${read.path}`, base).pathname).toMatch(/^\/ai\//)
        expect(new URL(`/ai${decodeURI(read.path.replaceAll(/%2f/gi, '/'))}`, base).pathname).toMatch(/^\/ai\//)
      }),
      { numRuns: 2_000 },
    )
  })
})
