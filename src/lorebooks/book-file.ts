import { isJsonObject, type JsonObject, parsedJson, tooDeepAt } from '@parley/runtime'
import { limits } from '../limits.js'
import { isWorldInfo } from './entry-forms.js'
import type { LorebookFormat } from './lorebook.js'

/** The JSON of a book, with the places of its entries: fields that Parley does not know stay as they are. */
export interface BookFile {
  readonly format: LorebookFormat
  readonly root: JsonObject
  /** Of world info: the key of each entry in `entries`; undefined for a list. */
  readonly names: readonly string[] | undefined
  readonly entries: readonly unknown[]
}

type BookSetting = keyof typeof otherSettings
/** Names of some programs. */
const otherSettings = {
  scan_depth: 'scanDepth',
  token_budget: 'tokenBudget',
  recursive_scanning: 'recursiveScanning',
} as const

/** The part of a file that has the fields of the book: version 3 has them in an object `data`. */
export const bookOf = ({ root }: Pick<BookFile, 'root'>): JsonObject =>
  root['spec'] === 'lorebook_v3' && isJsonObject(root['data']) ? root['data'] : root

/** A setting of a book under either of its names. */
export const settingOf = (book: JsonObject, name: BookSetting): unknown => book[name] ?? book[otherSettings[name]]
/** The name that a book has for a setting. */
export const settingName = (book: JsonObject, name: BookSetting): string =>
  !(name in book) && otherSettings[name] in book ? otherSettings[name] : name

/** Reads the JSON of a book by its fields, whatever it is called; the reason when it has none. */
export function readBookFile(json: string): BookFile | string {
  if (Buffer.byteLength(json) > limits.lorebookBytes) return 'has more than 1 MiB of JSON'
  if (tooDeepAt(json, limits.cardLevels) !== undefined) return `is nested more than ${limits.cardLevels} levels deep`
  const root = parsedJson(json)
  if (!isJsonObject(root)) return 'is not a JSON object'
  if (typeof root['spec'] === 'string' && root['spec'].startsWith('chara_card'))
    return 'is the card of a character: import it as one'
  const { entries } = bookOf({ root })
  const isList = Array.isArray(entries)
  if (!isList && !isJsonObject(entries)) return 'has no entries in its field `entries`'
  const all: readonly unknown[] = isList ? entries : Object.values(entries)
  if (all.length > limits.lorebookEntries) return `has more than ${limits.lorebookEntries.toLocaleString('en')} entries`
  const [first] = all
  const isOfWorldInfo = isJsonObject(first) ? isWorldInfo(first) : !isList
  return {
    format: isOfWorldInfo ? 'WORLD_INFO' : 'CHARACTER_BOOK',
    root,
    names: isList ? undefined : Object.keys(entries),
    entries: all,
  }
}

/** The JSON of a book with other fields of its own, and other entries. */
export function jsonOf({ root, names, entries }: BookFile, fields: JsonObject = {}): string {
  const listed = names
    ? Object.fromEntries(entries.map((entry, index) => [names[index] ?? String(index), entry]))
    : entries
  const book = { ...bookOf({ root }), ...fields, entries: listed }
  return JSON.stringify(bookOf({ root }) === root ? book : { ...root, data: book })
}

/** A file without entries. */
export function emptyFile(format: LorebookFormat, name: string): BookFile {
  return format === 'WORLD_INFO'
    ? { format, root: { name, entries: {} }, names: [], entries: [] }
    : { format, root: { name, extensions: {}, entries: [] }, names: undefined, entries: [] }
}
