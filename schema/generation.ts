import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Generation as GenerationRow, GenerationErrorCode } from '../src/replies/generation.js'
import type { GenerationEvent as ReplyEvent } from '../src/replies/generation.js'
import { connectionOf } from './connection.js'
import { DateTime } from './date-time.js'
import { GenerationStatus } from './enums.js'
import { InputRule } from './input-rule.js'
import { rules } from './limits.js'

@ObjectType({ description: 'Why a generation failed.' })
export class GenerationError {
  @Field(() => String, {
    description: 'TIMED_OUT, GENERATION_FAILED, PROMPT_TOO_LONG, UNAVAILABLE or INTERRUPTED.',
  })
  code!: GenerationErrorCode

  @Field(() => String)
  message!: string
}

type Inner = 'ownerId' | 'searchAccess' | 'sealedAt' | 'leaseUntil'

@ObjectType({ description: 'A reply in the making. It goes on whether or not anybody watches.' })
export class Generation implements Omit<GenerationRow, Inner> {
  @Field(() => ID)
  readonly id!: string

  @Field(() => ID)
  readonly roomId!: string

  @Field(() => String, { description: 'What the user said.' })
  readonly message!: string

  @Field(() => String)
  readonly model!: string

  @Field(() => GenerationStatus)
  status!: GenerationStatus

  @Field(() => Int, { description: 'Counts from 1; a fallback or a run after a crash starts the next one.' })
  attempt!: number

  @Field(() => String, { description: 'The text of this attempt so far; whole once COMPLETED.' })
  text!: string

  // on the wire: error
  errorCode!: GenerationErrorCode | null

  // on the wire: entry
  entryIndex!: number | null

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

  @Field(() => String)
  readonly delta!: string

  @Field(() => String, { description: 'Opaque. Resume with `after: cursor`.' })
  readonly cursor!: string

  @Field(() => GenerationStatus)
  readonly status!: GenerationStatus

  @Field(() => Int, { nullable: true, description: "Place in the worker's queue, 1 is next; null once running." })
  readonly position!: number | null

  readonly errorCode!: GenerationErrorCode | null

  readonly entryIndex!: number | null
}

@InputRule(
  z.object({
    roomId: z.string(),
    text: rules.inputData,
    model: z.string(),
    searchAccess: z.boolean(),
    idempotencyKey: rules.idempotencyKey.nullish(),
  }),
)
@InputType()
export class SendMessageInput {
  @Field(() => ID)
  roomId!: string

  @Field(() => String, { description: '1 to 500 characters.' })
  text!: string

  @Field(() => String, { defaultValue: 'Local', description: 'One of `models`.' })
  model!: string

  @Field(() => Boolean, { defaultValue: false, description: 'Lets an office reply search the web.' })
  searchAccess!: boolean

  @Field(() => String, { nullable: true, description: 'A retry with the same key answers the first result, for 24 h.' })
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
export class CancelGenerationPayload {
  @Field(() => Generation)
  generation!: Generation
}
