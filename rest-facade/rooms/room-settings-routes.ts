import { z } from 'zod'
import { lenient } from '@parley/edge'
import { notByKey } from '../rows/not-by-key.js'
import { keysOf } from '@parley/runtime'
import { shapes } from '../rows/shapes.js'
import { rules, samplingRules } from '../../schema/rules.js'
import { json, required } from '../rows/answers.js'
import {
  CreateRoomExportLinkDocument,
  MarkRoomReadDocument,
  MyRoomsDocument,
  RoomRecordDocument,
  SetRoomPinnedDocument,
  UpdateRoomDocument,
} from '../operations/operations.generated.js'
import { answerList, noRows, pageFields, pageQuery } from '../rows/pages.js'
import { route, runRoute, type Route } from '../rows/route.js'
import { recordBody, recordShape } from './room-body.js'
import { RoomExportFormat, RoomKind } from '../../schema/enums.js'

const path = z.object({ id: z.string() })
const noSuchRoom = 'The room does not exist, or belongs to another account.'

const orders = { newest: 'NEWEST', last_changed: 'LAST_CHANGED' } as const
const listed = { false: false, true: true, all: null } as const
const roomKinds = { character: 'CHARACTER', office: 'OFFICE' } as const

const listQuery = z.object({
  ...pageQuery,
  order: z.enum(keysOf(orders)).optional().describe('Default: `newest`.'),
  archived: z.enum(keysOf(listed)).optional().describe('Which rooms to list. Default: `false`.'),
  kind: z.enum(RoomKind).optional().describe('Default: both kinds.'),
  pinned: z.enum(keysOf(listed)).optional().describe('Which rooms to list. Default: `all`.'),
})

/** The highest number of a GraphQL `Int`. */
const maxReplies = 2_147_483_647

const changeBody = z.object({
  room_name: rules.roomName.nullish(),
  instructions: rules.roomInstructions.nullish(),
  model: z.string().nullish().describe('One of `GET /api/models` that the operator has configured.'),
  sampling: z
    .strictObject({
      temperature: samplingRules.temperature,
      max_tokens: samplingRules.maxTokens,
      top_p: samplingRules.topP,
      frequency_penalty: samplingRules.frequencyPenalty,
      presence_penalty: samplingRules.presencePenalty,
    })
    .nullish()
    .describe('Replaces all parameters.'),
  archived: lenient.boolean.nullish(),
})

