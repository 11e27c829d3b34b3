import { z } from 'zod'
import { type ReplyPart, ReplyPartReader } from '@parley/engine'
import { shapes } from '../rows/shapes.js'
import type { CompletionSubscription } from '../operations/service-operations.generated.js'

export type Step = CompletionSubscription['completion']

const finishReason = z.enum(['stop', 'length', 'tool_calls'])
const toolCallShape = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string().describe('JSON text.') }),
})
const usageShape = z
  .object({ prompt_tokens: shapes.count, completion_tokens: shapes.count, total_tokens: shapes.count })
  .describe('Absent if the model does not count tokens.')

/** The answer of `POST /v1/chat/completions` without `stream`. */
export const chatCompletionShape = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: shapes.count.describe('Seconds since 1970.'),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      message: z.object({
        role: z.literal('assistant'),
        content: z.string().nullable().describe('Null if the reply has only tool calls.'),
        refusal: z.null(),
        tool_calls: z.array(toolCallShape).optional(),
      }),
      logprobs: z.null(),
      finish_reason: finishReason,
    }),
  ),
  usage: usageShape.optional(),
})

/** The common keys of all chunks of one completion. */
export interface Completion {
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly model: string
}

export function completionOf({ completionId }: Step, { model, now }: { model: string; now: number }): Completion {
  return { id: `chatcmpl-${completionId}`, created: Math.floor(now / 1000), model }
}

export function wholeAnswer(completion: Completion, text: string, last: Step): z.output<typeof chatCompletionShape> {
  let content = ''
  const calls: z.output<typeof toolCallShape>[] = []
  for (const part of new ReplyPartReader().read(text)) {
    const { function: called } = calls.at(-1) ?? {}
    if (part.kind === 'text') content += part.text
    else if (part.kind === 'call')
      calls.push({ id: part.id, type: 'function', function: { name: part.name, arguments: '' } })
    else if (called) called.arguments += part.text
  }
  const hasCalls = calls.length > 0
  const choice = {
    index: 0,
    message: {
      role: 'assistant',
      content: hasCalls && content === '' ? null : content,
      refusal: null,
      ...(hasCalls ? { tool_calls: calls } : {}),
    },
    logprobs: null,
    finish_reason: finishOf(last, hasCalls),
  } as const
  const usage = usageOf(last)
  return { ...completion, object: 'chat.completion', choices: [choice], ...(usage ? { usage } : {}) }
}

/** The first chunk, before any text: it shows the client at once that the reply begins. */
export function firstChunk(completion: Completion): object {
  return chunk(completion, { role: 'assistant', content: '' }, null)
}

export function partChunk(completion: Completion, part: ReplyPart): object {
  return chunk(completion, deltaOf(part), null)
}

function deltaOf(part: ReplyPart): object {
  if (part.kind === 'text') return { content: part.text }
  const { index } = part
  if (part.kind === 'arguments') return { tool_calls: [{ index, function: { arguments: part.text } }] }
  const { id, name } = part
  return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
}

export function lastChunk(completion: Completion, last: Step, hasCalls: boolean): object {
  return chunk(completion, {}, finishOf(last, hasCalls))
}

/** Undefined when the model does not count. */
export function usageChunk(completion: Completion, last: Step): object | undefined {
  const usage = usageOf(last)
  return usage && { ...completion, object: 'chat.completion.chunk', choices: [], usage }
}

function chunk(completion: Completion, delta: object, finish: z.output<typeof finishReason> | null): object {
  const choice = { index: 0, delta, logprobs: null, finish_reason: finish }
  return { ...completion, object: 'chat.completion.chunk', choices: [choice] }
}

function finishOf({ receipt }: Step, hasCalls: boolean): z.output<typeof finishReason> {
  if (receipt?.finish === 'length') return 'length'
  return hasCalls ? 'tool_calls' : 'stop'
}

function usageOf({ receipt }: Step): z.output<typeof usageShape> | undefined {
  if (!receipt) return undefined
  const { promptTokens: prompt, replyTokens: reply } = receipt
  return { prompt_tokens: prompt, completion_tokens: reply, total_tokens: prompt + reply }
}
