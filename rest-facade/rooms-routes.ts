import { z } from 'zod'
import { rules } from '../schema/limits.js'
import { lenient } from '../src/http/lenient.js'
import { json, nothing } from './answers.js'
import type { BodyNames } from './body-names.js'
import { idempotencyField, idempotencyHeader } from './idempotency.js'
import { CreateChatRoomDocument, CreateOfficeRoomDocument, DeleteRoomDocument } from './operations.generated.js'
import type { CreateChatRoomMutation, CreateOfficeRoomMutation, RoomAnswerFragment } from './operations.generated.js'
import { roomIdOf } from './room-kind.js'
import type { RoomKind } from './room-kind.js'
import { chatRoomPaths, officeRoomPaths } from './room-paths.js'
import type { RoomPaths } from './room-paths.js'
import { route, runRoute } from './route.js'
import type { Route } from './route.js'

const roomKeys = {
  room_id: lenient.optional(rules.uuid),
  user_id: lenient.optional(lenient.textOrNumber(rules.logUserId)),
  room_name: lenient.optional(rules.roomName),
} as const

const chatRoomRequest = z.object({
  header: idempotencyHeader,
  body: z.object({ ...roomKeys, character_id: lenient.optional(lenient.rowId) }),
})

const officeRoomRequest = z.object({
  header: idempotencyHeader,
  body: z.object({ ...roomKeys, room_type: lenient.optional(rules.roomType) }),
})

/** Both documented shapes of a room record, each in snake and in camel case (decisions 4). */
const roomNames: BodyNames = {
  room_id: ['roomId', 'doclog_chatroomid', 'doclogChatroomid'],
  user_id: ['userId', 'userid'],
  room_name: ['roomName'],
  character_id: ['characterId', 'characters_idx', 'charactersIdx'],
  room_type: ['roomType'],
}

const roomFields = {
  ...idempotencyField,
  'input.roomId': ['body', 'room_id'],
  'input.userId': ['body', 'user_id'],
  'input.name': ['body', 'room_name'],
  'input.characterId': ['body', 'character_id'],
  'input.roomType': ['body', 'room_type'],
} as const

export const roomsRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: chatRoomPaths(''),
    token: 'room',
    operation: CreateChatRoomDocument,
    request: chatRoomRequest,
    names: roomNames,
    fields: roomFields,
    variables: ({ header, body }) => ({
      input: {
        ...roomInput(body),
        characterId: body.character_id === undefined ? undefined : String(body.character_id),
        idempotencyKey: header['idempotency-key'],
      },
    }),
    answer: ({ createChatRoom: { room } }) => json(chatRoomBody(room)),
  }),
  route({
    method: 'post',
    path: officeRoomPaths(''),
    token: 'room',
    operation: CreateOfficeRoomDocument,
    request: officeRoomRequest,
    names: roomNames,
    fields: roomFields,
    variables: ({ header, body }) => ({
      input: { ...roomInput(body), roomType: body.room_type, idempotencyKey: header['idempotency-key'] },
    }),
    answer: ({ createOfficeRoom: { room } }) => json(officeRoomBody(room)),
  }),
  deleteRoom('ChatRoom', chatRoomPaths('/:id')),
  deleteRoom('OfficeRoom', officeRoomPaths('/:id')),
]

/** The record and the chat logs together, or neither (decisions 4). */
function deleteRoom(kind: RoomKind, path: RoomPaths): Route {
  return runRoute({
    method: 'delete',
    path,
    token: 'room',
    request: z.object({ path: z.object({ id: z.string() }) }),
    fields: { id: ['path', 'id'] },
    run: async ({ path: { id } }, execute) => {
      await execute(DeleteRoomDocument, { id: await roomIdOf(kind, id, execute) })
      return nothing
    },
  })
}

function roomInput(body: { room_id: string | undefined; user_id: string | undefined; room_name: string | undefined }) {
  return { roomId: body.room_id, userId: body.user_id, name: body.room_name }
}

function chatRoomBody(room: CreateChatRoomMutation['createChatRoom']['room']): object {
  const characterId = room.characterId === null ? null : Number(room.characterId)
  return { ...roomBody(room), character_id: characterId, characters_idx: characterId, room_type: null }
}

function officeRoomBody(room: CreateOfficeRoomMutation['createOfficeRoom']['room']): object {
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

/** The superset of both documented shapes: one number and one UUID, each under every name it has. */
function roomBody(room: RoomAnswerFragment) {
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
