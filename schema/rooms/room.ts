import { Field, ID, InputType, InterfaceType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { kindTable } from '../../src/kinds.js'
import type { Kind } from '../../src/kinds.js'
import type { Room as RoomRow } from '../../src/rooms/room.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { InputRule } from '../input-rule.js'
import { keyDescription, rules } from '../rules.js'

@InterfaceType({
  description:
    'A conversation. A room with an owner is accessible to the owner and to administrators; a room without one, to every caller that knows its id.',
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

  @Field(() => String, { nullable: true })
  name!: string | null

  readonly roomType!: string | null

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, { description: 'Changes with every change of the log.' })
  updatedAt!: number
}

@ObjectType({ implements: Room, description: 'A conversation with a character.' })
export class ChatRoom extends Room {
  @Field(() => ID, { nullable: true })
  override readonly characterId!: number | null
}

@ObjectType({ implements: Room, description: 'A conversation with the office assistant.' })
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

@ObjectType()
export class CreateChatRoomPayload {
  @Field(() => ChatRoom)
  room!: Room
}

@ObjectType()
export class CreateOfficeRoomPayload {
  @Field(() => OfficeRoom)
  room!: Room
}

export function roomType({ kind }: Pick<Room, 'kind'>) {
  return kindTable[kind].roomType
}
