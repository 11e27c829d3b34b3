import { isJsonObject, parsedJson } from '@parley/runtime'
import { type BookFile, type BookRefusal, bookOf, entriesOf, jsonOf, readBookFile } from './book-file.js'
import { convertedBook, hasForeignEntries } from './converted-book.js'
import type { ReadBook } from './read-book.js'

/** The file in the `character_book` of a card: why it cannot be read, undefined for none and for one without entries. */
export function fileInCard(value: unknown): BookFile | BookRefusal | undefined {
  return hasEntries(value) ? readBookFile(JSON.stringify(value)) : undefined
}

function hasEntries(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (!isJsonObject(value)) return Boolean(value)
  const entries = entriesOf(value)
  return typeof entries === 'object' && entries !== null ? Object.keys(entries).length > 0 : Boolean(entries)
}

/**
 * The `character_book` of a card whose text had `kept` when it came: that itself unless the book was changed since, and undefined
 * after its book was deleted. `kept` stays where it cannot be read, since it has no book then.
 */
export function bookForCard(
  kept: unknown,
  book: { readonly file: BookFile; readonly read: ReadBook } | undefined,
): unknown {
  const before = fileInCard(kept)
  if (before && 'refusal' in before) return kept
  if (!book) return before ? undefined : kept
  if (before && jsonOf(before) === jsonOf(book.file)) return kept
  const isOther =
    (book.file.format === 'WORLD_INFO' && before?.format !== 'WORLD_INFO') ||
    (hasForeignEntries(book.file) && !(before && hasForeignEntries(before)))
  const file = isOther ? convertedBook(book, 'CHARACTER_BOOK') : book.file
  // a file of its own has the book within
  const isWithin = before && bookOf(before) !== before.root
  return parsedJson(jsonOf(isWithin ? file : { ...file, root: bookOf(file) }))
}
