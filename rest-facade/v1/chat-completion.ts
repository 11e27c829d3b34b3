import { z } from 'zod'
import { shapes } from '../rows/shapes.js'
import type { CompletionSubscription } from '../operations/service-operations.generated.js'

export type Step = CompletionSubscription['completion']

const finishReason = z.enum(['stop', 'length'])
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
      message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
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
  const message = { role: 'assistant', content: text, refusal: null } as const
  const choice = { index: 0, message, logprobs: null, finish_reason: finishOf(last) } as const
  const usage = usageOf(last)
  return { ...completion, object: 'chat.completion', choices: [choice], ...(usage ? { usage } : {}) }
}

/** The first chunk, before any text: it shows the client at once that the reply begins. */
export function firstChunk(completion: Completion): object {
  return chunk(completion, { role: 'assistant', content: '' }, null)
}

export function textChunk(completion: Completion, { delta }: Step): object {
  return chunk(completion, { content: delta }, null)
}

export function lastChunk(completion: Completion, last: Step): object {
  return chunk(completion, {}, finishOf(last))
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

function finishOf({ receipt }: Step): z.output<typeof finishReason> {
  return receipt?.finish === 'length' ? 'length' : 'stop'
}

function usageOf({ receipt }: Step): z.output<typeof usageShape> | undefined {
  if (!receipt) return undefined
  const { promptTokens: prompt, replyTokens: reply } = receipt
  return { prompt_tokens: prompt, completion_tokens: reply, total_tokens: prompt + reply }
}
