import type { Model } from '../replies/model-list.js'
import type { GenerationErrorCode, GenerationStatus } from '../replies/generation.js'
import type { RequestedOptions, ToolCall } from '../tool-calls/completion-options.js'
import type { CompletionSampling, ReplyReceipt } from '../ports/reply-generator/reply-generator.js'

export const messageRoles = ['SYSTEM', 'USER', 'ASSISTANT', 'TOOL'] as const

/** `fields` are its other fields, as the JSON text of an object. */
export interface MessageToolCall extends Omit<ToolCall, 'fields'> {
  readonly fields?: string | null | undefined
}

export interface Message {
  readonly role: (typeof messageRoles)[number]
  readonly text: string
  /** How many of its parts are images. */
  readonly images?: number | null | undefined
  /** The list of parts that has the text, as JSON text. */
  readonly parts?: string | null | undefined
  /** Its other fields, as the JSON text of an object. */
  readonly fields?: string | null | undefined
  /** Of its author, where several share a role. */
  readonly name?: string | null | undefined
  /** Of an assistant message. */
  readonly toolCalls?: readonly MessageToolCall[] | null | undefined
  /** The call that a tool message answers. */
  readonly toolCallId?: string | null | undefined
}

export interface CompletionRequest {
  /** `local`, the name of a hosted model, or `character/<id>`. */
  readonly model: string
  /** In chronological order. */
  readonly messages: readonly Message[]
  readonly sampling: CompletionSampling
  readonly options: RequestedOptions
  /** Texts that end the reply; the reply does not include them. */
  readonly stops: readonly string[]
  /** False for a client that cannot discard text: no second attempt is made. */
  readonly hasFallback: boolean
}

/** What a step adds to a tool call: `id` and `name` in its first step, null in the others; JSON text of its arguments. */
export interface CompletionToolCall {
  readonly index: number
  readonly id: string | null
  readonly name: string | null
  readonly arguments: string
  /** What else it adds, see ToolCallPart of @parley/engine; mostly null. */
  readonly fields: string | null
}

/** One step of a completion. Text, thoughts and calls of a new attempt replace those of earlier ones. */
export interface CompletionEvent {
  readonly completionId: string
  readonly status: GenerationStatus
  /** Position in the worker's queue, 1 is next; null once running. */
  readonly position: number | null
  /** Counts from 1; 0 in a step that adds nothing. */
  readonly attempt: number
  /** What it adds to the text; mostly empty. */
  readonly delta: string
  /** What it adds to the thoughts, which precede the text; mostly empty. */
  readonly thoughtsDelta: string
  /** What else it adds to the message, see FieldsPart of @parley/engine; mostly null. */
  readonly fields: string | null
  readonly toolCall: CompletionToolCall | null
  readonly errorCode: GenerationErrorCode | null
  /** The error message of a failed hosted model, or of a prompt that is too long. */
  readonly errorMessage: string | null
  /** How the reply ended: only in the last event, from a model that reports it. */
  readonly finish: ReplyReceipt['finish'] | null
  /** Only in the last event, from a model that counts tokens. */
  readonly receipt: ReplyReceipt | null
}

/** A value that a caller may use as `model`. */
export interface CompletionModel extends Pick<Model, 'label' | 'vision' | 'tools'> {
  readonly name: string
  /** Epoch milliseconds; null for models that were not created here. */
  readonly createdAt: number | null
  /** Tokens of prompt and reply together; null while unknown. */
  readonly contextTokens: number | null
  /** Whether it shows thoughts before its replies. */
  readonly thoughts: boolean
  /** The most tokens of a reply. */
  readonly maxTokens: number
}
