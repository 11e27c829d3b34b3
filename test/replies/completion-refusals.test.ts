import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import OpenAI from 'openai'
import { AppError } from '../../src/errors.js'
import {
  chunksOf,
  CompletionFixture,
  delta,
  failed,
  hello,
  started,
  thrown,
} from '../support/replies/completion-fixture.js'
import { at } from '../support/app/person.js'
import { RawHttp } from '../support/http/raw-http.js'
import { course, refusal, stall } from '../support/replies/tapped-generator.js'

let fixture: CompletionFixture
beforeAll(async () => {
  fixture = await CompletionFixture.open()
})
afterAll(() => fixture.close())

describe('a request', () => {
  const said = { model: 'local', messages: hello }
  const user = (content: unknown) => ({ ...said, messages: [{ role: 'user', content }] })
  it.each<[unknown, string | null]>([
    [undefined, null],
    ['{', null],
    [[], null],
    [{ messages: hello }, 'model'],
    [{ model: 'local' }, 'messages'],
    [{ model: 'local', messages: [] }, 'messages'],
    [{ model: 'local', messages: Array.from({ length: 1_001 }, () => hello[0]) }, 'messages'],
    [{ model: 'local', messages: [...hello, { role: 'assistant', content: 'x' }] }, 'messages'],
    [{ model: 'local', messages: [{ role: 'system', content: 'x' }] }, 'messages'],
    [{ model: 'local', messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
    [{ model: 'local', messages: [{ role: 'narrator', content: 'x' }] }, 'messages[0].role'],
    [user(''), 'messages'],
    [user(null), 'messages[0].content'],
    [user(undefined), 'messages[0].content'],
    [user('\u0000'), 'messages[0].content'],
    [user([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]), 'messages[0].content'],
    [{ ...said, n: 2 }, 'n'],
    [{ ...said, tools: [{ type: 'function' }] }, 'tools[0].function'],
    [{ ...said, response_format: { type: 'xml' } }, 'response_format.type'],
    [{ ...said, temperature: 2.1 }, 'temperature'],
    [{ ...said, temperature: '1' }, 'temperature'],
    [{ ...said, max_tokens: 0 }, 'max_tokens'],
    [{ ...said, stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
    [{ ...said, stream: 'yes' }, 'stream'],
  ])('that is faulty is 400 and names its parameter: %#', async (body, param) => {
    const { status, body: answer } = await fixture.post(body)
    expect({ status, answer }).toMatchObject({
      status: 400,
      answer: { error: { type: 'invalid_request_error', param, message: expect.stringMatching(/./) } },
    })
  })

  it('with an image says that it is not supported', async () => {
    const { body } = await fixture.post(user([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]))
    expect(at(body, 'error', 'message')).toContain('images, audio and files are not supported')
  })

  it('may have unknown keys, and empty lists', async () => {
    const { status } = await fixture.post({ ...said, tools: [], nothing: { of: 'ours' }, metadata: {}, store: true })
    expect(status).toBe(200)
  })

  it('has at most 1 MiB of JSON, and is refused in the form of the protocol, even for another method or path', async () => {
    expect((await fixture.post(user('x'.repeat(1_048_576)))).body).toMatchObject({
      error: { code: 'request_too_large' },
    })
    const other = await fixture.post('x', { 'content-type': 'text/plain' })
    expect([other.status, at(other.body, 'error', 'code')]).toEqual([415, 'unsupported_media_type'])
    const got = await fixture.ada.rest('GET', '/v1/chat/completions')
    expect([got.status, at(got.body, 'error', 'code'), got.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'POST, OPTIONS',
    ])
    expect(await thrown(fixture.openai.embeddings.create({ model: 'local', input: 'x' }))).toMatchObject({
      status: 404,
      code: 'unknown_url',
    })
  })

  it('may be sent by a page of a listed origin', async () => {
    const asked = { origin: 'https://chat.example', 'access-control-request-method': 'POST' }
    const { headers } = await fixture.app.stranger().rest('OPTIONS', '/v1/chat/completions', undefined, asked)
    expect(headers.get('access-control-allow-origin')).toBe('https://chat.example')
    expect(headers.get('access-control-allow-headers')).toContain('X-Stainless-Lang')
  })
})

describe('a failure', () => {
  const failures = [
    [failed('generation_failed'), 500, 'generation_failed'],
    [failed('timed_out'), 504, 'timeout'],
    [failed('prompt_too_long'), 400, 'context_length_exceeded'],
    [failed('hosted_failed', 'the hosted side failed'), 502, 'upstream_error'],
  ] as const

  it.each(failures)('before any text has a status, complete or streamed: %#', async (end, status, code) => {
    fixture.tap.next = course(started, end)
    expect(await thrown(fixture.ask())).toMatchObject({ status, code })
    fixture.tap.next = course({ kind: 'queued', position: 1, reason: 'BUSY', startsInMs: null }, started, end)
    expect(await thrown(fixture.askStream())).toMatchObject({ status, code })
  })

  it.each(failures)('in the middle of a stream is an error event: %#', async (end, _status, code) => {
    fixture.tap.next = course(started, delta(0, 'half'), end)
    const stream = await fixture.askStream()
    const error = await thrown(chunksOf(stream))
    expect(error).toBeInstanceOf(OpenAI.APIError)
    expect(error).toMatchObject({ status: undefined, code })
  })

  it('of a model that times out is not retried by the client', async () => {
    fixture.tap.next = course(started, failed('timed_out'))
    const { headers } = await fixture.post({ model: 'local', messages: hello })
    expect(headers.get('x-should-retry')).toBe('false')
  })

  it('of a hosted model without its key is reported', async () => {
    expect(await thrown(fixture.ask({ model: 'hosted4.1' }))).toMatchObject({ status: 502, type: 'upstream_error' })
  })

  it('of a full queue is 503 with a time to wait, after which the client retries by itself', async () => {
    const full = new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: 1_000 })
    fixture.tap.next = refusal(full)
    const error = await thrown(fixture.askStream())
    expect(error).toBeInstanceOf(OpenAI.InternalServerError)
    expect(error).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect((error as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after')).toBe('1')
    fixture.tap.next = refusal(full)
    const patient = fixture.openai.withOptions({ maxRetries: 1 })
    expect((await fixture.ask({}, { client: patient })).choices[0]?.message.content).toBe('Hello there')
  })

  it('of a job that waited in the queue is 503 too, if it happens early', async () => {
    fixture.tap.next = async function* () {
      yield { kind: 'queued', position: 1, reason: 'BUSY', startsInMs: null }
      throw new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: 1_000 })
    }
    expect(await thrown(fixture.askStream())).toMatchObject({ status: 503, code: 'service_unavailable' })
  })

  it('that is unexpected has no details', async () => {
    fixture.tap.next = refusal(new Error('secret'))
    expect(await thrown(fixture.ask())).toMatchObject({
      status: 500,
      error: { type: 'server_error', param: null, code: null },
    })
    fixture.tap.next = async function* () {
      yield* [started, delta(0, 'half')]
      throw new Error('secret')
    }
    const error = await thrown(chunksOf(await fixture.askStream()))
    expect(error).toBeInstanceOf(OpenAI.APIError)
    expect(String(error)).not.toContain('secret')
  })
})

describe('a client that disconnects', () => {
  const cancelled = async () => {
    const signal = fixture.tap.signals.at(-1)
    if (signal && !signal.aborted) await once(signal, 'abort')
  }
  const begun = async (count: number) => {
    while (fixture.tap.signals.length <= count) await new Promise(setImmediate)
  }

  it.each([
    ['queued', [{ kind: 'queued', position: 1, reason: 'BUSY', startsInMs: null }]],
    ['running', [started]],
    ['streaming', [started, delta(0, 'half')]],
  ] as const)('cancels what is %s, and no other caller’s', async (_state, steps) => {
    fixture.tap.next = stall(...steps)
    const gone = new AbortController()
    const before = fixture.tap.signals.length
    const leaving = thrown(fixture.askStream({}, gone.signal).then(chunksOf))
    await begun(before)
    gone.abort()
    await cancelled()
    await leaving
    expect((await fixture.ask()).choices[0]?.message.content).toBe('Hello there')
  })

  it('cancels a reply that is not streamed too', async () => {
    fixture.tap.next = stall(started)
    const gone = new AbortController()
    const before = fixture.tap.signals.length
    const leaving = thrown(fixture.ask({}, { signal: gone.signal }))
    await begun(before)
    gone.abort()
    await cancelled()
    expect(await leaving).toBeInstanceOf(OpenAI.APIUserAbortError)
  })

  it.each([true, false])('cancels all requests of its connection, streamed: %s', async (stream) => {
    const body = JSON.stringify({ model: 'local', messages: hello, stream })
    const headers = { Authorization: `Bearer ${fixture.key}`, 'Content-Type': 'application/json' }
    const caller = new RawHttp(fixture.app.url)
    const before = fixture.tap.signals.length
    for (const count of [0, 1]) {
      fixture.tap.next = stall(started, delta(0, 'half'))
      await caller.head('POST', '/v1/chat/completions', { ...headers, 'Content-Length': body.length })
      await caller.send(body)
      await begun(before + count)
    }
    await caller.cut()
    const both = fixture.tap.signals.slice(before)
    expect(both).toHaveLength(2)
    for (const signal of both) if (!signal.aborted) await once(signal, 'abort')
  })

  it('may leave a stream that it has read in part', async () => {
    fixture.tap.next = stall(started, delta(0, 'half'))
    for await (const { choices } of await fixture.askStream()) if (choices[0]?.delta.content === 'half') break
    await cancelled()
  })
})

it('a reader that stops reading does not block other readers, and its unread data is bounded', async () => {
  let sent = 0
  const text = 'x'.repeat(65_536)
  fixture.tap.next = async function* (signal) {
    yield started
    for (; !signal.aborted; sent += 1) {
      yield delta(sent * text.length, text)
      await new Promise(setImmediate)
    }
  }
  const headers = { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' }
  const call = httpRequest(`${fixture.app.url}/v1/chat/completions`, { method: 'POST', headers })
  call.end(JSON.stringify({ model: 'local', messages: hello, stream: true }))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.pause()
  // the number stops growing when the buffers between the two are full
  for (let before = -1; before !== sent;) {
    before = sent
    for (let turns = 0; turns < 500; turns += 1) await new Promise(setImmediate)
  }
  expect(sent * text.length).toBeLessThan(64 * 1_048_576)
  expect((await fixture.ask()).choices[0]?.message.content).toBe('Hello there')
  const signal = fixture.tap.signals.at(-2)
  response.destroy()
  if (signal && !signal.aborted) await once(signal, 'abort')
})
