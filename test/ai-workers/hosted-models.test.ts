import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import type { ReplyReport } from '../../ai-workers/backends/backend.js'
import { HostedBackend } from '../../ai-workers/backends/hosted/hosted-backend.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { AiService } from '../support/ai-workers/ai-service.js'
import { createTestApp } from '../support/app/app.js'
import { replyJob } from '../contracts/reply-fixture.js'
import {
  answers,
  foreignWords,
  hostedReply,
  hostedThoughts,
  refuse,
  refuseWith,
  type Answer,
} from '../support/ai-workers/hosted-answers.js'
import { HostedServer } from '../support/ai-workers/hosted-server.js'
import { Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'
import { watch } from '../support/app/watch.js'

const apiKey = 'hush-~!:@/{}&+%20"quoted"'

let server: HostedServer
beforeAll(async () => {
  server = await HostedServer.open()
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
})

const backend = (model: string) => new HostedBackend({ model, apiKey, baseUrl: server.url, usageMs: 100 })
const request = { input_data: 'Hello' }

async function reply(person: Person, roomId: string, model: string) {
  const sent = await person.data(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }',
    { input: { roomId, text: 'Hello', model } },
  )
  const { id } = (sent['sendMessage'] as { generation: { id: string } }).generation
  await watch(person, id)
  const answer = await person.data(
    `query ($id: ID!) { generation(id: $id) {
      status text error { code } receipt { model promptTokens replyTokens turnsKept turnsDropped finish }
    } }`,
    { id },
  )
  return answer['generation']
}

