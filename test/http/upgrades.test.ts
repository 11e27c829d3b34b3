import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { RawHttp } from '../support/http/raw-http.js'
import { ToyFacade } from '../support/http/toy-facade.js'

/** The headers that curl --http2 and Java's client send with every request. */
const h2c = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQ' } as const
const last = { ...h2c, Connection: 'Upgrade, HTTP2-Settings, close' } as const
const webSocket = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': 13,
} as const

describe('a request that offers another protocol', () => {
  const toy = new ToyFacade()
  let release: () => void = () => undefined
  beforeAll(() =>
    toy.open({
      webSocket: { path: '/graphql', allowsOrigin: () => false, accept: (_request, socket) => socket.destroy() },
      mount: (app) => {
        app.use('/echo', async (request, response) => {
          const { method, originalUrl, headers } = request
          const chunks: Buffer[] = []
          for await (const chunk of request) chunks.push(chunk as Buffer)
          response.json({ method, originalUrl, headers, length: Buffer.concat(chunks).length })
        })
        app.get('/slow', async (_request, response) => {
          await new Promise<void>((resolve) => (release = resolve))
          response.send('slow')
        })
        app.get('/stream', (_request, response) => {
          Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(65_536, 's'))).pipe(response)
        })
      },
    }),
  )
  afterAll(() => toy.close())
  const open = () => new RawHttp(toy.url(''))
  const echoed = (text: string) => JSON.parse(text) as { length: number }

  it('is answered like a request without the offer', async () => {
    const ask = async (offer: object) => {
      const raw = open()
      await raw.head('GET', '/echo?a=%C3%BC', { Connection: 'close', 'X-Own': 'b: ü, c', Cookie: 'x=1', ...offer })
      return raw.answer()
    }
    const [plain, offering] = [await ask({}), await ask(last)]
    expect([offering.status, offering.text]).toEqual([200, plain.text])
    expect(offering.headers).toContain('X-Request-Id')
  })

  it('keeps its body, however long and however it is sent', async () => {
    const body = Buffer.alloc(3_000_000, 'x')
    const raw = open()
    await raw.head('POST', '/echo', { ...last, 'Content-Length': body.length })
    await raw.send(body)
    expect(echoed((await raw.answer()).text).length).toBe(3_000_000)

    const chunked = open()
    await chunked.head('PUT', '/echo', { ...last, 'Transfer-Encoding': 'chunked' })
    for (let sent = 0; sent < 30; sent += 1) {
      await chunked.send('186a0\r\n')
      await chunked.send(body.subarray(0, 100_000))
      await chunked.send('\r\n')
    }
    await chunked.send('0\r\n\r\n')
    expect(echoed((await chunked.answer()).text).length).toBe(3_000_000)

    const patient = open()
    await patient.head('POST', '/echo', { ...last, 'Content-Length': 5, Expect: '100-continue' })
    await patient.has('HTTP/1.1 100 Continue')
    await patient.send('hello')
    expect((await patient.answer()).text).toContain('"length":5')
  })

  it('leaves its connection open for further requests', async () => {
    const warnings: string[] = []
    const warn = ({ message }: Error) => void warnings.push(message)
    process.on('warning', warn)
    const raw = open()
    for (let sent = 1; sent <= 30; sent += 1) {
      await raw.head('GET', `/echo/${String(sent)}`, h2c)
      await raw.has(`"originalUrl":"/echo/${String(sent)}"`)
    }
    await raw.head('GET', '/echo/last', { Connection: 'close' })
    expect((await raw.answer()).text).toContain('/echo/last')
    process.off('warning', warn)
    expect(warnings).toEqual([])
  })

  it('is answered after the earlier requests of its connection', async () => {
    const raw = open()
    const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`
    const offer = 'Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
    await raw.send(
      `${head('/slow')}\r\n${head('/echo/1')}\r\n${head('/echo/2')}${offer}` +
        `${head('/echo/3')}${offer}${head('/echo/4')}Connection: close\r\n\r\n`,
    )
    await new Promise<void>((resolve) => toy.listener.server.once('request', () => resolve()))
    release()
    const { text } = await raw.answer()
    expect(text.match(/slow|\/echo\/\d/g)).toEqual(['slow', '/echo/1', '/echo/2', '/echo/3', '/echo/4'])
  })

  it('does not delay an earlier long answer', async () => {
    const raw = open()
    await raw.send(`GET /stream HTTP/1.1\r\nHost: x\r\n\r\nGET /echo/after HTTP/1.1\r\nHost: x\r\n`)
    await raw.send('Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n')
    const { text } = await raw.answer()
    expect(text.match(/s{65536}/g)).toHaveLength(200)
    expect(text).toContain('/echo/after')
  })

  it.each([
    ['POST', '/echo', h2c],
    ['GET', '/graphql', webSocket],
  ])('is refused when %s %s has too many header fields: its length may be missing', async (method, path, offer) => {
    const raw = open()
    const many = Object.fromEntries(Array.from({ length: 256 }, (_, n) => [`a${String(n)}`, 1] as const))
    await raw.head(method, path, { ...offer, ...many, 'Content-Length': 5 })
    const { status, text } = await raw.answer()
    expect([status, text]).toEqual([431, expect.stringContaining('{"detail":"Bad request"')])
  })

  it.each([
    ['a POST', 'POST', webSocket, 200],
    ['a list of protocols', 'GET', { ...webSocket, Upgrade: 'h2c, websocket' }, 200],
  ])('is not a WebSocket as %s', async (_name, method, headers, status) => {
    const raw = open()
    await raw.head(method, '/echo', { ...headers, Connection: 'Upgrade, close' })
    expect((await raw.answer()).status).toBe(status)
  })

  it('gets its answer while the listener closes', async () => {
    const raw = open()
    await raw.head('GET', '/slow', h2c)
    await new Promise<void>((resolve) => toy.listener.server.once('request', () => resolve()))
    const closed = toy.close()
    release()
    expect(await raw.answer()).toMatchObject({ status: 200, text: 'slow' })
    await closed
  })
})

describe('a WebSocket that is refused', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it.each([
    ['another path', '/elsewhere', {}, 404, '{"detail":"Not found"}'],
    ['a foreign page', '/graphql', { Origin: 'https://evil.example' }, 403, '{"detail":"Forbidden"}'],
    [
      'no key',
      '/graphql',
      { 'Sec-WebSocket-Key': 'short' },
      400,
      '{"detail":"Bad request","message":"Malformed WebSocket handshake"}',
    ],
  ])('for %s is answered in JSON', async (_name, path, more, expectedStatus, expected) => {
    const raw = new RawHttp(app.url)
    await raw.head('GET', path, { ...webSocket, ...more })
    const { status, headers, text } = await raw.answer()
    expect([status, text]).toEqual([expectedStatus, expected])
    expect(headers).toContain('Content-Type: application/json; charset=utf-8')
  })

  it('is not an HTTP request for GraphQL, which is answered despite the offer', async () => {
    const raw = new RawHttp(app.url)
    const body = '{"query":"{ __typename }"}'
    const about = { 'Content-Type': 'application/json', 'Content-Length': body.length }
    await raw.head('POST', '/graphql', { ...last, ...about })
    await raw.send(body)
    expect(await raw.answer()).toMatchObject({ status: 200, text: '{"data":{"__typename":"Query"}}\n' })
  })
})
