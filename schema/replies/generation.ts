import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Generation as GenerationRow, GenerationErrorCode } from '../../src/replies/generation.js'
import type { ReplyReceipt, ReplySampling } from '../../src/ports/reply-generator/reply-generator.js'
import type { GenerationEvent as ReplyEvent } from '../../src/replies/generation.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { GenerationStatus, QueueReason } from '../enums.js'
import { InputRule } from '../input-rule.js'
import { messageWords, rules } from '../rules.js'
import { LongText } from '../long-text.js'

/** The descriptions of the fields of a waiting generation, used by the generation and by its events. */
export const queueWords = {
  position: "Position in the worker's queue, 1 is next; null while running and afterwards.",
  queueReason: 'Why it waits; null once running.',
  estimatedStartAt: 'An estimate of when it will start; null while nothing is known, and once running.',
}

@ObjectType({ description: 'Why a generation failed.' })
export class GenerationError {
  @Field(() => String, {
    description:
      'TIMED_OUT, GENERATION_FAILED, PROMPT_TOO_LONG, HOSTED_FAILED, UNAVAILABLE, INTERRUPTED or ENTRY_GONE.',
  })
  code!: GenerationErrorCode

  @Field(() => String)
  message!: string
}

@ObjectType({ description: 'How the next token was sampled.' })
export class GenerationSampling implements ReplySampling {
  @Field(() => Int)
  readonly maxTokens!: number

  @Field(() => Float)
  readonly temperature!: number

  @Field(() => Float)
  readonly topP!: number

  @Field(() => Float)
  readonly minP!: number

  @Field(() => Int, { description: '0 is off.' })
  readonly topK!: number

  @Field(() => Float, { description: '1 is off.' })
  readonly repeatPenalty!: number

  @Field(() => Float, { description: '0 is off.' })
  readonly frequencyPenalty!: number

  @Field(() => Float, { description: '0 is off.' })
  readonly presencePenalty!: number
}

@ObjectType({ description: "How a reply was made. Tokens are the model's own." })
export class GenerationReceipt implements ReplyReceipt {
  @Field(() => String, { description: 'The model itself; `model` is the name by which it was requested.' })
  readonly model!: string

  @Field(() => GenerationSampling)
  readonly sampling!: GenerationSampling

  @Field(() => Int)
  readonly promptTokens!: number

  @Field(() => Int, { description: 'The part of `promptTokens` that was kept from the previous reply.' })
  readonly reusedTokens!: number

  @Field(() => Int, { description: 'The part of `promptTokens` that was read for this reply.' })
  readonly readTokens!: number

  @Field(() => Int)
  readonly replyTokens!: number

  @Field(() => Int, { description: 'Earlier entries of the room that the model saw.' })
  readonly turnsKept!: number

  @Field(() => Int, { description: 'The oldest entries, which did not fit the context.' })
  readonly turnsDropped!: number

  @Field(() => String, { description: 'stop: the model ended it; length: a limit ended it; cut: it broke off.' })
  readonly finish!: ReplyReceipt['finish']
}

type Inner = 'regeneratesVersion' | 'ownerId' | 'searchAccess' | 'promptEstimate' | 'sealedAt' | 'leaseUntil'

@ObjectType({ description: 'The process that produces a reply. It continues whether or not a client watches.' })
export class Generation implements Omit<GenerationRow, Inner> {
  @Field(() => ID)
  readonly id!: string

  @Field(() => ID)
  readonly roomId!: string

  @LongText()
  @Field(() => String, { description: 'The message of the user.' })
  readonly message!: string

  @Field(() => String)
  readonly model!: string

  @Field(() => GenerationStatus)
  status!: GenerationStatus

  @Field(() => Int, { description: 'Counts from 1; a fallback or a new run after a crash begins the next one.' })
  attempt!: number

  @LongText()
  @Field(() => String, { description: 'The text of this attempt so far; whole once COMPLETED.' })
  text!: string

  // on the wire: error
  errorCode!: GenerationErrorCode | null

  @Field(() => GenerationReceipt, {
    nullable: true,
    description: 'Present after a model that counts its tokens has ended it.',
  })
  receipt!: GenerationReceipt | null

  // on the wire: entry
  entryIndex!: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'The entry for which it generates another reply; null for a new message.',
  })
  readonly regeneratesIndex!: number | null

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, { nullable: true })
  finishedAt!: number | null
}

export const GenerationConnection = connectionOf('Generation', () => Generation)

@ObjectType({ description: 'One step of a generation. Keep `text = text.slice(0, offset) + delta`.' })
export class GenerationEvent implements ReplyEvent {
  @Field(() => ID)
  readonly generationId!: string

  readonly roomId!: string

  @Field(() => Int)
  readonly attempt!: number

  @Field(() => Int, { description: 'Where `delta` goes, in UTF-16 code units of the attempt.' })
  readonly offset!: number

  @LongText()
  @Field(() => String)
  readonly delta!: string

  @Field(() => String, { description: 'Opaque. Resume with `after: cursor`.' })
  readonly cursor!: string

  @Field(() => GenerationStatus)
  readonly status!: GenerationStatus

  @Field(() => Int, { nullable: true, description: queueWords.position })
  readonly position!: number | null

  @Field(() => QueueReason, { nullable: true, description: queueWords.queueReason })
  readonly queueReason!: QueueReason | null

  @Field(() => DateTime, { nullable: true, description: queueWords.estimatedStartAt })
  readonly estimatedStartAt!: number | null

  readonly errorCode!: GenerationErrorCode | null

  readonly entryIndex!: number | null
}

@InputRule(({ messageLimit }) =>
  z.object({
    roomId: z.string(),
    text: rules.message(messageLimit),
    model: z.string(),
    searchAccess: z.boolean(),
    idempotencyKey: rules.idempotencyKey.nullish(),
  }),
)
@InputType()
export class SendMessageInput {
  @Field(() => ID)
  roomId!: string

  @Field(() => String, { description: `${messageWords}.` })
  text!: string

  @Field(() => String, { defaultValue: 'Local', description: 'One of `models`.' })
  model!: string

  @Field(() => Boolean, { defaultValue: false, description: 'Lets an office reply search the web.' })
  searchAccess!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'A retry with the same key returns the first result, for 24 hours.',
  })
  idempotencyKey?: string | null
}

@ObjectType()
export class SendMessagePayload {
  @Field(() => Generation)
  generation!: Generation

  @Field(() => Boolean, { description: 'True when the idempotency key had been used for this message before.' })
  replayed!: boolean
}

@ObjectType()
export class RegeneratePayload {
  @Field(() => Generation)
  generation!: Generation

  @Field(() => Boolean, { description: 'True when the idempotency key had been used for this before.' })
  replayed!: boolean
}

@ObjectType()
export class CancelGenerationPayload {
  @Field(() => Generation)
  generation!: Generation
}
