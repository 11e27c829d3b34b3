import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import OpenAI from 'openai'
import type { AbstractLogger } from 'typeorm'
import type { QueueReason } from '@parley/queue'
import { AppError } from '@parley/runtime'
import { CompletionMeter } from '../../src/completions/completion-meter.js'
import { completionStream } from '../../src/completions/completion-stream.js'
import { GenerationTable } from '../../src/database/tables/generations.js'
import type { ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { tokensOf } from '../support/accounts/usage-fixture.js'
import { at, type Person } from '../support/app/person.js'
import { readerOf } from '../support/app/raw-sql.js'
import { watch } from '../support/app/watch.js'
import { RawHttp } from '../support/http/raw-http.js'
import {
  chunksOf,
  CompletionFixture,
  counted,
  delta,
  failed,
  hello,
  started,
  textOf,
  thrown,
} from '../support/replies/completion-fixture.js'
import { openaiOf } from '../support/replies/openai-client.js'
import { course, refusal, stall } from '../support/replies/tapped-generator.js'

let fixture: CompletionFixture
beforeAll(async () => {
  fixture = await CompletionFixture.open()
})
afterAll(() => fixture.close())

async function character(owner: Person, visibility: 'PUBLIC' | 'PRIVATE'): Promise<string> {
  const create = `mutation ($visibility: Visibility!) {
    createCharacter(input: { name: "Grace", greeting: "Ahoy", context: "A sailor", visibility: $visibility }) { character { id } }
  }`
  return at(await owner.data(create, { visibility }), 'createCharacter', 'character', 'id')
}

describe('a reply that is not streamed', () => {
  it('has the form of the protocol, without a count if the model does not count', async () => {
    const reply = await fixture.ask()
    const message = { role: 'assistant', content: 'Hello there', refusal: null }
    expect(reply).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'local',
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    })
  })

  it('has the thoughts of the model beside its text, with their tokens', async () => {
    const thinking: ReplyProgress[] = [
      { kind: 'thought', attempt: 1, offset: 0, delta: 'Hm, ' },
      { kind: 'thought', attempt: 1, offset: 4, delta: 'yes.' },
    ]
    const end = counted('stop')
    const receipt = end.receipt && { ...end.receipt, replyTokens: 9, thoughtTokens: 7 }
    const run = () => course(started, ...thinking, delta(0, 'So '), delta(3, 'be it'), { ...end, receipt })
    const details = { completion_tokens: 9, completion_tokens_details: { reasoning_tokens: 7 } }
    fixture.tap.next = run()
    const { choices, usage } = await fixture.ask()
    expect(choices[0]?.message).toEqual({
      ...{ role: 'assistant', content: 'So be it', reasoning_content: 'Hm, yes.', refusal: null },
    })
    expect(usage).toMatchObject(details)
    fixture.tap.next = run()
    const chunks = await chunksOf(await fixture.askStream({ stream_options: { include_usage: true } }))
    const thoughts = chunks.map(
      (chunk) => (chunk.choices[0]?.delta as { reasoning_content?: string } | undefined)?.reasoning_content,
    )
    expect(thoughts.filter(Boolean).join('')).toBe('Hm, yes.')
    expect(thoughts.findLastIndex(Boolean)).toBeLessThan(
      chunks.findIndex(({ choices: [first] }) => first?.delta.content),
    )
    expect(textOf(chunks)).toBe('So be it')
    expect(chunks.at(-1)?.usage).toMatchObject(details)
    expect(fixture.tap.lastJob).toMatchObject({ readsThoughts: true })
  })

  it('sends the thoughts of earlier messages apart from their text, for the models that read such fields', async () => {
    const assistant = { role: 'assistant', content: 'Hi', reasoning_content: 'secret plan' } as const
    await fixture.ask({ messages: [...hello, assistant, ...hello] })
    const fields = '{"reasoning_content":"secret plan"}'
    expect(fixture.tap.lastJob.completion?.messages?.[1]).toEqual({ role: 'assistant', text: 'Hi', fields })
  })

  it('counts thoughts as tokens, also where the model counts none', async () => {
    const thought = { kind: 'thought', attempt: 1, offset: 0, delta: 'x'.repeat(4_000) } as const
    const before = await tokensOf(fixture.ada)
    fixture.tap.next = course(started, thought, delta(0, 'So'), { kind: 'end', outcome: 'completed' })
    expect((await fixture.ask()).usage).toBeUndefined()
    expect(await tokensOf(fixture.ada)).toBeGreaterThanOrEqual(before + 1_000)
  })

  it('contains its token count and the reason of its end', async () => {
    fixture.tap.next = course(started, delta(0, 'So '), delta(3, 'be it'), counted('length'))
    const { choices, usage } = await fixture.ask()
    expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'So be it' } })
    expect(usage).toEqual({ prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 })
  })

  it('is the text of the last attempt', async () => {
    const again: ReplyProgress = { kind: 'delta', attempt: 2, offset: 0, delta: 'whole' }
    fixture.tap.next = course(started, delta(0, 'half a'), again, counted('stop'))
    expect((await fixture.ask()).choices[0]?.message.content).toBe('whole')
    expect(fixture.tap.lastJob.hasFallback).toBe(true)
  })

  it('may be empty, streamed or not, with its usage and the reason of its end', async () => {
    for (const finish of ['stop', 'length'] as const) {
      fixture.tap.next = course(started, counted(finish))
      const { choices, usage } = await fixture.ask()
      expect(choices).toMatchObject([{ message: { content: '' }, finish_reason: finish }])
      expect(usage).toMatchObject({ total_tokens: 9 })
      fixture.tap.next = course(started, counted(finish))
      const chunks = await chunksOf(await fixture.askStream())
      expect([textOf(chunks), chunks.at(-1)?.choices[0]?.finish_reason]).toEqual(['', finish])
    }
  })

  it('leaves nothing in the store', async () => {
    await fixture.ask()
    expect(await fixture.app.app.database.read((db) => db.count(GenerationTable))).toBe(0)
  })
})

