import type { ChatHistoryItem, ChatModelFunctions, ChatModelResponse } from 'node-llama-cpp'
import { isDeeperThan, parsedJson } from '@parley/runtime'
import { schemaDepth } from '../grammar/schema-depth.js'
import type { Tool } from '../reply/reply-requirements.js'
import { messagesOf, type Prompt, type PromptMessage } from '../prompt/prompt.js'
import { expressibleMessages, type TemplateAbilities } from './expressible-messages.js'

/** Changes texts for a template. */
interface TextRules {
  /** Of texts that the template writes as they are: breaks its markers. */
  readonly safe: (text: string) => string
  /** Whether it expects results as texts; else as the values that they are. */
  readonly hasTextResults: boolean
  /** Read for messages in any order. */
  readonly abilities: () => TemplateAbilities
}

/** The conversation as the library reads it, with the beginning of the reply at its end. */
export function chatHistoryOf(prompt: Prompt, { safe, hasTextResults, abilities }: TextRules): ChatHistoryItem[] {
  const items: ChatHistoryItem[] = []
  let response: ChatModelResponse['response'] | undefined
  const sent = messagesOf(prompt)
  const isMixed = prompt.inAnyOrder === true || (prompt.inserted ?? []).length > 0
  const messages = isMixed ? expressibleMessages(sent, abilities()) : sent
  const respond = () => {
    if (response) return response
    response = []
    items.push({ type: 'model', response })
    return response
  }
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') continue
    if (message.role !== 'assistant') {
      response = undefined
      items.push({ type: message.role, text: message.text })
      continue
    }
    const { text: said, calls = [] } = message
    if (said !== '' || calls.length === 0) respond().push(said)
    calls.forEach(({ id, name, arguments: json }, at) => {
      const params = safeValue(json, safe)
      const text = resultOf(id, messages.slice(index + 1, index + 1 + calls.length))
      const result = hasTextResults ? text : safeValue(text, (each) => each)
      respond().push({ type: 'functionCall', name, params, result, startsNewChunk: at === 0 })
    })
  }
  respond()
  return items
}

function resultOf(id: string, results: readonly PromptMessage[]): string {
  return results.find((message) => message.role === 'tool' && message.callId === id)?.text ?? ''
}

/** Tools for the section of a template that documents them. */
export function chatFunctionsOf(tools: readonly Tool[], safe: (text: string) => string): ChatModelFunctions {
  return Object.fromEntries(
    tools.map(({ name, description = '', parameters }) => {
      // some templates repeat the type of an item as often as it is needed, at each level
      const json = JSON.stringify(parsedJson(parameters), (key, value: unknown) =>
        key === 'minItems' && typeof value === 'number' ? undefined : value,
      )
      const params = parsedJson(safe(json))
      return [name, { description: safe(description), params: params as ChatModelFunctions[string]['params'] }]
    }),
  )
}

/** Documents tools for a template that has no section for them; `example` is a call of one. */
export function toolInstructions(tools: readonly Tool[], example: string): string {
  const lines = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ name, description, parameters: parsedJson(parameters) }),
  )
  return [
    'You can call functions. They are, with the JSON Schema of their arguments:',
    ...lines,
    `To call one, reply only with ${example}, where the arguments are a JSON object. Its result follows.`,
  ].join('\n')
}

/** The value that a template formats: of JSON if it is an object or a list, else the text. */
function safeValue(text: string, safe: (text: string) => string): unknown {
  const value = parsedJson(text)
  // a number of more digits would become another one
  const isText = typeof value !== 'object' || value === null || /\d{16}/.test(text)
  if (isText || isDeeperThan(value, schemaDepth)) return safe(text)
  // first without escapes of ordinary characters, which would hide a marker
  return parsedJson(safe(JSON.stringify(value)))
}
