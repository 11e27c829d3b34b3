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

export function toolCallParam({ id, name, arguments: json }: ToolCall): ChatCompletionMessageFunctionToolCall {
  return { id, type: 'function', function: { name, arguments: json } }
}

function toolParam({ name, description, parameters, isStrict }: NonNullable<CompletionOptions['tools']>[number]) {
  return {
    type: 'function' as const,
    function: { ...named(name, description, isStrict), parameters: schemaOf(parameters) },
  }
}

function choiceParam(choice: NonNullable<CompletionOptions['toolChoice']>) {
  return choice.kind === 'named' ? { type: 'function' as const, function: { name: choice.name } } : choice.kind
}

function formatParam(format: ResponseFormat): NonNullable<HostedOptions['response_format']> {
  if (format.kind === 'json_object') return { type: format.kind }
  const { kind, name, description, schema, isStrict } = format
  return { type: kind, json_schema: { ...named(name, description, isStrict), schema: schemaOf(schema) } }
}

function named(name: string, description: string | undefined, isStrict: boolean | undefined) {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(isStrict === undefined ? {} : { strict: isStrict }),
  }
}

function schemaOf(json: string) {
  const schema = parsedJson(json)
  return isJsonObject(schema) ? schema : {}
}