describe('a streamed reply', () => {
  it('begins with its role, ends with its reason, and has one id', async () => {
    const chunks = await chunksOf(await fixture.askStream())
    expect(chunks[0]).toMatchObject({ object: 'chat.completion.chunk', model: 'local' })
    expect(chunks[0]?.choices[0]).toMatchObject({ delta: { role: 'assistant', content: '' }, finish_reason: null })
    expect(textOf(chunks)).toBe('Hello there')
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop'])
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    expect(fixture.tap.lastJob.hasFallback).toBe(false)
  })

  it('has a separate chunk with its token count on request', async () => {
    const steps = [started, delta(0, 'Yes'), counted('stop')] as const
    fixture.tap.next = course(...steps)
    const chunks = await chunksOf(await fixture.askStream({ stream_options: { include_usage: true } }))
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 9 } })
    fixture.tap.next = course(...steps)
    expect((await chunksOf(await fixture.askStream())).every(({ usage }) => usage === undefined)).toBe(true)
  })

  it('is sent in events that no cache keeps, up to [DONE]', async () => {
    const { status, headers, text } = await fixture.post({ model: 'local', messages: hello, stream: true })
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store, no-transform',
    ])
    expect(text).toMatch(/^data: \{.*\}\n\n/)
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('costs as much for each token of a long conversation as of a short one', async () => {
    const tools = Array.from({ length: 60 }, (_, index) => {
      const parameters = { type: 'object', properties: { place: { type: 'string' } } }
      return { type: 'function', function: { name: `tool_${String(index)}`, description: 'A tool', parameters } }
    })
    const tokens = Array.from({ length: 400 }, (_, index) => delta(index, 'a'))
    const costOf = async (messages: number, more: object = {}) => {
      fixture.tap.next = course(started, ...tokens, counted('stop'))
      const before = process.cpuUsage()
      const conversation = Array.from({ length: messages }, () => ({ role: 'user', content: 'Hello' }))
      const { text } = await fixture.post({ model: 'local', stream: true, messages: conversation, ...more })
      expect(text.split('\n\n').length).toBeGreaterThan(400)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const sizes = [() => costOf(1), () => costOf(201, { tools }), () => costOf(998)] as const
    for (const warm of sizes) await warm()
    const [short, withTools, long] = [await sizes[0](), await sizes[1](), await sizes[2]()]
    // 7 and 20 times as much when each token pays for the whole request
    expect(withTools).toBeLessThan(4 * short)
    expect(long).toBeLessThan(6 * short)
  })

  it('sends its head while it waits', async () => {
    let wake = (): void => undefined
    const woken = new Promise<void>((resolve) => (wake = resolve))
    fixture.tap.next = async function* () {
      yield { kind: 'queued', position: 3, reason: 'BUSY', startsInMs: null }
      await woken
      yield* [started, delta(0, 'late'), counted('stop')]
    }
    const stream = await fixture.askStream()
    const reading = chunksOf(stream)
    wake()
    expect((await reading).map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('late')
  })
})

