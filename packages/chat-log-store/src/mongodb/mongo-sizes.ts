import type { Collection, Document, Filter, Sort } from 'mongodb'
import { fittingRows, type PageBounds, pageBytes, rereadIfDeleted } from '@parley/runtime'
import { readAll } from './mongo-connection.js'
import type { EntryDocument } from './mongo-documents.js'

/** An entry with its size, as a page reads it. */
export interface SizedEntry extends Pick<EntryDocument, '_id' | 'room' | 'index' | 'createdAt'> {
  /** Bytes of its texts. */
  readonly size: number
  /** Null for a large one. */
  readonly document: EntryDocument | null
}

const inlineBytes = 16_384

const isText = (value: string) => ({ $and: [{ $gte: [value, ''] }, { $lt: [value, { $literal: {} }] }] })

// not every supported server can measure a text that is stored as binary, so it counts as a whole page
const bytesOf = (value: string) => ({ $cond: [isText(value), { $strLenBytes: value }, pageBytes] })

// most replies have neither
const bytesIfAny = (value: string) => ({ $cond: [{ $ifNull: [value, false] }, bytesOf(value), 0] })
const bytesOfAdditions = (reply: string) => [bytesIfAny(`${reply}.thoughts`), bytesIfAny(`${reply}.sources`)]

const bytesOfOthers = {
  $reduce: {
    input: { $ifNull: ['$others', []] },
    initialValue: 0,
    in: {
      $add: [...['$$value', bytesOf('$$this.inputData'), bytesOf('$$this.outputData')], ...bytesOfAdditions('$$this')],
    },
  },
}

/** Stages that add a size to every document, without $bsonSize, which the tests' server does not have. */
const withSize: readonly Document[] = [
  {
    $addFields: {
      size: {
        $add: [bytesOf('$inputData'), bytesOf('$outputData'), ...bytesOfAdditions('$shown'), bytesOfOthers],
      },
    },
  },
  {
    $project: {
      ...{ size: 1, room: 1, index: 1, createdAt: 1 },
      document: { $cond: [{ $lte: ['$size', inlineBytes] }, '$$ROOT', null] },
    },
  },
]

/** Only a check of the index reads the keys. */
const withoutKeys = { searchKeys: 0, keys: 0, sourceKey: 0 } as const

interface Selection {
  readonly match: Filter<EntryDocument>
  readonly sort: Sort
  readonly hasKeys?: boolean
  /** Leaves out some of the found entries before the bytes of their texts are counted. */
  readonly filter?: (found: readonly SizedEntry[]) => Promise<readonly SizedEntry[]>
}

/** At most two queries: the documents with their sizes, without the large ones, then the large ones of the page. */
export function sizedPage(
  live: Collection<EntryDocument>,
  { match, sort, filter, hasKeys }: Selection,
  bounds: PageBounds,
) {
  const first: Document[] = [{ $match: match }, { $sort: sort }, { $limit: bounds.limit + 1 }]
  if (!hasKeys) first.push({ $project: withoutKeys })
  return rereadIfDeleted(bounds, async () => {
    const found = await readAll(live.aggregate<SizedEntry>([...first, ...withSize]))
    const wanted = filter ? await filter(found) : found
    const sizes = wanted.map(({ size }) => size)
    const kept = wanted.slice(0, fittingRows(sizes, bounds))
    const missing = kept.filter(({ document }) => document === null).map(({ _id }) => _id)
    const projection = hasKeys ? {} : withoutKeys
    const large =
      missing.length === 0 ? [] : await readAll(live.find({ ...match, _id: { $in: missing } }, { projection }))
    const largeById = new Map(large.map((document) => [document._id, document]))
    // an entry that was removed between the two queries is left out
    const rows = kept.flatMap((one) => one.document ?? largeById.get(one._id) ?? [])
    const hasMore = wanted.length > kept.length
    return { rows, hasMore, last: hasMore ? kept.at(-1) : found[bounds.limit] }
  })
}
