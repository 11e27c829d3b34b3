import { z } from 'zod'
import { lenient, refusals } from '@parley/edge'
import { messageLengthDescription, rules, timeZoneDescription } from '../../schema/rules.js'
import { limits, messageBodyBytes } from '../../src/limits.js'
import { isFinal } from '../../src/replies/generation.js'
import { accepted, json } from '../rows/answers.js'
import { eventRoute, type EventRoute } from '../rows/event-route.js'
import { shapes } from '../rows/shapes.js'
import { generationEventShape, generationShape } from './generation-shapes.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import {
  CancelGenerationDocument,
  FollowGenerationDocument,
  GenerationDocument,
  ModelsDocument,
  SendMessageDocument,
} from '../operations/operations.generated.js'
import { plainRoute, route, type Route } from '../rows/route.js'
import type { FacadeSettings } from '../contract/settings.js'

// an invalid id is answered like an unknown one, as in GraphQL
const path = z.object({ id: z.string() })
const noSuchGeneration =
  'No such reply, one of another account, or one that has been deleted: 7 days after its end, unless set otherwise.'

const messageBody = ({ messageLimit }: FacadeSettings) =>
  z.object({
    room_id: lenient.textOrNumber(z.string()).describe('The UUID of the room, or its numeric id.'),
    text: rules.message(messageLimit).describe(`${messageLengthDescription}.`),
    model: lenient
      .optional(z.string())
      .describe('Default: the model of the room, else the default of the server for its kind.'),
    search_access: lenient
      .optional(lenient.boolean)
      .describe('Allows a web search for the reply; ignored in a room with a character.'),
    image_id: lenient
      .optional(rules.imageId)
      .describe('The id of an image of the caller, of `POST /images`, at most 4 MiB as it is stored.'),
    attachments: lenient
      .optional(z.array(z.string()).max(limits.attachments))
      .describe('The ids of up to 20 files of the caller, of `POST /files`, that belong to no other room.'),
    time_zone: lenient.optional(rules.timeZone).describe(timeZoneDescription),
  })

