import { z } from 'zod'
import type {
  CreateChatRoomMutation,
  CreateOfficeRoomMutation,
  RoomAnswerFragment,
  RoomRecordFragment,
} from '../operations/operations.generated.js'
import { shapes } from '../rows/shapes.js'
import { RoomKind } from '../../schema/enums.js'

const userId = z.string().min(1).max(100)

/** The number and the UUID of a room, each under all its names (contract: rooms.2). */
const roomShape = z.object({
  id: shapes.rowId,
  idx: shapes.rowId,
  room_id: shapes.uuid,
  roomId: shapes.uuid,
  doclog_chatroomid: shapes.uuid,
  user_id: shapes.rowId.nullable(),
  userid: userId,
  room_name: z.string().nullable(),
  created_at: shapes.instant,
  updated_at: shapes.instant,
})

export const chatRoomShape = roomShape
  .extend({
    character_id: shapes.rowId.nullable(),
    characters_idx: shapes.rowId.nullable(),
    room_type: z.null(),
  })
  .meta({ id: 'ChatRoom' })

export const officeRoomShape = roomShape
  .extend({
    character_id: z.null(),
    characters_idx: z.null(),
    room_type: z.string().nullable(),
    sqldb_officeroom: z.object({
      idx: shapes.rowId,
      userid: userId,
      doclog_chatroomid: shapes.uuid,
      created_at: shapes.instant,
      updated_at: shapes.instant,
    }),
  })
  .meta({ id: 'OfficeRoom' })

const nullableNumber = z.number().nullable()

/** A room of either kind with its settings (contract: rooms.22). */
export const recordShape = roomShape
  .extend({
    kind: z.enum(RoomKind),
    character_id: shapes.rowId.nullable(),
    characters_idx: shapes.rowId.nullable(),
    room_type: z.string().nullable(),
    proposed_title: z.string().nullable().describe('A title to show while the room has no name.'),
    instructions: z.string().nullable(),
    model: z.string().nullable(),
    sampling: z
      .object({
        max_tokens: z.int().nullable(),
        temperature: nullableNumber,
        top_p: nullableNumber,
        frequency_penalty: nullableNumber,
        presence_penalty: nullableNumber,
      })
      .nullable(),
    archived: z.boolean(),
    archived_at: shapes.instant.nullable(),
    pinned: z.boolean(),
    pinned_at: shapes.instant.nullable(),
    reply_count: shapes.count.describe('Replies that have ended with an entry and were not cancelled.'),
    read_replies: shapes.count.describe('How many of them the owner has read.'),
    unread: z.boolean(),
  })
  .meta({ id: 'Room' })

export function recordBody(room: RoomRecordFragment): z.output<typeof recordShape> {
  const isChat = room.__typename === 'ChatRoom'
  const characterId = isChat && room.characterId !== null ? Number(room.characterId) : null
  return {
    ...roomBody(room),
    kind: isChat ? 'character' : 'office',
    character_id: characterId,
    characters_idx: characterId,
    room_type: isChat ? null : room.roomType,
    proposed_title: room.proposedTitle,
    instructions: room.instructions,
    model: room.model,
    sampling: room.sampling && samplingBody(room.sampling),
    archived: room.archivedAt !== null,
    archived_at: room.archivedAt,
    pinned: room.pinnedAt !== null,
    pinned_at: room.pinnedAt,
    reply_count: room.replyCount,
    read_replies: room.readReplies,
    unread: room.unread,
  }
}

function samplingBody({ maxTokens, temperature, topP, ...penalties }: NonNullable<RoomRecordFragment['sampling']>) {
  const { frequencyPenalty, presencePenalty } = penalties
  const others = { frequency_penalty: frequencyPenalty, presence_penalty: presencePenalty }
  return { max_tokens: maxTokens, temperature, top_p: topP, ...others }
}

export function chatRoomBody(room: CreateChatRoomMutation['createChatRoom']['room']): z.output<typeof chatRoomShape> {
  const characterId = room.characterId === null ? null : Number(room.characterId)
  return { ...roomBody(room), character_id: characterId, characters_idx: characterId, room_type: null }
}

export function officeRoomBody(
  room: CreateOfficeRoomMutation['createOfficeRoom']['room'],
): z.output<typeof officeRoomShape> {
  const laterShape = {
    idx: Number(room.recordId),
    userid: room.userId,
    doclog_chatroomid: room.id,
    created_at: room.createdAt,
    updated_at: room.updatedAt,
  }
  const body = { ...roomBody(room), character_id: null, characters_idx: null, room_type: room.roomType }
  return { ...body, sqldb_officeroom: laterShape }
}

function roomBody(room: RoomAnswerFragment): z.output<typeof roomShape> {
  const number = Number(room.recordId)
  return {
    id: number,
    idx: number,
    room_id: room.id,
    roomId: room.id,
    doclog_chatroomid: room.id,
    user_id: room.ownerId === null ? null : Number(room.ownerId),
    userid: room.userId,
    room_name: room.name,
    created_at: room.createdAt,
    updated_at: room.updatedAt,
  }
}
