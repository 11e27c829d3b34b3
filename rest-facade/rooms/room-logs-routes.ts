import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import { AppError } from '../../src/errors.js'
import { lenient } from '../../src/http/body/lenient.js'
import { text } from '../rows/answers.js'
import type { BodyNames } from '../rows/body-names.js'
import { entryBody, entryShape } from './entry-body.js'
import { entryImage, ignoredImage, imageRefusals } from './entry-image.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import {
  DeleteLogEntryDocument,
  RoomLogDocument,
  SaveLogEntryDocument,
  UpdateLogEntryDocument,
} from '../operations/operations.generated.js'
import { answerList, pageQuery } from '../rows/pages.js'
import { chatRoomPaths, officeRoomPaths } from './room-paths.js'
import type { RoomPaths } from './room-paths.js'
import { noSuchRoom, roomIdOf } from './room-kind.js'
import type { RoomKind } from './room-kind.js'
import { runRoute } from '../rows/route.js'
import type { Route } from '../rows/route.js'
import type { FacadeSettings } from '../contract/settings.js'

/** The largest number that a GraphQL Int carries: no room has so many entries. */
const largestIndex = 2 ** 31 - 1

// the UUID, or for the owner the number; anything else names no room
const roomPath = z.object({ id: z.string() })

const entryBodyOf = (kind: RoomKind, settings: FacadeSettings) =>
  z.object({
    index: lenient.optional(lenient.integer(1, largestIndex)),
    input_data: rules.inputData,
    output_data: settings.line.has('shortOutputData') ? rules.earlyOutputData : rules.outputData,
    img_url: kind === 'OfficeRoom' ? ignoredImage : lenient.optional(entryImage(settings)),
  })

const entryNames: BodyNames = { input_data: ['inputData'], output_data: ['outputData'], img_url: ['imgUrl'] }

const entryFields = {
  ...idempotencyField,
  'input.roomId': ['path', 'id'],
  'input.index': ['body', 'index'],
  'input.inputData': ['body', 'input_data'],
  'input.outputData': ['body', 'output_data'],
  'input.imgUrl': ['body', 'img_url'],
} as const

const noSuchEntry = `${noSuchRoom} Or no entry at the index.`

export const roomLogsRoutes = (settings: FacadeSettings): readonly Route[] => [
  readLog('ChatRoom', chatRoomPaths('/:id/logs')),
  writeLog('ChatRoom', chatRoomPaths('/:id/logs'), settings),
  deleteEntry('ChatRoom', chatRoomPaths('/:id/logs')),
  readLog('OfficeRoom', officeRoomPaths('/:id/logs')),
  writeLog('OfficeRoom', officeRoomPaths('/:id/logs'), settings),
  deleteEntry('OfficeRoom', officeRoomPaths('/:id/logs')),
]

function readLog(kind: RoomKind, path: RoomPaths): Route {
  return runRoute({
    about: { id: `list${kind}Log`, tag: 'room logs', summary: 'List the entries of a room' },
    method: 'get',
    path,
    token: 'room',
    request: z.object({ path: roomPath, query: z.object(pageQuery) }),
    answers: z.array(entryShape),
    refuses: { notFound: noSuchRoom },
    fields: { id: ['path', 'id'], first: ['query', 'limit'], after: ['query', 'cursor'] },
    run: ({ path: { id }, query }, execute) =>
      answerList(
        query,
        async (page) => {
          const { room } = await execute(RoomLogDocument, { id, ...page })
          if (room?.__typename !== kind) throw new AppError('NOT_FOUND')
          return room.entries
        },
        (nodes) => nodes.map(entryBody),
      ),
  })
}

/** contract: rooms.15 */
function writeLog(kind: RoomKind, path: RoomPaths, settings: FacadeSettings): Route {
  return runRoute({
    about: {
      id: `write${kind}Log`,
      tag: 'room logs',
      summary: 'Append an entry, or replace the one at `index`',
    },
    method: 'put',
    path,
    token: 'room',
    request: z.object({ header: idempotencyHeader, path: roomPath, body: entryBodyOf(kind, settings) }),
    answers: 'text',
    refuses: {
      notFound: `${noSuchEntry} ${deletedSince}`,
      tooManyRequests: 'Too many entries, or too many bytes, from one IP address without a token.',
      ...(kind === 'ChatRoom' && imageRefusals(settings)),
    },
    names: entryNames,
    fields: entryFields,
    run: async ({ header, path: { id }, body }, execute) => {
      const roomId = await roomIdOf(kind, id, execute)
      const { input_data: inputData, output_data: outputData, img_url: imgUrl } = body
      const { index } = body
      if (index !== undefined) {
        await execute(UpdateLogEntryDocument, { input: { roomId, index, inputData, outputData, imgUrl } })
        return text(`Successfully updated data to document with ID: ${roomId}`)
      }
      const idempotencyKey = header['idempotency-key']
      await execute(SaveLogEntryDocument, { input: { roomId, inputData, outputData, imgUrl, idempotencyKey } })
      return text(`Successfully added data to document with ID: ${roomId}`)
    },
  })
}

function deleteEntry(kind: RoomKind, path: RoomPaths): Route {
  return runRoute({
    about: { id: `delete${kind}Entry`, tag: 'room logs', summary: 'Delete one entry' },
    method: 'delete',
    path,
    token: 'room',
    answers: 'text',
    refuses: { notFound: noSuchEntry },
    request: z.object({ path: roomPath, query: z.object({ index: lenient.integer(1, largestIndex) }) }),
    fields: { roomId: ['path', 'id'], index: ['query', 'index'] },
    run: async ({ path: { id }, query: { index } }, execute) => {
      const roomId = await roomIdOf(kind, id, execute)
      await execute(DeleteLogEntryDocument, { roomId, index })
      return text(`Successfully removed data from index: ${String(index)} in document with ID: ${roomId}`)
    },
  })
}
