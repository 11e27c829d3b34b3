import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ReplyPart } from '@parley/engine'
import { parsedJson, parsedLevels } from '@parley/runtime'
import { HostedBackend } from '../../ai-workers/backends/hosted/hosted-backend.js'
import { HostedToolCalls } from '../../ai-workers/backends/hosted/hosted-tool-calls.js'
import type { CompletionOptions, ConversationMessage } from '../../src/tool-calls/completion-options.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { replyJob } from '../contracts/reply-fixture.js'
import { collected } from '../support/ai-workers/collected-reply.js'
import { plain, stream } from '../support/ai-workers/hosted-answers.js'
import { HostedServer } from '../support/ai-workers/hosted-server.js'

let server: HostedServer
beforeAll(async () => {
  server = await HostedServer.open()
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  server.answerAll = undefined
})

const schema = '{"type":"object"}'
const tools = [{ name: 'weather', description: 'Of a place.', parameters: schema, isStrict: true }]
const round: readonly ConversationMessage[] = [
  { role: 'assistant', text: 'Wait.', calls: [{ id: 'a', name: 'weather', arguments: '{}' }] },
  { role: 'tool', text: 'rain', callId: 'a' },
]
const silent = round.map((message) => (message.role === 'assistant' ? { ...message, text: '' } : message))
const said = (role: 'system' | 'user' | 'assistant', text: string): ConversationMessage => ({ role, text })
const messages = Array.from({ length: 8 }, (_, n) => [said('user', `say ${n}`), said('assistant', `answer ${n}`)])
  .flat()
  .slice(0, -1)

async function reply(completion: Partial<CompletionOptions>, parts: Partial<ReplyJob> = {}) {
  const backend = new HostedBackend({ model: 'good', isKeyless: true, baseUrl: server.url, usageMs: 100 })
  const job = replyJob('good', { ...parts, completion: { maxTokens: 4_096, messages, ...completion } })
  const pieces: ReplyPart[] = []
  for await (const part of backend.stream(job, new AbortController().signal)) pieces.push(part)
  return { ...collected(pieces), pieces, body: server.asked[0]?.body }
}

describe('the request of a completion to a hosted model', () => {
  it('has every message as it was sent, and no limit that the caller did not set', async () => {
    const { body } = await reply({})
    expect(body?.messages).toEqual(messages.map(({ role, text }) => ({ role, content: text })))
    expect(body).not.toHaveProperty('max_tokens')
    expect(Object.keys(body ?? {})).not.toContain('tools')
  })

  it('loses its oldest exchanges where the membership has a smaller context, but no system message', async () => {
    const late = [said('system', 'S'), ...messages.slice(0, 4), said('system', 'note'), ...messages.slice(4)]
    const { body } = await reply({ messages: late }, { contextTokens: 20, sampling: { maxTokens: 8 } })
    const sent = body?.messages.map(({ content }) => content) ?? []
    expect(sent.slice(0, 2)).toEqual(['S', 'note'])
    expect(sent.slice(2)).toEqual(messages.slice(2 - sent.length).map(({ text }) => text))
    expect(sent.length).toBeLessThan(10)
  })

  it('has calls and results as they were sent', async () => {
    const { body } = await reply({
      messages: [said('user', 'One'), ...round, ...silent, said('user', 'Two'), ...round],
    })
    const calls = [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }]
    const answered = [
      { role: 'assistant', content: 'Wait.', tool_calls: calls },
      { role: 'tool', tool_call_id: 'a', content: 'rain' },
    ]
    expect(body?.messages).toEqual([
      { role: 'user', content: 'One' },
      ...answered,
      { ...answered[0], content: null },
      answered[1],
      { role: 'user', content: 'Two' },
      ...answered,
    ])
  })

  it('passes on tools, choice, format and seed', async () => {
    const { body } = await reply({
      tools,
      toolChoice: { kind: 'named', name: 'weather' },
      hasParallelCalls: false,
      seed: 5,
      responseFormat: { kind: 'json_schema', name: 'answer', schema, isStrict: false },
    })
    expect(body).toMatchObject({
      seed: 5,
      parallel_tool_calls: false,
      tool_choice: { type: 'function', function: { name: 'weather' } },
      tools: [
        {
          type: 'function',
          function: { name: 'weather', description: 'Of a place.', strict: true, parameters: { type: 'object' } },
        },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: false, schema: { type: 'object' } },
      },
    })
  })
})

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const piece = (call: object) => chunk({ tool_calls: [call] })
const end = chunk({}, 'tool_calls')
const whole = { index: 0, id: 'a', function: { name: 'clock', arguments: '{}' } }

