import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type OpenAI from 'openai'
import type { ReplyToolCall } from '../../src/ports/reply-generator/reply-generator.js'
import { AppError, inputFault } from '@parley/runtime'
import {
  chunksOf,
  CompletionFixture,
  counted,
  delta,
  hello,
  started,
  thrown,
} from '../support/replies/completion-fixture.js'
import { course, refusal } from '../support/replies/tapped-generator.js'

let fixture: CompletionFixture
beforeAll(async () => {
  fixture = await CompletionFixture.open()
})
afterAll(() => fixture.close())

const parameters = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] }
const weather: OpenAI.ChatCompletionTool = {
  type: 'function',
  function: { name: 'weather', description: 'Of a place.', parameters, strict: true },
}
const clock: OpenAI.ChatCompletionTool = { type: 'function', function: { name: 'clock' } }
const called = (id: string, name: string, json: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: json },
})

const head = { id: 'a', name: 'clock' }
const call = (parts: Partial<ReplyToolCall>): ReplyToolCall => ({
  ...{ kind: 'tool_call', attempt: 1, index: 0, offset: 0, delta: '' },
  ...parts,
})

/** The reply `Let me see`, then two calls, in pieces that cut the second one. */
const twoCalls = () =>
  course(
    started,
    delta(0, 'Let me see'),
    call({ head: { id: 'call_1', name: 'weather' }, delta: '{"place":"Bonn"}' }),
    call({ index: 1, head: { id: 'call_2', name: 'clock' } }),
    call({ index: 1, delta: '{' }),
    call({ index: 1, offset: 1, delta: '}' }),
    counted('stop'),
  )

describe('a reply with tool calls', () => {
  it('has them beside its text', async () => {
    fixture.tap.next = twoCalls()
    const { choices } = await fixture.ask({ tools: [weather, clock] })
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'Let me see',
        tool_calls: [called('call_1', 'weather', '{"place":"Bonn"}'), called('call_2', 'clock', '{}')],
      },
    })
  })

  it('without a text has null in place of it', async () => {
    fixture.tap.next = course(started, call({ head, delta: '{}' }), counted('stop'))
    const { choices } = await fixture.ask({ tools: [clock] })
    expect(choices[0]?.message).toEqual({
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [called('a', 'clock', '{}')],
    })
  })

  it('that the token limit ended says so', async () => {
    fixture.tap.next = course(started, call({ head, delta: '{"x' }), counted('length'))
    expect((await fixture.ask({ tools: [clock] })).choices[0]).toMatchObject({ finish_reason: 'length' })
  })

  it('streams the head of each call once, and then its arguments', async () => {
    fixture.tap.next = twoCalls()
    const chunks = await chunksOf(await fixture.askStream({ tools: [weather, clock] }))
    const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta ?? [])
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe('Let me see')
    expect(deltas.flatMap(({ tool_calls: calls = [] }) => calls)).toEqual([
      { index: 0, ...called('call_1', 'weather', '{"place":"Bonn"}') },
      { index: 1, ...called('call_2', 'clock', '') },
      { index: 1, function: { arguments: '{' } },
      { index: 1, function: { arguments: '}' } },
    ])
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
  })
})

describe('a reply that another worker generates again', () => {
  const again = () =>
    course(started, call({ head, delta: '{' }), call({ attempt: 2, head, delta: '{}' }), counted('stop'))

  it('is an error of a stream that has sent text: a call would come twice', async () => {
    fixture.tap.next = again()
    const calls: unknown[] = []
    const failure = await thrown(
      (async () => {
        for await (const { choices } of await fixture.askStream({ tools: [clock] }))
          calls.push(...(choices[0]?.delta.tool_calls ?? []))
      })(),
    )
    expect(failure).toMatchObject({ message: expect.stringContaining('has stopped') })
    expect(calls).toEqual([{ index: 0, ...called('a', 'clock', '{') }])
  })

  it('is the last run of an answer that is not streamed', async () => {
    fixture.tap.next = again()
    expect((await fixture.ask({ tools: [clock] })).choices[0]?.message.tool_calls).toEqual([called('a', 'clock', '{}')])
  })
})

