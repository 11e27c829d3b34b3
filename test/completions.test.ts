import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import OpenAI from 'openai'
import { EventStream } from '../rest-facade/v1/event-stream.js'
import { AppError } from '../src/errors.js'
import type { ReplyEnd, ReplyProgress } from '../src/ports/reply-generator/reply-generator.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { newKey, openaiOf } from './support/openai-client.js'
import { at } from './support/person.js'
import type { Person } from './support/person.js'
import { course, refusal, stall, TappedGenerator } from './support/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
let eve: Person
let openai: OpenAI
let key: string
beforeAll(async () => {
  app = await createTestApp({
    env: { LOCAL_MODEL: 'scripted:?reply=Hello%20there&chunks=4&delayMs=1', CORS_ORIGINS: 'https://chat.example' },
    wrap: tap.wrap,
  })
  ada = await app.person('ada')
  eve = await app.person('eve')
  openai = await openaiOf(ada)
  key = await newKey(ada)
})
afterAll(() => app.close())

type Ask = Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>

const hello: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello' }]
const ask = (more: Ask = {}, client = openai) =>
  client.chat.completions.create({ model: 'local', messages: hello, ...more })
const askStream = (more: Partial<OpenAI.ChatCompletionCreateParamsStreaming> = {}, signal?: AbortSignal) =>
  openai.chat.completions.create(
    { model: 'local', messages: hello, ...more, stream: true },
    signal ? { signal } : undefined,
  )
const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.stranger().rest('POST', '/v1/chat/completions', body, { authorization: `Bearer ${key}`, ...headers })

/** What the client throws. */
const thrown = (answer: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(answer).then(
    () => new Error('it was answered'),
    (error: unknown) => error,
  )

async function chunksOf(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<OpenAI.ChatCompletionChunk[]> {
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

const delta = (offset: number, text: string): ReplyProgress => ({ kind: 'delta', attempt: 1, offset, delta: text })
const started: ReplyProgress = { kind: 'started' }
const counted = (finish: 'stop' | 'length'): ReplyEnd => ({
  kind: 'end',
  outcome: 'completed',
  receipt: {
    ...{ model: 'm', promptTokens: 7, reusedTokens: 0, readTokens: 7, replyTokens: 2, turnsKept: 0, turnsDropped: 0 },
    finish,
    sampling: {
      ...{ maxTokens: 2, temperature: 0, topP: 1, minP: 0, topK: 0 },
      ...{ repeatPenalty: 1, frequencyPenalty: 0, presencePenalty: 0 },
    },
  },
})
const failed = (reason: 'timed_out' | 'generation_failed' | 'prompt_too_long' | 'hosted_failed', message?: string) =>
  ({ kind: 'end', outcome: 'failed', reason, ...(message === undefined ? {} : { message }) }) as const

async function character(owner: Person, visibility: 'PUBLIC' | 'PRIVATE'): Promise<string> {
  const create = `mutation ($visibility: Visibility!) {
    createCharacter(input: { name: "Grace", greeting: "Ahoy", context: "A sailor", visibility: $visibility }) { character { id } }
  }`
  return at(await owner.data(create, { visibility }), 'createCharacter', 'character', 'id')
}

describe('a whole reply', () => {
  it('has the form of the protocol, and no count that the model did not make', async () => {
    const reply = await ask()
    const message = { role: 'assistant', content: 'Hello there', refusal: null }
    expect(reply).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'local',
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    })
  })

  it('says what it cost and why it ended', async () => {
    tap.next = course(started, delta(0, 'So '), delta(3, 'be it'), counted('length'))
    const { choices, usage } = await ask()
    expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'So be it' } })
    expect(usage).toEqual({ prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 })
  })

  it('is that of the last attempt', async () => {
    const again: ReplyProgress = { kind: 'delta', attempt: 2, offset: 0, delta: 'whole' }
    tap.next = course(started, delta(0, 'half a'), again, counted('stop'))
    expect((await ask()).choices[0]?.message.content).toBe('whole')
    expect(tap.lastJob.hasFallback).toBe(true)
  })

  it('leaves nothing in the store', async () => {
    await ask()
    expect((await app.app.database.read((em) => em.query<unknown[]>('SELECT id FROM generations'))).length).toBe(0)
  })
})

