import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ReplyPart } from '@parley/engine'
import { until } from '@parley/testing'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { ReplyJob, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { Reading } from '../contracts/reading.js'
import { fold, replyJob } from '../contracts/reply-fixture.js'
import {
  answers,
  ended,
  foreignWords,
  hostedReply,
  refuse,
  said,
  stall,
  stream,
} from '../support/ai-workers/hosted-answers.js'
import { HostedServer, modelList } from '../support/ai-workers/hosted-server.js'
import { untilState, watchedBackend } from '../support/ai-workers/inference-server.js'
import { LogCapture } from '../support/ai-workers/log-capture.js'

const apiKey = 'hush-~!:@/{}&+%20"quoted"'
const ears = new LogCapture()
const { log } = ears

let server: HostedServer
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  server = await HostedServer.open()
})
beforeEach(() => {
  server.asked.length = 0
  server.answerAll = undefined
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  ears.close()
  await server.close()
})

type Options = Parameters<typeof watchedBackend>[2]

/** A worker whose model `Local` is that model of the server. */
async function open(model: string, options: Options = {}) {
  const watched = watchedBackend(server.url, model, { apiKey, log, ...options })
  await untilState(watched, 'ready')
  const worker = new ReplyWorker({ kind: 'office', backends: new Map([['Local', watched.backend]]), logger: log })
  closing.push(async () => {
    await worker.close()
    await watched.watch.close()
  })
  const start = (parts: Partial<ReplyJob> = {}) => new Reading(worker, replyJob('Local', parts))
  return { ...watched, worker, start, reply: (parts: Partial<ReplyJob> = {}) => start(parts).all() }
}

async function joined(parts: AsyncIterable<ReplyPart>): Promise<string> {
  let text = ''
  for await (const part of parts) if (typeof part === 'string') text += part
  return text
}

const end = (progress: readonly ReplyProgress[]) => progress.at(-1)
const history = Array.from({ length: 10 }, (_, n) => ({ inputData: `say ${n}`, outputData: `answer ${n}` }))

it('an inference server receives tools, formats and the seed, and its calls come back', async () => {
  const { reply } = await open('good')
  const call = { index: 0, id: 'a', function: { name: 'clock', arguments: '{}' } }
  server.answerAll = stream({ choices: [{ index: 0, delta: { tool_calls: [call] } }] }, ended('tool_calls'))
  const tools = [{ name: 'clock', parameters: '{"type":"object"}' }]
  const completion = { maxTokens: 5_000, seed: 7, tools, responseFormat: { kind: 'json_object' } as const }
  expect(await reply({ completion })).toContainEqual({
    ...{ kind: 'tool_call', attempt: 1, index: 0, head: { id: 'a', name: 'clock' } },
    ...{ offset: 0, delta: '{}' },
  })
  expect(server.asked[0]?.body).toMatchObject({
    max_tokens: 5_000,
    seed: 7,
    tools: [{ type: 'function', function: { name: 'clock', parameters: { type: 'object' } } }],
    response_format: { type: 'json_object' },
  })
})

