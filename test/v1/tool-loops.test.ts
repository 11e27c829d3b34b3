import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type OpenAI from 'openai'
import { chunk, counted, ended, refuseWith, said, stream, usage } from '../support/ai-workers/hosted-answers.js'
import type { HostedQuestion } from '../support/ai-workers/hosted-server.js'
import { openProviders, type ProviderFixture } from '../support/replies/provider-fixture.js'

type Body = HostedQuestion['body']
type Message = OpenAI.ChatCompletionMessageParam
type Fields = Readonly<Record<string, unknown>>

/** A provider that calls `add` for a question, and speaks when it has the results. */
interface Provider {
  /** The chunks of a call, or of two. */
  readonly calls: (turn: number) => readonly object[]
  readonly says?: readonly object[]
  /** What it refuses with 400. */
  readonly refuses?: (body: Body) => boolean
  /** Parameters of the caller's request. */
  readonly parameters?: object
}

let fixture: ProviderFixture
beforeAll(async () => {
  fixture = await openProviders()
})
afterAll(() => fixture.close())
afterEach(() => {
  fixture.server.answerAll = undefined
  fixture.server.asked.length = 0
})

const piece = (call: object) => chunk({ delta: { tool_calls: [call] } })
const begun = (turn: number, json: unknown, index = 0) => ({
  ...{ index, id: `call_${turn}_${index}`, type: 'function' },
  function: { name: 'add', arguments: json },
})
const goesOn = (json: string, index = 0) => piece({ index, function: { arguments: json } })
const whole = (turn: number) => piece(begun(turn, JSON.stringify({ to: turn })))
const thinking = { reasoning_content: 'A sum.' }
const details = { reasoning_details: [{ type: 'reasoning.encrypted', data: 'abc==' }] }
const signature = { extra_content: { google: { thought_signature: 'abc==' } } }

const assistants = ({ messages }: Body) => messages.filter(({ role }) => role === 'assistant') as unknown as Fields[]
const calling = (body: Body) => assistants(body).filter(({ tool_calls: calls }) => calls !== undefined)
const callsOf = (body: Body) => calling(body).flatMap(({ tool_calls: calls }) => calls as Fields[])
const without = (field: string) => (body: Body) => calling(body).some((message) => !(field in message))

const providers: Readonly<Record<string, Provider>> = {
  'calls in pieces': { calls: (turn) => [piece(begun(turn, '')), goesOn('{"to"'), goesOn(`:${turn}}`)] },
  'interleaved calls': {
    calls: (turn) => [
      piece(begun(turn, '')),
      piece(begun(turn, '', 1)),
      goesOn('{"to":', 1),
      goesOn('{"to":'),
      goesOn('2}', 1),
      goesOn('1}'),
    ],
  },
  'two calls of the index 0': {
    calls: (turn) => [whole(turn), piece({ ...begun(turn, '{"to":2}', 1), index: 0 })],
  },
  'arguments as an object': { calls: (turn) => [piece(begun(turn, { to: turn }))] },
  'no arguments': { calls: (turn) => [piece(begun(turn, ''))] },
  'signatures of calls': {
    calls: (turn) => [piece({ ...begun(turn, '{}'), ...signature })],
    refuses: (body) => callsOf(body).some((call) => !('extra_content' in call)),
  },
  'thoughts that it needs back': {
    calls: (turn) => [chunk({ delta: thinking }), whole(turn)],
    refuses: without('reasoning_content'),
  },
  'details that it needs back': {
    calls: (turn) => [chunk({ delta: details }), whole(turn)],
    refuses: without('reasoning_details'),
  },
  'nothing to say': { calls: (turn) => [whole(turn)], says: [] },
  'another name of the limit': {
    calls: (turn) => [whole(turn)],
    refuses: (body) => 'max_tokens' in body,
    parameters: { max_tokens: 99 },
  },
}
const refused = refuseWith(400, { error: { param: 'max_tokens', message: 'Use max_completion_tokens', code: 'x' } })

function play({ calls, says = [said('It is '), said('done.')], refuses }: Provider): void {
  fixture.server.answerAll = (response, body) => {
    if (!body || refuses?.(body)) return refused(response)
    const turn = body.messages.filter(({ role }) => role === 'user').length
    const isAnswered = body.messages.at(-1)?.role === 'tool'
    const chunks = isAnswered ? [...says, ended('stop')] : [...calls(turn), ended('tool_calls')]
    return stream(...chunks, counted(usage))(response)
  }
}

/** What an agent does: its questions, and the results of the calls that the model makes. */
async function agentConversation(ask: (messages: Message[]) => Promise<OpenAI.ChatCompletionMessage>) {
  const messages: Message[] = [{ role: 'system', content: 'Add.' }]
  for (let turn = 1; turn <= 20; turn += 1) {
    messages.push({ role: 'user', content: `Add ${turn}.` })
    for (let message = await ask(messages); ; message = await ask(messages)) {
      messages.push(message)
      if (!message.tool_calls) break
      for (const { id, ...call } of message.tool_calls) {
        const json = call.type === 'function' ? call.function.arguments : ''
        messages.push({ role: 'tool', tool_call_id: id, content: `added ${json.length > 2 ? json : ''}` })
      }
    }
  }
  return messages
}

/** Without fields that are null or empty, and those that the stream helper of OpenAI's client adds. */
const plainly = (messages: readonly object[]): unknown =>
  JSON.parse(
    JSON.stringify(messages, (key, value: unknown) =>
      value === null || value === '' || key.startsWith('parsed') ? undefined : value,
    ),
  )

type Ask = (request: Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>) => Promise<OpenAI.ChatCompletion>
const streamed: Ask = (request) => fixture.openai.chat.completions.stream(request).finalChatCompletion()

// both run the same code of calls: one way is shown through each
describe.each<[string, string, Ask]>([
  ['a hosted model', 'hosted4.1', (request) => fixture.openai.chat.completions.create(request)],
  ['an inference server', 'local', streamed],
])('a conversation of 20 turns with a tool through %s', (_, model, ask) => {
  it.each(Object.entries(providers))('keeps all that was said, with %s', async (_name, provider) => {
    play(provider)
    const conversation = await agentConversation(async (messages) => {
      const tools = [
        { type: 'function' as const, function: { name: 'add', parameters: { type: 'object' }, strict: true } },
      ]
      const [choice] = (await ask({ model, messages, tools, ...provider.parameters })).choices
      if (!choice) throw new Error('an answer without a choice')
      return choice.message
    })
    const calls = provider.calls(1).filter((each) => JSON.stringify(each).includes('call_'))
    expect(conversation).toHaveLength(1 + 20 * (3 + calls.length))
    // the stream helper makes null of an empty text beside tools
    expect(conversation.at(-1)?.content ?? '').toBe(provider.says ? '' : 'It is done.')
    const last = fixture.server.asked.findLast(({ body }) => body.messages.length === conversation.length - 1)
    expect(plainly(last?.body.messages ?? [])).toEqual(plainly(conversation.slice(0, -1)))
  })
})