describe('a streamed reply', () => {
  it('begins with its role, ends with its reason, and is one completion', async () => {
    const chunks = await chunksOf(await askStream())
    expect(chunks[0]).toMatchObject({ object: 'chat.completion.chunk', model: 'local' })
    expect(chunks[0]?.choices[0]).toMatchObject({ delta: { role: 'assistant', content: '' }, finish_reason: null })
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Hello there')
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop'])
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    expect(tap.lastJob.hasFallback).toBe(false)
  })

  it('counts its tokens in a chunk of its own where that is asked for', async () => {
    const steps = [started, delta(0, 'Yes'), counted('stop')] as const
    tap.next = course(...steps)
    const chunks = await chunksOf(await askStream({ stream_options: { include_usage: true } }))
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 9 } })
    tap.next = course(...steps)
    expect((await chunksOf(await askStream())).every(({ usage }) => usage === undefined)).toBe(true)
  })

  it('is told in events that no cache keeps, up to [DONE]', async () => {
    const { status, headers, text } = await post({ model: 'local', messages: hello, stream: true })
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-cache',
    ])
    expect(text).toMatch(/^data: \{.*\}\n\n/)
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('has its head while it waits', async () => {
    let wake = (): void => undefined
    const woken = new Promise<void>((resolve) => (wake = resolve))
    tap.next = async function* () {
      yield { kind: 'queued', position: 3 }
      await woken
      yield* [started, delta(0, 'late'), counted('stop')]
    }
    const stream = await askStream()
    const reading = chunksOf(stream)
    wake()
    expect((await reading).map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('late')
  })
})

describe('a conversation', () => {
  it('becomes instructions, turns and a last message', async () => {
    await ask({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'Welcome!' },
        { role: 'user', content: 'One' },
        { role: 'user', content: [{ type: 'text', text: 'Two' }] },
        { role: 'assistant', content: 'Three' },
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text', text: 'Four' }, { type: 'text', text: 'Five' }] }, // prettier-ignore
      ],
    })
    expect(tap.lastJob).toMatchObject({
      kind: 'office',
      model: 'Local',
      caller: ada.id,
      searchAccess: false,
      instructions: 'Be brief.\n\nBe kind.',
      history: [
        { inputData: '', outputData: 'Welcome!' },
        { inputData: 'One\n\nTwo', outputData: 'Three' },
      ],
      message: 'Four\nFive',
    })
  })

  it('without a system message leaves the service its own', async () => {
    await ask()
    expect(tap.lastJob).not.toHaveProperty('instructions')
    expect(tap.lastJob).toMatchObject({ history: [], message: 'Hello', sampling: {}, stops: [] })
  })

  it('says how tokens are drawn; what is null is the model’s own', async () => {
    const values = { temperature: 0.5, top_p: 0.25, frequency_penalty: -1, presence_penalty: 2 }
    await ask({ ...values, max_tokens: 3, max_completion_tokens: 4, stop: ['a', 'b'], seed: 1, user: 'somebody', n: 1 })
    expect(tap.lastJob.sampling).toEqual({
      maxTokens: 4,
      temperature: 0.5,
      topP: 0.25,
      frequencyPenalty: -1,
      presencePenalty: 2,
    })
    expect(tap.lastJob.stops).toEqual(['a', 'b'])
    await ask({ temperature: null, max_tokens: 3, stop: 'x' })
    expect([tap.lastJob.sampling, tap.lastJob.stops]).toEqual([{ maxTokens: 3 }, ['x']])
  })
})

