import { Field, ID, InputType, InterfaceType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { kindTable, type Kind } from '../../src/kinds.js'
import type { Room as RoomRow } from '../../src/rooms/room.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { InputRule } from '../input-rule.js'
import { LongText } from '../long-text.js'
import { Node } from '../node.js'
import { RoomSampling, RoomSamplingInput } from '../replies/sampling.js'
import { keyDescription, rules, samplingRules } from '../rules.js'
import { payloadType } from '../payload-type.js'

@InterfaceType({
  description:
    'A conversation. A room with an owner is accessible to the owner and to administrators; a room without one, to every caller that knows its id.',
  implements: Node,
  resolveType: roomType,
})
export abstract class Room implements RoomRow {
  // on the wire: recordId
  readonly id!: number

  // on the wire: id
  readonly roomId!: string

  // on the wire: the type
  readonly kind!: Kind

  @Field(() => ID, { nullable: true })
  readonly ownerId!: number | null

  @Field(() => String, { description: 'The user id of the room in the chat-log service.' })
  readonly userId!: string

  readonly characterId!: number | null

  @Field(() => String, { nullable: true, description: 'The name that was given; at most 200 characters.' })
  name!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'A title to show while the room has no name: the beginning of a message, usually of the first one, at most 60 characters. It stays when that message is deleted. Null before the first exchange and once the room has a name. To accept it, send it as `name` to `updateRoom`.',
  })
  proposedTitle!: string | null

  @LongText()
  @Field(() => String, {
    nullable: true,
    description: 'Instructions for every reply, which follow those of the character or of the assistant.',
  })
  instructions!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The model of a reply whose request names none. `Local` replies if it is null, and while the operator does not offer it or the membership of the sender does not include it.',
  })
  model!: string | null

  @Field(() => RoomSampling, { nullable: true })
  sampling!: RoomSampling | null

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the room was archived; null if it is not. `sendMessage` and `regenerate` remove it from the archive.',
  })
  archivedAt!: number | null

  readonly roomType!: string | null

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, { description: 'Changes with every change of the log.' })
  updatedAt!: number
}

@ObjectType({ implements: [Room, Node], description: 'A conversation with a character.' })
export class ChatRoom extends Room {
  @Field(() => ID, { nullable: true })
  override readonly characterId!: number | null
}

@ObjectType({ implements: [Room, Node], description: 'A conversation with the office assistant.' })
export class OfficeRoom extends Room {
  @Field(() => String, { nullable: true })
  override readonly roomType!: string | null
}

export const RoomConnection = connectionOf<Room>('Room', () => Room)

const roomRule = {
  name: rules.roomName.nullish(),
  roomId: rules.uuid.nullish(),
  userId: rules.roomUserId.nullish(),
  idempotencyKey: rules.idempotencyKey.nullish(),
}

@InputType()
abstract class RoomInput {
  @Field(() => String, { nullable: true, description: 'At most 200 characters.' })
  name?: string | null

  @Field(() => ID, { nullable: true, description: 'The UUID of the new room; generated if absent.' })
  roomId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The user id of the room, 1 to 100 characters, for callers without an account.',
  })
  userId?: string | null

  @Field(() => String, { nullable: true, description: keyDescription })
  idempotencyKey?: string | null
}

@InputRule(z.object({ ...roomRule, characterId: z.string().nullish() }))
@InputType()
export class ChatRoomInput extends RoomInput {
  @Field(() => ID, { nullable: true })
  characterId?: string | null
}

@InputRule(z.object({ ...roomRule, roomType: rules.roomType.nullish() }))
@InputType()
export class OfficeRoomInput extends RoomInput {
  @Field(() => String, { nullable: true, description: 'Default: `office`.' })
  roomType?: string | null
}

@InputRule(
  z.object({
    name: rules.roomName.nullish(),
    instructions: rules.roomInstructions.nullish(),
    model: z.string().nullish(),
    sampling: z.object(samplingRules).nullish(),
    archived: z.boolean().nullish(),
  }),
)
@InputType({ description: 'Changes to a room. An absent field keeps its value; null clears it.' })
export class UpdateRoomInput {
  @Field(() => String, { nullable: true, description: 'At most 200 characters. It replaces a proposed title.' })
  name?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'At most 8,000 characters. They count towards the prompt of every reply, in which names replace `{{char}}` and `{{user}}`.',
  })
  instructions?: string | null

  @Field(() => String, { nullable: true, description: 'The name of one of `models` that the operator has configured.' })
  model?: string | null

  @Field(() => RoomSamplingInput, { nullable: true, description: 'Replaces all parameters.' })
  sampling?: RoomSamplingInput | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'True archives the room: `myRooms` does not list it unless asked. Nothing is deleted.',
  })
  archived?: boolean | null
}

export const UpdateRoomPayload = payloadType('UpdateRoomPayload', { room: () => Room })
export const CreateChatRoomPayload = payloadType('CreateChatRoomPayload', { room: () => ChatRoom })
export const CreateOfficeRoomPayload = payloadType('CreateOfficeRoomPayload', { room: () => OfficeRoom })

export function roomType({ kind }: Pick<Room, 'kind'>) {
  return kindTable[kind].roomType
}
