import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { MulterError } from 'multer'
import { AppError } from '@parley/runtime'
import { RawHttp } from '../support/http/raw-http.js'
import { ToyFacade, fault, goodToken, jsonType } from '../support/http/toy-facade.js'

const toy = new ToyFacade()
let ready: boolean | Error = true
let release: () => void = () => undefined

beforeAll(() =>
  toy.open({
    corsOrigins: { any: false, loopback: true, listed: ['https://chat.example'] },
    ready: () => {
      if (ready instanceof Error) throw ready
      return ready
    },
    mount: (app) => {
      app.get('/throw/:what', (request) => {
        if (request.params.what === 'app') throw new AppError('CONFLICT')
        if (request.params.what === 'upload') throw new MulterError('LIMIT_UNEXPECTED_FILE', 'secret part')
        throw new Error('SELECT secret FROM users')
      })
      app.get('/stream', (_request, response) => {
        response.write('begun')
      })
      app.get('/slow', async (_request, response) => {
        await new Promise<void>((resolve) => (release = resolve))
        response.json({ slow: true })
      })
    },
  }),
)
afterAll(() => toy.close())
beforeEach(() => {
  toy.forget()
  ready = true
})

/** The answer of the listener to raw bytes. */
async function say(bytes: string): Promise<string> {
  const socket = connect(toy.listener.port, '127.0.0.1')
  socket.end(bytes)
  const chunks: unknown[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return chunks.join('')
}

describe('a request that a path does not support', () => {
  it('is 404 in JSON when the path is unknown', async () => {
    expect(await toy.ask('/nowhere')).toMatchObject({ status: 404, raw: '{"detail":"Not found"}' })
  })

  it('is 405 with Allow when only the method is wrong, before any token', async () => {
    const { status, headers, body } = await toy.ask('/api/notes', { method: 'DELETE' })
    expect([status, headers.get('allow'), body]).toEqual([405, 'GET, HEAD, POST, OPTIONS', { detail: 'Not allowed' }])
    expect((await toy.ask('/api/notes/3')).headers.get('allow')).toBe('PUT, OPTIONS')
  })

  it('is 204 with Allow for OPTIONS, and for HEAD like GET without a body', async () => {
    const options = await toy.ask('/api/notes', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow'), options.raw]).toEqual([204, 'GET, HEAD, POST, OPTIONS', ''])
    const head = await toy.ask('/api/notes?limit=1', { method: 'HEAD' })
    expect([head.status, head.raw]).toEqual([200, ''])
  })

  it('is JSON for a path that cannot be decoded', async () => {
    expect(await toy.ask('/api/notes/%E0%A4%A', { method: 'PUT' })).toMatchObject({
      status: 400,
      body: { detail: 'Bad request', message: 'Malformed URL' },
    })
  })

  it('is answered in JSON when it is not HTTP', async () => {
    expect(await say('NONSENSE\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*application\/json[\s\S]*{"detail":"Bad request"/,
    )
  })

  it.each(['http://[bad/health/live', 'foo://bar', '*'])('is JSON for the target %s', async (target) => {
    const answer = await say(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*X-Request-Id[\s\S]*\r\n\r\n{"detail":"Not found"}$/)
  })
})

describe('a request that Node itself refuses', () => {
  const get = 'GET /health/live HTTP/1.1\r\n'
  const post = 'POST /health/live HTTP/1.1\r\nHost: x\r\n'
  it.each([
    ['no Host', `${get}\r\n`, 400, 'A request names one Host'],
    ['two Hosts', `${get}Host: a\r\nHost: b\r\n\r\n`, 400, 'A request names one Host'],
    ['codings', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400, 'The only transfer coding is chunked'],
    ['another expectation', `${get}Host: x\r\nExpect: tea\r\n\r\n`, 417, undefined],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n', 400, undefined],
    ['an unknown method', 'TEA / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Malformed HTTP request'],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'Malformed HTTP request'],
    ['two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'Malformed HTTP request'],
    ['257 header fields', `${get}Host: x\r\n${'a:\r\n'.repeat(256)}\r\n`, 431, undefined],
    [
      'header fields beyond the bound before its Host',
      `${get}${'a:\r\n'.repeat(4_600)}Host: x\r\n\r\n`,
      431,
      undefined,
    ],
    ['headers too large', `${get}Host: x\r\nA: ${'x'.repeat(70_000)}\r\n\r\n`, 431, undefined],
  ])('is JSON for %s', async (_what, bytes, status, message) => {
    const [head = '', body = ''] = (await say(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} [\\s\\S]*content-type: application/json`, 'i'))
    expect(JSON.parse(body)).toEqual({ detail: 'Bad request', ...(message === undefined ? {} : { message }) })
  })

  it('ends its connection when it has too many header fields, whatever follows it', async () => {
    const many = `${get}Host: x\r\n${'a:\r\n'.repeat(4_600)}\r\n`
    expect((await say(many.repeat(2))).match(/^HTTP\/1.1 \d+/gm)).toEqual(['HTTP/1.1 431'])
  })

  it('may have 256 header fields', async () => {
    expect(await say(`${get}Host: x\r\n${'a:\r\n'.repeat(255)}\r\n`)).toMatch(/^HTTP\/1.1 200 /)
  })

  it('gets no answer inside an answer that has begun', async () => {
    const raw = new RawHttp(toy.url(''))
    await raw.head('GET', '/stream', {})
    await raw.has('begun')
    await raw.send('NONSENSE\r\n\r\n')
    const { status, text } = await raw.answer()
    expect([status, text]).toEqual([200, '5\r\nbegun\r\n'])
  })

  it('does not need the fields that HTTP/1.0 lacks', async () => {
    expect(await say('GET /health/live HTTP/1.0\r\nExpect: tea\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a failure', () => {
  const append = () => toy.post('{"note_text":"a"}')

  it('of the schema is answered by the table, with faults at their location in the request', async () => {
    toy.failWith = { message: 'Conflict', extensions: { code: 'CONFLICT' } }
    expect(await append()).toMatchObject({ status: 409, body: { detail: 'Conflict' } })
    const field = { path: ['input', 'text'], rule: 'max_length', limit: 3, message: 'too long' } as const
    toy.failWith = { message: 'Invalid input', extensions: { code: 'BAD_USER_INPUT', fields: [field] } }
    expect(await append()).toMatchObject(
      fault(['body', 'note_text'], 'string_too_long', 'String should have at most 3 characters'),
    )
    toy.failWith = { message: 'slow down', extensions: { code: 'RATE_LIMITED', retryAfterMs: 2_500 } }
    expect((await append()).headers.get('retry-after')).toBe('3')
  })

  it('that is unexpected is logged and never sent', async () => {
    for (const unexpected of [new Error('SELECT secret'), { message: 'SELECT secret' }]) {
      toy.failWith = unexpected
      expect(await append()).toMatchObject({ status: 500, raw: '{"detail":"Server error"}' })
    }
    expect(await toy.ask('/throw/plain', { headers: { 'X-Request-Id': 'abc' } })).toMatchObject({
      status: 500,
      raw: '{"detail":"Server error"}',
    })
    const failures = toy.lines.filter(({ event }) => event === 'request.failed')
    expect(failures.at(-1)?.fields).toMatchObject({
      requestId: 'abc',
      err: expect.objectContaining({ message: 'SELECT secret FROM users' }),
    })
  })

  it('of a use case or an upload is JSON too', async () => {
    expect(await toy.ask('/throw/app')).toMatchObject({ status: 409, body: { detail: 'Conflict' } })
    expect(await toy.ask('/throw/upload')).toMatchObject({
      status: 400,
      raw: '{"detail":"Bad request","message":"Unexpected file part"}',
    })
  })
})

describe('every answer', () => {
  it('has a request id, the caller’s when it is well-formed', async () => {
    const idOf = async (sent: string) =>
      (await toy.ask('/nowhere', { headers: { 'X-Request-Id': sent } })).headers.get('x-request-id')
    expect(await idOf('trace-1_2.3')).toBe('trace-1_2.3')
    expect(await idOf('a b')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idOf('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('has security headers and does not name its server', async () => {
    const { headers } = await toy.ask('/nowhere')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it('is one log line with the pattern of its path without its content', async () => {
    await toy.ask('/api/notes?cursor=hidden', {
      method: 'POST',
      headers: { ...goodToken, ...jsonType },
      body: '{"text":"hidden"}',
    })
    await toy.ask('/hidden')
    const requests = toy.lines.filter(({ event }) => event === 'request').map(({ fields }) => fields)
    expect(requests).toMatchObject([
      { method: 'POST', route: '/api/notes', status: 200, caller: '7' },
      { method: 'GET', status: 404 },
    ])
    expect(JSON.stringify(toy.lines)).not.toMatch(/hidden|good/)
  })

  it('can be read only by pages of listed origins', async () => {
    const from = (origin: string, init: RequestInit = {}) =>
      toy.ask('/api/notes?limit=1', { ...init, headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } })
    expect((await from('https://chat.example')).headers.get('access-control-allow-origin')).toBe('https://chat.example')
    const preflight = await from('https://chat.example', { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Authorization'),
    ])
    const foreign = await from('https://evil.example')
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([200, null])
    expect(foreign.headers.get('vary')).toContain('Origin')
  })
})

describe('health', () => {
  it('is live while the process answers, ready when its parts are', async () => {
    expect(await toy.ask('/health/live')).toMatchObject({ status: 200, raw: '{"status":"ok"}' })
    expect(await toy.ask('/health/ready')).toMatchObject({ status: 200, raw: '{"status":"ready"}' })
    for (const state of [false, new Error('no store')]) {
      ready = state
      const { status, raw } = await toy.ask('/health/ready')
      expect([status, raw]).toEqual([503, '{"detail":"Service temporarily unavailable"}'])
    }
    const levels = toy.lines.filter(({ event }) => event === 'request').map(({ level }) => level)
    expect(levels).toEqual(['debug', 'debug', 'info', 'info'])
    expect(await toy.ask('/health/live', { method: 'POST' })).toMatchObject({ status: 405 })
  })
})

// last: it ends the listener
describe('closing', () => {
  it('lets a request in flight finish, closes idle connections and accepts no more', async () => {
    const inFlight = toy.ask('/slow')
    const started = new Promise<void>((resolve) => toy.listener.server.once('request', () => resolve()))
    await started
    const closed = toy.close()
    await expect(fetch(toy.url('/health/live'))).rejects.toThrow()
    release()
    expect(await inFlight).toMatchObject({ status: 200, body: { slow: true } })
    await closed
    expect(toy.listener.server.listening).toBe(false)
  })
})
