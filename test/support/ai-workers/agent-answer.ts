import { chunk, counted, ended, said, stream, usage, type Answer } from './hosted-answers.js'

/** The parts of a request that decide its answer. */
interface AgentRequest {
  readonly messages: readonly Message[]
  readonly seed?: number
  readonly parallel_tool_calls?: boolean
  readonly tools?: readonly Named[]
  readonly tool_choice?: 'none' | 'auto' | 'required' | Named
  readonly response_format?: { readonly json_schema?: { readonly schema: Schema } }
}

interface Message {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly { readonly extra_content?: { readonly signature?: string } }[]
}

interface Named {
  readonly function: { readonly name: string }
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

/**
 * A hosted model that uses tools: JSON where a form is requested, a text after the result of a call, otherwise a call for
 * every city of the question, and without tools a text that names the seed. Words of the question ask for what other
 * providers do: `Think`, `Say nothing`, `at once` (interleaved calls), `Sign` (a field that it wants back).
 */
export const agentAnswer: Answer = (response, body = { model: '', messages: [] }) =>
  stream(...chunksOf(body), counted(isThinking(body) ? { ...usage, ...reasoned } : usage))(response)

const reasoned = { completion_tokens_details: { reasoning_tokens: 3 } }
const signature = 'c2lnbmVk'
const isThinking = ({ messages }: AgentRequest) => messages.at(-1)?.content?.startsWith('Think') === true

function chunksOf(request: AgentRequest): object[] {
  const { messages, seed, tools = [], tool_choice: choice, response_format: format } = request
  const last = messages.at(-1)
  const question = last?.content ?? ''
  if (format) return text(JSON.stringify(exampleOf(format.json_schema?.schema ?? {})))
  if (last?.role === 'system') return text(messages.map(({ role }) => role).join(', '))
  if (last?.role === 'tool') return text(`It is ${question}${signedIn(messages)}.`)
  if (question === 'Say nothing.') return [ended('stop')]
  if (isThinking(request)) return [...['A greeting ', 'is due.'].map(thought), said('Hello'), ended('stop')]
  const [tool] = typeof choice === 'object' ? [choice] : tools
  if (!tool || choice === 'none') return text(`Hello with the seed ${String(seed)}`)
  return [...callsOf(request, tool.function.name), ended('tool_calls')]
}

const text = (whole: string) => [said(whole.slice(0, 5)), said(whole.slice(5)), ended('stop')]
const thought = (piece: string) => chunk({ delta: { reasoning_content: piece } })

/** Whether the calls of a conversation have the field that their provider added: an empty text where it added none. */
function signedIn(messages: readonly Message[]): string {
  if (!messages.some(({ content }) => content?.includes('Sign'))) return ''
  const calls = messages.flatMap(({ tool_calls: made = [] }) => made)
  return calls.every(({ extra_content: extra }) => extra?.signature === signature) ? ', signed' : ', unsigned'
}

/** A call for each city of the question, in three chunks each, as providers send them; one without arguments where it has none. */
function callsOf({ messages, parallel_tool_calls: isParallel }: AgentRequest, name: string): object[] {
  const question = messages.at(-1)?.content ?? ''
  const cities = question.match(/Oslo|Rome/g)?.slice(0, isParallel === false ? 1 : 2) ?? []
  const extra = question.includes('Sign') ? { extra_content: { signature } } : {}
  const begun = (id: string, index: number) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: '' },
    ...extra,
  })
  if (cities.length === 0) return [called(begun('call_1', 0))]
  const calls = cities.map((city, index) => {
    const pieces = ['{"city":', `"${city}"}`].map((json) => ({ index, function: { arguments: json } }))
    return [begun(`call_${city}`, index), ...pieces].map(called)
  })
  const [first = [], second = []] = calls
  return question.includes('at once')
    ? first.flatMap((piece, at) => [piece, ...second.slice(at, at + 1)])
    : calls.flat()
}

const called = (call: object) => chunk({ delta: { tool_calls: [call] } })

function exampleOf({ type = 'object', enum: values, properties = {} }: Schema): unknown {
  if (values) return values[0]
  if (type === 'object') return Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, exampleOf(of)]))
  return type === 'boolean' ? true : 'ABC'
}