describe('the request to a hosted model', () => {
  const history = Array.from({ length: 7 }, (_, n) => ({ inputData: `say ${n}`, outputData: `answer ${n}` }))
  const receipts: ReplyReport[] = []
  beforeEach(() => {
    receipts.length = 0
  })
  const generate = async (model: string, parts: Partial<ReplyJob> = {}) => {
    let [reply, thoughts] = ['', '']
    const signal = new AbortController().signal
    const job = { ...replyJob(model, parts), references: '1. A title' }
    for await (const part of backend(model).stream(job, signal, (receipt) => receipts.push(receipt)))
      if (typeof part === 'string') reply += part
      else if ('thought' in part) thoughts += part.thought
    return { reply, thoughts, body: server.asked[0]?.body }
  }

  const parametersOf = async (model: string, parts: Partial<ReplyJob>) => {
    const { body } = await generate(model, parts)
    const {
      messages: _messages,
      model: name,
      stream,
      stream_options: counts,
      ...rest
    }: Record<string, unknown> = body ?? {}
    expect({ name, stream, counts }).toEqual({ name: model, stream: true, counts: { include_usage: true } })
    return rest
  }

  it('has the prompt of every model, with only the last five entries', async () => {
    const { body } = await generate('good', { history, message: 'And now?' })
    expect(body?.messages.map(({ role }) => role)).toEqual([
      'system',
      ...Array.from({ length: 5 }, () => ['user', 'assistant']).flat(),
      'user',
    ])
    expect(body?.messages[1]).toEqual({ role: 'user', content: 'say 2' })
    expect(body?.messages.at(-1)?.content).toMatch(/^Current date and time: .*1\. A title.*And now\?$/s)
  })

  it('asks in words for more of a reply, after the message with its picture, and never without the reply', async () => {
    const image = { contentType: 'image/png', base64: 'aGk=' }
    const more = { history, message: 'Tell me a story.', beginning: 'Once upon a', image }
    const { body } = await generate('good', more)
    expect(body?.messages).toHaveLength(14)
    expect(body?.messages.slice(-3)).toEqual([
      {
        role: 'user',
        content: [expect.objectContaining({ type: 'text' }), expect.objectContaining({ type: 'image_url' })],
      },
      { role: 'assistant', content: 'Once upon a' },
      { role: 'user', content: expect.stringMatching(/^Your last reply is not complete\. Continue it /) },
    ])
    server.asked.length = 0
    await generate('good', { ...more, image: undefined, contextTokens: 240 })
    const sent = server.asked[0]?.body.messages ?? []
    expect(sent.length).toBeLessThan(14)
    expect(sent.slice(-2).map(({ role }) => role)).toEqual(['assistant', 'user'])
    server.asked.length = 0
    const long = { ...more, beginning: 'words '.repeat(400), contextTokens: 240 }
    await expect(generate('good', long)).rejects.toThrow('The prompt does not fit the context')
    expect(server.asked).toEqual([])
  })

  it('may have nothing to add to a reply', async () => {
    expect((await generate('no_text', { beginning: 'Once upon a time.' })).reply).toBe('')
    await expect(generate('no_text')).rejects.toThrow('the answer was empty')
  })

  it.each<[Partial<ReplyJob>, object]>([
    [{ kind: 'office' }, {}],
    [{ kind: 'character' }, {}],
    [{ sampling: { temperature: 0.3 } }, { temperature: 0.3 }],
    [
      { sampling: { maxTokens: 7, temperature: 0, topP: 1, frequencyPenalty: 0.5, presencePenalty: -1, topK: 3 } },
      { max_tokens: 7, temperature: 0, top_p: 1, frequency_penalty: 0.5, presence_penalty: -1 },
    ],
    [{ sampling: { maxTokens: 100_000 }, stops: [] }, { max_tokens: 100_000 }],
    [{ completion: { maxTokens: 4_096 } }, {}],
    [{ completion: { maxTokens: 4_096 }, sampling: { maxTokens: 100_000 } }, { max_tokens: 4_096 }],
    [{ stops: ['END', '###'] }, { stop: ['END', '###'] }],
  ])('has the values that the job sets, and no others: %j', async (parts, expected) => {
    expect(await parametersOf('good', parts)).toEqual(expected)
  })

  it.each([
    ['/good', request, { max_tokens: 2_048, temperature: 0.7, top_p: 0.9 }],
    [
      '/good',
      { ...request, character_name: 'Bo', greeting: '', context: '' },
      { max_tokens: 2_048, temperature: 0.8, top_p: 0.95 },
    ],
  ])('has the documented sampling on the documented routes: %s %j', async (path, body, expected) => {
    const kind = 'greeting' in body ? 'character' : 'office'
    const other = await AiService.open({ kind, model: 'scripted:', others: new Map([['good', backend('good')]]) })
    try {
      expect((await other.post(body, path)).body).toBe(hostedReply)
      expect(server.asked[0]?.body).toMatchObject(expected)
    } finally {
      await other.close()
    }
  })

  it.each(['good', 'plain'])("is reported in a receipt, with the provider's token count: %s", async (model) => {
    await generate(model, { history })
    const sampling = { maxTokens: 1_000_000, temperature: 1, topP: 1, minP: 0, topK: 0, repeatPenalty: 1 }
    expect(receipts).toEqual([
      {
        model,
        sampling: { ...sampling, frequencyPenalty: 0, presencePenalty: 0 },
        promptTokens: 40,
        reusedTokens: 10,
        readTokens: 30,
        replyTokens: 4,
        turnsKept: 5,
        turnsDropped: 2,
        finish: 'stop',
      },
    ])
  })

  it("fits into the job's context, without the oldest entries", async () => {
    const long = history.map((turn) => ({ ...turn, outputData: 'x'.repeat(400) }))
    const { body } = await generate('good', { history: long, contextTokens: 1_024, sampling: { maxTokens: 2_048 } })
    expect(body?.messages).toHaveLength(8)
    expect(body?.['max_tokens']).toBeLessThan(1_024 - 300)
    expect(receipts).toMatchObject([{ turnsKept: 3, turnsDropped: 4 }])
  })

  it('has the greeting of a character first, or in the system text where the provider refuses that', async () => {
    const character = { name: 'Mira', greeting: 'Ahoy', context: '' }
    const job = { ...replyJob('good', { character, message: 'Hello' }), kind: 'character' as const }
    const model = backend('good')
    const say = async () => {
      for await (const part of model.stream(job, new AbortController().signal)) expect(part).toBeDefined()
    }
    const rolesOf = () => server.asked.splice(0).map(({ body }) => body.messages.map(({ role }) => role).join())
    await say()
    expect(rolesOf()).toEqual(['system,assistant,user'])
    server.answerAll = (response, body) =>
      body?.messages[1]?.role === 'assistant' ? refuse(400)(response) : answers['good']?.(response, body)
    await say()
    await say()
    server.answerAll = undefined
    expect(rolesOf()).toEqual(['system,assistant,user', 'system,user', 'system,user'])
  })

  it('is not sent when the message does not fit into that context', async () => {
    await expect(generate('good', { message: 'x'.repeat(4_000), contextTokens: 512 })).rejects.toThrow('does not fit')
    expect(server.asked).toEqual([])
  })

  it('is reported without kept tokens when the provider counts none', async () => {
    await generate('plain_usage')
    expect(receipts).toMatchObject([{ promptTokens: 40, reusedTokens: 0, readTokens: 40, replyTokens: 4 }])
  })

  it('is reported as cut by length even when the answer is not streamed', async () => {
    expect((await generate('plain_length')).reply).toBe(hostedReply)
    expect(receipts).toMatchObject([{ finish: 'length' }])
    expect((await generate('other_length')).reply).toBe(hostedReply)
    expect(receipts.at(-1)).toMatchObject({ finish: 'length' })
    for (const model of ['length_of_enumeration', 'length_in_camel_case']) {
      expect((await generate(model)).reply).toBe(hostedReply)
      expect(receipts.at(-1)).toMatchObject({ finish: 'length' })
    }
  })

  it.each(['no_usage', 'odd_usage', 'never_closes', 'plain_no_usage', 'plain_odd_usage'])(
    'reports only its end without such a count: %s',
    async (model) => {
      expect((await generate(model)).reply).toBe(hostedReply)
      expect(receipts).toEqual([{ finish: 'stop' }])
    },
  )

  it.each([
    ...['thinks', 'thinks_aloud', 'thinks_twice', 'thinks_in_tags', 'thinks_in_one_event'],
    ...['thinks_in_lists', 'plain_thinks', 'plain_thinks_aloud', 'plain_thinks_in_tags', 'plain_thinks_in_lists'],
    ...['thinks_in_objects', 'plain_thinks_in_parts'],
  ])('is answered with thoughts, apart from the text: %s', async (model) => {
    const { reply: said, thoughts } = await generate(model)
    expect({ said, thoughts }).toEqual({ said: hostedReply, thoughts: hostedThoughts })
    const hasCount = !model.startsWith('plain') && !['thinks_twice', 'thinks_in_objects'].includes(model)
    expect(receipts).toMatchObject([{ replyTokens: 4, ...(hasCount ? { thoughtTokens: 3 } : {}) }])
  })

  it('may be answered with thoughts of another form, which are left out, or with thoughts alone', async () => {
    expect(await generate('thinks_otherwise')).toMatchObject({ reply: hostedReply, thoughts: '' })
    await expect(generate('thinks_only')).rejects.toThrow('empty')
    const completion = { maxTokens: 9 }
    expect(await generate('thinks_only', { completion })).toMatchObject({ reply: '', thoughts: hostedThoughts })
  })
})

