import { z } from 'zod'
import { lenient } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { limits } from '../../src/limits.js'
import { json, type JsonAnswer } from '../rows/answers.js'
import { entryBody, entryShape, type EntryAnswer } from './entry-body.js'
import { entryImage, ignoredImage, imageRefusals } from './entry-image.js'
import { idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import { answerLast, answerList } from '../rows/pages.js'
import { route, runRoute, type Route } from '../rows/route.js'
import type { FacadeSettings } from '../contract/settings.js'
import { shapes } from '../rows/shapes.js'
import {
  CreateLogRoomDocument,
  DeleteLogRoomDocument,
  DeleteLogRoomEntryDocument,
  LogRoomEntriesDocument,
  SaveLogRoomEntryDocument,
  UpdateLogRoomEntryDocument,
  type LogRoomEntriesQueryVariables,
  type LogRoomKind,
} from '../operations/service-operations.generated.js'

interface Family {
  readonly kind: LogRoomKind
  /** The names of operations in this folder contain it. */
  readonly name: 'Office' | 'Chatbot'
  readonly folders: readonly [string, ...string[]]
  /** Folders that only have an endpoint to create a room. */
  readonly createOnly: readonly string[]
  readonly image: z.ZodType<string | undefined>
  readonly entryRefusals?: ReturnType<typeof imageRefusals>
  readonly userId: z.ZodType<string>
  readonly outputData: z.ZodType<string>
}

/** The documented endpoints below `/doclog` in a release line. Rows of the service schema. */
export function chatLogRoutes(settings: FacadeSettings): readonly Route[] {
  const { line } = settings
  const shared = {
    userId: line.has('logUserIdMinLength') ? rules.earlyLogUserId : rules.logUserId,
    outputData: line.has('shortOutputData') ? rules.earlyOutputData : rules.outputData,
  }
  return [
    ...familyRoutes({
      ...shared,
      kind: 'OFFICE',
      name: 'Office',
      folders: ['/doclog/office'],
      createOnly: [],
      image: ignoredImage,
    }),
    ...familyRoutes({
      ...shared,
      kind: 'CHATBOT',
      name: 'Chatbot',
      // the second one belongs to the 0.1 line
      folders: ['/doclog/chatbot', '/doclog/chat'],
      createOnly: ['/doclog/character'],
      image: entryImage(settings),
      entryRefusals: imageRefusals(settings),
    }),
  ]
}

const index = lenient.integer(1)

const fields = {
  ...idempotencyField,
  'input.userId': ['body', 'user_id'],
  'input.roomId': ['body', 'id'],
  'input.inputData': ['body', 'input_data'],
  'input.outputData': ['body', 'output_data'],
  'input.imgUrl': ['body', 'img_url'],
} as const

const created = z.object({ 'Document ID': shapes.uuid })
const done = z.object({ Result: z.string() })

const noSuchRoom = 'No room has this kind, id and user id.'
const noSuchEntry = `${noSuchRoom} Or the log has no entry at the index.`

function familyRoutes({ kind, name, folders, createOnly, userId, outputData, image, entryRefusals }: Family): Route[] {
  const [folder, ...aliases] = folders
  const at = (suffix: string): [string, ...string[]] => [folder + suffix, ...aliases.map((alias) => alias + suffix)]
  const roomBody = z.object({ user_id: userId, id: rules.uuid })
  const turnBody = roomBody.extend({ img_url: image, input_data: rules.inputData, output_data: outputData })
  const roomOf = (body: z.output<typeof roomBody>) => ({ kind, userId: body.user_id, roomId: body.id })
  const turnOf = (body: z.output<typeof turnBody>) => ({
    ...roomOf(body),
    inputData: body.input_data,
    outputData: body.output_data,
    imgUrl: body.img_url,
  })
  return [
    route({
      about: { id: `create${name}LogRoom`, tag: 'chat logs', summary: 'Create a room' },
      method: 'post',
      path: [...at('/create'), ...createOnly.map((one) => `${one}/create`)],
      token: 'none',
      answers: created,
      // a key belongs to a user id, and the request has nothing else in which it could differ
      refuses: { conflict: false },
      operation: CreateLogRoomDocument,
      request: z.object({
        header: idempotencyHeader,
        // validated and ignored: only the application's record of a room has a character
        body: z.object({ user_id: userId, character_idx: lenient.optional(lenient.rowId) }),
      }),
      fields,
      variables: ({ header, body }) => ({
        input: { kind, userId: body.user_id, idempotencyKey: header['idempotency-key'] },
      }),
      answer: ({ createLogRoom: { roomId } }) => json({ 'Document ID': roomId }),
    }),
    route({
      about: { id: `save${name}Entry`, tag: 'chat logs', summary: 'Append an entry' },
      method: 'put',
      path: at('/save_log'),
      token: 'none',
      answers: done,
      refuses: { notFound: noSuchRoom, ...entryRefusals },
      operation: SaveLogRoomEntryDocument,
      request: z.object({ header: idempotencyHeader, body: turnBody }),
      fields,
      variables: ({ header, body }) => ({
        input: { ...turnOf(body), idempotencyKey: header['idempotency-key'] },
      }),
      answer: ({ saveLogRoomEntry: { roomId } }) => result(`Successfully added data to document with ID: ${roomId}`),
    }),
    route({
      about: { id: `update${name}Entry`, tag: 'chat logs', summary: 'Replace an entry' },
      method: 'put',
      path: at('/update_log'),
      token: 'none',
      answers: done,
      refuses: { notFound: noSuchEntry, ...entryRefusals },
      operation: UpdateLogRoomEntryDocument,
      request: z.object({ body: turnBody.extend({ index }) }),
      fields,
      variables: ({ body }) => ({ input: { ...turnOf(body), index: body.index } }),
      answer: ({ updateLogRoomEntry: { roomId } }) =>
        result(`Successfully updated data to document with ID: ${roomId}`),
    }),
    runRoute({
      about: {
        id: `load${name}Log`,
        tag: 'chat logs',
        summary: 'Read the entries of a room by ascending index',
      },
      method: 'post',
      path: at('/load_log'),
      token: 'none',
      answers: z.array(entryShape),
      refuses: { notFound: noSuchRoom },
      request: z.object({
        // `newest` is ours: a client that needs the end of a long log need not read it all
        body: roomBody.extend({ newest: lenient.optional(lenient.integer(1, limits.pageSize)) }),
      }),
      fields: { ...fields, last: ['body', 'newest'] },
      run: async ({ body }, execute) => {
        const read = async (page: Omit<LogRoomEntriesQueryVariables, 'input'>) =>
          (await execute(LogRoomEntriesDocument, { input: roomOf(body), ...page })).logRoomEntries
        const bodies = (nodes: readonly EntryAnswer[]) => nodes.map(entryBody)
        if (body.newest === undefined) return answerList({}, read, bodies)
        return answerLast(body.newest, read, bodies)
      },
    }),
    runRoute({
      about: { id: `delete${name}Entry`, tag: 'chat logs', summary: 'Delete one entry' },
      method: 'delete',
      path: at('/delete_log'),
      token: 'none',
      answers: done,
      refuses: { notFound: noSuchEntry },
      request: z.object({ body: roomBody.extend({ index }) }),
      fields,
      run: async ({ body }, execute) => {
        const input = { ...roomOf(body), index: body.index }
        const { deleteLogRoomEntry } = await execute(DeleteLogRoomEntryDocument, { input })
        const { roomId } = deleteLogRoomEntry
        return result(`Successfully removed data from index: ${body.index} in document with ID: ${roomId}`)
      },
    }),
    route({
      about: {
        id: `delete${name}LogRoom`,
        tag: 'chat logs',
        summary: 'Delete a room and its entries',
      },
      method: 'delete',
      path: at('/delete_room'),
      token: 'none',
      answers: done,
      refuses: { notFound: noSuchRoom },
      operation: DeleteLogRoomDocument,
      request: z.object({ body: roomBody }),
      fields,
      variables: ({ body }) => ({ input: roomOf(body) }),
      answer: ({ deleteLogRoom: { deletedRoomId } }) =>
        result(`Successfully deleted document with ID: ${deletedRoomId}`),
    }),
  ]
}

function result(sentence: string): JsonAnswer<z.output<typeof done>> {
  return json({ Result: sentence })
}
