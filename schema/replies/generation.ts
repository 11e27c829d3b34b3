import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type {
  Generation as GenerationRow,
  GenerationErrorCode,
  GenerationEvent as ReplyEvent,
} from '../../src/replies/generation.js'
import type { ReplyReceipt } from '../../src/ports/reply-generator/reply-generator.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { FinishReason, GenerationStatus, QueueReason, WebSearchState } from '../enums.js'
import type { InputSettings } from '../input-rule.js'
import { type InputOf, inputType } from '../input-type.js'
import { Node } from '../node.js'
import { limits } from '../../src/limits.js'
import { keyDescription, messageLengthDescription, rules, timeZoneDescription } from '../rules.js'

type Sampling = ReplyReceipt['sampling']
import { LongText } from '../long-text.js'
import { payloadType } from '../payload-type.js'
import { greetingIndex, Room } from '../rooms/room.js'

/** The descriptions of the fields of a waiting generation, used by the generation and by its events. */
export const queueDescriptions = {
  position: 'The position in the queue of the worker: 1 starts next. Null while unknown, or if it is not waiting.',
  queueReason: 'Why the generation waits. Null unless it is waiting.',
  estimatedStartAt:
    'When the generation will start, as an estimate. Null if there is no estimate, or if it is not waiting.',
}

/** The description of the field of a generation and of its events. */
export const finishReasonDescription =
  'How the reply ended; OTHER for a FAILED generation, which has an entry only if it has continued a reply. Null until it has ended, and in generations of earlier releases.'

export const thoughtsDescription = `Null if the model shows no thoughts. Cut after ${limits.thoughtsLength.toLocaleString('en')} UTF-16 code units, which \`…\` then marks. They are not part of the reply: no later prompt has them, and no search finds them.`

export const thoughtsMsDescription =
  'How long the model thought before the text, in milliseconds. Null without thoughts, and in replies of earlier releases.'

export const webSearchDescription =
  'The search of the web for the reply. Null without one, and until it has begun: a message without `searchAccess`, a room with a character, a server without a search engine.'

@ObjectType({ description: 'A search of the web for a reply.' })
export class WebSearch {
  @Field(() => WebSearchState)
  readonly state!: WebSearchState

  @Field(() => String, {
    description: `What was sent to the search engine: the first ${limits.inputDataLength} characters of the message.`,
  })
  readonly query!: string
}

@ObjectType({ description: 'Why a generation failed.' })
export class GenerationError {
  @Field(() => String, {
    description:
      'One of TIMED_OUT, GENERATION_FAILED, PROMPT_TOO_LONG, HOSTED_FAILED, EMPTY_REPLY, UNAVAILABLE, INTERRUPTED, ENTRY_GONE, CONFLICT and CHARACTER_PRIVATE.',
  })
  code!: GenerationErrorCode

  @Field(() => String)
  message!: string
}

@ObjectType({
  description:
    'The sampling parameters of a reply. A hosted model gets only those that its room or request sets; for the others this is what the protocol says, with 1000000 for `maxTokens`.',
})
export class GenerationSampling implements Sampling {
  @Field(() => Int)
  readonly maxTokens!: number

  @Field(() => Float)
  readonly temperature!: number

  @Field(() => Float)
  readonly topP!: number

  @Field(() => Float)
  readonly minP!: number

  @Field(() => Int, { description: '0 means off.' })
  readonly topK!: number

  @Field(() => Float, { description: '1 means off.' })
  readonly repeatPenalty!: number

  @Field(() => Float, { description: '0 means off.' })
  readonly frequencyPenalty!: number

  @Field(() => Float, { description: '0 means off.' })
  readonly presencePenalty!: number
}

@ObjectType({ description: "How a reply was generated. Token counts use the model's own tokenizer." })
export class GenerationReceipt implements ReplyReceipt {
  @Field(() => String, {
    description: 'The model that generated the reply. `Generation.model` is the name that was requested.',
  })
  readonly model!: string

  @Field(() => GenerationSampling)
  readonly sampling!: GenerationSampling

  @Field(() => Int)
  readonly promptTokens!: number

  @Field(() => Int, {
    description:
      "The part of `promptTokens` that was cached from an earlier prompt of the caller's own. For administrators, all that was cached.",
  })
  readonly reusedTokens!: number

  @Field(() => Int, {
    description:
      'The part of `promptTokens` that was not cached from such a prompt: it was evaluated for this reply, unless the model had it from others.',
  })
  readonly readTokens!: number

  @Field(() => Int)
  readonly replyTokens!: number

