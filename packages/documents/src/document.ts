/** What a file is, by its bytes first and its name second. */
export const documentFormats = ['text', 'markdown', 'code', 'csv', 'html', 'pdf', 'docx'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/**
 * What a document has that is not in its text. `pages_without_text`: pages that are pictures. `unreadable_pages`: pages that a fault of the file hides.
 * `pages_beyond_limit`, `characters_beyond_limit`: what follows the bounds. `undecodable_characters`: bytes that mean nothing in the encoding, shown as U+FFFD.
 * `unmapped_characters`: glyphs of a PDF without a character. `control_characters`: removed ones. `deletions`: tracked deletions.
 */
export const missingReasons = [
  'pages_without_text',
  'unreadable_pages',
  'pages_beyond_limit',
  'characters_beyond_limit',
  'undecodable_characters',
  'unmapped_characters',
  'control_characters',
  'deletions',
  'headers',
  'footers',
  'comments',
  'pictures',
  'embedded_files',
  'frames',
] as const
export type MissingReason = (typeof missingReasons)[number]

export interface MissingPart {
  readonly reason: MissingReason
  readonly count: number
}

/** A part of the text: a paragraph, a list, a table, some rows or lines, a page. */
export interface Block {
  readonly text: string
  /** Of a PDF, from 1. */
  readonly page?: number
  /** Of a file of lines, from 1: the line of the file on which the text begins, of rows without the repeated header. */
  readonly line?: number
}

export interface DocumentText {
  readonly format: DocumentFormat
  /** Of a file of characters. */
  readonly encoding?: { readonly name: string; readonly isGuess: boolean }
  readonly pages?: number
  /** In reading order. The text of the document is that of its blocks, joined by blank lines. */
  readonly blocks: readonly Block[]
  readonly missing: readonly MissingPart[]
}

/** What one document may cost. */
export interface DocumentBounds {
  readonly fileBytes: number
  /** Further pages are not read. */
  readonly pages: number
  /** UTF-16 code units of text; further ones are left out. */
  readonly characters: number
  /** What the parts of a DOCX file that are read may have uncompressed. */
  readonly inflatedBytes: number
  /** Of processor time for the document; by the clock it can be four times as long, on a busy machine. */
  readonly milliseconds: number
  /** Of that process: its heap, and its memory beyond what the program itself needs. */
  readonly memoryMegabytes: number
}

export const defaultBounds: DocumentBounds = {
  fileBytes: 25_000_000,
  pages: 2_000,
  characters: 4_000_000,
  inflatedBytes: 64_000_000,
  milliseconds: 30_000,
  memoryMegabytes: 512,
}