describe('a parameter that a provider refuses', () => {
  const sampling = { maxTokens: 50, temperature: 0.2, topP: 0.5 }
  const names = ['max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'stop', 'seed', 'stream_options']
  const sentNames = () => server.asked.map(({ body }) => names.filter((name) => name in body))
  const all = ['max_tokens', 'temperature', 'top_p', 'stream_options']
  /** Refuses the first of these that it gets. */
  const refusing = (refusals: Readonly<Record<string, Answer>>) => {
    server.answerAll = (response, body) => {
      const refused = Object.keys(refusals).find((name) => body && name in body)
      return ((refused === undefined ? undefined : refusals[refused]) ?? answers['good'])?.(response, body)
    }
  }
  const ask = async (hosted: HostedBackend, parts: Partial<ReplyJob> = { sampling }) => {
    const received: unknown[] = []
    const job = replyJob('good', parts)
    for await (const part of hosted.stream(job, new AbortController().signal)) received.push(part)
    return received.every((part) => typeof part === 'string') ? received.join('') : received
  }
  const error = (message: string, more: object = {}) => refuseWith(400, { error: { message, ...more } })
  const unsupported = (param: string) => error(foreignWords, { param, code: 'unsupported_parameter' })
  afterEach(() => {
    server.answerAll = undefined
  })

  it.each<[string, Answer]>([
    ['by param', unsupported('max_tokens')],
    ['by its text', error("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")],
    ['by a text alone', refuseWith(400, { error: 'max_tokens is not supported' })],
    ['by a detail', refuseWith(422, { detail: 'Unknown field: max_tokens' })],
    [
      'by a place in the body',
      refuseWith(422, { detail: [{ loc: ['body', 'max_tokens'], msg: 'Extra inputs are not permitted' }] }),
    ],
  ])('is sent under its other name when there is one, %s', async (_case, answer) => {
    refusing({ max_tokens: answer })
    const hosted = backend('good')
    expect(await ask(hosted)).toBe(hostedReply)
    const renamed = ['max_completion_tokens', 'temperature', 'top_p', 'stream_options']
    expect(sentNames()).toEqual([all, renamed])
    expect(server.asked[1]?.body['max_completion_tokens']).toBe(50)
    expect(await ask(hosted)).toBe(hostedReply)
    expect(sentNames()).toEqual([all, renamed, renamed])
  })

  it('is left out, one for each refusal, and from then on', async () => {
    const refused = ['max_tokens', 'temperature', 'top_p', 'stream_options']
    refusing(Object.fromEntries(refused.map((name) => [name, unsupported(name)])))
    const hosted = backend('good')
    expect(await ask(hosted)).toBe(hostedReply)
    expect(await ask(hosted)).toBe(hostedReply)
    expect(sentNames()).toEqual([
      all,
      ['max_completion_tokens', 'temperature', 'top_p', 'stream_options'],
      ['max_completion_tokens', 'top_p', 'stream_options'],
      ['max_completion_tokens', 'stream_options'],
      ['max_completion_tokens'],
      ['max_completion_tokens'],
    ])
  })

  it('is left out of the request alone when only its value is refused', async () => {
    refusing({ temperature: error('temperature must be at most 0.1', { param: 'temperature', code: 'invalid_value' }) })
    const hosted = backend('good')
    expect([await ask(hosted), await ask(hosted)]).toEqual([hostedReply, hostedReply])
    const without = ['max_tokens', 'top_p', 'stream_options']
    expect(sentNames()).toEqual([all, without, all, without])
  })

  it('is left out under both names when both are refused', async () => {
    refusing({ max_tokens: unsupported('max_tokens'), max_completion_tokens: unsupported('max_completion_tokens') })
    expect(await ask(backend('good'))).toBe(hostedReply)
    expect(sentNames().at(-1)).toEqual(['temperature', 'top_p', 'stream_options'])
  })

  it('of stop words ends the reply here', async () => {
    refusing({ stop: unsupported('stop') })
    const hosted = backend('good')
    for (const stops of [[', from'], [', f']]) expect(await ask(hosted, { stops })).toBe('Ahoy 🙂')
    expect(sentNames()).toEqual([['stop', 'stream_options'], ['stream_options'], ['stream_options']])
  })

  it.each<[string, Answer]>([
    ['an essential one', unsupported('messages')],
    ['a tool', error('Invalid schema', { param: 'tools[0].function.parameters' })],
    ['one that was not sent', unsupported('seed')],
    ['none', error('This is a bad request')],
    ['the context', error('maximum context length is 8 tokens, with 50 in max_tokens', { param: 'max_tokens' })],
    ['another status', refuseWith(403, { error: { param: 'max_tokens', code: 'unsupported_parameter' } })],
  ])('does not change a request when the refusal names %s', async (_case, answer) => {
    server.answerAll = answer
    await expect(ask(backend('good'))).rejects.toThrow(/^40[03], /)
    expect(server.asked).toHaveLength(1)
  })

  it('ends after four further requests', async () => {
    let asked = 0
    server.answerAll = (response, body) => {
      const optional = Object.keys(body ?? {}).filter((name) => names.includes(name))
      return unsupported(optional[asked++ % optional.length] ?? '')(response, body)
    }
    const penalties = { frequencyPenalty: 1, presencePenalty: 1 }
    await expect(ask(backend('good'), { sampling: { ...sampling, ...penalties } })).rejects.toThrow('400')
    expect(server.asked).toHaveLength(5)
  })

  it('can be named in the settings', async () => {
    const parameters = { max_tokens: 'max_output', temperature: false, top_p: false } as const
    const hosted = new HostedBackend({ model: 'good', apiKey, baseUrl: server.url, parameters })
    expect(await ask(hosted)).toBe(hostedReply)
    expect(server.asked[0]?.body).toMatchObject({ max_output: 50 })
    expect(sentNames()).toEqual([['stream_options']])
  })

  it('is in the log with the code of the provider, without its words', async () => {
    const lines: object[] = []
    const line = (fields: object) => void lines.push(fields)
    const logger = { debug: line, info: line, warn: line, error: line }
    server.answerAll = error(foreignWords, { param: 'messages[0].content', code: 'invalid_type' })
    const other = await AiService.open({ model: 'scripted:', others: new Map([['good', backend('good')]]), logger })
    try {
      expect((await other.post(request, '/good')).body).toBe('Hosted API error: 400, the request was refused')
      expect(lines).toContainEqual(expect.objectContaining({ providerCode: 'invalid_type', parameter: 'messages' }))
      expect(JSON.stringify(lines)).not.toContain(foreignWords)
    } finally {
      await other.close()
    }
  })
})

describe('the names of models', () => {
  it('are those of the deployment on the alias route, whatever else the worker has', async () => {
    const others = new Map(['good', 'slowly'].map((model) => [model, backend(model)]))
    const other = await AiService.open({
      model: 'scripted:?reply=local',
      others,
      models: ['Local', 'good'],
    })
    try {
      expect((await other.post(request, '/good')).body).toBe(hostedReply)
      expect((await other.post(request, '/Local')).body).toBe('local')
      const refused = { status: 400, body: { detail: 'Invalid model name.' } }
      for (const name of ['slowly', 'hosted9', 'toString']) {
        expect(await other.post(request, `/${name}`)).toMatchObject(refused)
        expect((await other.post({}, `/${name}`)).status).toBe(422)
      }
    } finally {
      await other.close()
    }
  })

  it('are not listed without a key, and a message to such a model fails', async () => {
    const without = await createTestApp()
    try {
      const { models } = await without.stranger().data('{ models { name available } }')
      expect(models).toEqual([{ name: 'Local', available: true }])
      const ada = await without.person()
      for (const kind of ['office', 'chat'] as const)
        expect(await reply(ada, await ada.room(kind), 'hosted4.1')).toMatchObject({
          status: 'FAILED',
          error: { code: 'HOSTED_FAILED' },
        })
    } finally {
      await without.close()
    }
  })
})

/** Variables that the client library would read by itself. */
const environmentOfTheLibrary = {
  OPENAI_API_KEY: 'hush-env',
  OPENAI_ADMIN_KEY: 'hush-env',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/hush-env',
  OPENAI_ORG_ID: 'hush-env',
  OPENAI_PROJECT_ID: 'hush-env',
  OPENAI_CUSTOM_HEADERS: 'x-hush: hush-env',
  OPENAI_LOG: 'debug',
}

describe('a whole server', () => {
  it("answers by alias through the gateway and in GraphQL, and its log contains neither the key nor the provider's texts", async () => {
    const processes = await Processes.create({ embedded: true })
    try {
      const aliases = { 'hosted4.1': 'good', hosted4o_mini: 'refused_401', odd: 'named_bad_json' }
      const ports = { AI_GATEWAY_PORT: '0', AI_OFFICE_PORT: '0', AI_CHARACTER_PORT: '0', CHATLOG_PORT: '0' }
      const started = await processes.start({
        ...ports,
        ROLES: 'app,gateway,office,character',
        HOSTED_BASE_URL: server.url,
        HOSTED_API_KEY: apiKey,
        HOSTED_MODELS: JSON.stringify(aliases),
        LOCAL_MODEL: 'scripted:',
        LOG_LEVEL: 'debug',
        ...environmentOfTheLibrary,
      })
      const gateway = new Person(`http://127.0.0.1:${String(started.ports['gateway'])}`)
      for (const kind of ['character', 'office'])
        await until(
          `${kind} is ready`,
          async () => (await gateway.rest('GET', `/${kind}/health/ready`)).status,
          (status) => status === 200,
        )
      const character = { ...request, character_name: 'Bo', greeting: '', context: '' }
      expect((await gateway.rest('POST', '/office/hosted4.1', request)).body).toBe(hostedReply)
      expect((await gateway.rest('POST', '/character/hosted4.1', character)).body).toBe(hostedReply)
      const failed = 'Hosted API error: the answer was not understood'
      expect((await gateway.rest('POST', '/character/odd', character)).body).toBe(failed)
      const ada = await Person.register(started.url, 'ada')
      const roomId = await ada.room()
      expect(await reply(ada, roomId, 'hosted4o_mini')).toMatchObject({ error: { code: 'HOSTED_FAILED' } })
      expect(await reply(ada, roomId, 'odd')).toMatchObject({ error: { code: 'HOSTED_FAILED' } })
      expect(await reply(ada, roomId, 'hosted4.1')).toMatchObject({
        text: hostedReply,
        receipt: { model: 'good', promptTokens: 40, replyTokens: 4, turnsKept: 0, turnsDropped: 0, finish: 'stop' },
      })
      expect(await started.seen(/"(generation.attempt_failed)"/)).toBe('generation.attempt_failed')
      for (const secret of ['hush', foreignWords, new URL(server.url).host])
        expect(started.output()).not.toContain(secret)
      expect(server.asked).toHaveLength(6)
      for (const { method, path, headers } of server.asked) {
        expect([method, path, headers.authorization]).toEqual(['POST', '/v1/chat/completions', `Bearer ${apiKey}`])
        expect(JSON.stringify(headers)).not.toContain('hush-env')
        expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([])
      }
    } finally {
      await processes.close()
    }
  })
})
