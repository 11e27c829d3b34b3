import type {
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { PromptMessage, ReplySampling } from '@parley/engine'
import { parsedJson } from '@parley/runtime'
import type { JobImage } from '../../../src/ports/reply-generator/reply-generator.js'
import { spokenMessages } from '../../prompts/continued-messages.js'
import { trailingCount } from '../../prompts/lore.js'
import type { BackendJob } from '../backend.js'
import { fieldsOf, hostedOptions, toolCallParam } from './hosted-options.js'

interface HostedRequestOptions {
  readonly model: string
  /** The values to send. */
  readonly sampling: Partial<ReplySampling>
  /** Epoch milliseconds. */
  readonly now: number
}

/** The body of `POST /chat/completions`. Unset options are not sent: not every server knows every name. */
export function hostedRequest(
  job: BackendJob,
  { model, sampling, now }: HostedRequestOptions,
): ChatCompletionCreateParamsStreaming {
  const messages = spokenMessages(job, now)
  // a continuation is requested after the message and its reply so far
  const imageAt = messages.length - (job.beginning === undefined ? 1 : 3) - trailingCount(job)
  const { maxTokens, temperature, topP, frequencyPenalty, presencePenalty } = sampling
  // the older of two names, deprecated by the library's types: many servers of this protocol know only this one
  const limit = maxTokens === undefined ? {} : { max_tokens: maxTokens }
  return {
    model,
    messages: messages.map((message, n) => messageParam(message, n === imageAt ? job.image : undefined)),
    stream: true,
    stream_options: { include_usage: true },
    ...limit,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(frequencyPenalty === undefined ? {} : { frequency_penalty: frequencyPenalty }),
    ...(presencePenalty === undefined ? {} : { presence_penalty: presencePenalty }),
    ...(job.stops && job.stops.length > 0 ? { stop: [...job.stops] } : {}),
    ...(job.completion ? hostedOptions(job.completion) : {}),
  }
}

/** The message that is answered may have an image, as bytes: the hosted service never fetches an address. */
function messageParam(message: PromptMessage, image: JobImage | undefined): ChatCompletionMessageParam {
  const { role, text } = message
  const fields = fieldsOf(message.fields)
  const content = partsOf(message.parts) ?? text
  if (role === 'tool') return { ...fields, role, tool_call_id: message.callId, content }
  const name = message.name === undefined ? {} : { name: message.name }
  if (role === 'assistant' && message.calls)
    return { ...fields, role, ...name, content: content || null, tool_calls: message.calls.map(toolCallParam) }
  if (!image || role !== 'user') return { ...fields, role, ...name, content }
  const url = `data:${image.contentType};base64,${image.base64}`
  return {
    role,
    content: [
      { type: 'text', text },
      { type: 'image_url', image_url: { url } },
    ],
  }
}

/** Of any type: they are sent as they came. */
const isParts = (value: unknown): value is ChatCompletionContentPartText[] => Array.isArray(value)

function partsOf(json: string | undefined): ChatCompletionContentPartText[] | undefined {
  const parts = json === undefined ? undefined : parsedJson(json)
  return isParts(parts) ? parts : undefined
}