describe('the job of a completion', () => {
  it('has the tools, the choice, the format, the seed and the bound of its reply', async () => {
    const messages = [{ role: 'user', text: 'Hello' }]
    // the scripted model refuses a format and a tool that it must call
    fixture.tap.next = course(started, delta(0, '{}'), counted('stop'))
    await fixture.ask({
      tools: [weather, clock],
      tool_choice: { type: 'function', function: { name: 'clock' } },
      parallel_tool_calls: false,
      seed: -7,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: parameters } },
    })
    expect(fixture.tap.lastJob.completion).toEqual({
      maxTokens: 4_096,
      messages,
      seed: -7,
      tools: [
        { name: 'weather', description: 'Of a place.', parameters: JSON.stringify(parameters), isStrict: true },
        { name: 'clock', parameters: '{"type":"object","properties":{}}' },
      ],
      toolChoice: { kind: 'named', name: 'clock' },
      hasParallelCalls: false,
      responseFormat: { kind: 'json_schema', name: 'answer', schema: JSON.stringify(parameters) },
    })
    const nothing = { description: null, strict: null, parameters: null }
    fixture.tap.next = course(started, delta(0, 'Hi'), counted('stop'))
    const { status } = await fixture.post({
      ...{ model: 'local', messages: hello, seed: null, tool_choice: null, parallel_tool_calls: null },
      tools: [{ type: 'function', function: { name: 'clock', ...nothing } }],
      response_format: { type: 'json_schema', json_schema: { ...nothing, name: 'answer', schema: parameters } },
    })
    expect(status).toBe(200)
    fixture.tap.next = course(started, delta(0, '{}'), counted('stop'))
    await fixture.ask({ response_format: { type: 'json_object' }, tool_choice: 'auto', tools: [] })
    expect(fixture.tap.lastJob.completion).toEqual({
      maxTokens: 4_096,
      messages,
      responseFormat: { kind: 'json_object' },
    })
    await fixture.ask({ tools: [], tool_choice: 'none', parallel_tool_calls: true })
    expect(fixture.tap.lastJob.completion).toEqual({ maxTokens: 4_096, messages })
    await fixture.ask({ response_format: { type: 'text' } })
    expect(fixture.tap.lastJob.completion).toEqual({ maxTokens: 4_096, messages })
  })

  it('has the calls of its messages with their results, in the order in which they were sent', async () => {
    await fixture.ask({
      messages: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Hm.' },
        { role: 'assistant', content: 'Wait.', tool_calls: [called('a', 'weather', '{}'), called('b', 'clock', '{}')] },
        { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'noon' }] },
        { role: 'tool', tool_call_id: 'a', content: 'rain' },
        { role: 'assistant', content: 'It rains.' },
        { role: 'user', content: 'Two' },
        { role: 'assistant', tool_calls: [called('c', 'clock', '{')] },
        { role: 'tool', tool_call_id: 'c', content: '' },
      ],
    })
    const call = (id: string, name: string, json: string) => ({ id, name, arguments: json })
    expect(fixture.tap.lastJob).toMatchObject({
      history: [],
      message: '',
      completion: {
        messages: [
          { role: 'user', text: 'One' },
          { role: 'assistant', text: 'Hm.' },
          { role: 'assistant', text: 'Wait.', calls: [call('a', 'weather', '{}'), call('b', 'clock', '{}')] },
          { role: 'tool', callId: 'b', text: 'noon' },
          { role: 'tool', callId: 'a', text: 'rain' },
          { role: 'assistant', text: 'It rains.' },
          { role: 'user', text: 'Two' },
          { role: 'assistant', text: '', calls: [call('c', 'clock', '{')] },
          { role: 'tool', callId: 'c', text: '' },
        ],
      },
    })
  })
})

