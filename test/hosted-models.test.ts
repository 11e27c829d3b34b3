import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { HostedBackend } from '../ai-workers/backends/hosted/hosted-backend.js'
import type { HostedBackendOptions } from '../ai-workers/backends/hosted/hosted-backend.js'
import { ReplyWorker } from '../ai-workers/reply-worker.js'
import type { Logger } from '../src/logger.js'
import type { ReplyJob, ReplyReceipt } from '../src/ports/reply-generator/reply-generator.js'
import { AiService } from './support/ai-service.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { replyJob } from './contracts/reply-desk.js'
import { foreignWords, hostedBehaviours, hostedReply, HostedServer } from './support/hosted-server.js'
import { Person } from './support/person.js'
import { Processes } from './support/processes.js'
import { watch } from './support/watch.js'

const apiKey = 'hush-~!:@/{}&+%20"quoted"'
const idleMs = 250

let server: HostedServer
let service: AiService
let app: TestApp
/** Everything that anybody outside could read: log lines, console lines, answers. */
const readable: string[] = []
const consoles = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
  jest.spyOn(console, name).mockImplementation((...said: unknown[]) => void readable.push(said.map(String).join(' '))),
)
const take = (fields: object, event: string) => {
  const plain = (_: string, value: unknown) =>
    value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value
  readable.push(JSON.stringify({ ...fields, event }, plain))
}
const log: Logger = { debug: take, info: take, warn: take, error: take }

const backend = (model: string, options: Partial<HostedBackendOptions> = {}) =>
  new HostedBackend({ model, apiKey, baseUrl: server.url, idleMs, usageMs: 100, ...options })
const backends = () => new Map(hostedBehaviours.map((model) => [model, backend(model)]))

beforeAll(async () => {
  // what the library would read by itself
  process.env['OPENAI_API_KEY'] = 'hush-env'
  process.env['OPENAI_BASE_URL'] = 'http://127.0.0.1:9/hush-env'
  process.env['OPENAI_ORG_ID'] = 'hush-env'
  process.env['OPENAI_PROJECT_ID'] = 'hush-env'
  process.env['OPENAI_CUSTOM_HEADERS'] = 'x-hush: hush-env'
  process.env['OPENAI_LOG'] = 'debug'
  server = await HostedServer.open()
  service = await AiService.open({ model: 'scripted:?reply=local&delayMs=0', others: backends(), logger: log })
  const worker = new ReplyWorker({ kind: 'office', backends: backends(), logger: log })
  app = await createTestApp({
    log,
    env: {
      HOSTED_BASE_URL: server.url,
      HOSTED_API_KEY: apiKey,
      HOSTED_MODELS: JSON.stringify(Object.fromEntries(hostedBehaviours.map((name) => [name, name]))),
    },
    // shorter waits than the composed one; everything else is its own
    wrap: { generator: () => worker },
  })
})
afterAll(async () => {
  for (const spy of consoles) spy.mockRestore()
  await app.close()
  await service.close()
  await server.close()
})
beforeEach(() => {
  server.asked.length = 0
  server.sentBytes = 0
})

/** The bytes that the other side took of the one answer, once its connection is closed. */
async function taken(): Promise<number> {
  await server.asked[0]?.closed
  return server.sentBytes
}

const request = { input_data: 'Hello' }
const ask = async (model: string) => {
  const answer = await service.post(request, `/${model}`)
  readable.push(answer.text, JSON.stringify([...answer.headers]))
  return answer
}

const generationQuery = `query ($id: ID!) { generation(id: $id) {
  status text error { code message } entry { index } receipt { model promptTokens replyTokens turnsKept turnsDropped finish }
} }`
const sendQuery = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
async function say(person: Person, roomId: string, model: string) {
  const sent = await person.data(sendQuery, { input: { roomId, text: 'Hello', model } })
  const { id } = (sent['sendMessage'] as { generation: { id: string } }).generation
  await watch(person, id)
  const answer = await person.data(generationQuery, { id })
  readable.push(JSON.stringify(answer))
  return answer['generation']
}