/** Generations: start, read, cancel; and the models for them. */
export const repliesRoutes = (settings: FacadeSettings): readonly Route[] => [
  route({
    about: {
      id: 'sendMessage',
      tag: 'replies',
      summary: 'Send a message to a room',
      details: 'The reply is generated even if no client follows it. `Location` is the URL of the reply.',
    },
    method: 'post',
    path: '/generations',
    token: 'required',
    operation: SendMessageDocument,
    bodyBytes: messageBodyBytes(settings.messageLimit),
    request: z.object({ header: idempotencyHeader, body: messageBody(settings) }),
    answers: generationShape,
    isAccepted: true,
    refuses: {
      notFound: `The room does not exist, or belongs to another account. ${deletedSince}`,
      conflict: 'The room has a running generation, or a file is still being read after 20 seconds.',
      forbidden:
        'The membership does not include the model, the character of the room is no longer public, or the room accepts no files of the caller.',
      tooManyRequests: 'A limit of the membership is used up.',
      unavailable: 'The server is stopping.',
    },
    names: { room_id: ['roomId'], search_access: ['searchAccess'], image_id: ['imageId'], time_zone: ['timeZone'] },
    fields: {
      ...idempotencyField,
      'input.roomId': ['body', 'room_id'],
      'input.text': ['body', 'text'],
      'input.model': ['body', 'model'],
      'input.searchAccess': ['body', 'search_access'],
      'input.imageId': ['body', 'image_id'],
      'input.attachments': ['body', 'attachments'],
      'input.timeZone': ['body', 'time_zone'],
    },
    variables: ({ header, body }) => ({
      input: {
        roomId: body.room_id,
        text: body.text,
        // the schema has the defaults of unset ones
        ...(body.model === undefined ? {} : { model: body.model }),
        ...(body.search_access === undefined ? {} : { searchAccess: body.search_access }),
        imageId: body.image_id,
        attachments: body.attachments,
        timeZone: body.time_zone,
        idempotencyKey: header['idempotency-key'],
      },
    }),
    answer: ({ sendMessage: { generation } }) => accepted(generation, `/generations/${generation.id}`),
  }),
  route({
    about: { id: 'readGeneration', tag: 'replies', summary: 'Read a reply with its text so far' },
    method: 'get',
    path: '/generations/:id',
    token: 'required',
    operation: GenerationDocument,
    request: z.object({ path }),
    answers: generationShape,
    refuses: { notFound: noSuchGeneration },
    variables: ({ path: { id } }) => ({ id }),
    answer: ({ generation }) => {
      if (!generation) throw refusals.notFound()
      return json(generation)
    },
  }),
  route({
    about: {
      id: 'cancelGeneration',
      tag: 'replies',
      summary: 'Cancel a reply and keep its text so far',
      details: 'A reply that has already ended is returned unchanged.',
    },
    method: 'post',
    path: '/generations/:id/cancel',
    token: 'required',
    operation: CancelGenerationDocument,
    request: z.object({ path }),
    answers: generationShape,
    refuses: { notFound: noSuchGeneration },
    variables: ({ path: { id } }) => ({ id }),
    answer: ({ cancelGeneration: { generation } }) => json(generation),
  }),
  plainRoute({
    about: { id: 'listReplyModels', tag: 'replies', summary: 'List the configured models, for replies' },
    method: 'get',
    path: '/api/models',
    token: 'optional',
    operation: ModelsDocument,
    answers: z.array(
      z.object({
        name: z.string().describe('The value of `model` in requests.'),
        available: z.boolean().describe('Whether the model can answer the caller now.'),
        included: z
          .boolean()
          .describe('Whether the membership of the caller includes the model; true without a token.'),
        vision: z.boolean().describe('Whether the model receives the image of a message.'),
        demonstration: z.boolean().describe('Whether it is the small demonstration model of the package.'),
        label: z.string().describe('A name for people.'),
        tools: z.boolean().describe('Whether it can call tools, at `/v1`.'),
        thoughts: z.boolean().describe('Whether it shows its thoughts before a reply.'),
        webSearch: z.boolean().describe('Whether `search_access` has an effect in office rooms.'),
        defaultFor: z
          .array(z.enum(['CHARACTER', 'OFFICE']))
          .readonly()
          .describe('The kinds of rooms in which it answers where neither a message nor the room names a model.'),
        contextTokens: shapes.count.nullable().describe('Tokens of prompt and reply together; null while unknown.'),
      }),
    ),
    answer: ({ models }) => json([...(models ?? [])]),
  }),
]

/** Follow a generation while it runs. */
export const repliesStreams: readonly EventRoute[] = [
  eventRoute({
    about: {
      id: 'followGeneration',
      tag: 'replies',
      summary: 'Follow a reply while it is generated',
      details:
        'Streams the events after a cursor until the final one, then ends. Set `text = text.slice(0, offset) + delta`. ' +
        'To resume an interrupted stream, send `Last-Event-ID`, as an EventSource does automatically.',
    },
    path: '/generations/:id/stream',
    token: 'required',
    request: z.object({
      path,
      query: z.object({ after: z.string().optional().describe('The cursor after which the stream begins.') }),
      header: z.object({ 'last-event-id': z.string().optional().describe('The same as `after`, which it overrides.') }),
    }),
    operation: FollowGenerationDocument,
    variables: ({ path: { id }, query, header }) => ({ id, after: lastIdOf(header) ?? query.after }),
    fields: ({ header }) => ({
      id: ['path', 'id'],
      after: lastIdOf(header) === undefined ? ['query', 'after'] : ['header', 'last-event-id'],
    }),
    toEvent: ({ generation }) => ({ id: generation.cursor, data: generation, isLast: isFinal(generation.status) }),
    lastId: ({ header }) => lastIdOf(header),
    event: generationEventShape,
    streams:
      'Server-sent events: `id` is the cursor, `data` a GenerationEvent. A failure after the head of the answer is an ' +
      'event `error` with `code` and `message`.',
    refuses: {
      notFound: noSuchGeneration,
      conflict: false,
      invalidRequest: 'The cursor does not belong to this reply.',
      tooManyRequests: 'The account has too many open streams.',
      unavailable:
        'The service has too many open streams. With `Last-Event-ID` every 503 is sent as an event `error` instead.',
    },
  }),
]

/** In the standard an empty id means that no event was received yet. */
function lastIdOf(header: { 'last-event-id'?: string | undefined }): string | undefined {
  return header['last-event-id'] === '' ? undefined : header['last-event-id']
}