  @Field(() => Int, {
    nullable: true,
    description: 'The part of `replyTokens` that the model used for thoughts; null if that was not counted.',
  })
  readonly thoughtTokens?: number | undefined

  @Field(() => Int, { description: 'The number of earlier entries in the prompt.' })
  readonly turnsKept!: number

  @Field(() => Int, {
    description: 'The number of oldest entries that were left out because they did not fit the context.',
  })
  readonly turnsDropped!: number

  @Field(() => String, {
    description: '`stop`: the model ended the reply. `length`: a limit ended it. `cut`: it was interrupted.',
  })
  readonly finish!: ReplyReceipt['finish']
}

type Inner =
  | 'regeneratesVersion'
  | 'searchAccess'
  | 'timeZone'
  | 'promptEstimate'
  | 'historyEnd'
  | 'keyId'
  | 'sealedAt'
  | 'cancelledAt'
  | 'owner'
  | 'resumeAt'
  | 'leaseUntil'

@ObjectType({
  implements: Node,
  description: 'The process that produces a reply. It continues even if no client is subscribed.',
})
export class Generation implements Omit<GenerationRow, Inner> {
  @Field(() => ID)
  readonly id!: string

  @Field(() => ID)
  readonly roomId!: string

  @LongText()
  @Field(() => String, { description: 'The message that is answered.' })
  readonly message!: string

  // on the wire: personaId, personaName
  readonly sender!: GenerationRow['sender']

  // on the wire: imageUrl
  readonly imageId!: string | null

  // on the wire as a list that is never null
  readonly attachments!: GenerationRow['attachments']

  @Field(() => String)
  readonly model!: string

  @Field(() => GenerationStatus)
  status!: GenerationStatus

  @Field(() => Int, {
    description:
      'The number of the attempt, from 1. The first text of a fallback, or of a new run after a crash, starts the next one.',
  })
  attempt!: number

  @LongText()
  @Field(() => String, { description: 'The text of this attempt so far; the complete reply when COMPLETED.' })
  text!: string

  // on the wire once it has ended
  finishReason!: FinishReason | null

  @LongText()
  @Field(() => String, {
    nullable: true,
    description: `What the model thought in this attempt before the text, so far. ${thoughtsDescription}`,
  })
  thoughts!: string | null

  @Field(() => Int, { nullable: true, description: thoughtsMsDescription })
  thoughtsMs!: number | null

  @Field(() => WebSearch, { nullable: true, description: webSearchDescription })
  readonly webSearch!: WebSearch | null

  // on the wire as a list
  readonly sources!: GenerationRow['sources']

  // on the wire: error
  errorCode!: GenerationErrorCode | null

  // not on the wire: finds the run in the queue
  interruptions!: number

  // not on the wire: who sees the receipt
  readonly ownerId!: number

  // on the wire as far as the caller may see it
  receipt!: GenerationRow['receipt']

  // on the wire as far as the caller may see it
  lore!: GenerationRow['lore']
  persona!: GenerationRow['persona']

  // on the wire: entry
  entryIndex!: number | null

  @Field(() => Int, {
    nullable: true,
    description:
      'The index of the entry for which it generates another reply, or whose reply it continues; null for a new message.',
  })
  readonly regeneratesIndex!: number | null

  @Field(() => Int, {
    nullable: true,
    description:
      'The length of the reply that it continues, in UTF-16 code units: `text` begins with that reply. Null for any other generation.',
  })
  readonly continuesFrom!: number | null

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, { nullable: true })
  finishedAt!: number | null
}

export const GenerationConnection = connectionOf('Generation', () => Generation)

@ObjectType({ description: 'One step of a generation. Set `text = text.slice(0, offset) + delta`.' })
export class GenerationEvent implements ReplyEvent {
  @Field(() => ID)
  readonly generationId!: string

  readonly roomId!: string

  @Field(() => Int)
  readonly attempt!: number

  @Field(() => Int, { description: 'The position of `delta` in the text of the attempt, in UTF-16 code units.' })
  readonly offset!: number

  @LongText()
  @Field(() => String)
  readonly delta!: string

  @Field(() => Int, {
    nullable: true,
    description:
      'The position of `thoughtsDelta` in the thoughts of the attempt, in UTF-16 code units. Null for a reply without thoughts.',
  })
  readonly thoughtsOffset!: number | null

