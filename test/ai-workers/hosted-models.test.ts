import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import type { ReplyReport } from '../../ai-workers/backends/backend.js'
import { HostedBackend } from '../../ai-workers/backends/hosted/hosted-backend.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { AiService } from '../support/ai-workers/ai-service.js'
import { createTestApp } from '../support/app/app.js'
import { replyJob } from '../contracts/reply-fixture.js'
import { foreignWords, hostedReply } from '../support/ai-workers/hosted-answers.js'
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
    let reply = ''
    const signal = new AbortController().signal
    const job = { ...replyJob(model, parts), references: '1. A title' }
    for await (const part of backend(model).stream(job, signal, (receipt) => receipts.push(receipt)))
      if (typeof part === 'string') reply += part
    return { reply, body: server.asked[0]?.body }
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

  it.each(['good', 'plain'])("is reported in a receipt, with the provider's token count: %s", async (model) => {
    await generate(model, { history })
    const sampling = { maxTokens: 2_048, temperature: 0.7, topP: 0.9, minP: 0, topK: 0, repeatPenalty: 1 }
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
    const { body } = await generate('good', { history: long, contextTokens: 1_024 })
    expect(body?.messages).toHaveLength(8)
    expect(body?.['max_tokens']).toBeLessThan(1_024 - 300)
    expect(receipts).toMatchObject([{ turnsKept: 3, turnsDropped: 4 }])
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
  })

  it.each(['no_usage', 'odd_usage', 'never_closes', 'plain_no_usage', 'plain_odd_usage'])(
    'reports only its end without such a count: %s',
    async (model) => {
      expect((await generate(model)).reply).toBe(hostedReply)
      expect(receipts).toEqual([{ finish: 'stop' }])
    },
  )
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

  it('are listed as unavailable without a key, and a message to such a model fails', async () => {
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
