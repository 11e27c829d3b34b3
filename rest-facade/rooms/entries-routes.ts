import { z } from 'zod'
import { lenient } from '@parley/edge'
import { messageLengthDescription, rules, timeZoneDescription } from '../../schema/rules.js'
import { messageBodyBytes } from '../../src/limits.js'
import type { FacadeSettings } from '../contract/settings.js'
import {
  AlternativesDocument,
  ChooseAlternativeDocument,
  ContinueReplyDocument,
  RegenerateDocument,
  TruncateLogDocument,
  type EntryAlternativesFragment,
} from '../operations/operations.generated.js'
import { finishReason, generationShape } from '../replies/generation-shapes.js'
import { accepted, json, nothing, required } from '../rows/answers.js'
import { deletedSince, idempotencyHeader } from '../rows/idempotency.js'
import { route, type Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'
import { entryIndex, expectedVersion, isStale, versionName } from './entry-body.js'

const entryPath = z.object({ id: z.string(), index: entryIndex })

const noSuchRoom = 'The room does not exist, or belongs to another account.'
const noSuchEntry = `${noSuchRoom} Or the log has no entry at the index.`

const pathFields = { roomId: ['path', 'id'], index: ['path', 'index'] } as const
const versionField = { expectedVersion: ['body', 'expected_version'] } as const

const entryShape = z
  .object({
    index: z.int().positive(),
    version: z.int().positive(),
    alternatives: z.array(
      z.object({
        number: z.int().positive().describe('The number of the alternative within its entry. Numbers are not reused.'),
        input_data: z.string(),
        output_data: z.string(),
        generation_id: shapes.uuid.nullable().describe('Null for text that a client wrote.'),
        model: z.string().nullable(),
        finish_reason: finishReason,
        shown: z.boolean().describe('Whether the entry currently shows this alternative.'),
        timestamp: shapes.instant,
      }),
    ),
  })
  .meta({ id: 'EntryAlternatives' })

/** What only an entry of any kind of room has: other replies, and the end of the log after it. */
export const entriesRoutes = ({ messageLimit }: FacadeSettings): readonly Route[] => [
  route({
    about: {
      id: 'listAlternatives',
      tag: 'room logs',
      summary: 'List the replies of an entry',
      details: 'By ascending number, including the one that is shown. At most 20.',
    },
    method: 'get',
    path: '/api/rooms/:id/logs/:index/alternatives',
    token: 'room',
    operation: AlternativesDocument,
    request: z.object({ path: entryPath }),
    answers: entryShape,
    refuses: { notFound: noSuchEntry },
    fields: pathFields,
    variables: ({ path: { id, index } }) => ({ roomId: id, index }),
    answer: ({ room }) => json(entryBody(required(room?.entry, 'NOT_FOUND'))),
  }),
  route({
    about: {
      id: 'chooseAlternative',
      tag: 'room logs',
      summary: 'Show another reply of an entry, with the message that it answers',
    },
    method: 'put',
    path: '/api/rooms/:id/logs/:index/alternatives',
    token: 'room',
    operation: ChooseAlternativeDocument,
    request: z.object({
      path: entryPath,
      body: z.object({
        number: entryIndex.describe('The number of the alternative.'),
        expected_version: expectedVersion,
      }),
    }),
    answers: entryShape,
    refuses: {
      notFound: `${noSuchEntry} Or the entry has no such alternative.`,
      conflict: isStale,
      tooManyRequests: 'Too many changes from one IP address without a token.',
    },
    names: versionName,
    fields: { ...pathFields, ...versionField, alternative: ['body', 'number'] },
    variables: ({ path: { id, index }, body }) => ({
      roomId: id,
      index,
      alternative: body.number,
      expectedVersion: body.expected_version,
    }),
    answer: ({ chooseAlternative: { entry } }) => json(entryBody(entry)),
  }),
  route({
    about: {
      id: 'regenerate',
      tag: 'replies',
      summary: 'Generate another reply to an entry',
      details:
        'With the entries before it as history. The current reply is kept as an alternative. `Location` is the URL of the reply.',
    },
    method: 'post',
    path: '/api/rooms/:id/logs/:index/regenerate',
    token: 'required',
    operation: RegenerateDocument,
    bodyBytes: messageBodyBytes(messageLimit),
    request: z.object({
      path: entryPath,
      header: idempotencyHeader,
      body: z.object({
        expected_version: expectedVersion,
        input_data: lenient
          .optional(rules.message(messageLimit))
          .describe(`A new wording of the message: ${messageLengthDescription}. Default: the message of the entry.`),
        model: lenient
          .optional(z.string())
          .describe(
            'Default: the model of the room, else that of the current reply, else the default of the server for its kind.',
          ),
        search_access: lenient
          .optional(lenient.boolean)
          .describe('Allows a web search for the reply; ignored in a room with a character.'),
        time_zone: lenient.optional(rules.timeZone).describe(timeZoneDescription),
      }),
    }),
    answers: generationShape,
    isAccepted: true,
    refuses: {
      notFound: `${noSuchEntry} ${deletedSince}`,
      conflict: `The room has a running generation. ${isStale}`,
      forbidden: 'The membership does not include the model, or the character of the room is no longer public.',
      tooManyRequests: 'A limit of the membership is used up.',
      unavailable: 'The server is stopping.',
    },
    names: { ...versionName, input_data: ['inputData'], search_access: ['searchAccess'], time_zone: ['timeZone'] },
    fields: {
      ...pathFields,
      ...versionField,
      inputData: ['body', 'input_data'],
      searchAccess: ['body', 'search_access'],
      timeZone: ['body', 'time_zone'],
      idempotencyKey: ['header', 'idempotency-key'],
    },
    variables: ({ path: { id, index }, header, body }) => ({
      roomId: id,
      index,
      expectedVersion: body.expected_version,
      inputData: body.input_data,
      model: body.model,
      searchAccess: body.search_access ?? false,
      timeZone: body.time_zone,
      idempotencyKey: header['idempotency-key'],
    }),
    answer: ({ regenerate: { generation } }) => accepted(generation, `/generations/${generation.id}`),
  }),
  route({
    about: {
      id: 'continueReply',
      tag: 'replies',
      summary: 'Go on with the reply of an entry',
      details:
        'From where the reply that the entry shows has ended or was cancelled, as a further part of it. `text` of the answer begins with that reply. `Location` is the URL of the reply.',
    },
    method: 'post',
    path: '/api/rooms/:id/logs/:index/continue',
    token: 'required',
    operation: ContinueReplyDocument,
    request: z.object({
      path: entryPath,
      header: idempotencyHeader,
      body: z.object({
        expected_version: expectedVersion,
        model: lenient
          .optional(z.string())
          .describe(
            'Default: the model of the current reply, else that of the room, else the default of the server for its kind.',
          ),
      }),
    }),
    answers: generationShape,
    isAccepted: true,
    refuses: {
      notFound: `${noSuchEntry} ${deletedSince}`,
      conflict: `The room has a running generation. ${isStale}`,
      forbidden: 'The membership does not include the model, or the character of the room is no longer public.',
      tooManyRequests: 'A limit of the membership is used up.',
      unavailable: 'The server is stopping.',
    },
    names: versionName,
    fields: { ...pathFields, ...versionField, idempotencyKey: ['header', 'idempotency-key'] },
    variables: ({ path: { id, index }, header, body }) => ({
      roomId: id,
      index,
      expectedVersion: body.expected_version,
      model: body.model,
      idempotencyKey: header['idempotency-key'],
    }),
    answer: ({ continueReply: { generation } }) => accepted(generation, `/generations/${generation.id}`),
  }),
  route({
    about: {
      id: 'cutLog',
      tag: 'room logs',
      summary: 'Delete an entry and all later ones',
      details: 'Their indexes are not reused. Without such entries nothing happens.',
    },
    method: 'post',
    path: '/api/rooms/:id/logs/cut',
    token: 'room',
    operation: TruncateLogDocument,
    request: z.object({
      path: z.object({ id: z.string() }),
      body: z.object({
        from_index: entryIndex.describe('The index of the first entry to delete.'),
        expected_version: expectedVersion,
        expected_last_index: lenient
          .optional(entryIndex)
          .describe('The index of the last entry that the client has read: 409 if the log has a later one.'),
      }),
    }),
    answers: 'nothing',
    refuses: { notFound: noSuchRoom, conflict: `The room has a running generation, or the log has changed.` },
    names: { ...versionName, from_index: ['fromIndex'], expected_last_index: ['expectedLastIndex'] },
    fields: {
      ...versionField,
      roomId: ['path', 'id'],
      fromIndex: ['body', 'from_index'],
      expectedLastIndex: ['body', 'expected_last_index'],
    },
    variables: ({ path: { id }, body }) => ({
      roomId: id,
      fromIndex: body.from_index,
      expectedVersion: body.expected_version,
      expectedLastIndex: body.expected_last_index,
    }),
    answer: () => nothing,
  }),
]

function entryBody({ index, version, alternatives }: EntryAlternativesFragment): z.output<typeof entryShape> {
  return {
    index,
    version,
    alternatives: alternatives.map(({ number, inputData, outputData, generationId, model, ...alternative }) => ({
      number,
      input_data: inputData,
      output_data: outputData,
      generation_id: generationId,
      model,
      finish_reason: alternative.finishReason,
      shown: alternative.shown,
      timestamp: alternative.createdAt,
    })),
  }
}