  @LongText()
  @Field(() => String, {
    nullable: true,
    description:
      'Set `thoughts = thoughts.slice(0, thoughtsOffset) + thoughtsDelta`. A cursor counts no thoughts: after a reconnect they come again from their beginning. Null for a reply without thoughts.',
  })
  readonly thoughtsDelta!: string | null

  @Field(() => Int, { nullable: true, description: thoughtsMsDescription })
  readonly thoughtsMs!: number | null

  @Field(() => String, {
    description: 'An opaque position. After a lost connection, subscribe again with `after: cursor`.',
  })
  readonly cursor!: string

  @Field(() => GenerationStatus)
  readonly status!: GenerationStatus

  @Field(() => WebSearch, { nullable: true, description: webSearchDescription })
  readonly webSearch!: WebSearch | null

  @Field(() => Int, { nullable: true, description: queueDescriptions.position })
  readonly position!: number | null

  @Field(() => QueueReason, { nullable: true, description: queueDescriptions.queueReason })
  readonly queueReason!: QueueReason | null

  @Field(() => DateTime, { nullable: true, description: queueDescriptions.estimatedStartAt })
  readonly estimatedStartAt!: number | null

  readonly finishReason!: FinishReason | null

  readonly errorCode!: GenerationErrorCode | null

  readonly entryIndex!: number | null
}

const messageFields = ({ messageLimit }: InputSettings) => ({
  text: rules.message(messageLimit).describe(`${messageLengthDescription}.`),
  searchAccess: z
    .boolean()
    .default(false)
    .describe('Allows a web search for the reply; ignored in a room with a character.'),
  imageId: rules.imageId
    .nullish()
    .describe(
      'An image of the caller, uploaded with `POST /images`, at most 4 MiB as it is stored. A model with `vision` receives its bytes, others only the text. It is kept as long as the room, and its entry shows it.',
    ),
  attachments: z
    .array(z.string())
    .max(limits.attachments)
    .nullish()
    .describe(
      'Up to 20 files of the caller, uploaded with `POST /files`, that belong to no other room. Only the owner of a room that `acceptsFiles` sends any: else FORBIDDEN. While one is being read the message waits, after 20 s it is CONFLICT.',
    ),
  timeZone: rules.timeZone.nullish().describe(timeZoneDescription),
  idempotencyKey: rules.idempotencyKey.nullish().describe(keyDescription),
})

export const SendMessageInput = inputType(
  'SendMessageInput',
  (settings) =>
    z.object({
      roomId: z.string(),
      model: z
        .string()
        .nullish()
        .describe(
          'The name of one of `models`. Default: the model of the room, else the default of the server for its kind.',
        ),
      ...messageFields(settings),
    }),
  { types: { roomId: () => ID, imageId: () => ID, attachments: () => [ID] } },
)
export type SendMessageInput = InputOf<typeof SendMessageInput>

export const StartRoomInput = inputType(
  'StartRoomInput',
  (settings) =>
    z.object({
      characterId: z.string().nullish().describe('The character of the room. Default: the office assistant.'),
      greetingIndex,
      roomId: rules.uuid
        .nullish()
        .describe('The UUID of the new room, which decides the choices in its greeting; generated if absent.'),
      model: z
        .string()
        .nullish()
        .describe(
          'The name of one of `models` that the operator has configured. It becomes the model of the room. Default: that of the server for its kind.',
        ),
      ...messageFields(settings),
    }),
  {
    types: {
      characterId: () => ID,
      roomId: () => ID,
      imageId: () => ID,
      attachments: () => [ID],
      greetingIndex: () => Int,
    },
  },
)
export type StartRoomInput = InputOf<typeof StartRoomInput>

@ObjectType()
abstract class StartedGenerationPayload {
  @Field(() => Generation)
  generation!: Generation

  @Field(() => Boolean, {
    description: 'True for a retry: the generation was started by an earlier request with the same idempotency key.',
  })
  replayed!: boolean
}

@ObjectType()
export class SendMessagePayload extends StartedGenerationPayload {}

@ObjectType()
export class StartRoomPayload extends StartedGenerationPayload {
  @Field(() => Room)
  room!: Room
}

@ObjectType()
export class ContinueReplyPayload extends StartedGenerationPayload {}

@ObjectType()
export class RegeneratePayload extends StartedGenerationPayload {}

export const CancelGenerationPayload = payloadType('CancelGenerationPayload', { generation: () => Generation })

@ObjectType()
export class RemoveGenerationPayload {
  @Field(() => ID, {
    description:
      'The id of the input: the caller has no generation with it any more. A retry of its message with the same idempotency key is NOT_FOUND.',
  })
  removedGenerationId!: string
}