describe('the request to an inference server', () => {
  it('has the prompt of a local model, with the whole history', async () => {
    const { reply } = await open('good')
    await reply({ history, message: 'And now?' })
    const { body, path, headers } = server.asked[0] ?? {}
    expect(body?.messages).toHaveLength(22)
    expect(body?.messages[1]).toEqual({ role: 'user', content: 'say 0' })
    expect(body?.messages.at(-1)?.content).toMatch(/^Current date and time: .*And now\?$/s)
    expect([path, headers?.authorization]).toEqual(['/v1/chat/completions', `Bearer ${apiKey}`])
  })

  it('has no key unless one is set', async () => {
    const { reply } = await open('good', { apiKey: undefined })
    server.read.length = 0
    await reply()
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization')
    await until('the list of models is read', () => server.read.length > 0)
    expect(server.read[0]).toEqual({ path: '/v1/models', authorization: undefined })
  })

  const office = { temperature: 0.7, top_p: 0.9, min_p: 0.1, top_k: 0, repeat_penalty: 1.08, repetition_penalty: 1.08 }
  const penalties = { frequency_penalty: 0.1, presence_penalty: 0.1 }
  it.each<[Options, Partial<ReplyJob>, object]>([
    [{}, {}, { max_tokens: 1_024, ...office, ...penalties }],
    [{ sampling: { topK: 7, maxTokens: 9 } }, {}, { max_tokens: 9, ...office, ...penalties, top_k: 7 }],
    [{}, { sampling: { maxTokens: 5_000, minP: 0 } }, { max_tokens: 1_024, ...office, ...penalties, min_p: 0 }],
    [{}, { replyTokens: 2_048 }, { max_tokens: 2_048, ...office, ...penalties }],
    [{}, { replyTokens: 2_048, sampling: { maxTokens: 5 } }, { max_tokens: 5, ...office, ...penalties }],
    [{ sampling: { maxTokens: 9 } }, { replyTokens: 2_048 }, { max_tokens: 9, ...office, ...penalties }],
    [{}, { sampling: { maxTokens: 5 }, stops: ['END'] }, { max_tokens: 5, ...office, ...penalties, stop: ['END'] }],
  ])(
    'is the sampling of the service, or single values of the operator or the job: %j %j',
    async (own, parts, expected) => {
      const { reply } = await open('good', own)
      await reply(parts)
      const { messages: _messages, ...body } = server.asked[0]?.body ?? { messages: [] }
      expect(body).toEqual({ model: 'good', stream: true, stream_options: { include_usage: true }, ...expected })
    },
  )

  const messages = [{ role: 'user', text: 'Hello' }] as const
  const completion = { maxTokens: 300, messages }
  const asked = {
    temperature: 0,
    topP: 1,
    frequencyPenalty: 0,
    presencePenalty: 0,
    topK: -1,
    minP: 0,
    repeatPenalty: 1,
  }
  it.each<[Partial<ReplyJob>, object]>([
    [{ completion }, {}],
    [{ completion: { ...completion, tools: [{ name: 'clock', parameters: '{}' }] } }, { tools: expect.anything() }],
    [
      { completion, sampling: { ...asked, maxTokens: 5 } },
      {
        ...{ max_tokens: 5, temperature: 0, top_p: 1, frequency_penalty: 0, presence_penalty: 0 },
        ...{ top_k: -1, min_p: 0, repeat_penalty: 1, repetition_penalty: 1 },
      },
    ],
  ])('of a completion has the sampling that its caller has set, and no other: %j', async (parts, expected) => {
    const { reply } = await open('good', { sampling: { minP: 0.2, temperature: 0.3 } })
    await reply(parts)
    const { messages: _messages, ...body } = server.asked[0]?.body ?? { messages: [] }
    const whole = { model: 'good', stream: true, stream_options: { include_usage: true }, max_tokens: 300 }
    expect(body).toEqual({ ...whole, ...expected })
  })

  it('of a completion has it in the second attempt too', async () => {
    const { reply } = await open('no_stream')
    await reply({ completion, sampling: { temperature: 0.25 } })
    const { messages: _messages, ...body } = server.asked.at(-1)?.body ?? { messages: [] }
    expect(body).toEqual({ model: 'no_stream', stream: false, max_tokens: 300, temperature: 0.25 })
  })

  it('is repeated in one piece, with the sampling of the second attempt, when the stream fails', async () => {
    const { reply } = await open('no_stream')
    const progress = await reply({ replyTokens: 2_048 })
    expect(fold(progress)).toBe(hostedReply)
    expect(end(progress)).toMatchObject({ outcome: 'completed', receipt: { promptTokens: 40, finish: 'stop' } })
    const { messages: _messages, ...body } = server.asked[1]?.body ?? { messages: [] }
    const sampling = { max_tokens: 1_024, temperature: 0.7, top_p: 0.9, min_p: 0, top_k: 0 }
    const penalty = { frequency_penalty: 0, presence_penalty: 0, repeat_penalty: 1.08, repetition_penalty: 1.08 }
    expect(body).toEqual({ model: 'no_stream', stream: false, ...sampling, ...penalty })
  })

  it('is repeated without names that a strict server refuses, and later ones have none', async () => {
    const { reply } = await open('strict_names')
    expect(fold(await reply())).toBe(hostedReply)
    expect(fold(await reply())).toBe(hostedReply)
    expect(server.asked.map(({ body }) => 'top_k' in body)).toEqual([true, false, false])
    expect(Object.keys(server.asked[2]?.body ?? {}).sort()).toEqual(
      [
        'model',
        'messages',
        'stream',
        'max_tokens',
        'temperature',
        'top_p',
        'frequency_penalty',
        'presence_penalty',
      ].sort(),
    )
  })
})

