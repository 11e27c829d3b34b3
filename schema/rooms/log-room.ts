import { Field, Float, ID, InputType } from 'type-graphql'
import { z } from 'zod'
import type { LogRoomAddress } from '../../src/chat-logs/log-rooms.js'
import { LogRoomKind } from '../enums.js'
import { InputRule } from '../input-rule.js'
import { rules } from '../rules.js'
import { payloadType } from '../payload-type.js'
import { LogEntry } from './log-entry.js'

// of the service schema only: operations of the chat-log service

const placeRule = { userId: rules.logUserId }
const addressRule = { ...placeRule, roomId: rules.uuid }
const turnRule = { inputData: rules.inputData, outputData: rules.outputData, imgUrl: rules.logImageUrl.nullish() }
const keyRule = { idempotencyKey: rules.idempotencyKey.nullish() }
const indexRule = { index: z.int().min(1) }

const keyDescription = 'A retry with the same key returns the first result.'

@InputType()
abstract class LogRoomPlace {
  @Field(() => LogRoomKind)
  readonly kind!: LogRoomKind

  @Field(() => String, { description: '1 to 50 characters.' })
  readonly userId!: string
}

@InputRule(z.object({ ...placeRule, ...keyRule }))
@InputType()
export class CreateLogRoomInput extends LogRoomPlace {
  @Field(() => String, { nullable: true, description: keyDescription })
  readonly idempotencyKey?: string | null
}

@InputRule(z.object(addressRule))
@InputType({ description: 'Identifies a log room. NOT_FOUND unless `kind` and `userId` are those of the room.' })
export class LogRoomInput extends LogRoomPlace implements LogRoomAddress {
  @Field(() => ID, { description: 'A UUID, in any case, with or without hyphens.' })
  readonly roomId!: string
}

@InputType()
abstract class LogTurnInput extends LogRoomInput {
  @Field(() => String, { description: '1 to 500 characters.' })
  readonly inputData!: string

  @Field(() => String, { description: 'At least 1 character.' })
  readonly outputData!: string

  @Field(() => String, {
    nullable: true,
    description: 'The URL of a stored image. Required in a CHATBOT room, ignored in an OFFICE room.',
  })
  readonly imgUrl?: string | null
}

@InputRule(z.object({ ...addressRule, ...turnRule, ...keyRule }))
@InputType()
export class SaveLogRoomEntryInput extends LogTurnInput {
  @Field(() => String, { nullable: true, description: keyDescription })
  readonly idempotencyKey?: string | null
}

@InputRule(z.object({ ...addressRule, ...turnRule, ...indexRule }))
@InputType()
export class UpdateLogRoomEntryInput extends LogTurnInput {
  @Field(() => Float, { description: 'A whole number of any size. NOT_FOUND if no entry has this index.' })
  readonly index!: number
}

@InputRule(z.object({ ...addressRule, ...indexRule }))
@InputType()
export class DeleteLogRoomEntryInput extends LogRoomInput {
  @Field(() => Float, { description: 'A whole number of any size. NOT_FOUND if no entry has this index.' })
  readonly index!: number
}

export const CreateLogRoomPayload = payloadType('CreateLogRoomPayload', { roomId: () => ID })
export const LogRoomEntryPayload = payloadType('LogRoomEntryPayload', { roomId: () => ID, entry: () => LogEntry })
export const DeleteLogRoomEntryPayload = payloadType('DeleteLogRoomEntryPayload', { roomId: () => ID })
export const DeleteLogRoomPayload = payloadType('DeleteLogRoomPayload', { deletedRoomId: () => ID })
