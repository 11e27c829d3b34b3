import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { LogAlternative as StoredAlternative, LogEntry as StoredEntry } from '@parley/chat-log-store'
import type { Kind } from '../../src/kinds.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { FinishReason, roomKindDescription, RoomKind } from '../enums.js'
import { InputRule } from '../input-rule.js'
import { Node } from '../node.js'
import { messageLengthDescription, rules } from '../rules.js'
import { LongText } from '../long-text.js'
import { thoughtsDescription, thoughtsMsDescription } from '../replies/generation.js'
import { payloadType } from '../payload-type.js'
import { Source, sourcesDescription } from './source.js'

@ObjectType({ description: 'One of the replies of an entry, with the message that it answers.' })
export class LogAlternative implements Omit<StoredAlternative, 'origin' | 'thoughts' | 'sources'> {
  @Field(() => Int, { description: 'The number of the alternative within its entry, from 1. Numbers are not reused.' })
  readonly number!: number

  @LongText()
  @Field(() => String)
  readonly inputData!: string

  @LongText()
  @Field(() => String)
  readonly outputData!: string

  @LongText()
  @Field(() => String, { nullable: true, description: thoughtsDescription })
  readonly thoughts!: string | null

  @Field(() => Int, { nullable: true, description: thoughtsMsDescription })
  readonly thoughtsMs!: number | null

  @Field(() => [Source], { description: sourcesDescription })
  readonly sources!: readonly Source[]

  @Field(() => Boolean, { description: 'Whether the entry currently shows this alternative.' })
  readonly shown!: boolean

  @Field(() => ID, {
    nullable: true,
    description:
      'The generation that produced it; null for text that a client wrote. The generation itself is deleted after some time.',
  })
  readonly generationId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The requested model; null without a generation.',
  })
  readonly model!: string | null

  @Field(() => FinishReason, {
    nullable: true,
    description: 'How it ended. Null for text that a client wrote, and for replies of earlier releases.',
  })
  readonly finishReason!: FinishReason | null

  @Field(() => DateTime)
  readonly createdAt!: number
}

@ObjectType({ implements: Node, description: 'One message of a room, with its reply.' })
export class LogEntry implements StoredEntry {
  // part of the id on the wire
  readonly roomId!: string

  @Field(() => Int, { description: 'The index of the entry in its room, ascending from 1. Indexes are not reused.' })
  readonly index!: number

  @LongText()
  @Field(() => String)
  readonly inputData!: string

  @LongText()
  @Field(() => String)
  readonly outputData!: string

  @Field(() => String, { nullable: true })
  readonly imgUrl!: string | null

  // on the wire: personaId, personaName
  readonly sender?: NonNullable<StoredEntry['sender']>

  // on the wire as a list that is never null
  readonly attachments?: NonNullable<StoredEntry['attachments']>

  @Field(() => Int, { description: '1 for a new entry; each change increments it.' })
  readonly version!: number

  // on the wire: model, finishReason, thoughts, thoughtsMs, sources, alternatives { shown }
  readonly shown!: StoredEntry['shown']

  // on the wire: alternatives
  readonly others!: StoredEntry['others']

  @Field(() => DateTime)
  readonly createdAt!: number
}

const roomUuid = 'The UUID of the room.'

export const LogEntryConnection = connectionOf('LogEntry', () => LogEntry)

const turnRule = (messageLimit: number) => ({
  roomId: z.string(),
  kind: z.string().nullish(),
  inputData: rules.message(messageLimit),
  outputData: rules.outputData,
  imgUrl: rules.logImageUrl.nullish(),
})

@InputType()
abstract class LogTurnInput {
  @Field(() => ID)
  roomId!: string

  @Field(() => RoomKind, { nullable: true, description: roomKindDescription })
  kind?: Kind | null

  @Field(() => String, { description: `${messageLengthDescription}.` })
  inputData!: string

  @Field(() => String, { description: 'At least 1 character.' })
  outputData!: string
}

@InputRule(({ messageLimit }) =>
  z.object({
    ...turnRule(messageLimit),
    idempotencyKey: rules.idempotencyKey.nullish(),
  }),
)
@InputType()
export class SaveLogEntryInput extends LogTurnInput {
  @Field(() => String, { nullable: true, description: 'The URL of a stored image. Ignored in an office room.' })
  imgUrl?: string | null

  @Field(() => String, { nullable: true, description: 'A retry with the same key returns the first result.' })
  idempotencyKey?: string | null
}

@InputRule(({ messageLimit }) =>
  z.object({
    ...turnRule(messageLimit),
    index: z.number().int().min(1),
    expectedVersion: z.number().int().min(1).nullish(),
  }),
)
@InputType()
export class UpdateLogEntryInput extends LogTurnInput {
  @Field(() => Int)
  index!: number

  @Field(() => String, {
    nullable: true,
    description: 'The URL of a stored image. If absent, the entry has no image. Ignored in an office room.',
  })
  imgUrl?: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'The version that the client has read. CONFLICT if the entry has another version.',
  })
  expectedVersion?: number | null
}

@ObjectType()
abstract class WrittenEntryPayload {
  @Field(() => ID, { description: roomUuid })
  roomId!: string

  @Field(() => LogEntry)
  entry!: LogEntry
}

@ObjectType()
export class UpdateLogEntryPayload extends WrittenEntryPayload {}

@ObjectType()
export class DeleteLogEntryPayload {
  @Field(() => ID, { description: roomUuid })
  roomId!: string

  @Field(() => Int)
  deletedIndex!: number
}

export const ChooseAlternativePayload = payloadType('ChooseAlternativePayload', { entry: () => LogEntry })

@ObjectType()
export class TruncateLogPayload {
  @Field(() => Int, {
    description: 'Every entry from this index on was deleted, except entries that were appended after the deletion.',
  })
  deletedFromIndex!: number
}

@ObjectType()
export class SaveLogEntryPayload extends WrittenEntryPayload {}