describe('a reply of an inference server', () => {
  it.each([
    ...['good', 'slowly', 'odd_framing', 'one_event', 'no_usage', 'odd_usage', 'usage_each_chunk', 'no_done'],
    ...['thinks', 'thinks_aloud', 'thinks_in_tags', 'plain_thinks', 'plain_thinks_in_tags'],
    ...['reasoning', 'never_closes', 'cut_after_the_end', 'length', 'plain', 'plain_byte_by_byte'],
  ])('is complete: %s', async (model) => {
    const { reply } = await open(model)
    const progress = await reply()
    expect([fold(progress), end(progress)]).toMatchObject([hostedReply, { outcome: 'completed' }])
    expect(server.asked).toHaveLength(1)
  })

  it.each<[string, object | undefined, string?]>([
    ['good', { model: 'good', promptTokens: 40, reusedTokens: 10, readTokens: 30, replyTokens: 4, finish: 'stop' }],
    ['usage_each_chunk', { promptTokens: 40, replyTokens: 4, finish: 'stop' }],
    ['length', undefined, 'length'],
    ['no_usage', undefined],
    ['odd_usage', undefined],
  ])('has a receipt by the count of the server, and none without: %s', async (model, receipt, finish = 'stop') => {
    const { reply } = await open(model)
    const last = end(await reply({ history }))
    if (receipt) expect(last).toMatchObject({ receipt: { ...receipt, turnsKept: 10, turnsDropped: 0 } })
    else expect(last).toEqual({ kind: 'end', outcome: 'completed', finish })
  })

  it('ends at the marker that ends a turn, which may come in pieces, and the request is closed', async () => {
    const { reply } = await open('good')
    server.answerAll = stall(said('Ahoy<|eot'), said('_id|> and more'))
    const progress = await reply()
    expect(fold(progress)).toBe('Ahoy')
    expect(end(progress)).toEqual({ kind: 'end', outcome: 'completed', finish: 'stop' })
    await server.asked[0]?.closed
  })

  it('has thoughts of its own where the server leaves them at the beginning of the text, and only there', async () => {
    const { reply, backend } = await open('good')
    await reply()
    expect(backend.hasThoughts).toBeUndefined()
    server.answerAll = stream(said('<think>hm</th'), said('ink>Ahoy <think>'), ended('stop'))
    const progress = await reply({ readsThoughts: true })
    expect(fold(progress)).toBe('Ahoy <think>')
    expect(progress.filter(({ kind }) => kind === 'thought')).toMatchObject([{ attempt: 1, offset: 0, delta: 'hm' }])
    expect(backend.hasThoughts).toBe(true)
  })

  it('may begin late, while a text that has begun may not pause as long', async () => {
    const { reply } = await open('good', { idleMs: 40 })
    server.answerAll = (response) => void setTimeout(() => void stream(said('Late'), ended('stop'))(response), 150)
    expect(fold(await reply())).toBe('Late')
    server.answerAll = stall(said('Ahoy'))
    expect(end(await reply())).toEqual({ kind: 'end', outcome: 'failed', reason: 'generation_failed' })
    for (const { closed } of server.asked) await closed
  })

  it('is counted when its worker accepts it, and its time begins there', async () => {
    const { reply, worker } = await open('good')
    server.answerAll = (response) => void setTimeout(() => void stream(said('Late'), ended('stop'))(response), 150)
    const running = reply()
    expect(worker.report()).toMatchObject({ total_requests: 1, active_connections: 1, avg_response_time: 0 })
    await running
    const report = worker.report()
    expect(report).toMatchObject({ total_requests: 1, active_connections: 0, success_rate: 100 })
    expect(report.avg_response_time).toBeGreaterThanOrEqual(0.15)
  })

  it('that does not begin ends with the time limit of the generation', async () => {
    const { reply } = await open('silent')
    expect(end(await reply({ deadline: Date.now() + 100 }))).toMatchObject({ outcome: 'failed', reason: 'timed_out' })
    await server.asked[0]?.closed
  })

  it.each(['silent', 'stall', 'plain_stall'])('that is cancelled closes its request at once: %s', async (model) => {
    const { start } = await open(model)
    const reading = start()
    const reply = reading.all()
    await until('the server has the request', () => server.asked.length > 0)
    const before = performance.now()
    reading.cancel()
    await Promise.all([reply, server.asked[0]?.closed])
    expect(server.asked).toHaveLength(1)
    // of any other way to end: 30 s of silence, or the deadline of the job
    expect(performance.now() - before).toBeLessThan(5_000)
  })
})

