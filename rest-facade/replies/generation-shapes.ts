import { z } from 'zod'
import { shapes } from '../rows/shapes.js'
import { FinishReason, GenerationStatus, QueueReason } from '../../schema/enums.js'

const status = z.enum(GenerationStatus)

export const finishReason = z.enum(FinishReason).nullable().meta({
  id: 'FinishReason',
  description:
    'How the reply ended: STOP by the model, LENGTH by the limit of its tokens, CANCELLED by a client, OTHER by a failure or in an unknown way. Null until it has ended, for text that a client wrote, and for replies of earlier releases.',
})

const error = z
  .object({ code: z.string(), message: z.string() })
  .meta({ id: 'GenerationError', description: 'The reason of a FAILED generation; otherwise null.' })

const entry = z
  .object({
    id: z.string(),
    index: z.int().positive(),
    inputData: z.string(),
    outputData: z.string(),
    finishReason,
    imgUrl: z.string().nullable(),
    version: z.int().positive(),
    createdAt: shapes.instant,
  })
  .meta({
    id: 'GenerationEntry',
    description: 'The log entry; null unless COMPLETED, or CANCELLED with text, or a FAILED continuation with text.',
  })

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
    description:
      'The measurements of the reply. Null until the model has ended it, and for a model that does not count tokens.',
  })

const attempt = z
  .int()
  .positive()
  .describe('The number of the attempt, from 1. The text of each attempt starts at offset 0.')
/** The fields of a waiting generation; all null once it runs. */
const queueFields = {
  position: z.int().positive().nullable().describe('The position in the queue of the worker: 1 starts next.'),
  queueReason: z.enum(QueueReason).nullable().describe('Why the generation waits.'),
  estimatedStartAt: shapes.instant.nullable().describe('When the generation will start, as an estimate.'),
} as const

/** A generation with the fields that it has in GraphQL. */
export const generationShape = z
  .object({
    id: shapes.uuid,
    roomId: shapes.uuid,
    message: z.string(),
    imageUrl: z.string().nullable().describe('The URL of the image of the message.'),
    attachments: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .readonly()
      .describe('The files of the message, with the names that they had when it was sent.'),
    model: z.string(),
    status,
    ...queueFields,
    attempt,
    text: z.string().describe('The text of this attempt so far; the complete reply when COMPLETED.'),
    cursor: z.string().describe('The position at the end of `text`. Send it as `after` to stream from there.'),
    regeneratesIndex: z
      .int()
      .positive()
      .nullable()
      .describe(
        'The index of the entry for which it generates another reply, or whose reply it continues; null for a new message.',
      ),
    continuesFrom: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'The length of the reply that it continues, in UTF-16 code units: `text` begins with that reply; otherwise null.',
      ),
    finishReason,
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
    offset: shapes.count.describe('The position of `delta` in the text of the attempt, in UTF-16 code units.'),
    delta: z.string(),
    cursor: z.string(),
    status,
    ...queueFields,
    finishReason,
    error: error.nullable(),
    entry: entry.nullable(),
  })
  .meta({ id: 'GenerationEvent' })
