import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type OpenAI from 'openai'
import { at, type Person } from '../support/app/person.js'
import { answers, hostedReply, refuse, stream } from '../support/ai-workers/hosted-answers.js'
import type { HostedServer } from '../support/ai-workers/hosted-server.js'
import { chunksOf, textOf, thrown } from '../support/replies/completion-fixture.js'
import { openProviders, type ProviderFixture, providerModels } from '../support/replies/provider-fixture.js'

type Messages = OpenAI.ChatCompletionMessageParam[]

let fixture: ProviderFixture
let server: HostedServer
let ada: Person
let openai: OpenAI

beforeAll(async () => {
  fixture = await openProviders()
  ;({ server, ada, openai } = fixture)
})
afterAll(() => fixture.close())
beforeEach(() => {
  server.asked.length = 0
})

async function sent(messages: Messages, model: string, more: object = {}) {
  const { choices } = await openai.chat.completions.create({ model, messages, ...more })
  expect(choices[0]?.message.content).toBe(hostedReply)
  return server.asked[0]?.body
}

/** Of a program that sends more than the client of OpenAI has types for. */
const anyOf = (messages: unknown) => messages as Messages

const noon = { role: 'tool', tool_call_id: 'a', content: 'noon' } as const
const call = { id: 'a', type: 'function' as const, function: { name: 'clock', arguments: '{}' } }

describe.each(providerModels)('%s receives the conversation of its caller', (_, model) => {
  it.each<[string, Messages]>([
    ['one message', [{ role: 'user', content: 'hi' }]],
    [
      'a system message in the middle',
      [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'one' },
        { role: 'system', content: 'note' },
        { role: 'user', content: 'two' },
      ],
    ],
    [
      'several system messages',
      [
        { role: 'system', content: 'S' },
        { role: 'system', content: 'T' },
        { role: 'user', content: 'hi' },
      ],
    ],
    [
      'names',
      [
        { role: 'user', content: 'a', name: 'Kim' },
        { role: 'user', content: 'b', name: 'Lee' },
        { role: 'assistant', content: 'c', name: 'Bo' },
        { role: 'user', content: 'd', name: 'Kim' },
      ],
    ],
    [
      'a system message at the end',
      [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'two' },
        { role: 'system', content: 'nudge' },
      ],
    ],
    ['only a system message', [{ role: 'system', content: 'S' }]],
    [
      'no message of the user',
      [
        { role: 'system', content: 'S' },
        { role: 'assistant', content: 'two' },
        { role: 'system', content: 'T' },
      ],
    ],
    [
      'the assistant at its beginning',
      [
        { role: 'assistant', content: 'Welcome' },
        { role: 'user', content: 'hi' },
      ],
    ],
    [
      'the assistant at its end',
      [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'Once' },
      ],
    ],
    ['an empty message', [{ role: 'user', content: '' }]],
    [
      'results in another order than calls',
      [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: null, tool_calls: [call, { ...call, id: 'b' }] },
        { role: 'tool', tool_call_id: 'b', content: 'noon' },
        { role: 'tool', tool_call_id: 'a', content: 'night' },
      ],
    ],
  ])('as it is: %s', async (_name, messages) => {
    expect((await sent(messages, model))?.messages).toEqual(messages)
  })
})

const signature = { extra_content: { google: { thought_signature: 'abc==' } } }
const cached = { cache_control: { type: 'ephemeral' } }