it('descriptions of a tool and of its properties have no limit of their own', async () => {
  const description = 'x'.repeat(300_000)
  const long = { type: 'object', description, properties: { place: { type: 'string', description } } }
  const tool = { type: 'function' as const, function: { name: 'a', description, parameters: long } }
  expect((await fixture.ask({ tools: [tool] })).choices).toHaveLength(1)
  const [sent] = fixture.tap.lastJob.completion?.tools ?? []
  expect(sent).toEqual({ name: 'a', description, parameters: JSON.stringify(long) })
})

describe('a request', () => {
  const asked = (messages: readonly unknown[]) => ({ messages: messages as OpenAI.ChatCompletionMessageParam[] })
  const call = called('a', 'clock', '{}')
  const call2 = called('b', 'clock', '{}')
  const deep = Array.from({ length: 70 }).reduce<object>((inner) => ({ items: inner }), {})
  it.each<[object, string]>([
    [{ tools: [clock, clock] }, 'tools[1].function.name'],
    [{ tools: [{ type: 'function', function: { name: 'a b' } }] }, 'tools[0].function.name'],
    [{ tools: Array.from({ length: 129 }, () => clock) }, 'tools'],
    [{ tools: [{ type: 'custom', custom: { name: 'a' } }] }, 'tools[0].type'],
    [{ tool_choice: 'required' }, 'tool_choice'],
    [{ tools: [clock], tool_choice: { type: 'function', function: { name: 'weather' } } }, 'tool_choice.function.name'],
    [{ functions: [{ name: 'clock' }] }, 'functions'],
    [{ seed: 1.5 }, 'seed'],
    [{ tools: [{ type: 'function', function: { name: 'a', parameters: deep } }] }, 'tools[0].function.parameters'],
    [
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'a', schema: { title: 'x'.repeat(70_000) } },
        },
      },
      'response_format.json_schema.schema',
    ],
    [asked([...hello, { role: 'assistant', tool_calls: [call] }]), 'messages'],
    [asked([...hello, { role: 'tool', tool_call_id: 'a', content: '' }]), 'messages'],
    [
      asked([...hello, { role: 'assistant', tool_calls: [call] }, { role: 'tool', tool_call_id: 'b', content: '' }]),
      'messages',
    ],
    [
      asked([
        ...hello,
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content: '' },
        { role: 'tool', tool_call_id: 'b', content: '' },
      ]),
      'messages',
    ],
    [
      asked([
        ...hello,
        { role: 'assistant', tool_calls: [call, call2] },
        { role: 'tool', tool_call_id: 'a', content: '' },
        { role: 'user', content: 'x' },
      ]),
      'messages',
    ],
  ])('that contradicts itself is 400 and names its parameter: %#', async (body, param) => {
    expect(await thrown(fixture.ask(body))).toMatchObject({ status: 400, param, message: expect.stringMatching(/./) })
  })

  it('with half a million levels of arrays is 400, and the server answers the next one', async () => {
    const nested = `${'['.repeat(250_000)}${']'.repeat(250_000)}`
    const schema = `{"type":"object","enum":${nested}}`
    const body = `{"model":"local","messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"a","parameters":${schema}}}]}`
    const headers = { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' }
    const refused = await fetch(`${fixture.app.url}/v1/chat/completions`, { method: 'POST', headers, body })
    expect(refused.status).toBe(400)
    expect((await fixture.ask()).choices).toHaveLength(1)
  })

  it('that the model of the worker cannot follow is 400 and names what it cannot', async () => {
    const message = 'properties.age.pattern: a grammar cannot express this'
    const fields = [inputFault('response_format', message)]
    fixture.tap.next = refusal(new AppError('BAD_USER_INPUT', { message, fields }))
    const body = { response_format: { type: 'json_object' as const } }
    expect(await thrown(fixture.ask(body))).toMatchObject({
      status: 400,
      param: 'response_format',
      message: `400 ${message}`,
    })
  })
})

it('a model says how long its context is and what it follows', async () => {
  const { data } = await fixture.openai.models.list()
  expect(data[0]).toMatchObject({
    id: 'local',
    context_length: null,
    max_completion_tokens: 4_096,
    supported_parameters: expect.arrayContaining(['tools', 'tool_choice', 'response_format', 'seed']),
  })
})
