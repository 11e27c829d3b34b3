import { isJsonObject, type JsonObject } from '@parley/runtime'
import { type BookFile, settingsOf } from './book-file.js'
import { formatOf, isForeign, unknownFields } from './entry-fields.js'
import { blankEntries, changedEntry, type LoreEntryChange, otherFields, unplayedIn } from './entry-forms.js'
import { slashedKey } from './expression.js'
import type { LoreEntry } from './lore-entry.js'
import type { LorebookFormat } from './lorebook.js'
import type { ReadBook } from './read-book.js'

/** Whether a book has entries with names that neither format has, such as those of Agnai and RisuAI. */
export const hasForeignEntries = ({ entries }: BookFile): boolean => entries.some(isForeign)

/**
 * A book in a format: equal as Parley plays it, and with the settings of other programs under the names that the format has for
 * them. Entries that cannot be read are left out.
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
    const { keysAreExpressions: _expressions, ...settings } = played
    const entry = changedEntry(blankEntries[format](index), { ...settings, ...keysIn(format, played), content })
    const ranked = priority === 0 ? entry : { ...entry, priority }
    return isJsonObject(raw) ? withOthers(ranked, raw, format) : ranked
  })
  const root = settingsOf(file)
  if (format === 'CHARACTER_BOOK') return { format, root: { extensions: {}, ...root }, names: undefined, entries }
  return { format, root, names: entries.map((_entry, index) => String(index)), entries }
}

/** Keys that are expressions, as a format says it. */
function keysIn(
  format: LorebookFormat,
  { keys, secondaryKeys, ...rules }: Pick<LoreEntry, 'keys' | 'secondaryKeys' | 'keysAreExpressions' | 'caseSensitive'>,
): LoreEntryChange {
  if (!rules.keysAreExpressions) return {}
  if (format === 'CHARACTER_BOOK') return { keysAreExpressions: true }
  const slashed = (all: readonly string[]) => all.map((key) => slashedKey(key, rules))
  return { keys: slashed(keys), secondaryKeys: slashed(secondaryKeys) }
}

/** An entry with the settings of other programs that another one has. */
function withOthers(entry: JsonObject, raw: JsonObject, format: LorebookFormat): JsonObject {
  const before = isJsonObject(entry['extensions']) ? entry['extensions'] : {}
  if (formatOf(raw) === format) {
    const { fields, extensions } = unknownFields(raw)
    const more = { ...before, ...extensions }
    return { ...entry, ...fields, ...(Object.keys(more).length === 0 ? {} : { extensions: more }) }
  }
  const others = otherFields(raw)
  return format === 'WORLD_INFO' ? { ...entry, ...others } : { ...entry, extensions: { ...before, ...others } }
}
