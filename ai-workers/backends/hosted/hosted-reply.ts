import { z } from 'zod'
import { type ReplyPart, ThoughtSplitter } from '@parley/engine'
import type { ReplyJob, ReplyReceipt } from '../../../src/ports/reply-generator/reply-generator.js'
import { HostedFailure } from '../hosted-failure.js'
import { content, splitContent, textsIn } from './hosted-content.js'
import { HostedToolCalls } from './hosted-tool-calls.js'
import { PassedFields } from './passed-fields.js'

const optionalText = z.string().nullish()
const knownMessage = z.looseObject({
  content,
  // a thought is in one of these, or in both
  reasoning_content: z.unknown().optional(),
  reasoning: z.unknown().optional(),
  refusal: optionalText,
  tool_calls: z.unknown().optional(),
})
const messageSchema = knownMessage.nullish()
const knownFields = [...Object.keys(knownMessage.shape), 'role', 'function_call', 'audio']
const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: messageSchema,
        // of an answer that is not streamed
        message: messageSchema,
        finish_reason: optionalText,
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
})

/** A larger number is not a plausible count. */
const count = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count.catch(0) }).catch({ cached_tokens: 0 }),
  completion_tokens_details: z.object({ reasoning_tokens: count.optional() }).catch({}),
})

/** Token counts of the provider. */
interface HostedUsage {
  readonly promptTokens: number
  /** A part of `promptTokens`. */
  readonly cachedTokens: number
  readonly replyTokens: number
  /** A part of `replyTokens`; unset when the provider does not say. */
  readonly thoughtTokens?: number
}

type FinishReason = 'stop' | 'length' | 'content_filter' | 'error'
/** The finish reasons of the protocol, and their equivalents in other protocols, in lower case. The others are `stop`. */
const finishReasons = new Map(
  Object.entries<FinishReason>({
    length: 'length',
    max_tokens: 'length',
    max_output_tokens: 'length',
    max_completion_tokens: 'length',
    model_length: 'length',
    model_context_window_exceeded: 'length',
    content_filter: 'content_filter',
    content_filtered: 'content_filter',
    guardrail_intervened: 'content_filter',
    sensitive: 'content_filter',
    refusal: 'content_filter',
    safety: 'content_filter',
    image_safety: 'content_filter',
    image_prohibited_content: 'content_filter',
    model_armor: 'content_filter',
    recitation: 'content_filter',
    blocklist: 'content_filter',
    prohibited_content: 'content_filter',
    spii: 'content_filter',
    error_toxic: 'content_filter',
    error: 'error',
    abort: 'error',
    timeout: 'error',
    network_error: 'error',
    insufficient_system_resource: 'error',
    malformed_function_call: 'error',
    malformed_response: 'error',
    unexpected_tool_call: 'error',
    too_many_tool_calls: 'error',
    cancelled: 'error',
    canceled: 'error',
    language: 'error',
  }),
)
/** Those that announce a call. */
const callReasons = ['tool_calls', 'tool_call', 'function_call', 'tool_use']

/** UTF-16 code units; a worker accepts no longer reply. */
const textLimit = 1_000_000

/**
 * Collects the reply of a stream of chunks, or of one complete answer. Throws only HostedFailure, whatever the chunks
 * contain.
 */
export class HostedReply {
  #textLength = 0
  #thoughtLength = 0
  #finishReason: FinishReason | undefined
  #hasRefused = false
  /** Whether it has a call in a form that could not be read. */
  #hasUnreadCall = false
  #reportedUsage: HostedUsage | undefined

  readonly #thoughts = new ThoughtSplitter()
  readonly #calls: HostedToolCalls | undefined
  readonly #fields: PassedFields | undefined
  readonly #mayBeEmpty: boolean

  /**
   * Only the reply of a completion may have tool calls; those that it cannot have are ignored. Only such a reply and one that
   * goes on may be empty.
   */
  constructor({ completion, beginning }: Pick<ReplyJob, 'completion' | 'beginning'>) {
    this.#calls = completion?.tools ? new HostedToolCalls() : undefined
    this.#fields = completion ? new PassedFields(knownFields) : undefined
    this.#mayBeEmpty = completion !== undefined || beginning !== undefined
  }

  /** True when the provider has sent a finish reason: nothing after it is part of the reply. */
  get isEnded(): boolean {
    return this.#finishReason !== undefined
  }

  get hasText(): boolean {
    return this.#length + this.#thoughtLength > 0
  }

