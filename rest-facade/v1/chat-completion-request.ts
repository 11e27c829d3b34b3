import { z } from 'zod'
import { faultsOfIssues } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { limits } from '../../src/limits.js'
import type { CompletionInput } from '../operations/service-operations.generated.js'
import { ProtocolRefusal } from './protocol-error.js'
import { message, messageInput } from './request-messages.js'
import { optionKeys, optionsOf } from './request-options.js'

const stop = rules.stops.element

/** Options that no model here supports. They are refused: ignoring them would change the meaning of the answer. */
const unsupported = {
  n: z.literal(1).nullish(),
  functions: z.array(z.unknown()).max(0).nullish(),
  function_call: z.literal('none').nullish(),
  modalities: z.array(z.literal('text')).max(limits.completionModalities).nullish(),
  audio: z.null().optional(),
  logprobs: z.literal(false).nullish(),
  web_search_options: z.null().optional(),
}

/** The keys of `POST /v1/chat/completions`; other keys are ignored. */
export const chatCompletionBody = z.object({
  model: z.string().min(1),
  messages: rules.completionMessages(message),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: rules.maxTokens.nullish(),
  max_completion_tokens: rules.maxTokens.nullish(),
  temperature: rules.temperature.nullish(),
  top_p: rules.topP.nullish(),
  frequency_penalty: rules.tokenPenalty.nullish(),
  presence_penalty: rules.tokenPenalty.nullish(),
  top_k: rules.topK.nullish(),
  min_p: rules.minP.nullish(),
  repeat_penalty: rules.repeatPenalty.nullish(),
  repetition_penalty: rules.repeatPenalty.nullish(),
  stop: z.union([stop, rules.stops]).nullish(),
  ...optionKeys,
  ...unsupported,
})

export interface ChatCompletionRequest {
  readonly input: CompletionInput
  readonly isStream: boolean
  /** Whether the stream ends with the count of its tokens. */
  readonly hasUsage: boolean
}

/** Throws ProtocolRefusal 400 that names the first faulty parameter. */
export function readChatCompletion(body: unknown): ChatCompletionRequest {
  const parsed = chatCompletionBody.safeParse(body, { reportInput: true })
  if (!parsed.success) throw faultOf(parsed.error.issues)
  const { model, messages, stream, stream_options: options, stop: stops, ...sampling } = parsed.data
  const isStream = stream ?? false
  return {
    input: {
      model,
      messages: messages.map(messageInput),
      maxTokens: sampling.max_completion_tokens ?? sampling.max_tokens,
      temperature: sampling.temperature,
      topP: sampling.top_p,
      frequencyPenalty: sampling.frequency_penalty,
      presencePenalty: sampling.presence_penalty,
      topK: sampling.top_k,
      minP: sampling.min_p,
      repeatPenalty: sampling.repeat_penalty ?? sampling.repetition_penalty,
      stops: typeof stops === 'string' ? [stops] : (stops ?? []),
      hasFallback: !isStream,
      options: optionsOf(sampling),
    },
    isStream,
    hasUsage: options?.include_usage ?? false,
  }
}

function faultOf(issues: readonly z.core.$ZodIssue[]): ProtocolRefusal {
  const [first = { location: [], type: '', message: '' }] = faultsOfIssues(issues)
  const [key = ''] = first.location
  const param = nameOf(first.location)
  if (Object.hasOwn(unsupported, key)) {
    return new ProtocolRefusal(400, { message: `${param} is not supported`, param, code: 'unsupported_parameter' })
  }
  const sentence = protocolWords(first)
  const code = first.type === 'missing' ? 'missing_required_parameter' : 'invalid_value'
  return new ProtocolRefusal(400, {
    message: param === '' ? `The body ${sentence}` : `${param}: ${sentence}`,
    param: param || null,
    code,
  })
}

const words: Readonly<Record<string, string>> = {
  missing: 'is required',
  model_attributes_type: 'must be an object',
  list_type: 'must be a list',
  string_type: 'must be a string',
  int_parsing: 'must be a number',
  int_from_float: 'must be a whole number',
  bool_parsing: 'must be true or false',
}

/** The words of a fault, which follow the name of its parameter. Those of the documented services are documented. */
function protocolWords({ type, message: text }: { readonly type: string; readonly message: string }): string {
  const own = words[type]
  if (own !== undefined) return own
  return text
    .replace(/^Value error, /, '')
    .replace(/^(?:Input|String|List) should /, 'must ')
    .replace(
      /^Invalid discriminator value. Expected (.*)$/,
      (_sentence: string, values: string) => `must be ${values.replaceAll(' | ', ' or ')}`,
    )
}

/** `messages[0].content`: the notation of the protocol. */
function nameOf(location: readonly (string | number)[]): string {
  return location.map((key, at) => (typeof key === 'number' ? `[${key}]` : (at === 0 ? '' : '.') + key)).join('')
}