const whole = ['good', 'slowly', 'odd_framing', 'one_event', 'no_usage', 'odd_usage', 'never_closes'].concat([
  'cut_after_the_end',
  'length',
  'tools_and_text',
])
const failures: readonly [model: string, message: string][] = [
  ['refused_401', '401, the key was refused'],
  ['refused_429', '429, too many requests'],
  ['refused_500', '500, the hosted side failed'],
  ['refused_418', '418, the request was refused'],
  ['redirect', '302, the answer is elsewhere'],
  ['html', '200, but no stream of events'],
  ['empty_200', '204, but no stream of events'],
  ['bad_json', 'the answer was not understood'],
  ['named_bad_json', 'the answer was not understood'],
  ['no_chunk', 'the answer was not understood'],
  ['null_chunk', 'the answer was not understood'],
  ['error_object', 'the hosted side failed'],
  ['no_finish', 'the answer broke off'],
  ['cut', 'the connection failed'],
  ['cut_at_once', 'the connection failed'],
  ['nothing', 'the answer broke off'],
  ['no_text', 'the answer was empty'],
  ['refusal', 'the model refused to answer'],
  ['tools', 'the answer was empty'],
  ['filtered', 'a filter of the hosted side stopped the answer'],
  ['huge_line', 'the answer was too large'],
  ['huge_event', 'the answer was too large'],
  ['huge_answer', 'the answer was too large'],
  ['huge_comment', 'the answer was too large'],
  ['silent', 'no answer in time'],
  ['stall', 'no answer in time'],
  ['drip', 'no answer in time'],
  ['comments', 'no answer in time'],
]

it('is tried with everything that the stand-in can do', () => {
  expect([...whole, ...failures.map(([model]) => model)].sort()).toEqual([...hostedBehaviours].sort())
})