it('sends no head before a worker has accepted it: an earlier refusal has a status', async () => {
  const queued = (position: number, reason: QueueReason) =>
    ({ kind: 'queued', position, reason, startsInMs: null }) as const
  const source = () => course(queued(7, 'WORKER_AWAY'), queued(2, 'BUSY'), started)(new AbortController().signal)
  const { openCompletions: open, allowance } = fixture.app.app.product
  const userId = Number(fixture.ada.id)
  const { id, chargedAt } = await open.begin(userId, 'Local')
  const meter = new CompletionMeter({ id, userId, model: 'Local', chargedAt, promptEstimate: 0, open, allowance })
  const stream = completionStream({ completionId: id, source, meter })
  expect((await stream.next()).value).toMatchObject({ status: 'QUEUED', position: 2 })
  await stream.return?.()
})

describe('a conversation', () => {
  it('has the date of the time zone of its account', async () => {
    await fixture.ask()
    expect(fixture.tap.lastJob.timeZone).toBeUndefined()
    const set = 'mutation ($zone: String) { updateProfile(input: { timeZone: $zone }) { account { timeZone } } }'
    await fixture.ada.data(set, { zone: 'Asia/Seoul' })
    await fixture.ask()
    expect(fixture.tap.lastJob.timeZone).toBe('Asia/Seoul')
    await fixture.ada.data(set, { zone: null })
  })

  it('reaches the model as it was sent: in its order, nothing joined, with names', async () => {
    await fixture.ask({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'Welcome!' },
        { role: 'user', content: 'One', name: 'Kim' },
        { role: 'user', content: [{ type: 'text', text: 'Two' }], name: 'Lee' },
        { role: 'assistant', content: 'Three', name: 'Bo' },
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: '' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Four' },
            { type: 'text', text: 'Five' },
          ],
        },
        { role: 'system', content: 'Go on.' },
      ],
    })
    expect(fixture.tap.lastJob).toMatchObject({
      kind: 'office',
      model: 'Local',
      caller: `user:${fixture.ada.id}`,
      searchAccess: false,
      history: [],
      message: '',
    })
    expect(fixture.tap.lastJob.completion?.messages).toEqual([
      { role: 'system', text: 'Be brief.' },
      { role: 'assistant', text: 'Welcome!' },
      { role: 'user', text: 'One', name: 'Kim' },
      { role: 'user', text: 'Two', parts: '[{"type":"text","text":"Two"}]', name: 'Lee' },
      { role: 'assistant', text: 'Three', name: 'Bo' },
      { role: 'system', text: 'Be kind.' },
      { role: 'user', text: '' },
      { role: 'user', text: 'Four\nFive', parts: expect.stringContaining('Five') },
      { role: 'system', text: 'Go on.' },
    ])
    expect(fixture.tap.lastJob).not.toHaveProperty('instructions')
  })

  it.each<[string, OpenAI.ChatCompletionMessageParam[]]>([
    ['only a system message', [{ role: 'system', content: 'Write a poem.' }]],
    ['only an assistant message', [{ role: 'assistant', content: 'Once upon' }]],
    ['an empty message', [{ role: 'user', content: '' }]],
    ['an assistant message at its end', [...hello, { role: 'assistant', content: 'Once upon' }]],
  ])('may have %s', async (_, messages) => {
    expect((await fixture.ask({ messages })).choices[0]?.message.content).toBe('Hello there')
    const sent = messages.map(({ role, content }) => ({ role, text: content }))
    expect(fixture.tap.lastJob.completion?.messages).toEqual(sent)
  })

  it('waits in the queue as a job of the account, like a message of a room', async () => {
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    const sent = await fixture.ada.data(send, { input: { roomId: await fixture.ada.room(), text: 'Hello' } })
    await watch(fixture.ada, at(sent, 'sendMessage', 'generation', 'id'))
    expect(fixture.tap.lastJob.caller).toBe(`user:${fixture.ada.id}`)
  })

  it('sets the sampling; null means the value of the model', async () => {
    const values = { temperature: 0.5, top_p: 0.25, frequency_penalty: -1, presence_penalty: 2 }
    await fixture.ask({
      ...values,
      max_tokens: 3,
      max_completion_tokens: 4,
      stop: ['a', 'b'],
      seed: 1,
      user: 'somebody',
      n: 1,
    })
    expect(fixture.tap.lastJob.sampling).toEqual({
      maxTokens: 4,
      temperature: 0.5,
      topP: 0.25,
      frequencyPenalty: -1,
      presencePenalty: 2,
    })
    expect(fixture.tap.lastJob.stops).toEqual(['a', 'b'])
    await fixture.post({ model: 'local', messages: hello, top_k: 7, min_p: 0.1, repetition_penalty: 1.1 })
    expect(fixture.tap.lastJob.sampling).toEqual({ topK: 7, minP: 0.1, repeatPenalty: 1.1 })
    await fixture.ask({ temperature: null, max_tokens: 3, stop: 'x' })
    expect([fixture.tap.lastJob.sampling, fixture.tap.lastJob.stops]).toEqual([{ maxTokens: 3 }, ['x']])
  })
})

