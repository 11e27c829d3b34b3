import type { MissingPart, MissingReason } from '@parley/documents'

/** What is missing in the text of a file, for a model: one and many. */
const words: Readonly<Record<MissingReason, readonly [string, string]>> = {
  pages_without_text: ['page without text, which may be a picture', 'pages without text, which may be pictures'],
  unreadable_pages: ['damaged page', 'damaged pages'],
  pages_beyond_limit: ['last page', 'last pages'],
  characters_beyond_limit: ['last character', 'last characters'],
  undecodable_characters: ['unreadable character', 'unreadable characters'],
  unmapped_characters: ['unreadable character', 'unreadable characters'],
  control_characters: ['control character', 'control characters'],
  deletions: ['tracked deletion', 'tracked deletions'],
  headers: ['page header', 'page headers'],
  footers: ['page footer', 'page footers'],
  comments: ['comment', 'comments'],
  pictures: ['picture', 'pictures'],
  embedded_files: ['embedded file', 'embedded files'],
  frames: ['frame', 'frames'],
}

/** Such as `without 1 picture and 2 comments`. */
export function missingWords(missing: readonly MissingPart[]): string {
  const parts = missing.map(({ reason, count }) => `${count} ${words[reason][count === 1 ? 0 : 1]}`)
  return `without ${new Intl.ListFormat('en').format(parts)}`
}