describe('a model', () => {
  it('is local, a hosted alias, or a character that the caller sees', async () => {
    const own = await character(ada, 'PRIVATE')
    const open = await character(eve, 'PUBLIC')
    const hidden = await character(eve, 'PRIVATE')
    const ids: string[] = []
    for await (const { id, object } of openai.models.list()) ids.push(`${object} ${id}`)
    expect(ids).toContain('model local')
    expect(ids).toContain('model hosted4.1')
    expect(ids).toContain(`model character/${own}`)
    expect(ids).not.toContain(`model character/${open}`)
    expect(await openai.models.retrieve(`character/${open}`)).toMatchObject({ owned_by: 'user', object: 'model' })
    expect(await thrown(openai.models.retrieve(`character/${hidden}`))).toBeInstanceOf(OpenAI.NotFoundError)
    expect(await openai.models.retrieve('local')).toMatchObject({ id: 'local', owned_by: 'parley' })
    for (const id of [own, open]) await ask({ model: `character/${id}` })
    expect(tap.lastJob).toMatchObject({
      kind: 'character',
      model: 'Local',
      character: { name: 'Grace', greeting: 'Ahoy', context: 'A sailor' },
    })
    const refused = await thrown(ask({ model: `character/${hidden}` }))
    expect(refused).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
  })

  it.each(['', 'Local', 'gpt-4o', 'character/', 'character/x', 'character/1e3', 'character/99999999999999999999'])(
    'is never %j',
    async (model) => {
      const error = await thrown(ask({ model }))
      expect(error).toBeInstanceOf(model === '' ? OpenAI.BadRequestError : OpenAI.NotFoundError)
    },
  )

  it('sees no private character of others for an administrator’s key', async () => {
    const client = await openaiOf(await app.admin())
    const hidden = await character(eve, 'PRIVATE')
    expect(await thrown(ask({ model: `character/${hidden}` }, client))).toBeInstanceOf(OpenAI.NotFoundError)
  })
})

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
    [{ model: 'local', messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
    [user(''), 'messages'],
    [user(null), 'messages[0].content'],
    [user(undefined), 'messages[0].content'],
    [user('\u0000'), 'messages[0].content'],
    [user([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]), 'messages[0].content'],
    [{ ...said, n: 2 }, 'n'],
    [{ ...said, tools: [{ type: 'function' }] }, 'tools'],
    [{ ...said, response_format: { type: 'json_object' } }, 'response_format.type'],
    [{ ...said, temperature: 2.1 }, 'temperature'],
    [{ ...said, temperature: '1' }, 'temperature'],
    [{ ...said, max_tokens: 0 }, 'max_tokens'],
    [{ ...said, stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
    [{ ...said, stream: 'yes' }, 'stream'],
  ])('that is faulty is 400 and names its parameter: %#', async (body, param) => {
    const { status, body: answer } = await post(body)
    expect({ status, answer }).toMatchObject({
      status: 400,
      answer: { error: { type: 'invalid_request_error', param, message: expect.stringMatching(/./) } },
    })
  })

  it('may have keys that nobody knows, and lists that are empty', async () => {
    const { status } = await post({ ...said, tools: [], nothing: { of: 'ours' }, metadata: {}, store: true })
    expect(status).toBe(200)
  })

  it('has 1 MiB at most, in JSON, with another method or path the form of the protocol', async () => {
    expect((await post(user('x'.repeat(1_048_576)))).body).toMatchObject({ error: { code: 'request_too_large' } })
    const other = await post('x', { 'content-type': 'text/plain' })
    expect([other.status, at(other.body, 'error', 'code')]).toEqual([415, 'unsupported_media_type'])
    const got = await ada.rest('GET', '/v1/chat/completions')
    expect([got.status, at(got.body, 'error', 'code'), got.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'POST, OPTIONS',
    ])
    expect(await thrown(openai.embeddings.create({ model: 'local', input: 'x' }))).toMatchObject({
      status: 404,
      code: 'unknown_url',
    })
  })

  it('may come from the page of a listed origin', async () => {
    const asked = { origin: 'https://chat.example', 'access-control-request-method': 'POST' }
    const { headers } = await app.stranger().rest('OPTIONS', '/v1/chat/completions', undefined, asked)
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

  it.each(failures)('before any text has a status, whole or streamed: %#', async (end, status, code) => {
    tap.next = course(started, end)
    expect(await thrown(ask())).toMatchObject({ status, code })
    tap.next = course({ kind: 'queued', position: 1 }, started, end)
    expect(await thrown(askStream())).toMatchObject({ status, code })
  })

  it.each(failures)('in the middle of a stream is an error event: %#', async (end, _status, code) => {
    tap.next = course(started, delta(0, 'half'), end)
    const stream = await askStream()
    const error = await thrown(chunksOf(stream))
    expect(error).toBeInstanceOf(OpenAI.APIError)
    expect(error).toMatchObject({ status: undefined, code })
  })

  it('of a model that takes too long is not tried again by the client', async () => {
    tap.next = course(started, failed('timed_out'))
    const { headers } = await post({ model: 'local', messages: hello })
    expect(headers.get('x-should-retry')).toBe('false')
  })

  it('of a hosted model without its key is told', async () => {
    expect(await thrown(ask({ model: 'hosted4.1' }))).toMatchObject({ status: 502, type: 'upstream_error' })
  })

  it('of a full queue is 503 with a time to wait, after which the client tries again by itself', async () => {
    const full = new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: 1_000 })
    tap.next = refusal(full)
    const error = await thrown(askStream())
    expect(error).toBeInstanceOf(OpenAI.InternalServerError)
    expect(error).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect((error as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after')).toBe('1')
    tap.next = refusal(full)
    const patient = openai.withOptions({ maxRetries: 1 })
    expect((await ask({}, patient)).choices[0]?.message.content).toBe('Hello there')
  })

  it('that nobody expects says nothing of itself', async () => {
    tap.next = refusal(new Error('secret'))
    expect(await thrown(ask())).toMatchObject({ status: 500, error: { type: 'server_error', param: null, code: null } })
    tap.next = async function* () {
      yield* [started, delta(0, 'half')]
      throw new Error('secret')
    }
    const error = await thrown(chunksOf(await askStream()))
    expect(error).toBeInstanceOf(OpenAI.APIError)
    expect(String(error)).not.toContain('secret')
  })
})

describe('a caller that goes away', () => {
  const cancelled = async () => {
    const signal = tap.signals.at(-1)
    if (signal && !signal.aborted) await once(signal, 'abort')
  }
  const begun = async (count: number) => {
    while (tap.signals.length <= count) await new Promise(setImmediate)
  }

  it.each([
    ['queued', [{ kind: 'queued', position: 1 }]],
    ['running', [started]],
    ['streaming', [started, delta(0, 'half')]],
  ] as const)('cancels what is %s, and nobody else’s', async (_state, steps) => {
    tap.next = stall(...steps)
    const gone = new AbortController()
    const before = tap.signals.length
    const leaving = thrown(askStream({}, gone.signal).then(chunksOf))
    await begun(before)
    gone.abort()
    await cancelled()
    await leaving
    expect((await ask()).choices[0]?.message.content).toBe('Hello there')
  })

  it('cancels a whole reply too', async () => {
    tap.next = stall(started)
    const gone = new AbortController()
    const before = tap.signals.length
    const leaving = thrown(openai.chat.completions.create({ model: 'local', messages: hello }, { signal: gone.signal }))
    await begun(before)
    gone.abort()
    await cancelled()
    expect(await leaving).toBeInstanceOf(OpenAI.APIUserAbortError)
  })

  it('may leave a stream that it has read in part', async () => {
    tap.next = stall(started, delta(0, 'half'))
    for await (const { choices } of await askStream()) if (choices[0]?.delta.content === 'half') break
    await cancelled()
  })
})

it('a stream of events that says nothing gives signs of life, which are no events', async () => {
  const server = createServer((_request, response) => new EventStream(response, 1).open()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { body } = await fetch(`http://127.0.0.1:${String(port)}`)
  let text = ''
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString()
    if (text.length > 30) break
  }
  expect(text).toMatch(/^(?:: ping\n\n)+/)
  server.closeAllConnections()
  server.close()
})

it('a reader that stops reading stops nobody, and is not written to without end', async () => {
  let told = 0
  const text = 'x'.repeat(65_536)
  tap.next = async function* (signal) {
    yield started
    for (; !signal.aborted; told += 1) {
      yield delta(told * text.length, text)
      await new Promise(setImmediate)
    }
  }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = httpRequest(`${app.url}/v1/chat/completions`, { method: 'POST', headers })
  call.end(JSON.stringify({ model: 'local', messages: hello, stream: true }))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.pause()
  // it stands still once the buffers between the two are full
  for (let before = -1; before !== told;) {
    before = told
    for (let turns = 0; turns < 500; turns += 1) await new Promise(setImmediate)
  }
  expect(told * text.length).toBeLessThan(64 * 1_048_576)
  expect((await ask()).choices[0]?.message.content).toBe('Hello there')
  const signal = tap.signals.at(-2)
  response.destroy()
  if (signal && !signal.aborted) await once(signal, 'abort')
})