describe('a model', () => {
  it('is local, a hosted alias, or a character that the caller may see', async () => {
    const own = await character(fixture.ada, 'PRIVATE')
    const open = await character(fixture.eve, 'PUBLIC')
    const hidden = await character(fixture.eve, 'PRIVATE')
    const ids: string[] = []
    for await (const { id, object } of fixture.openai.models.list()) ids.push(`${object} ${id}`)
    expect(ids).toContain('model local')
    // there is no key for hosted models
    expect(ids).not.toContain('model hosted4.1')
    expect(ids).toContain(`model character/${own}`)
    expect(ids).not.toContain(`model character/${open}`)
    expect(await fixture.openai.models.retrieve(`character/${open}`)).toMatchObject({
      owned_by: 'user',
      object: 'model',
    })
    expect(await thrown(fixture.openai.models.retrieve(`character/${hidden}`))).toBeInstanceOf(OpenAI.NotFoundError)
    expect(await fixture.openai.models.retrieve('local')).toMatchObject({ id: 'local', owned_by: 'parley' })
    for (const id of [own, open]) await fixture.ask({ model: `character/${id}` })
    expect(fixture.tap.lastJob).toMatchObject({
      kind: 'character',
      model: 'Local',
      character: { name: 'Grace', greeting: 'Ahoy', context: 'A sailor' },
    })
    const refused = await thrown(fixture.ask({ model: `character/${hidden}` }))
    expect(refused).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
  })

  it('is read once: a character that is deleted meanwhile still answers as itself', async () => {
    const model = `character/${await character(fixture.ada, 'PRIVATE')}`
    const source = readerOf(fixture.app.app.database)
    const before = source.logger
    const reads: string[] = []
    const logQuery: AbstractLogger['logQuery'] = (text) => void reads.push(text)
    source.logger = Object.assign(Object.create(before) as typeof before, { logQuery })
    await fixture.ask({ model }).finally(() => (source.logger = before))
    expect(reads.filter((text) => text.includes('FROM "characters"'))).toHaveLength(1)
  })

  it.each(['', 'Local', 'gpt-4o', 'character/', 'character/x', 'character/1e3', 'character/99999999999999999999'])(
    'is never %j',
    async (model) => {
      const error = await thrown(fixture.ask({ model }))
      expect(error).toBeInstanceOf(model === '' ? OpenAI.BadRequestError : OpenAI.NotFoundError)
    },
  )

  it('is not a private character of another account, even for an administrator’s key', async () => {
    const client = await openaiOf(await fixture.app.admin())
    const hidden = await character(fixture.eve, 'PRIVATE')
    expect(await thrown(fixture.ask({ model: `character/${hidden}` }, { client }))).toBeInstanceOf(OpenAI.NotFoundError)
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
    [{ model: 'local', messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
    [{ model: 'local', messages: [{ role: 'narrator', content: 'x' }] }, 'messages[0].role'],
    [user(null), 'messages[0].content'],
    [user(undefined), 'messages[0].content'],
    [user('\u0000'), 'messages[0].content'],
    [user([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]), 'messages[0].content'],
    [{ ...said, n: 2 }, 'n'],
    [{ ...said, tools: [{ type: 'function' }] }, 'tools[0].function'],
    [{ ...said, response_format: { type: 'xml' } }, 'response_format.type'],
    [{ ...said, temperature: 2.1 }, 'temperature'],
    [{ ...said, top_k: -2 }, 'top_k'],
    [{ ...said, repeat_penalty: 0 }, 'repeat_penalty'],
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

  it.each<[fault: object, message: string]>([
    [{ temperature: '1' }, 'temperature: must be a number'],
    [{ max_tokens: 1.5 }, 'max_tokens: must be a whole number'],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop: must have at most 4 items'],
    [{ stop: ['a', 7] }, 'stop[1]: must be a string'],
    [{ stop: 7 }, 'stop: not an accepted value'],
    [{ stream: 'yes' }, 'stream: must be true or false'],
    [{ temperature: 3 }, 'temperature: must be less than or equal to 2'],
    [{ messages: 'Hello' }, 'messages: must be a list'],
    [{ model: undefined }, 'model: is required'],
    [
      { messages: [{ role: 'narrator', content: 'x' }] },
      "messages[0].role: must be 'system' or 'developer' or 'user' or 'assistant' or 'tool'",
    ],
  ])('says what is expected instead of %j', async (fault, message) => {
    const { body: answer } = await fixture.post({ ...said, ...fault })
    expect(answer).toMatchObject({ error: { message } })
  })

  it('with an image says that it is not supported', async () => {
    const { body } = await fixture.post(user([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]))
    expect(at(body, 'error', 'message')).toContain('images, audio and files are not supported')
  })

  it('may have what programs send back of other providers: refusals, thoughts, calls without a type', async () => {
    const parts = [
      { type: 'thinking', thinking: 'hm', signature: 'x' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: 'No.' },
      { type: 'refusal', refusal: 'I cannot.' },
    ]
    const calls = [{ id: 'a', function: { name: 'clock', arguments: '{}' } }]
    const messages = [
      ...hello,
      { role: 'assistant', content: parts, tool_calls: calls },
      { role: 'tool', tool_call_id: 'a', content: 'noon' },
    ]
    const { status } = await fixture.post({ ...said, messages, function_call: 'none' })
    expect(status).toBe(200)
    expect(fixture.tap.lastJob.completion?.messages?.[1]).toEqual({
      role: 'assistant',
      text: 'No.\nI cannot.',
      parts: JSON.stringify(parts),
      calls: [{ id: 'a', name: 'clock', arguments: '{}' }],
    })
    expect((await fixture.post(user([parts[0]]))).status).toBe(400)
  })

  it('may have unknown keys, and empty lists', async () => {
    const { status } = await fixture.post({ ...said, tools: [], nothing: { of: 'ours' }, metadata: {}, store: true })
    expect(status).toBe(200)
  })

  it('has at most 8 MiB of JSON, and 1 MiB where its length is not announced or it is compressed', async () => {
    const mebibyte = 1_048_576
    const long = user('x'.repeat(8 * mebibyte - 200))
    expect((await fixture.post(long)).status).toBe(200)
    expect(fixture.tap.lastJob.completion?.messages?.[0]?.text).toHaveLength(8 * mebibyte - 200)
    const headers = { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' }
    const send = async (body: NonNullable<RequestInit['body']>, more: Record<string, string> = {}) => {
      const init = { method: 'POST', body, headers: { ...headers, ...more }, duplex: 'half' } as const
      return (await fetch(`${fixture.app.url}/v1/chat/completions`, init)).status
    }
    const bodyOf = (bytes: number) => JSON.stringify(user('x'.repeat(bytes)))
    expect(await send(new Blob([bodyOf(900_000)]).stream())).toBe(200)
    expect(await send(new Blob([bodyOf(mebibyte)]).stream())).toBe(413)
    expect(await send(gzipSync(bodyOf(900_000)), { 'content-encoding': 'gzip' })).toBe(200)
    expect(await send(gzipSync(bodyOf(mebibyte)), { 'content-encoding': 'gzip' })).toBe(413)
    // its values would need many times its length
    const values = `{"ignored":[${'{},'.repeat(400_000)}{}],"model":"local","messages":[]}`
    expect(await send(values)).toBe(413)
  })

  it('that is too large is refused in the form of the protocol, even for another method or path', async () => {
    expect((await fixture.post(user('x'.repeat(8 * 1_048_576)))).body).toMatchObject({
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
