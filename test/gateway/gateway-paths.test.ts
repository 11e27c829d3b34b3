import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readTarget } from '../../ai-workers/gateway/target.js'
import { TestGateway } from '../support/gateway/gateway.js'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.open()
})
afterAll(() => gateway.close())
beforeEach(() => gateway.reset())

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