describe('the tool calls of a hosted model', () => {
  const called = (id: unknown, name: string, json: string) => ({ id, name, arguments: json })
  it.each<[string, readonly object[], readonly object[], string?]>([
    [
      'in pieces',
      [
        chunk({ role: 'assistant', content: 'Wait.' }),
        piece({ index: 0, id: 'a', type: 'function', function: { name: 'weather', arguments: '' } }),
        piece({ index: 0, function: { arguments: '{"a"' } }),
        piece({ index: 0, function: { arguments: ':1}' } }),
        piece({ index: 1, id: 'b', type: 'function', function: { name: 'clock', arguments: '{}' } }),
        end,
      ],
      [called('a', 'weather', '{"a":1}'), called('b', 'clock', '{}')],
      'Wait.',
    ],
    [
      'whole, without an index',
      [
        chunk({
          content: null,
          tool_calls: [
            { id: 'a', function: { name: 'clock', arguments: '{}' } },
            { id: 'b', function: { name: 'clock', arguments: '{}' } },
          ],
        }),
        end,
      ],
      [called('a', 'clock', '{}'), called('b', 'clock', '{}')],
    ],
    [
      'with the name and the id in every piece',
      [
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{' } }),
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '}' } }),
        end,
      ],
      [called('a', 'clock', '{}')],
    ],
    [
      'of one tool, whole, without an index and an id',
      [
        chunk({
          tool_calls: [
            { function: { name: 'clock', arguments: '{"a":1}' } },
            { function: { name: 'clock', arguments: '{"a":2}' } },
          ],
        }),
        end,
      ],
      [called(expect.any(String), 'clock', '{"a":1}'), called(expect.any(String), 'clock', '{"a":2}')],
    ],
    [
      'with one id twice',
      [
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{}' } }),
        piece({ index: 1, id: 'a', function: { name: 'clock', arguments: '{}' } }),
        end,
      ],
      [called('a', 'clock', '{}'), called(expect.stringMatching(/^call_/), 'clock', '{}')],
    ],
    [
      'without an id',
      [piece({ index: 0, function: { name: 'clock', arguments: '{}' } }), end],
      [called(expect.stringMatching(/^call_[0-9a-f]{24}$/), 'clock', '{}')],
    ],
    [
      'in interleaved pieces of several calls',
      [
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '' } }),
        piece({ index: 1, id: 'b', function: { name: 'clock', arguments: '{"b"' } }),
        piece({ index: 0, function: { arguments: '{"a":' } }),
        piece({ index: 1, id: 'b', function: { name: 'clock', arguments: ':2}' } }),
        piece({ index: 0, function: { arguments: '1}' } }),
        end,
      ],
      [called('a', 'clock', '{"a":1}'), called('b', 'clock', '{"b":2}')],
    ],
    [
      'that all have the index 0',
      [
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{"a":1}' } }),
        piece({ index: 0, id: 'b', function: { name: 'clock', arguments: '{"b":2}' } }),
        end,
      ],
      [called('a', 'clock', '{"a":1}'), called('b', 'clock', '{"b":2}')],
    ],
    [
      'of one tool, that all have the index 0 and no id, whole or in pieces that name the tool or not',
      [
        piece({ index: 0, id: '', function: { name: 'clock', arguments: '{"a":"}"}' } }),
        piece({ index: 0, id: '', function: { name: 'clock', arguments: '{"b"' } }),
        piece({ index: 0, id: '', function: { name: 'clock', arguments: ':2}' } }),
        piece({ index: 0, id: '', function: { name: 'clock', arguments: '' } }),
        piece({ index: 0, function: { arguments: '{"c"' } }),
        piece({ index: 0, function: { arguments: ':3}' } }),
        piece({ index: 0, function: { name: 'clock', arguments: ' ' } }),
        end,
      ],
      ['{"a":"}"}', '{"b":2}', '{"c":3}'].map((json) => called(expect.stringMatching(/^call_/), 'clock', json)),
    ],
    [
      'that have the index 0, of which only the last one has an id',
      [
        piece({ index: 0, function: { name: 'clock', arguments: '{}' } }),
        piece({ index: 0, id: 'b', function: { name: 'clock', arguments: '' } }),
        piece({ index: 0, function: { arguments: '{"b":2}' } }),
        end,
      ],
      [called(expect.stringMatching(/^call_/), 'clock', '{}'), called('b', 'clock', '{"b":2}')],
    ],
    [
      'without what a provider adds to whole arguments',
      [
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{"a":{"b":"\\"}"' } }),
        piece({ index: 0, id: 'a', function: { arguments: '}}}' } }),
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{"a":{"b":"\\"}"}}' } }),
        piece({ index: 1, id: 'b', function: { name: 'clock', arguments: '{}}' } }),
        piece({ index: 0, function: { arguments: '"}' } }),
        piece({ index: 1, function: { arguments: '}' } }),
        piece({ index: 1, id: 'late', function: { arguments: '' } }),
        end,
      ],
      [called('a', 'clock', '{"a":{"b":"\\"}"}}'), called('b', 'clock', '{}')],
    ],
    [
      'that have one id and other arguments or another tool',
      [
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{"a":1}' } }),
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{"b":2}' } }),
        piece({ id: 'a', function: { name: 'weather', arguments: '{"b":2}' } }),
        end,
      ],
      [
        called('a', 'clock', '{"a":1}'),
        called(expect.stringMatching(/^call_/), 'clock', '{"b":2}'),
        called(expect.stringMatching(/^call_/), 'weather', '{"b":2}'),
      ],
    ],
    [
      'with an id that a provider invents for each piece',
      [
        piece({ index: 0, id: 'p1', function: { name: 'clock', arguments: '{"a"' } }),
        piece({ index: 0, id: 'p2', function: { name: 'clock', arguments: ':1}' } }),
        end,
      ],
      [called('p1', 'clock', '{"a":1}')],
    ],
    [
      'with such an id, in the usual pieces',
      [
        piece({ index: 0, id: 'p1', function: { name: 'clock', arguments: '' } }),
        piece({ index: 0, id: 'p2', function: { arguments: '{"a":' } }),
        piece({ index: 0, id: 'p3', function: { arguments: '{"b":1}}' } }),
        end,
      ],
      [called('p1', 'clock', '{"a":{"b":1}}')],
    ],
    [
      'once if a provider repeats them: with an id that came late, spelt in another way, or without the id',
      [
        piece({ index: 0, function: { name: 'clock' } }),
        piece({ index: 0, id: 'a', function: { arguments: '{"a":1}' } }),
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{"a":1}' } }),
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{"a": 1}' } }),
        piece({ index: 0, function: { name: 'clock', arguments: '{ "a": 1 }' } }),
        end,
      ],
      [called(expect.stringMatching(/^call_/), 'clock', '{"a":1}')],
    ],
    [
      'with the name in every piece, without an index',
      [
        piece({ function: { name: 'clock', arguments: '{"a"' } }),
        piece({ function: { name: 'clock', arguments: ':1}' } }),
        piece({ function: { name: 'clock', arguments: '{"a":2}' } }),
        end,
      ],
      ['{"a":1}', '{"a":2}'].map((json) => called(expect.stringMatching(/^call_/), 'clock', json)),
    ],
    [
      'with other arguments than an object, after a blank piece',
      [
        piece({ index: 0, id: '', function: { name: '', arguments: '' } }),
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '[{"a":1},{"b"' } }),
        piece({ index: 0, function: { arguments: ':2}]' } }),
        end,
      ],
      [called('a', 'clock', '[{"a":1},{"b":2}]')],
    ],
    [
      'with text between them and after them',
      [
        chunk({ content: 'First' }),
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{}' } }),
        chunk({ content: ', then' }),
        piece({ index: 1, id: 'b', function: { name: 'clock', arguments: '{}' } }),
        chunk({ content: '.' }),
        end,
      ],
      [called('a', 'clock', '{}'), called('b', 'clock', '{}')],
      'First, then.',
    ],
    [
      'without arguments, of which a limit has cut the last',
      [
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '' } }),
        piece({ index: 1, id: 'b', function: { name: 'clock', arguments: '' } }),
        chunk({}, 'length'),
      ],
      [called('a', 'clock', '{}'), called('b', 'clock', '')],
    ],
    [
      'with an object as arguments',
      [piece({ index: 0, id: 'a', function: { name: 'clock', arguments: { zone: ['UTC'] } } }), end],
      [called('a', 'clock', '{"zone":["UTC"]}')],
    ],
    [
      'without arguments, as an empty object',
      [
        piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '' } }),
        piece({ index: 1, id: 'b', function: { name: 'clock' } }),
        piece({ index: 2, id: 'c', function: { name: 'clock', arguments: '{}' } }),
        piece({ index: 3, id: 'd', function: { name: 'clock', arguments: null } }),
        end,
      ],
      ['a', 'b', 'c', 'd'].map((id) => called(id, 'clock', '{}')),
    ],
    [
      'with control characters',
      [
        chunk({ content: 'a\u001eb' }),
        piece({ index: 0, id: 'a\u001f', function: { name: 'c', arguments: '{}' } }),
        end,
      ],
      [called('a\u001f', 'c', '{}')],
      'a\u001eb',
    ],
  ])('are read %s', async (_, chunks, calls, text = '') => {
    server.answerAll = stream(...chunks)
    expect(await reply({ tools })).toMatchObject({ text, calls })
  })

  it('reach the client one after the other, each as soon as those before it are whole', async () => {
    server.answerAll = stream(
      piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{"a"' } }),
      piece({ index: 1, id: 'b', function: { name: 'clock', arguments: '{"b"' } }),
      piece({ index: 0, function: { arguments: ':1}' } }),
      piece({ index: 2, id: 'c', function: { name: 'clock', arguments: '' } }),
      piece({ index: 1, function: { arguments: ':2}' } }),
      piece({ index: 3, id: 'd', function: { name: 'clock', arguments: '{}' } }),
      end,
    )
    const { pieces } = await reply({ tools })
    const calls = pieces.map((part) =>
      typeof part === 'object' && 'index' in part ? [part.index, part.arguments] : part,
    )
    expect(calls).toEqual([
      [0, '{"a"'],
      [0, ':1}'],
      [1, '{"b"'],
      [1, ':2}'],
      [2, ''],
      [2, '{}'],
      [3, '{}'],
    ])
  })

  it('stay in this order with a late field of a call that is closed, and without arguments of the first one', async () => {
    server.answerAll = stream(
      piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '{}' } }),
      piece({ index: 1, id: 'b', function: { name: 'clock', arguments: '{"a"' } }),
      piece({ index: 0, function: { arguments: ' ' } }),
      piece({ index: 0, signature: 's' }),
      piece({ index: 1, function: { arguments: ':1}' } }),
      end,
    )
    const late = await reply({ tools })
    const order = late.pieces.map((part) => (typeof part === 'object' && 'index' in part ? part.index : part))
    expect(order).toEqual([0, 1, 1, 0])
    expect(late.calls).toMatchObject([{ arguments: '{}' }, { arguments: '{"a":1}' }])
    server.answerAll = stream(
      piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '' } }),
      piece({ index: 1, id: 'b', function: { name: 'clock', arguments: '{}' } }),
      end,
    )
    expect((await reply({ tools })).calls.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it.each([
    ['the id', { id: 'a' }, { id: 'a' }],
    ['the index', { index: 0 }, { index: 0 }],
    ['nothing', {}, {}],
  ])(
    'are one for each element of an answer that is not streamed, if elements have %s in common',
    async (_, one, other) => {
      const made = (begun: object, json: string) => ({ ...begun, function: { name: 'clock', arguments: json } })
      const message = { content: null, tool_calls: [made(one, '{"a":1}'), made(other, '{"b":2}')] }
      server.answerAll = plain({ choices: [{ message, finish_reason: 'tool_calls' }] })
      const { calls } = await reply({ tools })
      expect(calls.map((call) => call.arguments)).toEqual(['{"a":1}', '{"b":2}'])
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
    },
  )

  it('have the fields of the piece that starts each', async () => {
    const named = { index: 0, function: { name: 'clock', arguments: '' } }
    server.answerAll = stream(
      piece({ index: 0, signature: 'a', function: { name: 'clock', arguments: '{"a":1}' } }),
      piece({ ...named, signature: 'b' }),
      piece({ index: 0, id: 'b', function: { arguments: '{"b":2}' } }),
      piece({ ...named, signature: 'c' }),
      end,
    )
    const { calls, pieces } = await reply({ tools })
    expect(calls).toMatchObject([{ arguments: '{"a":1}' }, { id: 'b', arguments: '{"b":2}' }])
    const fields = pieces.flatMap((part) =>
      typeof part === 'object' && 'fields' in part ? [[part.index, part.fields]] : [],
    )
    expect(fields).toEqual([
      [0, '{"signature":"a"}\n'],
      [1, '{"signature":"b"}\n'],
      [1, '{"signature":"c"}\n'],
    ])
  })

  it('fail the reply for arguments of many levels', () => {
    const deep = parsedLevels(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
    const read = () => new HostedToolCalls().read([{ function: { name: 'clock', arguments: deep } }])
    expect(read).toThrow('the answer was not understood')
  })

  it('hold no pieces without content', () => {
    const calls = new HostedToolCalls()
    calls.read([{ index: 0, id: 'a', function: { name: 'clock', arguments: '{' } }])
    const empty = Array.from({ length: 100 }, () => ({ index: 1, id: 'b', function: { name: 'clock', arguments: '' } }))
    expect(calls.read(empty)).toEqual([])
    expect(calls.end({ isCut: false })).toEqual([{ index: 1, head: { id: 'b', name: 'clock' }, arguments: '{}' }])
  })

  it.each([
    ['a call without a name', [piece({ index: 0, id: 'a', function: { arguments: '{}' } }), end]],
    ['calls of another form', [chunk({ tool_calls: 'clock' }), end]],
    ['arguments after an empty object', [piece(whole), piece({ index: 0, function: { arguments: '{"a":1}' } }), end]],
    ['two objects in one piece', [piece({ ...whole, function: { name: 'clock', arguments: '{"a":1} {"b":2}' } }), end]],
    ...['tool_calls', 'tool_use', 'toolUse', 'function_call'].map((reason): [string, object[]] => [
      `the reason ${reason} without a call, also beside a text`,
      [chunk({ content: 'Wait.' }), chunk({}, reason)],
    ]),
    [
      'a call of the earlier protocol',
      [chunk({ content: 'Wait.', function_call: { name: 'clock' } }), chunk({}, 'stop')],
    ],
    ...['toolUse', 'tool_call', 'function_call'].map((type): [string, object[]] => [
      `a part with a call: ${type}`,
      [chunk({ content: ['Wait.', { type }] }), chunk({}, 'stop')],
    ]),
    [
      'a part with a call of another name',
      [chunk({ content: [{ functionCall: { name: 'clock' } }] }), chunk({}, 'stop')],
    ],
    [
      'a call of another protocol',
      [chunk({ content: ['Wait.', { type: 'tool_use', name: 'clock', input: {} }] }), end],
    ],
    ['a field of many levels', [piece({ ...whole, deep: parsedJson('['.repeat(200) + ']'.repeat(200)) }), end]],
  ])('fail the reply for %s', async (_, chunks) => {
    server.answerAll = stream(...chunks)
    await expect(reply({ tools })).rejects.toThrow('the answer was not understood')
  })

  it('fail the reply if a call has more fields than a request may send back', async () => {
    const signed = (length: number) => piece({ ...whole, signature: 's'.repeat(length) })
    server.answerAll = stream(signed(65_536 - '{"signature":""}\n'.length), end)
    expect(await reply({ tools })).toMatchObject({ calls: [called('a', 'clock', '{}')] })
    server.answerAll = stream(signed(65_537 - '{"signature":""}\n'.length), end)
    await expect(reply({ tools })).rejects.toThrow('the answer was too large')
  })

  it('need not follow: after the result of a tool a model may say nothing', async () => {
    server.answerAll = stream(chunk({ role: 'assistant', content: '' }), chunk({}, 'stop'))
    expect(await reply({ tools, messages: [...messages, ...round] })).toMatchObject({ text: '', calls: [] })
    expect(await reply({})).toMatchObject({ text: '', calls: [] })
  })

  it('are ignored where no tool was sent, unless nothing else is', async () => {
    server.answerAll = stream(chunk({ content: '' }), end)
    await expect(reply({})).rejects.toThrow('the answer was not understood')
    server.answerAll = stream(chunk({ content: 'Hello' }), piece({ index: 0, id: 'a', function: { name: 'x' } }), end)
    expect(await reply({})).toMatchObject({ text: 'Hello', calls: [] })
  })
})
