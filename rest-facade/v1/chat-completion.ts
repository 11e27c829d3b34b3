import { z } from 'zod'
import { shapes } from '../rows/shapes.js'
import type { CompletionSubscription } from '../operations/service-operations.generated.js'
import { passedFields } from './passed-fields.js'

export type Step = CompletionSubscription['completion']

/** The reply of the newest attempt so far. */
export class CollectedReply {
  content = ''
  thoughts = ''
  fields = ''
  #calls: CollectedCall[] = []
  #attempt = 0

  get calls(): z.output<typeof toolCallShape>[] {
    return this.#calls.map(({ id, name, arguments: json, fields }) => {
      return { ...passedFields(fields), id, type: 'function', function: { name, arguments: json } }
    })
  }

  add({ attempt, delta, thoughtsDelta, fields: added, toolCall }: Step): void {
    if (attempt > this.#attempt)
      [this.#attempt, this.content, this.thoughts, this.fields, this.#calls] = [attempt, '', '', '', []]
    this.content += delta
    this.thoughts += thoughtsDelta
    this.fields += added ?? ''
    if (!toolCall) return
    const { index, id, name, arguments: json } = toolCall
    const fields = toolCall.fields ?? ''
    const known = this.#calls[index]
    this.#calls[index] = known
      ? { ...known, arguments: known.arguments + json, fields: known.fields + fields }
      : { id: id ?? '', name: name ?? '', arguments: json, fields }
  }
}

interface CollectedCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly fields: string
}

const finishReason = z.enum(['stop', 'length', 'tool_calls'])
const toolCallShape = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string().describe('JSON text.') }),
})
const usageShape = z
  .object({
    prompt_tokens: shapes.count,
    completion_tokens: shapes.count,
    total_tokens: shapes.count,
    completion_tokens_details: z
      .object({ reasoning_tokens: shapes.count.describe('Those of `completion_tokens` that were thoughts.') })
      .optional()
      .describe('Absent if they were not counted.'),
  })
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
      message: z.looseObject({
        role: z.literal('assistant'),
        content: z.string().nullable().describe('Null if the reply has only tool calls.'),
        reasoning_content: z
          .string()
          .optional()
          .describe('What the model thought before the reply; absent if it shows no thoughts.'),
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

export function wholeAnswer(
  completion: Completion,
  { content, thoughts, fields, calls }: CollectedReply,
  last: Step,
): z.output<typeof chatCompletionShape> {
  const hasCalls = calls.length > 0
  const choice = {
    index: 0,
    message: {
      ...passedFields(fields),
      role: 'assistant',
      content: hasCalls && content === '' ? null : content,
      ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
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

/** Undefined for a step that adds nothing. */
export function stepChunk(
  completion: Completion,
  { delta, thoughtsDelta, fields, toolCall }: Step,
): object | undefined {
  if (fields !== null) return chunk(completion, passedFields(fields), null)
  if (thoughtsDelta !== '') return chunk(completion, { reasoning_content: thoughtsDelta }, null)
  if (!toolCall) return delta === '' ? undefined : chunk(completion, { content: delta }, null)
  const { index, id, name, arguments: json } = toolCall
  const added = { ...passedFields(toolCall.fields ?? ''), index }
  const call =
    id === null
      ? { ...added, function: { arguments: json } }
      : { ...added, id, type: 'function', function: { name, arguments: json } }
  return chunk(completion, { tool_calls: [call] }, null)
}

/** An empty reply has an empty text, which clients would otherwise not see. */
export function lastChunk(
  completion: Completion,
  last: Step,
  { hasText, hasCalls }: { readonly hasText: boolean; readonly hasCalls: boolean },
): object {
  return chunk(completion, hasText || hasCalls ? {} : { content: '' }, finishOf(last, hasCalls))
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

function finishOf({ finish }: Step, hasCalls: boolean): z.output<typeof finishReason> {
  if (finish === 'length') return 'length'
  return hasCalls ? 'tool_calls' : 'stop'
}

function usageOf({ receipt }: Step): z.output<typeof usageShape> | undefined {
  if (!receipt) return undefined
  const { promptTokens: prompt, replyTokens: reply, thoughtTokens: reasoning } = receipt
  const counts = { prompt_tokens: prompt, completion_tokens: reply, total_tokens: prompt + reply }
  const isCounted = typeof reasoning === 'number'
  return isCounted ? { ...counts, completion_tokens_details: { reasoning_tokens: reasoning } } : counts
}
