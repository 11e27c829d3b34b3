import { z } from 'zod'
import { shapes } from '../rows/shapes.js'

const status = z.enum(['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'])
/** A generation with such a status never changes again. */
const finalStatuses: readonly z.output<typeof status>[] = ['COMPLETED', 'FAILED', 'CANCELLED']

const error = z
  .object({ code: z.string(), message: z.string() })
  .meta({ id: 'GenerationError', description: 'Of one that is FAILED.' })

const entry = z
  .object({
    id: z.string(),
    index: z.int().positive(),
    inputData: z.string(),
    outputData: z.string(),
    imgUrl: z.string().nullable(),
    version: z.int().positive(),
    createdAt: shapes.instant,
  })
  .meta({ id: 'GenerationEntry', description: 'The log entry, when COMPLETED.' })

const receipt = z
  .object({
    model: z.string(),
    promptTokens: shapes.count,
    reusedTokens: shapes.count,
    readTokens: shapes.count,
    replyTokens: shapes.count,
    turnsKept: shapes.count,
    turnsDropped: shapes.count,
    finish: z.string(),
    sampling: z.object({
      maxTokens: shapes.count,
      temperature: z.number(),
      topP: z.number(),
      minP: z.number(),
      topK: shapes.count,
      repeatPenalty: z.number(),
      frequencyPenalty: z.number(),
      presencePenalty: z.number(),
    }),
  })
  .meta({
    id: 'GenerationReceipt',
    description: 'How the reply was generated, after a model that counts its tokens has ended it.',
  })

const attempt = z.int().positive().describe('Counts from 1; the text of each attempt begins again at offset 0.')
/** The fields of a waiting generation; all null once it runs. */
const standing = {
  position: z.int().positive().nullable().describe("Position in the worker's queue, 1 is next."),
  queueReason: z.enum(['BUSY', 'FAIR_SHARE', 'PRIORITY', 'WORKER_AWAY']).nullable().describe('Why it waits.'),
  estimatedStartAt: shapes.instant.nullable().describe('An estimate of when it will start.'),
} as const

/** A generation with the fields that it has in GraphQL. */
export const generationShape = z
  .object({
    id: shapes.uuid,
    roomId: shapes.uuid,
    message: z.string(),
    model: z.string(),
    status,
    ...standing,
    attempt,
    text: z.string().describe('Of this attempt so far; whole once COMPLETED.'),
    cursor: z.string().describe('The position at the end of `text`; with `after` the stream continues from there.'),
    regeneratesIndex: z.int().positive().nullable().describe('The entry for which it is another reply.'),
    error: error.nullable(),
    entry: entry.nullable(),
    receipt: receipt.nullable(),
    createdAt: shapes.instant,
    finishedAt: shapes.instant.nullable(),
  })
  .meta({ id: 'Generation' })

/** One event of its stream, with the fields of the GraphQL type. */
export const generationEventShape = z
  .object({
    generationId: shapes.uuid,
    attempt,
    offset: shapes.count.describe('Where `delta` goes, in UTF-16 code units of the attempt.'),
    delta: z.string(),
    cursor: z.string(),
    status,
    ...standing,
    error: error.nullable(),
    entry: entry.nullable(),
  })
  .meta({ id: 'GenerationEvent' })

export function isFinal(event: Pick<z.output<typeof generationEventShape>, 'status'>): boolean {
  return finalStatuses.includes(event.status)
}