describe('a failure of an inference server', () => {
  it.each([
    ...['refused_418', 'refused_500', 'bad_json', 'null_chunk', 'error_object'],
    ...['no_finish', 'cut', 'nothing', 'no_text', 'refusal', 'filtered', 'huge_line', 'plain_huge', 'plain_error'],
  ])('is one of the local model, after a second attempt: %s', async (model) => {
    const { reply } = await open(model)
    const empty = model === 'no_text' ? { isEmpty: true } : {}
    expect(end(await reply())).toEqual({ kind: 'end', outcome: 'failed', reason: 'generation_failed', ...empty })
    expect(server.asked.map(({ body }) => body['stream'])).toEqual([true, false])
  })

  it('of a request that is refused in any form has four requests, two without the names of single servers', async () => {
    const { reply } = await open('refused_400')
    expect(end(await reply())).toMatchObject({ reason: 'generation_failed' })
    expect(server.asked.map(({ body }) => 'top_k' in body)).toEqual([true, false, true, false])
  })

  it.each<[string, string, started: number]>([
    ['refused_401', 'key_refused', 0],
    ['refused_404', 'model_missing', 0],
    ['refused_429', 'busy', 0],
    ['refused_503', 'busy', 0],
    ['html_502', 'unreachable', 0],
    ['cut_at_once', 'unreachable', 1],
    ['html', 'unreachable', 0],
    ['html_400', 'unreachable', 0],
    ['html_as_events', 'unreachable', 0],
    ['html_as_json', 'unreachable', 0],
    ['plain_sign_in', 'unreachable', 0],
    ['redirect', 'unreachable', 0],
    ['empty_200', 'unreachable', 0],
  ])('that shows it away makes the model unavailable, not the reply failed: %s', async (model, state, started) => {
    const { reply, watch, worker } = await open(model, { awayMs: 60_000 })
    await expect(reply()).rejects.toMatchObject({ code: 'UNAVAILABLE', part: 'model', retryAfterMs: undefined })
    expect([watch.state, worker.modelState]).toEqual([state, state])
    // without a request, and without a start
    const next = reply()
    await expect(next).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(server.asked).toHaveLength(1)
    expect(worker.report()).toMatchObject({ model_state: state, total_requests: started, success_rate: 0 })
  })
})

describe('the greeting of a character on an inference server', () => {
  const character = { name: 'Mira', greeting: 'Ahoy', context: '' }
  const rolesOf = (index: number) => server.asked.at(index)?.body.messages.map(({ role }) => role)
  const say = (watched: Awaited<ReturnType<typeof open>>) => {
    const job = { ...replyJob('Local', { character, history: history.slice(0, 1) }), kind: 'character' as const }
    return joined(watched.backend.stream(job, new AbortController().signal))
  }

  it('is the first message of the conversation', async () => {
    expect(await say(await open('good'))).toBe(hostedReply)
    expect(rolesOf(0)).toEqual(['system', 'assistant', 'user', 'assistant', 'user'])
  })

  const refusing = (status: number) => {
    server.answerAll = (response, body) =>
      body?.messages[1]?.role === 'assistant' ? refuse(status)(response) : answers['good']?.(response, body)
  }

  it.each([
    ['from then on', 400, 1],
    ['from the second time on', 500, 2],
  ])('is in the system text of a model whose template refuses that, %s: %d', async (_, status, times) => {
    const watched = await open('good')
    refusing(status)
    for (let time = 0; time < times; time += 1) {
      expect(await say(watched)).toBe(hostedReply)
      expect(rolesOf(-1)).toEqual(['system', 'user', 'assistant', 'user'])
      expect(server.asked.at(-1)?.body.messages[0]?.content).toContain('Ahoy')
    }
    const before = server.asked.length
    expect(await say(watched)).toBe(hostedReply)
    expect(server.asked).toHaveLength(before + 1)
  })

  it('stays the first message after a failure of the server', async () => {
    const watched = await open('good')
    for (let time = 0; time < 3; time += 1) {
      refusing(500)
      expect(await say(watched)).toBe(hostedReply)
      server.answerAll = undefined
      expect(await say(watched)).toBe(hostedReply)
      expect(rolesOf(-1)).toEqual(['system', 'assistant', 'user', 'assistant', 'user'])
    }
  })
})

