import { z } from 'zod'
import { lenient } from '@parley/edge'
import { shapes } from '../rows/shapes.js'

/** An index or a version, at most the largest GraphQL Int: no room has so many entries. */
export const entryIndex = lenient.integer(1, 2 ** 31 - 1)

export const expectedVersion = lenient
  .optional(entryIndex)
  .describe('The version that the client has read: 409 if the entry has another one.')

/** The description of 409 for such a request. */
export const isStale = 'The entry has another version than `expected_version`.'

export const versionName = { expected_version: ['expectedVersion'] } as const

/** An entry as operations of both schemas return it. */
export interface EntryAnswer {
  readonly index: number
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl: string | null
  readonly createdAt: string
}

/** contract: chat-logs.4 */
export const entryShape = z
  .object({
    index: z.int().positive(),
    img_url: z.string().optional(),
    input_data: z.string(),
    output_data: z.string(),
    timestamp: shapes.instant,
  })
  .meta({ id: 'LogEntry' })

export function entryBody(entry: EntryAnswer): z.output<typeof entryShape> {
  const { index, imgUrl, inputData, outputData, createdAt } = entry
  const image = imgUrl === null ? {} : { img_url: imgUrl }
  return { index, ...image, input_data: inputData, output_data: outputData, timestamp: createdAt }
}
