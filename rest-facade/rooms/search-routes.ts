import { z } from 'zod'
import { lenient } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { limits } from '../../src/limits.js'
import { json, required } from '../rows/answers.js'
import { SearchEntriesDocument } from '../operations/operations.generated.js'
import { pageFields, pageQuery } from '../rows/pages.js'
import { route, type Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'
import { entryBody, entryShape } from './entry-body.js'

/** The cost of more rows would exceed that of an operation. */
const maxRows = lenient.optional(lenient.integer(1, 50))
const codeUnit = shapes.count.describe('UTF-16 code units.')

const foundShape = z.object({
  room_id: shapes.uuid,
  room_name: z.string().nullable(),
  entry: entryShape,
  snippets: z
    .array(
      z.object({
        part: z.enum(['input_data', 'output_data']).describe('The text of the entry that contains the excerpt.'),
        text: z.string().describe('An excerpt of at most 240 UTF-16 code units, without markup.'),
        offset: codeUnit,
        highlights: z.array(z.object({ start: codeUnit, end: codeUnit })).describe('The matches in `text`.'),
      }),
    )
    .max(2),
})

const searchShape = z.object({
  indexing: z.boolean().describe('Whether entries of an earlier release are still being indexed.'),
  entries: z.array(foundShape),
})

/** contract: rooms.26 */
export const searchRoutes: readonly Route[] = [
  route({
    about: {
      id: 'searchEntries',
      tag: 'room logs',
      summary: 'Search the entries in the rooms of the caller',
      details:
        'Finds entries whose message and shown reply together contain every word of `query`, newest first. The last word can be the beginning of a longer one, unless a space follows it. A page has 20 entries without `limit`; it can be empty although the `Link` header names another one.',
    },
    method: 'get',
    path: '/api/search',
    token: 'required',
    operation: SearchEntriesDocument,
    request: z.object({
      query: z.object({ ...pageQuery, limit: maxRows, query: rules.search, room_id: z.string().optional() }),
    }),
    answers: searchShape,
    refuses: { notFound: 'The room does not exist, or belongs to another account.' },
    fields: { ...pageFields, query: ['query', 'query'], roomId: ['query', 'room_id'] },
    variables: ({ query: { query, room_id: roomId, limit, cursor } }) => ({
      query,
      roomId,
      first: limit ?? limits.defaultPageSize,
      after: cursor,
    }),
    answer: ({ searchEntries }) => {
      const { indexing, nodes, pageInfo } = required(searchEntries, 'UNAUTHENTICATED')
      const entries = nodes.map(({ room, entry, snippets }) => ({
        room_id: room.id,
        room_name: room.name,
        entry: entryBody(entry),
        snippets: snippets.map(({ part, text, offset, highlights }) => ({
          part: part === 'MESSAGE' ? ('input_data' as const) : ('output_data' as const),
          text,
          offset,
          highlights: highlights.map(({ start, end }) => ({ start, end })),
        })),
      }))
      return json({ indexing, entries }, pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined)
    },
  }),
]
