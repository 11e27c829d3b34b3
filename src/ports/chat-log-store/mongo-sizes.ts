import { pageBytes } from '../../result-bytes.js'
import type { EntryDocument } from './mongo-documents.js'

/** An entry as a page finds it. */
export interface SizedEntry {
  readonly index: number
  /** Bytes of its texts. */
  readonly size: number
  /** Null for a large one. */
  readonly document: EntryDocument | null
}

const inlineBytes = 16_384

const isText = (value: string) => ({ $and: [{ $gte: [value, ''] }, { $lt: [value, { $literal: {} }] }] })

// a text that is kept as binary has no length that every supported server can give: it counts as a page of its own
const bytesOf = (value: string) => ({ $cond: [isText(value), { $strLenBytes: value }, pageBytes] })

const bytesOfOthers = {
  $reduce: {
    input: { $ifNull: ['$others', []] },
    initialValue: 0,
    in: { $add: ['$$value', bytesOf('$$this.inputData'), bytesOf('$$this.outputData')] },
  },
}

/** Stages that give every document its size. By operators of MongoDB 4.4 that the tests' server has too; it has no $bsonSize. */
export const withSize = [
  { $addFields: { size: { $add: [bytesOf('$inputData'), bytesOf('$outputData'), bytesOfOthers] } } },
  {
    $project: { _id: 0, index: 1, size: 1, document: { $cond: [{ $lte: ['$size', inlineBytes] }, '$$ROOT', null] } },
  },
] as const
