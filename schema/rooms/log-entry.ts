import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type {
  LogAlternative as StoredAlternative,
  LogEntry as StoredEntry,
} from '../../src/ports/chat-log-store/chat-log-store.js'
import type { Kind } from '../../src/kinds.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { ofKind, RoomKind } from '../enums.js'
import { InputRule } from '../input-rule.js'
import { messageWords, rules } from '../rules.js'
import { LongText } from '../long-text.js'

@ObjectType({ description: 'One reply that an entry has or had, with the message that it answers.' })
export class LogAlternative implements Omit<StoredAlternative, 'origin'> {
  @Field(() => Int, { description: 'Counts from 1 in its entry; a number is not used twice there.' })
  readonly number!: number

  @LongText()
  @Field(() => String)
  readonly inputData!: string

  @LongText()
  @Field(() => String)
  readonly outputData!: string

  @Field(() => Boolean, { description: 'Whether the entry shows this reply.' })
  readonly shown!: boolean

  @Field(() => ID, {
    nullable: true,
    description: 'Null for one that was written by hand. Generations are kept for a while.',
  })
  readonly generationId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The name by which its model was requested; null without a generation.',
  })
  readonly model!: string | null

  @Field(() => DateTime)
  readonly createdAt!: number
}

@ObjectType({ description: 'One exchange of a room: a message and its reply.' })
export class LogEntry implements StoredEntry {
  // part of the id on the wire
  readonly roomId!: string

  @Field(() => Int, { description: 'Ascends from 1; an index is not used twice in a room.' })
  readonly index!: number

  @LongText()
  @Field(() => String)
  readonly inputData!: string

  @LongText()
  @Field(() => String)
  readonly outputData!: string

  @Field(() => String, { nullable: true })
  readonly imgUrl!: string | null

  @Field(() => Int, { description: '1 when written, one more at each change.' })
  readonly version!: number

  // on the wire: alternatives
  readonly alternatives!: StoredEntry['alternatives']

  // on the wire: alternatives { shown }
  readonly shown!: number

  @Field(() => DateTime)
  readonly createdAt!: number
}

const roomUuid = 'The UUID of the room.'

export const LogEntryConnection = connectionOf('LogEntry', () => LogEntry)

@InputRule(({ messageLimit }) =>
  z.object({
    roomId: z.string(),
    kind: z.string().nullish(),
    inputData: rules.message(messageLimit),
    outputData: rules.outputData,
    imgUrl: rules.logImageUrl.nullish(),
    idempotencyKey: rules.idempotencyKey.nullish(),
  }),
)
@InputType()
export class SaveLogEntryInput {
  @Field(() => ID)
  roomId!: string

  @Field(() => RoomKind, { nullable: true, description: ofKind })
  kind?: Kind | null

  @Field(() => String, { description: `${messageWords}.` })
  inputData!: string

  @Field(() => String, { description: 'At least 1 character.' })
  outputData!: string

  @Field(() => String, { nullable: true, description: 'The URL of a stored image; ignored in an office room.' })
  imgUrl?: string | null

  @Field(() => String, { nullable: true, description: 'A retry with the same key returns the first result.' })
  idempotencyKey?: string | null
}

@InputRule(({ messageLimit }) =>
  z.object({
    roomId: z.string(),
    kind: z.string().nullish(),
    index: z.number().int().min(1),
    inputData: rules.message(messageLimit),
    outputData: rules.outputData,
    imgUrl: rules.logImageUrl.nullish(),
    expectedVersion: z.number().int().min(1).nullish(),
  }),
)
@InputType()
export class UpdateLogEntryInput {
  @Field(() => ID)
  roomId!: string

  @Field(() => RoomKind, { nullable: true, description: ofKind })
  kind?: Kind | null

  @Field(() => Int)
  index!: number

  @Field(() => String, { description: `${messageWords}.` })
  inputData!: string

  @Field(() => String, { description: 'At least 1 character.' })
  outputData!: string

  @Field(() => String, {
    nullable: true,
    description: 'Of a stored image, ignored in an office room; without it the entry has none.',
  })
  imgUrl?: string | null

  @Field(() => Int, { nullable: true, description: 'CONFLICT if the entry has another version now.' })
  expectedVersion?: number | null
}

@ObjectType()
export class UpdateLogEntryPayload {
  @Field(() => ID, { description: roomUuid })
  roomId!: string

  @Field(() => LogEntry)
  entry!: LogEntry
}

@ObjectType()
export class DeleteLogEntryPayload {
  @Field(() => ID, { description: roomUuid })
  roomId!: string

  @Field(() => Int)
  deletedIndex!: number
}

@ObjectType()
export class ChooseAlternativePayload {
  @Field(() => LogEntry)
  entry!: LogEntry
}

@ObjectType()
export class TruncateLogPayload {
  @Field(() => Int, { description: 'No entry from here on is there any more, but those that were appended since.' })
  deletedFromIndex!: number
}

@ObjectType()
export class SaveLogEntryPayload {
  @Field(() => ID, { description: roomUuid })
  roomId!: string

  @Field(() => LogEntry)
  entry!: LogEntry
}
