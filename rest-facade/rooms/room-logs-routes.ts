import { z } from 'zod'
import { lenient } from '@parley/edge'
import { AppError } from '@parley/runtime'
import { rules } from '../../schema/rules.js'
import { text } from '../rows/answers.js'
import type { BodyNames } from '../rows/body-names.js'
import { entryBody, entryIndex, entryShape, expectedVersion, isStale, versionName } from './entry-body.js'
import { entryImage, ignoredImage, imageRefusals } from './entry-image.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import {
  DeleteLogEntryDocument,
  RoomLogDocument,
  SaveLogEntryDocument,
  UpdateLogEntryDocument,
} from '../operations/operations.generated.js'
import { answerList, pageQuery } from '../rows/pages.js'
import { noSuchRoom, roomFamilies, type RoomFamily } from './room-families.js'
import { route, runRoute, type Route } from '../rows/route.js'
import type { FacadeSettings } from '../contract/settings.js'

// the UUID, or for the owner the number; any other value matches no room
const roomPath = z.object({ id: z.string() })

const entryBodyOf = ({ hasImages }: RoomFamily, settings: FacadeSettings) =>
  z.object({
    index: lenient.optional(entryIndex),
    expected_version: expectedVersion.describe(
      'With `index`: the version that the client has read, and 409 if the entry has another one.',
    ),
    input_data: rules.inputData,
    output_data: settings.line.has('shortOutputData') ? rules.earlyOutputData : rules.outputData,
    img_url: hasImages ? lenient.optional(entryImage(settings)) : ignoredImage,
  })

const entryNames: BodyNames = {
  ...versionName,
  input_data: ['inputData'],
  output_data: ['outputData'],
  img_url: ['imgUrl'],
}

const entryFields = {
  ...idempotencyField,
  'input.roomId': ['path', 'id'],
  'input.index': ['body', 'index'],
  'input.expectedVersion': ['body', 'expected_version'],
  'input.inputData': ['body', 'input_data'],
  'input.outputData': ['body', 'output_data'],
  'input.imgUrl': ['body', 'img_url'],
} as const

const noSuchEntry = `${noSuchRoom} Or the log has no entry at the index.`

export const roomLogsRoutes = (settings: FacadeSettings): readonly Route[] =>
  roomFamilies.flatMap((family) => [readLog(family), writeLog(family, settings), deleteEntry(family)])

const logPath = '/:id/logs'

function readLog({ roomType, paths }: RoomFamily): Route {
  return runRoute({
    about: { id: `list${roomType}Log`, tag: 'room logs', summary: 'List the entries of a room' },
    method: 'get',
    path: paths(logPath),
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
          if (room?.__typename !== roomType) throw new AppError('NOT_FOUND')
          return room.entries
        },
        (nodes) => nodes.map(entryBody),
      ),
  })
}

/** contract: rooms.15 */
function writeLog(family: RoomFamily, settings: FacadeSettings): Route {
  const { kind, roomType, hasImages, paths } = family
  return runRoute({
    about: {
      id: `write${roomType}Log`,
      tag: 'room logs',
      summary: 'Append an entry, or replace the one at `index`',
    },
    method: 'put',
    path: paths(logPath),
    token: 'room',
    request: z.object({ header: idempotencyHeader, path: roomPath, body: entryBodyOf(family, settings) }),
    answers: 'text',
    refuses: {
      notFound: `${noSuchEntry} ${deletedSince}`,
      conflict: isStale,
      tooManyRequests: 'Too many entries, or too many bytes, from one IP address without a token.',
      ...(hasImages && imageRefusals(settings)),
    },
    names: entryNames,
    fields: entryFields,
    run: async ({ header, path: { id }, body }, execute) => {
      const { index, input_data: inputData, output_data: outputData, img_url: imgUrl } = body
      const entry = { roomId: id, kind, inputData, outputData, imgUrl }
      if (index !== undefined) {
        const input = { ...entry, index, expectedVersion: body.expected_version }
        const { updateLogEntry } = await execute(UpdateLogEntryDocument, { input })
        return text(`Successfully updated data to document with ID: ${updateLogEntry.roomId}`)
      }
      const idempotencyKey = header['idempotency-key']
      const { saveLogEntry } = await execute(SaveLogEntryDocument, { input: { ...entry, idempotencyKey } })
      return text(`Successfully added data to document with ID: ${saveLogEntry.roomId}`)
    },
  })
}

function deleteEntry({ kind, roomType, paths }: RoomFamily): Route {
  return route({
    about: { id: `delete${roomType}Entry`, tag: 'room logs', summary: 'Delete one entry' },
    method: 'delete',
    path: paths(logPath),
    token: 'room',
    answers: 'text',
    refuses: { notFound: noSuchEntry, conflict: isStale },
    operation: DeleteLogEntryDocument,
    request: z.object({ path: roomPath, query: z.object({ index: entryIndex, expected_version: expectedVersion }) }),
    fields: { roomId: ['path', 'id'], index: ['query', 'index'], expectedVersion: ['query', 'expected_version'] },
    variables: ({ path: { id }, query }) => ({
      roomId: id,
      kind,
      index: query.index,
      expectedVersion: query.expected_version,
    }),
    answer: ({ deleteLogEntry: { roomId, deletedIndex } }) =>
      text(`Successfully removed data from index: ${String(deletedIndex)} in document with ID: ${roomId}`),
  })
}
