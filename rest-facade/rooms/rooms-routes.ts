import { z } from 'zod'
import { lenient } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { json, nothing } from '../rows/answers.js'
import type { BodyNames } from '../rows/body-names.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import {
  CreateChatRoomDocument,
  CreateOfficeRoomDocument,
  DeleteRoomDocument,
} from '../operations/operations.generated.js'
import { chatRoomBody, chatRoomShape, officeRoomBody, officeRoomShape } from './room-body.js'
import { chatRooms, noSuchRoom, officeRooms, roomFamilies, type RoomFamily } from './room-families.js'
import { route, type Route } from '../rows/route.js'

const roomBody = {
  room_id: lenient.optional(rules.uuid),
  user_id: lenient.optional(lenient.textOrNumber(rules.roomUserId)),
  room_name: lenient.optional(rules.roomName),
} as const

const chatRoomRequest = z.object({
  header: idempotencyHeader,
  body: z.object({ ...roomBody, character_id: lenient.optional(lenient.rowId) }),
})

const officeRoomRequest = z.object({
  header: idempotencyHeader,
  body: z.object({ ...roomBody, room_type: lenient.optional(rules.roomType) }),
})

/** contract: rooms.4 */
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

const createDetails =
  'With a token, the room belongs to its account. Without one, a user id is required, and every caller that knows the ' +
  'UUID can use the room; the operator can require a token.'

const createRefusals = {
  badRequest: 'The room id is in use.',
  forbidden: 'The user id belongs to another account.',
  notFound: deletedSince,
  tooManyRequests: 'Too many new rooms, or too many bytes, from one IP address without a token.',
} as const

export const roomsRoutes: readonly Route[] = [
  route({
    about: {
      id: 'createChatRoom',
      tag: 'rooms',
      summary: 'Create a room with a character',
      details: createDetails,
    },
    method: 'post',
    path: chatRooms.paths(''),
    token: 'room',
    operation: CreateChatRoomDocument,
    request: chatRoomRequest,
    answers: chatRoomShape,
    refuses: {
      ...createRefusals,
      notFound: `The character does not exist, or the caller cannot see it. ${deletedSince}`,
    },
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
    about: {
      id: 'createOfficeRoom',
      tag: 'rooms',
      summary: 'Create a room with the office assistant',
      details: createDetails,
    },
    method: 'post',
    path: officeRooms.paths(''),
    token: 'room',
    operation: CreateOfficeRoomDocument,
    request: officeRoomRequest,
    answers: officeRoomShape,
    refuses: createRefusals,
    names: roomNames,
    fields: roomFields,
    variables: ({ header, body }) => ({
      input: { ...roomInput(body), roomType: body.room_type, idempotencyKey: header['idempotency-key'] },
    }),
    answer: ({ createOfficeRoom: { room } }) => json(officeRoomBody(room)),
  }),
  ...roomFamilies.map(deleteRoom),
]

/** contract: rooms.18 */
function deleteRoom({ kind, roomType, paths }: RoomFamily): Route {
  return route({
    about: { id: `delete${roomType}`, tag: 'rooms', summary: 'Delete a room and its chat logs' },
    method: 'delete',
    path: paths('/:id'),
    token: 'room',
    operation: DeleteRoomDocument,
    request: z.object({ path: z.object({ id: z.string() }) }),
    answers: 'nothing',
    refuses: { notFound: noSuchRoom },
    fields: { id: ['path', 'id'] },
    variables: ({ path: { id } }) => ({ id, kind }),
    answer: () => nothing,
  })
}

function roomInput(body: { room_id: string | undefined; user_id: string | undefined; room_name: string | undefined }) {
  return { roomId: body.room_id, userId: body.user_id, name: body.room_name }
}