describe('the context of an inference server', () => {
  const long = history.map((turn) => ({ ...turn, outputData: 'x'.repeat(400) }))
  const fit = async (list: object, options: Options) => {
    server.models = modelList({ id: 'good', ...list })
    const { reply } = await open('good', options)
    const last = end(await reply({ history: long }))
    return last?.kind === 'end' ? last.receipt?.turnsKept : undefined
  }

  it.each<[list: object, options: Options, turnsKept: number]>([
    [{}, {}, 10],
    [{}, { contextSize: 1_024 }, 3],
    [{ max_model_len: 1_024 }, {}, 3],
    [{ meta: { n_ctx: 1_024, n_ctx_train: 131_072 } }, {}, 3],
    [{ meta: { n_ctx_train: 1_024 } }, {}, 3],
    [{ max_model_len: 131_072 }, { contextSize: 1_024 }, 3],
    [{ max_model_len: 'many', meta: { n_ctx: -1 } }, { contextSize: 1_024 }, 3],
  ])('is what it says, or the limit of the operator if that is less: %j %j', async (list, options, turnsKept) => {
    expect(await fit(list, options)).toBe(turnsKept)
  })

  it.each<[list: object, contextSize: number | undefined, contextTokens: number]>([
    [{ max_model_len: 131_072 }, undefined, 131_072],
    [{ meta: { n_ctx: 40_960, n_ctx_train: 131_072 } }, undefined, 40_960],
    [{ context_length: 200_000 }, undefined, 200_000],
    [{ context_window: 32_768 }, undefined, 32_768],
    [{ loaded_context_length: 16_384, max_context_length: 131_072 }, undefined, 16_384],
    [{ parameters: { max_seq_len: 65_536 } }, undefined, 65_536],
    // of the model: the server may have set less
    [{ meta: { n_ctx_train: 131_072 } }, undefined, 8_191],
    [{ max_context_length: 4_096 }, undefined, 4_096],
    [{ max_model_len: 131_072 }, 20_000, 20_000],
    [{ context_length: 16_384 }, 20_000, 16_384],
    [{ context_length: 'many' }, undefined, 8_191],
  ])('is what %j says where the operator has set %j: %j tokens', async (list, contextSize, contextTokens) => {
    server.models = modelList({ id: 'good', ...list })
    const { backend } = await open('good', { contextSize })
    expect(backend.contextTokens).toBe(contextTokens)
  })

  it('loses the oldest turns by the cuts of a job, and single ones beyond the last', async () => {
    const kept = async (historyCuts: readonly number[]) => {
      const { reply } = await open('good', { contextSize: 1_024 })
      const last = end(await reply({ history: long, historyCuts }))
      return last?.kind === 'end' ? [last.receipt?.turnsKept, last.receipt?.turnsDropped] : undefined
    }
    expect(await kept([0, 4, 8])).toEqual([2, 8])
    expect(await kept([0, 4])).toEqual([3, 7])
  })

  it('is found by refusals when it says nothing: the oldest turns are left out until it accepts', async () => {
    server.models = modelList({ id: 'short_context' })
    const { reply } = await open('short_context')
    const last = end(await reply({ history: long.map((turn) => ({ ...turn, outputData: 'x'.repeat(2_000) })) }))
    expect(last).toMatchObject({ outcome: 'completed' })
    expect(last?.kind === 'end' && last.receipt?.turnsDropped).toBeGreaterThan(0)
    expect(server.asked.length).toBeGreaterThan(1)
  })

  it.each(['too_long', 'too_long_in_stream'])('that no prompt fits is PROMPT_TOO_LONG: %s', async (model) => {
    server.models = modelList({ id: model })
    const { reply } = await open(model)
    const message = 'The server of the model refused the prompt, which has about 109 tokens, as too long'
    expect(end(await reply({ history }))).toEqual({
      kind: 'end',
      outcome: 'failed',
      reason: 'prompt_too_long',
      message,
    })
    expect(server.asked.length).toBeLessThan(10)
  })

  it('refuses a message that cannot fit before it is sent', async () => {
    server.models = modelList({ id: 'good', max_model_len: 512 })
    const { reply } = await open('good')
    expect(end(await reply({ message: 'x'.repeat(4_000) }))).toMatchObject({ reason: 'prompt_too_long' })
    expect(server.asked).toEqual([])
  })
})

it("reveals neither the key nor the server's texts", () => {
  expect(ears.leaked('generation.attempt_failed', 'model_server.unavailable', 'key_refused')).toHaveLength(3)
  expect(ears.leaked(apiKey, 'hush', foreignWords)).toEqual([])
})
