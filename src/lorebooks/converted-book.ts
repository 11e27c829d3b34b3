import { isJsonObject, type JsonObject } from '@parley/runtime'
import { type BookFile, bookOf } from './book-file.js'
import { blankEntries, changedEntry, otherFields, unplayedIn } from './entry-forms.js'
import type { LorebookFormat } from './lorebook.js'
import type { ReadBook } from './read-book.js'

/**
 * A book in the other format: equal as Parley plays it, and with the settings of other programs under the names that the
 * format has for them. Entries that cannot be read are left out.
 */
export function convertedBook(
  { file, read }: { readonly file: BookFile; readonly read: ReadBook },
  format: LorebookFormat,
): BookFile {
  const broken = new Set(read.faulty.map(({ index }) => index))
  const raws = file.entries.filter((_, index) => !broken.has(index))
  const entries = read.entries.map(({ id: _, priority, ...played }, index): JsonObject => {
    const raw = raws[index]
    const content = [...unplayedIn(raw).map(({ lines }) => lines), played.content].join('')
    const entry = changedEntry(blankEntries[format](index), { ...played, content })
    const others = isJsonObject(raw) ? otherFields(raw) : {}
    if (format === 'WORLD_INFO') return { ...entry, ...others }
    const extensions = isJsonObject(entry['extensions']) ? entry['extensions'] : {}
    return { ...entry, ...(priority === 0 ? {} : { priority }), extensions: { ...extensions, ...others } }
  })
  const { entries: _, ...root } = bookOf(file)
  if (format === 'CHARACTER_BOOK') return { format, root: { extensions: {}, ...root }, names: undefined, entries }
  return { format, root, names: entries.map((_entry, index) => String(index)), entries }
}
