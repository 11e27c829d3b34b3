import { Field, ID, Int, InterfaceType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { kindTable, type Kind } from '../../src/kinds.js'
import { limits } from '../../src/limits.js'
import type { Room as RoomRow } from '../../src/rooms/room.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { type InputOf, inputType } from '../input-type.js'
import { LongText } from '../long-text.js'
import { Node } from '../node.js'
import { RoomSampling, RoomSamplingInput } from '../replies/sampling.js'
import { keyDescription, rules, samplingRules } from '../rules.js'
import { payloadType } from '../payload-type.js'

@InterfaceType({
  description:
    'A chat. A room with an owner is accessible to the owner and to administrators; a room without one, to every caller that knows its id.',
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

  // of chat rooms
  readonly greetingIndex!: number
  // on the wire for the owner
  readonly personaId!: number | null

  @Field(() => String, { nullable: true, description: 'The name that was given; at most 200 characters.' })
  name!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'A title to show while the room has no name: the beginning of a message, usually of the first one, without the marks of its Markdown, at most 100 characters. It stays when that message is deleted. `startRoom` sets it at once; it is null before the first entry of other rooms and once the room has a name. To accept it, send it as `name` to `updateRoom`.',
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

  // on the wire as a flag
  readonly acceptsFiles!: boolean | null

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the room was archived; null if it is not. `sendMessage` and `regenerate` remove it from the archive.',
  })
  archivedAt!: number | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the owner pinned the room; null if it is not pinned. See `setRoomPinned`.',
  })
  readonly pinnedAt!: number | null

  @Field(() => Int, {
    description:
      'How many replies have ended in the room with an entry; cancelled ones do not count. A regenerated or continued reply counts again. It only grows.',
  })
  readonly replyCount!: number

  @Field(() => Int, {
    description: 'How many of these replies the owner has read: the number that `markRoomRead` has recorded.',
  })
  readonly readReplies!: number

  // on the wire: isTest
  readonly testOf!: number | null

  // on the wire: greeting
  readonly keptGreeting!: string | null

  readonly roomType!: string | null

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime, { description: 'Changes with every change of the log.' })
  updatedAt!: number
}

const greetingDescription =
  'With which greeting the character begins: 0 for its `greeting`, 1 for the first one of its `alternateGreetings`.'
/** As every new room, and every change of one, has it. */
export const greetingIndex = z
  .int()
  .min(0)
  .max(limits.alternateGreetings)
  .nullish()
  .describe(`${greetingDescription} BAD_USER_INPUT for one that the character does not have. Default: 0.`)

@ObjectType({ implements: [Room, Node], description: 'A chat with a character.' })
export class ChatRoom extends Room {
  @Field(() => ID, { nullable: true })
  override readonly characterId!: number | null

  @Field(() => Int, { description: greetingDescription })
  override readonly greetingIndex!: number
}

@ObjectType({ implements: [Room, Node], description: 'A chat with the office assistant.' })
export class OfficeRoom extends Room {
  @Field(() => String, { nullable: true })
  override readonly roomType!: string | null
}

export const RoomConnection = connectionOf<Room>('Room', () => Room)

const newRoom = {
  name: rules.roomName.nullish().describe('At most 200 characters.'),
  roomId: rules.uuid.nullish().describe('The UUID of the new room; generated if absent.'),
  userId: rules.roomUserId
    .nullish()
    .describe('The user id of the room, 1 to 100 characters, for callers without an account.'),
  idempotencyKey: rules.idempotencyKey.nullish().describe(keyDescription),
}

export const ChatRoomInput = inputType(
  'ChatRoomInput',
  z.object({
    ...newRoom,
    characterId: z.string().nullish(),
    greetingIndex,
  }),
  { types: { roomId: () => ID, characterId: () => ID, greetingIndex: () => Int } },
)
export type ChatRoomInput = InputOf<typeof ChatRoomInput>

export const OfficeRoomInput = inputType(
  'OfficeRoomInput',
  z.object({
    ...newRoom,
    roomType: rules.roomType.nullish().describe('Default: `office`.'),
  }),
  { types: { roomId: () => ID } },
)
export type OfficeRoomInput = InputOf<typeof OfficeRoomInput>

export const UpdateRoomInput = inputType(
  'UpdateRoomInput',
  z.object({
    name: rules.roomName.nullish().describe('At most 200 characters. It replaces a proposed title.'),
    greetingIndex,
    instructions: rules.roomInstructions
      .nullish()
      .describe(
        'At most 8,000 characters. They count towards the prompt of every reply, in which placeholders such as `{{char}}` are replaced.',
      ),
    model: z.string().nullish().describe('The name of one of `models` that the operator has configured.'),
    sampling: z.object(samplingRules).nullish().describe('Replaces all parameters.'),
    acceptsFiles: z
      .boolean()
      .nullish()
      .describe('Whether messages can have files. Null: as the kind of the room has it.'),
    archived: z
      .boolean()
      .nullish()
      .describe('True archives the room: `myRooms` does not list it unless asked. Nothing is deleted.'),
  }),
  {
    types: { sampling: () => RoomSamplingInput, greetingIndex: () => Int },
    description: 'Changes to a room. An absent field keeps its value; null clears it.',
  },
)
export type UpdateRoomInput = InputOf<typeof UpdateRoomInput>

export const UpdateRoomPayload = payloadType('UpdateRoomPayload', { room: () => Room })
export const SetRoomPinnedPayload = payloadType('SetRoomPinnedPayload', { room: () => Room })
export const MarkRoomReadPayload = payloadType('MarkRoomReadPayload', { room: () => Room })
export const CreateChatRoomPayload = payloadType('CreateChatRoomPayload', { room: () => ChatRoom })
export const OpenTestRoomPayload = payloadType('OpenTestRoomPayload', { room: () => ChatRoom })
export const CreateOfficeRoomPayload = payloadType('CreateOfficeRoomPayload', { room: () => OfficeRoom })

export function roomType({ kind }: Pick<Room, 'kind'>) {
  return kindTable[kind].roomType
}