describe('a reply of a hosted model', () => {
  it.each(whole)('is a JSON string on its alias route: %s', async (model) => {
    const { status, body } = await ask(model)
    expect([status, body]).toEqual([200, hostedReply])
  })

  it.each(whole.slice(0, 2))('is an entry in GraphQL: %s', async (model) => {
    const ada = await app.person()
    expect(await say(ada, await ada.room(), model)).toMatchObject({
      status: 'COMPLETED',
      text: hostedReply,
      error: null,
      entry: { index: 1 },
    })
  })

  it('is asked for once, at /chat/completions, with the key and nothing of the environment', async () => {
    await ask('good')
    const [question, ...more] = server.asked
    expect(more).toEqual([])
    expect(question).toMatchObject({ method: 'POST', path: '/v1/chat/completions' })
    expect(question?.headers.authorization).toBe(`Bearer ${apiKey}`)
    expect(JSON.stringify(question)).not.toContain('hush-env')
    expect(Object.keys(question?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([])
  })
})

describe('a failure of a hosted model', () => {
  it.each(failures)('is a text on the alias route: %s', async (model, message) => {
    const { status, body } = await ask(model)
    expect([status, body]).toEqual([200, `Hosted API error: ${message}`])
    expect(server.asked).toHaveLength(1)
    // of the 100 MiB of some no more than what fits into a few buffers
    expect(await taken()).toBeLessThan(8 * 1_048_576)
  })

  describe('in GraphQL', () => {
    let ada: Person
    let roomId: string
    beforeAll(async () => {
      ada = await app.person()
      roomId = await ada.room()
    })

    it.each(failures)('is FAILED: %s', async (model) => {
      expect(await say(ada, roomId, model)).toMatchObject({
        status: 'FAILED',
        error: { code: 'HOSTED_FAILED', message: 'The hosted model could not answer' },
        entry: null,
      })
    })

    it('is no entry and in no history', async () => {
      const room = await ada.data('query ($id: ID!) { room(id: $id) { entries { nodes { index } } } }', { id: roomId })
      expect(room).toEqual({ room: { entries: { nodes: [] } } })
      await say(ada, roomId, 'good')
      expect(server.asked[0]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    })
  })

  it('counts as one in /performance', async () => {
    const other = await AiService.open({ model: 'scripted:', others: backends() })
    try {
      await other.post(request, '/good')
      await other.post(request, '/refused_401')
      expect(await other.performance()).toMatchObject({ total_requests: 2, success_rate: 50, active_connections: 0 })
    } finally {
      await other.close()
    }
  })

  it.each<[string, Partial<HostedBackendOptions>, string]>([
    ['without a key', { apiKey: undefined }, 'the key is missing'],
    ['with a key that no header can carry', { apiKey: 'hush-🔑\r\nx: y' }, 'the connection failed'],
    ['where nobody listens', { baseUrl: 'http://127.0.0.1:9/v1' }, 'the connection failed'],
    ['at an address that is none', { baseUrl: 'hush-nowhere' }, 'the connection failed'],
  ])('is a text too %s', async (_case, options, message) => {
    const others = new Map([['hosted4.1', backend('good', options)]])
    const other = await AiService.open({ model: 'scripted:', others, logger: log })
    try {
      const { status, body, text } = await other.post(request, '/hosted4.1')
      readable.push(text)
      expect([status, body]).toEqual([200, `Hosted API error: ${message}`])
      expect(server.asked).toEqual([])
    } finally {
      await other.close()
    }
  })
})

describe('the connection to a hosted model', () => {
  it.each(['silent', 'stall'])('is closed at once when the caller goes away: %s', async (model) => {
    const gone = new AbortController()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) }
    const asking = fetch(`${service.url}/${model}`, { ...init, signal: gone.signal }).catch(() => 'gone')
    while (server.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const before = performance.now()
    gone.abort()
    expect(await asking).toBe('gone')
    await server.asked[0]?.closed
    expect(performance.now() - before).toBeLessThan(idleMs)
  })

  it('is closed when the generation is cancelled, and nobody else is touched', async () => {
    const ada = await app.person()
    const [first, second] = [await ada.room(), await ada.room()]
    const sent = await ada.data(sendQuery, { input: { roomId: first, text: 'Hello', model: 'silent' } })
    const { id } = (sent['sendMessage'] as { generation: { id: string } }).generation
    const next = say(ada, second, 'good')
    while (server.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }', { id })
    await server.asked[0]?.closed
    expect(await next).toMatchObject({ status: 'COMPLETED', text: hostedReply })
  })

  it('is closed after the time of the whole reply, which is a timeout like that of any model', async () => {
    const others = new Map([['hosted4.1', backend('comments', { idleMs: 60_000 })]])
    const other = await AiService.open({ model: 'scripted:', others, timeoutMs: 100 })
    try {
      expect((await other.post(request, '/hosted4.1')).status).toBe(500)
      await server.asked[0]?.closed
    } finally {
      await other.close()
    }
  })
})

describe('what a hosted model is asked', () => {
  const history = Array.from({ length: 7 }, (_, n) => ({ inputData: `say ${n}`, outputData: `answer ${n}` }))
  const receipts: ReplyReceipt[] = []
  beforeEach(() => {
    receipts.length = 0
  })
  const generate = async (model: string, parts: Partial<ReplyJob> = {}) => {
    let reply = ''
    const signal = new AbortController().signal
    const job = { ...replyJob(model, parts), references: '1. A title' }
    for await (const text of backend(model).stream(job, signal, (receipt) => receipts.push(receipt))) reply += text
    return { reply, body: server.asked[0]?.body }
  }

  it('is the prompt of every model, with the last five entries alone', async () => {
    const { body } = await generate('good', { history, message: 'And now?' })
    expect(body?.messages.map(({ role }) => role)).toEqual([
      'system',
      ...Array.from({ length: 5 }, () => ['user', 'assistant']).flat(),
      'user',
    ])
    expect(body?.messages[1]).toEqual({ role: 'user', content: 'say 2' })
    expect(body?.messages.at(-1)?.content).toMatch(/^Current date and time: .*1\. A title.*And now\?$/s)
  })

  it.each<[Partial<ReplyJob>, object]>([
    [{ kind: 'office' }, { max_tokens: 2_048, temperature: 0.7, top_p: 0.9 }],
    [{ kind: 'character' }, { max_tokens: 2_048, temperature: 0.8, top_p: 0.95 }],
    [
      { sampling: { maxTokens: 7, temperature: 0, topP: 1, frequencyPenalty: 0.5, presencePenalty: -1, topK: 3 } },
      { max_tokens: 7, temperature: 0, top_p: 1, frequency_penalty: 0.5, presence_penalty: -1 },
    ],
    [
      { sampling: { maxTokens: 100_000 }, stops: [] },
      { max_tokens: 2_048, temperature: 0.7, top_p: 0.9 },
    ],
    [{ stops: ['END', '###'] }, { max_tokens: 2_048, temperature: 0.7, top_p: 0.9, stop: ['END', '###'] }],
  ])('is the documented sampling, or the single values of the job: %j', async (parts, expected) => {
    const { body = { messages: [] } } = await generate('good', parts)
    const { messages: _messages, ...rest } = body
    expect(rest).toEqual({ model: 'good', stream: true, stream_options: { include_usage: true }, ...expected })
  })

  it('is told in a receipt, with the count of the hosted side', async () => {
    await generate('good', { history })
    const sampling = { maxTokens: 2_048, temperature: 0.7, topP: 0.9, minP: 0, topK: 0, repeatPenalty: 1 }
    expect(receipts).toEqual([
      {
        model: 'good',
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

  it.each(['no_usage', 'odd_usage', 'never_closes'])('has no receipt without such a count: %s', async (model) => {
    expect((await generate(model)).reply).toBe(hostedReply)
    expect(receipts).toEqual([])
  })
})

describe('the names of models', () => {
  it('are those of the deployment on the alias route, whatever else the worker has', async () => {
    const other = await AiService.open({
      model: 'scripted:?reply=local',
      others: backends(),
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

  it('are told in GraphQL, available with a key', async () => {
    const { models } = await app.stranger().data('{ models { name available } }')
    const documented = ['Local', 'hosted4o_mini', 'hosted4.1', 'hosted4.1_mini']
    expect(models).toEqual([...documented, ...hostedBehaviours].map((name) => ({ name, available: true })))
    const ada = await app.person()
    const input = { roomId: await ada.room(), text: 'Hello', model: 'hosted9' }
    expect(await ada.codes(sendQuery, { input })).toEqual(['BAD_USER_INPUT'])
  })

  it('are told unavailable without a key, and a message to one fails', async () => {
    const without = await createTestApp()
    try {
      const { models } = await without.stranger().data('{ models { name available } }')
      expect(models).toEqual([
        { name: 'Local', available: true },
        { name: 'hosted4o_mini', available: false },
        { name: 'hosted4.1', available: false },
        { name: 'hosted4.1_mini', available: false },
      ])
      const ada = await without.person()
      for (const kind of ['office', 'chat'] as const)
        expect(await say(ada, await ada.room(kind), 'hosted4.1')).toMatchObject({
          status: 'FAILED',
          error: { code: 'HOSTED_FAILED' },
        })
    } finally {
      await without.close()
    }
  })
})

describe('a whole server', () => {
  it('answers by alias through the gateway and in GraphQL, and its log has neither the key nor foreign words', async () => {
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
      })
      const gateway = new Person(`http://127.0.0.1:${String(started.ports['gateway'])}`)
      while ((await gateway.rest('GET', '/character/health/ready')).status !== 200);
      while ((await gateway.rest('GET', '/office/health/ready')).status !== 200);
      const character = { ...request, character_name: 'Bo', greeting: '', context: '' }
      expect((await gateway.rest('POST', '/office/hosted4.1', request)).body).toBe(hostedReply)
      expect((await gateway.rest('POST', '/character/hosted4.1', character)).body).toBe(hostedReply)
      const failed = 'Hosted API error: the answer was not understood'
      expect((await gateway.rest('POST', '/character/odd', character)).body).toBe(failed)
      const ada = await Person.register(started.url, 'ada')
      const roomId = await ada.room()
      expect(await say(ada, roomId, 'hosted4o_mini')).toMatchObject({ error: { code: 'HOSTED_FAILED' } })
      expect(await say(ada, roomId, 'odd')).toMatchObject({ error: { code: 'HOSTED_FAILED' } })
      expect(await say(ada, roomId, 'hosted4.1')).toMatchObject({
        text: hostedReply,
        receipt: { model: 'good', promptTokens: 40, replyTokens: 4, turnsKept: 0, turnsDropped: 0, finish: 'stop' },
      })
      readable.push(started.output())
      expect(started.output()).toContain('generation.attempt_failed')
    } finally {
      await processes.close()
    }
  })
})

it('tells nobody the key, the address, or what the hosted side said of its failures', () => {
  expect(readable.length).toBeGreaterThan(2 * failures.length)
  const all = readable.join('\n')
  expect(all).toContain('429, too many requests')
  for (const secret of ['hush', JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey), foreignWords])
    expect(all).not.toContain(secret)
  expect(all).not.toContain(new URL(server.url).host)
})