/** Rooms of both kinds: the list of the caller's own, one room, its settings. */
export const roomSettingsRoutes: readonly Route[] = [
  runRoute({
    about: {
      id: 'listRooms',
      tag: 'rooms',
      summary: 'List the caller’s rooms',
      details: 'A room whose log changes moves to the beginning of `last_changed`. A `cursor` belongs to its order.',
    },
    method: 'get',
    path: '/api/rooms',
    token: 'required',
    request: z.object({ query: listQuery }),
    answers: z.array(recordShape),
    fields: pageFields,
    run: ({ query }, execute) => {
      const selection = {
        orderBy: orders[query.order ?? 'newest'],
        archived: listed[query.archived ?? 'false'],
        ...(query.kind === undefined ? {} : { kind: roomKinds[query.kind] }),
        pinned: listed[query.pinned ?? 'all'],
      }
      return answerList(
        query,
        async (page) => (await execute(MyRoomsDocument, { ...page, ...selection })).myRooms ?? noRows,
        (nodes) => nodes.map(recordBody),
      )
    },
  }),
  route({
    about: { id: 'readRoom', tag: 'rooms', summary: 'Read a room with its settings' },
    method: 'get',
    path: '/api/rooms/:id',
    token: 'room',
    operation: RoomRecordDocument,
    request: z.object({ path }),
    answers: recordShape,
    refuses: { notFound: noSuchRoom },
    fields: { id: ['path', 'id'] },
    variables: ({ path: { id } }) => ({ id }),
    answer: ({ room }) => json(recordBody(required(room, 'NOT_FOUND'))),
  }),
  route({
    about: {
      id: 'updateRoom',
      tag: 'rooms',
      summary: 'Change the name and the settings of a room, or archive it',
      details: 'An absent key keeps its value, `null` clears it. The next reply uses the settings.',
    },
    method: 'put',
    path: '/api/rooms/:id',
    token: 'room',
    operation: UpdateRoomDocument,
    request: z.object({ path, body: changeBody }),
    answers: recordShape,
    refuses: {
      forbidden: 'The membership does not include the model.',
      notFound: noSuchRoom,
      tooManyRequests: 'Too many changes, or too many bytes, from one IP address without a token.',
    },
    names: { room_name: ['roomName'] },
    fields: { id: ['path', 'id'], 'input.name': ['body', 'room_name'] },
    variables: ({ path: { id }, body: { room_name: name, sampling, ...settings } }) => ({
      id,
      input: { ...settings, name, sampling: sampling && samplingOf(sampling) },
    }),
    answer: ({ updateRoom: { room } }) => json(recordBody(room)),
  }),
  route({
    about: { id: 'setRoomPinned', tag: 'rooms', summary: 'Pin a room of the caller’s own, or remove the pin' },
    method: 'put',
    path: '/api/rooms/:id/pin',
    token: 'required',
    operation: SetRoomPinnedDocument,
    request: z.object({ path, body: z.object({ pinned: lenient.boolean }) }),
    answers: recordShape,
    refuses: { notFound: noSuchRoom },
    fields: { id: ['path', 'id'] },
    variables: ({ path: { id }, body: { pinned } }) => ({ id, pinned }),
    answer: ({ setRoomPinned: { room } }) => json(recordBody(room)),
  }),
  route({
    about: {
      id: 'markRoomRead',
      tag: 'rooms',
      summary: 'Record how many replies of a room of the caller’s own were read',
      details:
        '`up_to` is the `reply_count` that the reader has seen. The number never goes back. A number above the count marks all replies, and so does an absent one.',
    },
    method: 'put',
    path: '/api/rooms/:id/read',
    token: 'required',
    operation: MarkRoomReadDocument,
    request: z.object({ path, body: z.object({ up_to: lenient.integer(0, maxReplies).nullish() }) }),
    answers: recordShape,
    refuses: { notFound: noSuchRoom },
    names: { up_to: ['upTo'] },
    fields: { id: ['path', 'id'], upTo: ['body', 'up_to'] },
    variables: ({ path: { id }, body: { up_to: upTo } }) => ({ id, upTo }),
    answer: ({ markRoomRead: { room } }) => json(recordBody(room)),
  }),
  route({
    about: {
      id: 'createRoomExportLink',
      tag: 'rooms',
      summary: 'Create a link to a file with the messages and replies of a room',
      details: 'Its `url` needs no token, works for five minutes, and ends with the session of the caller.',
    },
    method: 'post',
    path: '/api/rooms/:id/export',
    token: 'required',
    operation: CreateRoomExportLinkDocument,
    request: z.object({
      path,
      body: z.object({
        format: z.enum(RoomExportFormat),
        time_zone: lenient
          .optional(rules.timeZone)
          .describe('The IANA time zone of the times in the file. Default: that of the account, else UTC.'),
      }),
    }),
    answers: z.object({ url: z.string(), expires_at: shapes.instant }),
    refuses: { forbidden: notByKey, notFound: noSuchRoom },
    names: { time_zone: ['timeZone'] },
    fields: {
      'input.roomId': ['path', 'id'],
      'input.format': ['body', 'format'],
      'input.timeZone': ['body', 'time_zone'],
    },
    variables: ({ path: { id }, body: { format, time_zone: timeZone } }) => ({
      input: { roomId: id, format, timeZone },
    }),
    answer: ({ createRoomExportLink: { url, expiresAt } }) => json({ url, expires_at: expiresAt }),
  }),
]

function samplingOf(sampling: NonNullable<z.output<typeof changeBody>['sampling']>) {
  const { max_tokens: maxTokens, top_p: topP, temperature } = sampling
  const { frequency_penalty: frequencyPenalty, presence_penalty: presencePenalty } = sampling
  return { maxTokens, temperature, topP, frequencyPenalty, presencePenalty }
}