  /** The length of its text and its calls, in UTF-16 code units. */
  get #length(): number {
    return this.#textLength + (this.#calls?.length ?? 0)
  }

  /** Undefined when the provider has sent none. */
  get usage(): HostedUsage | undefined {
    return this.#reportedUsage
  }

  /** `cut` until the provider has sent a finish reason. */
  get finish(): ReplyReceipt['finish'] {
    if (this.#finishReason === undefined) return 'cut'
    return this.#finishReason === 'length' ? 'length' : 'stop'
  }

  /** What the chunk adds. */
  add(chunk: unknown): ReplyPart[] {
    const read = chunkSchema.safeParse(chunk)
    if (!read.success) throw new HostedFailure('the answer was not understood')
    const [choice] = read.data.choices ?? []
    this.#reportedUsage = usageOf(read.data.usage) ?? this.#reportedUsage
    if (this.isEnded) return []
    // some providers repeat in `message` the text of the chunks so far
    const whole = choice?.delta ? undefined : choice?.message
    const message = whole ?? choice?.delta
    const sent = splitContent(message?.content)
    const calls =
      this.#calls?.read(message?.tool_calls, { areWhole: whole !== undefined && !this.#calls.hasBegun }) ?? []
    const isLast = this.#calls?.hasBegun === true || whole !== undefined || !!choice?.finish_reason
    const { text, thought: tagged } = this.#split(sent.text, isLast)
    const thought =
      ([message?.reasoning_content, message?.reasoning].map(textsIn).find(Boolean) ?? '') + sent.thought + tagged
    if (message?.refusal || sent.hasRefusal) this.#hasRefused = true
    if (sent.hasCall || message?.['function_call']) this.#hasUnreadCall = true
    this.#textLength += text.length
    this.#thoughtLength += thought.length
    // before the end: a reply that is too large is not complete
    if (this.#length + this.#thoughtLength > textLimit) throw new HostedFailure('the answer was too large')
    if (choice?.finish_reason) this.#end(choice.finish_reason)
    // not every provider sends a reason, and a JSON answer that could be parsed was not cut off
    else if (whole) this.#finishReason = 'stop'
    if (this.#finishReason !== undefined)
      calls.push(...(this.#calls?.end({ isCut: this.#finishReason === 'length' }) ?? []))
    const messageFields = this.#fieldsOf(message ?? {})
    const passed = messageFields === '' ? [] : [{ messageFields }]
    return [...passed, ...(thought === '' ? [] : [{ thought }]), ...(text === '' ? [] : [text]), ...calls]
  }

  /** Libraries write the reasons in several ways: `MAX_TOKENS`, `maxTokens`, `FinishReason.MAX_TOKENS`. */
  #end(sent: string): void {
    const words = sent
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replaceAll('-', '_')
    const reason = words.replace(/^finish_?reason[._]/, '')
    this.#finishReason = finishReasons.get(reason) ?? 'stop'
    if (callReasons.includes(reason)) this.#hasUnreadCall = true
  }

  /** Too many are left out: they can repeat long thoughts, with many words around each piece. */
  #fieldsOf(message: object): string {
    const added = this.#fields?.read(message) ?? ''
    return (this.#fields?.length ?? 0) > textLimit ? '' : added
  }

  /** `isLast`: nothing of the text follows. */
  #split(content: string, isLast: boolean): { readonly thought: string; readonly text: string } {
    const { thought, text } = this.#thoughts.push({ text: content })
    if (!isLast) return { thought, text }
    const rest = this.#thoughts.rest()
    return { thought: thought + rest.thought, text: text + rest.text }
  }

  /** Throws when the reply did not end, or is empty and must not be. */
  requireWhole(): void {
    if (this.#finishReason === undefined || this.#finishReason === 'error')
      throw new HostedFailure('the answer broke off')
    if (this.#finishReason === 'content_filter')
      throw new HostedFailure('a filter of the hosted side stopped the answer')
    if (this.#hasRefused) throw new HostedFailure('the model refused to answer')
    // where no tool was sent, a call is ignored beside a text
    const isCallLost = this.#calls ? !this.#calls.hasBegun : this.#length === 0 && this.#mayBeEmpty
    if (this.#hasUnreadCall && isCallLost) throw new HostedFailure('the answer was not understood')
    if (this.#length > 0) return
    if (!this.#mayBeEmpty) throw new HostedFailure('the answer was empty', { isEmpty: true })
  }
}

function usageOf(value: unknown): HostedUsage | undefined {
  const read = usageSchema.safeParse(value)
  if (!read.success) return undefined
  const { prompt_tokens: promptTokens, completion_tokens: replyTokens, prompt_tokens_details: details } = read.data
  const { reasoning_tokens: thoughtTokens } = read.data.completion_tokens_details
  const usage = { promptTokens, replyTokens, cachedTokens: Math.min(promptTokens, details.cached_tokens) }
  return thoughtTokens === undefined ? usage : { ...usage, thoughtTokens: Math.min(replyTokens, thoughtTokens) }
}
