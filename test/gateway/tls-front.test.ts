import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { constants } from 'node:http2'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { nextExchange, TestFront } from '../support/gateway/front.js'
import { RawCaller } from '../support/gateway/gateway.js'
import { answerOn, askOverTls, protocols, session, shakeHands } from '../support/gateway/tls-caller.js'

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
