import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { HostedBackend, type HostedBackendOptions } from '../../ai-workers/backends/hosted/hosted-backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { AiService } from '../support/ai-workers/ai-service.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { LogCapture } from '../support/ai-workers/log-capture.js'
import { foreignWords, hostedBehaviours, hostedReply } from '../support/ai-workers/hosted-answers.js'
import { HostedServer } from '../support/ai-workers/hosted-server.js'
import type { Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'

const apiKey = 'hush-~!:@/{}&+%20"quoted"'
/** The time limit of requests that never get an answer; other requests keep the usual one. */
const shortMs = 150
const inVain = ['silent', 'stall', 'comments_first', 'plain_stall']

let server: HostedServer
let service: AiService
let app: TestApp
const ears = new LogCapture()
const { log } = ears

const backend = (model: string, options: Partial<HostedBackendOptions> = {}) =>
  new HostedBackend({ model, apiKey, baseUrl: server.url, usageMs: 100, ...options })
const backends = () =>
  new Map([
    ...hostedBehaviours.map(
      (model) => [model, backend(model, inVain.includes(model) ? { silenceMs: shortMs } : {})] as const,
    ),
    ...inVain.map((model) => [`patient_${model}`, backend(model)] as const),
  ])

beforeAll(async () => {
  server = await HostedServer.open()
  service = await AiService.open({ model: 'scripted:?reply=local&delayMs=0', others: backends(), logger: log })
  const worker = new ReplyWorker({ kind: 'office', backends: backends(), logger: log })
  app = await createTestApp({
    log,
    env: {
      HOSTED_BASE_URL: server.url,
      HOSTED_API_KEY: apiKey,
      HOSTED_MODELS: JSON.stringify(Object.fromEntries([...backends().keys()].map((name) => [name, name]))),
    },
    // with shorter timeouts than the composed worker; everything else is the same
    wrap: { generator: () => worker },
  })
})
afterAll(async () => {
  ears.close()
  await app.close()
  await service.close()
  await server.close()
})
beforeEach(() => {
  server.asked.length = 0
  server.sentBytes = 0
})

/** The bytes of the answer that the other side read, after its connection is closed. */
async function taken(): Promise<number> {
  await server.asked[0]?.closed
  return server.sentBytes
}

const request = { input_data: 'Hello' }
const ask = async (model: string) => ears.overhear(await service.post(request, `/${model}`))

const generationQuery = `query ($id: ID!) { generation(id: $id) {
  status text error { code message } entry { index } receipt { model promptTokens replyTokens turnsKept turnsDropped finish }
} }`
const sendQuery = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
async function say(person: Person, roomId: string, model: string) {
  const sent = await person.data(sendQuery, { input: { roomId, text: 'Hello', model } })
  const { id } = (sent['sendMessage'] as { generation: { id: string } }).generation
  await watch(person, id)
  const answer = await person.data(generationQuery, { id })
  ears.heard.push(JSON.stringify(answer))
  return answer['generation']
}

const whole = [
  ...['good', 'slowly', 'odd_framing', 'one_event', 'no_usage', 'odd_usage', 'plain_usage', 'message_so_far'],
  ...['usage_each_chunk', 'no_done', 'reasoning', 'strict_names', 'short_context', 'never_closes', 'cut_after_the_end'],
  ...['empty_after_the_end', 'empty_after_the_count', 'length', 'other_length', 'tools_and_text', 'comments_first'],
  ...['thinks', 'thinks_aloud', 'thinks_twice', 'thinks_in_tags', 'thinks_in_one_event', 'thinks_otherwise'],
  ...['thinks_in_lists', 'thinks_in_objects', 'length_of_enumeration', 'length_in_camel_case'],
]
const wholeAtOnce = [
  '',
  '_no_usage',
  '_odd_usage',
  '_no_reason',
  '_length',
  '_byte_by_byte',
  '_thinks',
  '_thinks_aloud',
  '_thinks_in_tags',
  '_thinks_in_lists',
  '_thinks_in_parts',
  '_part',
].map((name) => `plain${name}`)
const failures: readonly [model: string, message: string][] = [
  ['refused_400', '400, the request was refused'],
  ['endless_refusal', '400, the request was refused'],
  ['refused_401', '401, the key was refused'],
  ['refused_404', '404, no such model'],
  ['refused_503', '503, the hosted side failed'],
  ['html_502', '502, the hosted side failed'],
  ['too_long', '400, the request was refused'],
  ['too_long_in_stream', 'the hosted side failed'],
  ['no_stream', '500, the hosted side failed'],
  ['refused_429', '429, too many requests'],
  ['refused_500', '500, the hosted side failed'],
  ['refused_418', '418, the request was refused'],
  ['redirect', '302, the answer is elsewhere'],
  ['html', '200, but no stream of events'],
  ['html_400', '400, the request was refused'],
  ['html_as_events', 'the answer was not understood'],
  ['html_as_json', 'the answer was not understood'],
  ['plain_sign_in', 'the answer was not understood'],
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
  ['thinks_only', 'the answer was empty'],
  ['refusal', 'the model refused to answer'],
  ['text_and_refusal', 'the model refused to answer'],
  ['tools', 'the answer was empty'],
  ['filtered', 'a filter of the hosted side stopped the answer'],
  ['filtered_otherwise', 'a filter of the hosted side stopped the answer'],
  ['filtered_by_enumeration', 'a filter of the hosted side stopped the answer'],
  ['filtered_in_words', 'a filter of the hosted side stopped the answer'],
  ['unexpected_call', 'the answer broke off'],
  ['ended_by_an_error', 'the answer broke off'],
  ['huge_line', 'the answer was too large'],
  ['huge_event', 'the answer was too large'],
  ['huge_answer', 'the answer was too large'],
  ['huge_comment', 'the answer was too large'],
  ['huge_last_chunk', 'the answer was too large'],
  ['huge_packed', 'the answer was too large'],
  ['plain_error', 'the hosted side failed'],
  ['plain_bad_json', 'the answer was not understood'],
  ['plain_no_completion', 'the answer was not understood'],
  ['plain_null', 'the answer was not understood'],
  ['plain_no_choice', 'the answer broke off'],
  ['plain_refusal_part', 'the model refused to answer'],
  ['plain_text_and_refusal_part', 'the model refused to answer'],
  ['plain_typed_refusal', 'the model refused to answer'],
  ['plain_nested_parts', 'the answer was not understood'],
  ['plain_odd_parts', 'the answer was not understood'],
  ['plain_no_text', 'the answer was empty'],
  ['plain_refusal', 'the model refused to answer'],
  ['plain_tools', 'the answer was empty'],
  ['plain_filtered', 'a filter of the hosted side stopped the answer'],
  ['plain_long', 'the answer was too large'],
  ['plain_huge', 'the answer was too large'],
  ['plain_packed', 'the answer was too large'],
  ['plain_cut', 'the connection failed'],
  ['plain_stall', 'no answer in time'],
  ['silent', 'no answer in time'],
  ['stall', 'no answer in time'],
]
/** Bytes that never become a reply. */
const endless = ['drip', 'comments']

it('is tested with every behaviour of the stand-in', () => {
  expect([...whole, ...wholeAtOnce, ...failures.map(([model]) => model), ...endless].sort()).toEqual(
    [...hostedBehaviours].sort(),
  )
})

describe('a reply of a hosted model', () => {
  it.each([...whole, ...wholeAtOnce])('is a JSON string on its alias route: %s', async (model) => {
    const { status, body } = await ask(model)
    expect([status, body]).toEqual([200, hostedReply])
  })

  it.each([
    ['is read no further once it is counted', 'empty_after_the_count', 600_000],
    ['is no timeout for want of its count', 'never_closes', 600],
  ])('%s', async (_case, model, timeoutMs) => {
    const others = new Map([['hosted4.1', backend(model, { usageMs: 600_000 })]])
    const other = await AiService.open({ model: 'scripted:', others, timeoutMs })
    try {
      const { status, body } = await other.post(request, '/hosted4.1')
      expect([status, body]).toEqual([200, hostedReply])
      await server.asked[0]?.closed
    } finally {
      await other.close()
    }
  })

  it.each([...whole.slice(0, 2), 'plain'])('is an entry in GraphQL: %s', async (model) => {
    const ada = await app.person()
    expect(await say(ada, await ada.room(), model)).toMatchObject({
      status: 'COMPLETED',
      text: hostedReply,
      error: null,
      entry: { index: 1 },
    })
  })

  it('has its name in GraphQL, available with a key', async () => {
    const { models } = await app.stranger().data('{ models { name available } }')
    const documented = ['Local', 'hosted4o_mini', 'hosted4.1', 'hosted4.1_mini']
    expect(models).toEqual([...documented, ...backends().keys()].map((name) => ({ name, available: true })))
    const ada = await app.person()
    const input = { roomId: await ada.room(), text: 'Hello', model: 'hosted9' }
    expect(await ada.codes(sendQuery, { input })).toEqual(['BAD_USER_INPUT'])
  })
})

describe('a failure of a hosted model', () => {
  it.each(failures)('is a text on the alias route: %s', async (model, message) => {
    const { status, body } = await ask(model)
    expect([status, body]).toEqual([200, `Hosted API error: ${message}`])
    expect(server.asked).toHaveLength(1)
    // of up to 100 MiB at most a few buffers are read
    expect(await taken()).toBeLessThan(8 * 1_048_576)
  })

  describe('in GraphQL', () => {
    let ada: Person
    let roomId: string
    beforeAll(async () => {
      ada = await app.person()
      roomId = await ada.room()
    })

    it.each(failures)('is FAILED: %s', async (model, reason) => {
      const isEmpty = reason === 'the answer was empty'
      expect(await say(ada, roomId, model)).toMatchObject({
        status: 'FAILED',
        error: isEmpty
          ? { code: 'EMPTY_REPLY', message: 'The model ended its reply without a text' }
          : { code: 'HOSTED_FAILED', message: 'The hosted model could not answer' },
        entry: null,
      })
    })

    it('does not become an entry, and is not in the history', async () => {
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
      const { status, body } = ears.overhear(await other.post(request, '/hosted4.1'))
      expect([status, body]).toEqual([200, `Hosted API error: ${message}`])
      expect(server.asked).toEqual([])
    } finally {
      await other.close()
    }
  })
})

describe('the connection to a hosted model', () => {
  it.each(['patient_silent', 'patient_stall'])('is closed at once when the client disconnects: %s', async (model) => {
    const gone = new AbortController()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) }
    const asking = fetch(`${service.url}/${model}`, { ...init, signal: gone.signal }).catch(() => 'gone')
    await until('the server has the request', () => server.asked.length > 0)
    gone.abort()
    expect(await asking).toBe('gone')
    await server.asked[0]?.closed
  })

  it('is closed when the generation is cancelled, without an effect on others', async () => {
    const ada = await app.person()
    const [first, second] = [await ada.room(), await ada.room()]
    const sent = await ada.data(sendQuery, { input: { roomId: first, text: 'Hello', model: 'patient_silent' } })
    const { id } = (sent['sendMessage'] as { generation: { id: string } }).generation
    const next = say(ada, second, 'good')
    await until('the server has the request', () => server.asked.length > 0)
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }', { id })
    await server.asked[0]?.closed
    expect(await next).toMatchObject({ status: 'COMPLETED', text: hostedReply })
  })

  it.each(endless)('is closed after the time limit of the reply, with the usual timeout error: %s', async (model) => {
    const others = new Map([['hosted4.1', backend(model)]])
    const other = await AiService.open({ model: 'scripted:', others, timeoutMs: 100 })
    try {
      expect((await other.post(request, '/hosted4.1')).status).toBe(500)
      await server.asked[0]?.closed
    } finally {
      await other.close()
    }
  })
})

it("reveals neither the key nor the address nor the provider's error texts", () => {
  expect(ears.heard.length).toBeGreaterThan(2 * failures.length)
  expect(ears.leaked('429, too many requests', 'generation.attempt_failed')).toHaveLength(2)
  expect(ears.leaked(apiKey, 'hush', foreignWords, new URL(server.url).host)).toEqual([])
})
