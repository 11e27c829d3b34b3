import { column, type RowOf } from '@parley/statements'

/** Where a passage begins: the page of a PDF, or the line of a file of lines; neither where a format has none. */
export interface PassagePlace {
  /** From 1. */
  readonly page: number | null
  /** From 1. */
  readonly line: number | null
}

/** A part of the text of a file. The passages of a file do not overlap: joined in their order they are its text. */
export const passageColumns = {
  id: column.id(),
  fileId: column.text(64),
  /** From 0. */
  ordinal: column.count(),
  text: column.text(),
  page: column.count({ nullable: true }),
  line: column.count({ nullable: true }),
}
export type Passage = Omit<RowOf<typeof passageColumns>, 'id'>

/** What a ranking needs to know of all passages of a file. A file without it is not found. */
export const passageIndexColumns = {
  fileId: column.text(64, { primary: true }),
  /** How many rows of postings the file has: a power of two. */
  buckets: column.count(),
  /** How many terms each passage has, in their order (packed-numbers.ts). */
  lengths: column.text(),
}

/** The postings of some terms of a file: those of which the key has the same remainder. */
export const postingsColumns = {
  /** The id of the file and the number of the bucket. */
  id: column.text(80, { primary: true }),
  fileId: column.text(64),
  /** A line for each term (postings.ts). */
  terms: column.text(),
}