describe.each(providerModels)('%s receives the fields that no rule names', (_, model) => {
  it('of messages, calls and parts, but none that are null', async () => {
    const conversation = [
      { role: 'system', content: [{ type: 'text', text: 'S', ...cached }] },
      { role: 'user', content: [{ type: 'text', text: 'hi' }], ...cached },
      {
        ...{
          role: 'assistant',
          content: null,
          reasoning_content: 'Hm',
          reasoning_details: [{ text: 'Hm', data: null }],
        },
        tool_calls: [{ ...call, ...signature }],
      },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'noon', ...cached }], name: 'clock' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 's' },
          { type: 'text', text: 'ok' },
        ],
      },
      { role: 'user', content: 'bye' },
    ]
    const nulls = { audio: null, refusal: null, function_call: null }
    const dumped = conversation.map((each) => (each.role === 'assistant' ? { ...each, ...nulls } : each))
    expect((await sent(anyOf(dumped), model))?.messages).toEqual(conversation)
  })

  it('under names of the language as well', async () => {
    const text = '{"role":"user","content":"hi","__proto__":{"name":"Eve"},"constructor":{"a":1},"toString":"b"}'
    const [message] = (await sent(anyOf([JSON.parse(text)]), model))?.messages ?? []
    expect(message).toEqual({ role: 'user', content: 'hi', constructor: { a: 1 }, toString: 'b' })
  })
})

describe('a tool call whose signature the provider needs back', () => {
  const question: Messages = [{ role: 'user', content: 'What time is it?' }]
  const tools = [{ type: 'function' as const, function: { name: 'clock' } }]
  const signed = { ...call, ...signature }
  const piece = (added: object) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...added }] } }] })
  const noFields = { annotations: null }

  beforeEach(() => {
    server.answerAll = (response, body) => {
      const [, answered] = body?.messages ?? []
      if (answered === undefined)
        return stream(
          piece({ ...signed, function: { name: 'clock', arguments: '' } }),
          piece({ ...signature, ...noFields, function: { arguments: '{}' } }),
          { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
        )(response, body)
      const isSigned = isDeepStrictEqual(answered, { role: 'assistant', content: null, tool_calls: [signed] })
      return isSigned ? answers['good']?.(response, body) : refuse(400)(response)
    }
  })
  afterEach(() => {
    server.answerAll = undefined
  })

  it.each(providerModels)('makes the round: %s', async (_, model) => {
    const { choices } = await openai.chat.completions.create({ model, messages: question, tools })
    const { content, tool_calls } = choices[0]?.message ?? {}
    expect(tool_calls).toEqual([signed])
    const messages = [...question, ...anyOf([{ role: 'assistant', content, tool_calls }]), noon]
    const answer = await openai.chat.completions.create({ model, messages, tools })
    expect(answer.choices[0]?.message.content).toBe(hostedReply)
  })

  it('makes the round of a stream', async () => {
    const asked = { model: 'hosted4.1', tools, stream: true } as const
    const calls: object[] = []
    for await (const { choices } of await openai.chat.completions.create({ ...asked, messages: question }))
      calls.push(...(choices[0]?.delta.tool_calls ?? []))
    expect(calls).toEqual([
      { ...signed, index: 0, function: { name: 'clock', arguments: expect.any(String) } },
      ...calls.slice(1).map(() => ({ index: 0, function: { arguments: '{}' } })),
    ])
    const messages = [...question, ...anyOf([{ role: 'assistant', content: null, tool_calls: [signed] }]), noon]
    const chunks = await chunksOf(await openai.chat.completions.create({ ...asked, messages }))
    expect(textOf(chunks)).toBe(hostedReply)
  })
})

