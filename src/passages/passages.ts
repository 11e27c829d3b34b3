import type { Block } from '@parley/documents'
import { WorkSlices } from '@parley/runtime'
import {
  atLeast,
  type Database,
  deleteInSlices,
  longWork,
  oneOf,
  type Queries,
  type Table,
  type Values,
} from '@parley/statements'
import { PassageIndexTable, PassageTable, PostingsTable } from '../database/tables/passages.js'
import { unpackedNumbers } from './packed-numbers.js'
import type { Passage } from './passage.js'
import { passageTerms } from './passage-terms.js'
import { passagesOf } from './passages-of.js'
import { bucketOf, postingsIn, PostingsWriter } from './postings.js'
import { rankPassages } from './rank-passages.js'

/** Rows of one statement, of which the longest has about 5 kB. */
const rowsPerWrite = 100
/** From each end of a question: what a long message asks stands before or behind what it quotes. */
const termsOfEnd = 24
/** The length of an end in which they are looked for, in UTF-16 code units. */
const endLength = 2_000

/** The texts of files in passages, and the index by which questions find them. */
export class Passages {
  constructor(private readonly database: Database) {}

  /**
   * Replaces the passages of a file and their index, in several transactions: call it again after a crash, until then the
   * file has a part of its text and is not found. Throws NOT_FOUND when the row of the file is gone.
   */
  async write(fileId: string, blocks: readonly Block[]): Promise<void> {
    await this.delete([fileId])
    const slices = new WorkSlices()
    const postings = new PostingsWriter()
    const passages: Passage[] = []
    for (const passage of passagesOf(blocks)) {
      passages.push({ ...passage, fileId, ordinal: passages.length })
      postings.add(passageTerms(passage.text))
      await slices.pause()
    }
    const buckets = postings.buckets()
    const rows = buckets.flatMap((terms, bucket) =>
      terms === '' ? [] : { id: postingsId(fileId, bucket), fileId, terms },
    )
    await this.#insert(PassageTable, passages)
    await this.#insert(PostingsTable, rows)
    // the last one: a file without it is not found
    await this.#insert(PassageIndexTable, [{ fileId, buckets: buckets.length, lengths: postings.lengths }])
  }

  /** Passages of a file in their order, at most `count` from the ordinal `from` on. */
  async page(fileId: string, { from, count }: { from: number; count: number }): Promise<readonly Passage[]> {
    const where = { fileId, ordinal: atLeast(from) }
    const selection = { columns: passageFields, orderBy: { ordinal: 'asc' }, limit: count } as const
    return this.database.read((db) => db.select(PassageTable, where, selection))
  }

  /** The passages at these places, in the same order; undefined for one that does not exist. */
  async find(places: readonly PassageKey[]): Promise<readonly (Passage | undefined)[]> {
    return this.database.read((db) => passagesAt(db, places))
  }

  /** The passages of the files that suit a question best, at most `count`, the best first; those without any of its terms never. */
  async rank(fileIds: readonly string[], question: string, count: number): Promise<readonly Passage[]> {
    const terms = termsOfQuestion(question)
    if (terms.length === 0 || fileIds.length === 0) return []
    return this.database.read(async (db) => {
      const indexes = await db.select(PassageIndexTable, { fileId: oneOf(fileIds) })
      const ids = indexes.flatMap(({ fileId, buckets }) =>
        terms.map((term) => postingsId(fileId, bucketOf(term, buckets))),
      )
      const rows = await db.select(PostingsTable, { id: oneOf([...new Set(ids)]) }, { columns: ['id', 'terms'] })
      const texts = new Map(rows.map(({ id, terms: text }) => [id, text]))
      const files = indexes.map(({ fileId, buckets, lengths }) => ({
        lengths: unpackedNumbers(lengths),
        postings: terms.map((term) => postingsIn(texts.get(postingsId(fileId, bucketOf(term, buckets))) ?? '', term)),
      }))
      const places = rankPassages(files, count).map(({ file, ordinal }) => ({
        fileId: indexes[file]?.fileId ?? '',
        ordinal,
      }))
      return (await passagesAt(db, places)).flatMap((passage) => passage ?? [])
    }, longWork)
  }

  /** Deletes the passages of files, in several transactions. Those of a deleted file go with its row. */
  async delete(fileIds: readonly string[]): Promise<void> {
    const where = { fileId: oneOf(fileIds) }
    // the index first: a file without it is not found
    await this.database.write((db) => db.delete(PassageIndexTable, where))
    await deleteInSlices(
      this.database,
      async (db, rows) =>
        (await db.deleteSome(PostingsTable, where, rows)) + (await db.deleteSome(PassageTable, where, rows)) > 0,
    )
  }

  async #insert<Row extends object>(table: Table<Row>, rows: readonly Values<Row>[]): Promise<void> {
    for (let from = 0; from < rows.length; from += rowsPerWrite) {
      const some = rows.slice(from, from + rowsPerWrite)
      await this.database.write((db) => db.insert(table, some), longWork)
    }
  }
}

type PassageKey = Pick<Passage, 'fileId' | 'ordinal'>

async function passagesAt(db: Queries, places: readonly PassageKey[]): Promise<(Passage | undefined)[]> {
  const ordinals = new Map<string, number[]>()
  for (const { fileId, ordinal } of places) ordinals.set(fileId, [...(ordinals.get(fileId) ?? []), ordinal])
  const named = new Map<string, Passage>()
  for (const [fileId, some] of ordinals) {
    const found = await db.select(PassageTable, { fileId, ordinal: oneOf(some) }, { columns: passageFields })
    for (const passage of found) named.set(placeKey(passage), passage)
  }
  return places.map((place) => named.get(placeKey(place)))
}

const placeKey = ({ fileId, ordinal }: PassageKey) => `${fileId}/${ordinal}`
const passageFields = ['fileId', 'ordinal', 'text', 'page', 'line'] as const
const postingsId = (fileId: string, bucket: number) => `${fileId}/${bucket}`

function termsOfQuestion(question: string): string[] {
  const [beginning, end] = [question.slice(0, endLength), question.slice(-endLength)]
  const first = [...new Set(passageTerms(beginning))].slice(0, termsOfEnd)
  const last = [...new Set(passageTerms(end))].slice(-termsOfEnd)
  return [...new Set([...first, ...last])]
}
