import { z } from 'zod'
import { documentFormats, fileName, fileStates, missingReasons, unreadableReasons } from '../../src/files/file.js'
import { limits } from '../../src/limits.js'
import { FileDocument, RemoveFileDocument, type FileAnswerFragment } from '../operations/operations.generated.js'
import { accepted, json, nothing, required } from '../rows/answers.js'
import { deletedSince, idempotencyHeader } from '../rows/idempotency.js'
import { route, runRoute, type Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'

const path = '/files'

const upper = <Name extends string>(names: readonly Name[]) =>
  z.enum(names.map((name) => name.toUpperCase() as Uppercase<Name>))

const fileShape = z
  .object({
    id: z.string(),
    name: z.string(),
    media_type: z.string().describe('As it was sent.'),
    size: z.int().min(1).describe('In bytes.'),
    state: z
      .enum(fileStates)
      .describe('READING, then what the server has of its text: WHOLE, IN_PART (`missing`) or UNREADABLE (`reason`).'),
    format: upper(documentFormats).nullable(),
    encoding: z.string().nullable(),
    encoding_is_guess: z.boolean(),
    pages: z.int().min(0).nullable(),
    characters: z.int().min(0).nullable().describe('The length of its text in UTF-16 code units.'),
    missing: z.array(z.object({ reason: upper(missingReasons), count: z.int().min(1) })).readonly(),
    reason: upper(unreadableReasons).nullable(),
    message: z.string().nullable().describe('`reason` as a sentence.'),
    room_id: shapes.uuid.nullable().describe('The room that it was sent in; null before a message.'),
    created_at: shapes.instant,
  })
  .meta({ id: 'File' })

const request = z.object({ path: z.object({ id: z.string() }) })
const notFound = 'The caller has no such file.'

/** contract: files.1 to files.6 */
export const filesRoutes: readonly Route[] = [
  runRoute({
    about: {
      id: 'uploadFile',
      tag: 'files',
      summary: 'Upload a file for a message',
      details:
        'The body is the file. It is answered when its bytes are stored, and its text is read afterwards. Its id can be one of the `attachments` of a message; without a message it is deleted after a day.',
    },
    method: 'post',
    path,
    token: 'required',
    request: z.object({
      header: idempotencyHeader,
      query: z.object({ name: fileName.describe('The name of the file, 1 to 255 characters.') }),
    }),
    content: { mostBytes: limits.fileBytes },
    answers: fileShape,
    isAccepted: true,
    refuses: {
      notFound: deletedSince,
      conflict: 'The account has 1,000 files, or its files have 1 GiB.',
      payloadTooLarge: 'The file is larger than 25 MB.',
      unsupportedMediaType: 'The body is compressed.',
    },
    run: async ({ header, query: { name } }, execute, { content }) => {
      const id = await content.store({ name, idempotencyKey: header['idempotency-key'] })
      const { file } = await execute(FileDocument, { id })
      return accepted(bodyOf(required(file, 'NOT_FOUND')), `${path}/${id}`)
    },
  }),
  route({
    about: { id: 'readFile', tag: 'files', summary: 'Read the state of a file' },
    method: 'get',
    path: `${path}/:id`,
    token: 'required',
    request,
    operation: FileDocument,
    variables: ({ path: { id } }) => ({ id }),
    answers: fileShape,
    refuses: { notFound },
    answer: ({ file }) => json(bodyOf(required(file, 'NOT_FOUND'))),
  }),
  runRoute({
    about: { id: 'downloadFile', tag: 'files', summary: 'Download a file' },
    method: 'get',
    path: `${path}/:id/content`,
    token: 'required',
    request,
    answers: 'content',
    refuses: { notFound: 'The caller has no such file, or its bytes are lost.' },
    run: async ({ path: { id } }, _execute, { content }) => ({ kind: 'content', ...(await content.open(id)) }),
  }),
  route({
    about: {
      id: 'removeFile',
      tag: 'files',
      summary: 'Delete a file with its text',
      details: 'The messages that it was sent with keep its name.',
    },
    method: 'delete',
    path: `${path}/:id`,
    token: 'required',
    request,
    operation: RemoveFileDocument,
    variables: ({ path: { id } }) => ({ id }),
    answers: 'nothing',
    refuses: { notFound },
    answer: () => nothing,
  }),
]

function bodyOf(file: FileAnswerFragment): z.output<typeof fileShape> {
  const { mediaType, encodingIsGuess, createdAt, room, ...rest } = file
  return {
    ...rest,
    media_type: mediaType,
    encoding_is_guess: encodingIsGuess,
    room_id: room?.id ?? null,
    created_at: createdAt,
  }
}
