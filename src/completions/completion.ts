import type { GenerationErrorCode, GenerationStatus } from '../replies/generation.js'
import type { ReplyReceipt, ReplySampling } from '../ports/reply-generator/reply-generator.js'

export type MessageRole = 'SYSTEM' | 'USER' | 'ASSISTANT'

/** One message of a conversation that the caller brings along. */
export interface Message {
  readonly role: MessageRole
  readonly text: string
}

/** The values of a reply's sampling that a caller may set. */
export type AskedSampling = Partial<
  Pick<ReplySampling, 'maxTokens' | 'temperature' | 'topP' | 'frequencyPenalty' | 'presencePenalty'>
>

export interface CompletionRequest {
  /** `local`, the word for a hosted model, or `character/<id>`. */
  readonly model: string
  /** In the order in which they were said. */
  readonly messages: readonly Message[]
  readonly sampling: AskedSampling
  /** Texts that end the reply; they are not included. */
  readonly stops: readonly string[]
  /** False for a client that cannot discard text: then there is no second attempt. */
  readonly hasFallback: boolean
}

/** One step of a completion: `text = text.slice(0, offset) + delta` where there is a delta. */
export interface CompletionEvent {
  readonly completionId: string
  readonly status: GenerationStatus
  /** Place in the worker's queue, 1 is next; null once running. */
  readonly position: number | null
  readonly offset: number
  readonly delta: string
  readonly errorCode: GenerationErrorCode | null
  /** The message of a hosted model's failure. */
  readonly errorMessage: string | null
  /** With the last event, of a model that counts its tokens. */
  readonly receipt: ReplyReceipt | null
}

/** A value that a caller may use as `model`. */
export interface CompletionModel {
  readonly name: string
  /** Epoch milliseconds; null of what was not made here. */
  readonly createdAt: number | null
}