describe('the fields of a reply that no rule names reach the client', () => {
  const messages: Messages = [{ role: 'user', content: 'hi' }]
  const delta = (added: object, finish: string | null = null) => ({
    choices: [{ index: 0, delta: added, finish_reason: finish }],
  })
  beforeEach(() => {
    server.answerAll = stream(
      delta({
        role: 'assistant',
        content: '',
        reasoning_details: [{ text: 'H' }],
        audio: {},
        function_call: {},
        note: 1,
      }),
      delta({ content: 'Ahoy \ud83d', reasoning_details: [{ text: 'm' }], note: 1, none: null }),
      delta({ content: '\ude42', note: 2, citations: [] }),
      delta({ reasoning_details: [{ signature: 's' }] }, 'stop'),
    )
  })
  afterEach(() => {
    server.answerAll = undefined
  })
  const details = [{ text: 'H' }, { text: 'm' }, { signature: 's' }]

  it.each(['hosted4.1', 'local'])(
    'in the message: later values replace earlier ones, lists are joined (%s)',
    async (model) => {
      const { choices } = await openai.chat.completions.create({ model, messages })
      expect(choices[0]?.message).toEqual({
        ...{ role: 'assistant', content: 'Ahoy 🙂', refusal: null },
        ...{ reasoning_details: details, note: 2, citations: [] },
      })
    },
  )

  it('in the chunks, without a cut character', async () => {
    const chunks = await chunksOf(await openai.chat.completions.create({ model: 'hosted4.1', messages, stream: true }))
    const deltas = chunks.flatMap(({ choices }) => choices.map((choice): object => choice.delta))
    expect(textOf(chunks)).toBe('Ahoy 🙂')
    const passed = deltas.flatMap((each) => ('reasoning_details' in each ? each.reasoning_details : []))
    expect(passed).toEqual(details)
    expect(deltas.findLast((each) => 'note' in each)).toMatchObject({ note: 2 })
  })
})

it('the fields that no rule names have a bound of a message with its calls, which content has not', async () => {
  const message = (length: number) =>
    anyOf([
      { role: 'user', content: [{ type: 'text', text: 'hi', note: 'n'.repeat(100_000) }] },
      {
        role: 'assistant',
        content: 'a',
        note: 'n'.repeat(40_000),
        tool_calls: [{ ...call, note: 'n'.repeat(length) }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'noon' },
    ])
  // each has a name and quotes
  await sent(message(25_536 - 2 * '{"note":""}'.length), 'hosted4.1')
  expect(
    await thrown(
      openai.chat.completions.create({
        model: 'hosted4.1',
        messages: message(25_537 - 2 * '{"note":""}'.length),
      }),
    ),
  ).toMatchObject({ status: 400, code: 'invalid_value', param: 'messages[1]' })
  expect(server.asked).toHaveLength(1)
})

it('a conversation that does not fit is refused with the size of the prompt and of the context', async () => {
  const messages: Messages = [{ role: 'user', content: 'word '.repeat(8_000) }]
  const message =
    'The prompt has about 10,000 tokens, and the context of the model 8,191, for prompt and reply together'
  expect(await thrown(openai.chat.completions.create({ model: 'local', messages }))).toMatchObject({
    ...{ status: 400, code: 'context_length_exceeded', param: 'messages' },
    error: { message },
  })
  expect(server.asked).toEqual([])
})

describe('a character', () => {
  let model: string
  beforeAll(async () => {
    const create = `mutation { createCharacter(input: {
      name: "Grace", greeting: "Ahoy", context: "A sailor", exampleDialogues: "<START>\\n{{user}}: Rum?\\n{{char}}: Aye."
    }) { character { id } } }`
    model = `character/${at(await ada.data(create), 'createCharacter', 'character', 'id')}`
  })

  it('has its sheet in the first system message, then its examples, and the conversation as it is', async () => {
    const body = await sent(
      [
        { role: 'system', content: 'S' },
        { role: 'assistant', content: 'Ahoy' },
        { role: 'user', content: 'hi', name: 'Kim' },
        { role: 'system', content: 'note' },
      ],
      model,
    )
    expect(body?.messages).toEqual([
      { role: 'system', content: expect.stringMatching(/Name: Grace.*A sailor\n\nS\n\nThe first exchange/s) },
      { role: 'user', content: 'Rum?' },
      { role: 'assistant', content: 'Aye.' },
      { role: 'assistant', content: 'Ahoy' },
      { role: 'user', content: 'hi', name: 'Kim' },
      { role: 'system', content: 'note' },
    ])
  })

  it('has a system message with its sheet where the caller has none', async () => {
    const body = await sent([{ role: 'user', content: 'hi' }], model)
    expect(body?.messages[0]?.content).toMatch(/Name: Grace/)
    expect(body?.messages.at(-1)).toEqual({ role: 'user', content: 'hi' })
  })
})
