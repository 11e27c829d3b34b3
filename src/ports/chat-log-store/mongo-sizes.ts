import { pageBytes } from '../../result-bytes.js'
import type { EntryDocument } from './mongo-documents.js'

/** An entry with its size, as a page reads it. */
export interface SizedEntry {
  readonly index: number
  /** Bytes of its texts. */
  readonly size: number
  /** Null for a large one. */
  readonly document: EntryDocument | null
}

const inlineBytes = 16_384

const isText = (value: string) => ({ $and: [{ $gte: [value, ''] }, { $lt: [value, { $literal: {} }] }] })

// not every supported server can measure a text that is stored as binary, so it counts as a whole page
const bytesOf = (value: string) => ({ $cond: [isText(value), { $strLenBytes: value }, pageBytes] })

const bytesOfOthers = {
  $reduce: {
    input: { $ifNull: ['$others', []] },
    initialValue: 0,
    in: { $add: ['$$value', bytesOf('$$this.inputData'), bytesOf('$$this.outputData')] },
  },
}

/** Stages that add a size to every document, without $bsonSize, which the tests' server does not have. */
export const withSize = [
  { $addFields: { size: { $add: [bytesOf('$inputData'), bytesOf('$outputData'), bytesOfOthers] } } },
  {
    $project: { _id: 0, index: 1, size: 1, document: { $cond: [{ $lte: ['$size', inlineBytes] }, '$$ROOT', null] } },
  },
] as const
