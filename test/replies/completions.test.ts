import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import OpenAI from 'openai'
import type { AbstractLogger } from 'typeorm'
import { CompletionMeter } from '../../src/completions/completion-meter.js'
import { completionStream } from '../../src/completions/completion-stream.js'
import { GenerationTable } from '../../src/database/tables/generations.js'
import type { QueueReason, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import {
  chunksOf,
  CompletionFixture,
  counted,
  delta,
  hello,
  started,
  textOf,
  thrown,
} from '../support/replies/completion-fixture.js'
import { openaiOf } from '../support/replies/openai-client.js'
import { at } from '../support/app/person.js'
import type { Person } from '../support/app/person.js'
import { readerOf } from '../support/app/raw-sql.js'
import { course } from '../support/replies/tapped-generator.js'
import { watch } from '../support/app/watch.js'

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
      'no-store',
    ])
    expect(text).toMatch(/^data: \{.*\}\n\n/)
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
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
  const meter = new CompletionMeter({ id, userId, chargedAt, promptEstimate: 0, open, allowance })
  const stream = completionStream({ completionId: id, source, meter })
  expect((await stream.next()).value).toMatchObject({ status: 'QUEUED', position: 2 })
  await stream.return?.()
})

describe('a conversation', () => {
  it('is converted to instructions, turns and a last message', async () => {
    await fixture.ask({
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
    expect(fixture.tap.lastJob).toMatchObject({
      kind: 'office',
      model: 'Local',
      caller: `user:${fixture.ada.id}`,
      searchAccess: false,
      instructions: 'Be brief.\n\nBe kind.',
      history: [
        { inputData: '', outputData: 'Welcome!' },
        { inputData: 'One\n\nTwo', outputData: 'Three' },
      ],
      message: 'Four\nFive',
    })
  })

  it('waits in the queue as a job of the account, like a message of a room', async () => {
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    const sent = await fixture.ada.data(send, { input: { roomId: await fixture.ada.room(), text: 'Hello' } })
    await watch(fixture.ada, at(sent, 'sendMessage', 'generation', 'id'))
    expect(fixture.tap.lastJob.caller).toBe(`user:${fixture.ada.id}`)
  })

  it('without a system message gets the system text of the service', async () => {
    await fixture.ask()
    expect(fixture.tap.lastJob).not.toHaveProperty('instructions')
    expect(fixture.tap.lastJob).toMatchObject({ history: [], message: 'Hello', sampling: {}, stops: [] })
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
