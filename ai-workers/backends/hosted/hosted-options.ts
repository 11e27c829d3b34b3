import type {
  ChatCompletionCreateParamsBase,
  ChatCompletionMessageFunctionToolCall,
} from 'openai/resources/chat/completions'
import { isJsonObject, parsedJson } from '@parley/runtime'
import type { CompletionOptions, ResponseFormat, ToolCall } from '../../../src/tool-calls/completion-options.js'

interface HostedOptions extends Partial<
  Pick<ChatCompletionCreateParamsBase, 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'response_format'>
> {
  // deprecated in the library's types, and read by many servers
  readonly seed?: number
}

/** What a client requested beyond a reply in text. Unset options are not sent: not every server knows every name. */
export function hostedOptions(options: CompletionOptions): HostedOptions {
  const { seed, tools, toolChoice, hasParallelCalls, responseFormat } = options
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(tools ? { tools: tools.map(toolParam) } : {}),
    ...(toolChoice ? { tool_choice: choiceParam(toolChoice) } : {}),
    ...(hasParallelCalls === undefined ? {} : { parallel_tool_calls: hasParallelCalls }),
    ...(responseFormat ? { response_format: formatParam(responseFormat) } : {}),
  }
}

export function toolCallParam({ id, name, arguments: json, fields }: ToolCall): ChatCompletionMessageFunctionToolCall {
  return { ...fieldsOf(fields), id, type: 'function', function: { name, arguments: json } }
}

function toolParam({ name, description, parameters, isStrict }: NonNullable<CompletionOptions['tools']>[number]) {
  return {
    type: 'function' as const,
    function: { ...named(name, description, isStrict), parameters: fieldsOf(parameters) },
  }
}

function choiceParam(choice: NonNullable<CompletionOptions['toolChoice']>) {
  return choice.kind === 'named' ? { type: 'function' as const, function: { name: choice.name } } : choice.kind
}

function formatParam(format: ResponseFormat): NonNullable<HostedOptions['response_format']> {
  if (format.kind === 'json_object') return { type: format.kind }
  const { kind, name, description, schema, isStrict } = format
  return { type: kind, json_schema: { ...named(name, description, isStrict), schema: fieldsOf(schema) } }
}

function named(name: string, description: string | undefined, isStrict: boolean | undefined) {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(isStrict === undefined ? {} : { strict: isStrict }),
  }
}

/** An object as it came; empty without one. */
export function fieldsOf(json: string | undefined) {
  const fields = json === undefined ? undefined : parsedJson(json)
  return isJsonObject(fields) ? fields : {}
}
