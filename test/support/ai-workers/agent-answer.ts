import { chunk, counted, ended, said, stream, usage, type Answer } from './hosted-answers.js'

/** The parts of a request that decide its answer. */
interface AgentRequest {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[]
  readonly seed?: number
  readonly tools?: readonly Named[]
  readonly tool_choice?: 'none' | 'auto' | 'required' | Named
  readonly response_format?: { readonly json_schema?: { readonly schema: Schema } }
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
 * every city of the question, and without tools a text that names the seed.
 */
export const agentAnswer: Answer = (response, body = { model: '', messages: [] }) =>
  stream(...chunksOf(body), counted(usage))(response)

function chunksOf({ messages, seed, tools = [], tool_choice: choice, response_format: format }: AgentRequest) {
  const last = messages.at(-1)
  if (format) return text(JSON.stringify(exampleOf(format.json_schema?.schema ?? {})))
  if (last?.role === 'tool') return text(`It is ${last.content ?? ''}.`)
  const [tool] = typeof choice === 'object' ? [choice] : tools
  if (!tool || choice === 'none') return text(`Hello with the seed ${String(seed)}`)
  const cities = last?.content?.match(/Oslo|Rome/g) ?? []
  return [...cities.flatMap((city, index) => call(tool.function.name, { city, index })), ended('tool_calls')]
}

const text = (whole: string) => [said(whole.slice(0, 5)), said(whole.slice(5)), ended('stop')]

/** A call in three chunks, as providers send it. */
function call(name: string, { city, index }: { readonly city: string; readonly index: number }): object[] {
  const begun = { index, id: `call_${city}`, type: 'function', function: { name, arguments: '' } }
  const pieces = ['{"city":', `"${city}"}`].map((json) => ({ index, function: { arguments: json } }))
  return [begun, ...pieces].map((piece) => chunk({ delta: { tool_calls: [piece] } }))
}

function exampleOf({ type = 'object', enum: values, properties = {} }: Schema): unknown {
  if (values) return values[0]
  if (type === 'object') return Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, exampleOf(of)]))
  return type === 'boolean' ? true : 'ABC'
}
