import { isJsonObject, type JsonObject, parsedJson, tooDeepAt } from '@parley/runtime'
import { limits } from '../limits.js'
import { formatOf } from './entry-fields.js'
import type { LorebookFormat } from './lorebook.js'

/** The JSON of a book, with the places of its entries: fields that Parley does not know stay as they are. */
export interface BookFile {
  readonly format: LorebookFormat
  readonly root: JsonObject
  /** Of world info: the key of each entry in `entries`; undefined for a list. */
  readonly names: readonly string[] | undefined
  readonly entries: readonly unknown[]
}

/** Why the file of a lorebook is refused, in the words of docs/reference/errors.md. Clients have words of their own for each. */
export const bookRefusals = {
  NO_BOOK: 'has no lorebook: it is not a JSON object with entries',
  TOO_LARGE: 'has too many bytes, levels or entries',
  CARD: 'is the card of a character',
  ENTRIES_FAULTY: 'has entries that break a rule, which `detail` lists',
} as const

export interface BookRefusal {
  readonly refusal: keyof typeof bookRefusals
  /** Continues "The lorebook". */
  readonly sentence: string
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

/** The field of a book that has its entries: a file of RisuAI has them in a list `data`. */
const entriesField = (book: JsonObject): 'entries' | 'data' =>
  book['type'] === 'risu' && Array.isArray(book['data']) && !('entries' in book) ? 'data' : 'entries'

/** The entries of a book, in whatever field and form it has them. */
export const entriesOf = (root: JsonObject): unknown => {
  const book = bookOf({ root })
  return book[entriesField(book)]
}

/** The fields of a book beside its entries, without what names the file of another program. */
export function settingsOf(file: Pick<BookFile, 'root'>): JsonObject {
  const book = bookOf(file)
  const { entries: _, ...settings } = book
  if (entriesField(book) === 'entries') return settings
  const { type: _type, ver: _version, data: _data, ...others } = settings
  return others
}

/** A setting of a book under either of its names. */
export const settingOf = (book: JsonObject, name: BookSetting): unknown => book[name] ?? book[otherSettings[name]]
/** The name that a book has for a setting. */
export const settingName = (book: JsonObject, name: BookSetting): string =>
  !(name in book) && otherSettings[name] in book ? otherSettings[name] : name

/** Reads the JSON of a book by its fields, whatever it is called; why it cannot be read when it has none. */
export function readBookFile(json: string): BookFile | BookRefusal {
  const refused = (refusal: BookRefusal['refusal'], sentence: string): BookRefusal => ({ refusal, sentence })
  if (Buffer.byteLength(json) > limits.lorebookBytes) return refused('TOO_LARGE', 'has more than 1 MiB of JSON')
  if (tooDeepAt(json, limits.cardLevels) !== undefined)
    return refused('TOO_LARGE', `is nested more than ${limits.cardLevels} levels deep`)
  const root = parsedJson(json)
  if (!isJsonObject(root)) return refused('NO_BOOK', 'is not a JSON object')
  if (typeof root['spec'] === 'string' && root['spec'].startsWith('chara_card'))
    return refused('CARD', 'is the card of a character: import it as one')
  const entries = entriesOf(root)
  const isList = Array.isArray(entries)
  if (!isList && !isJsonObject(entries)) return refused('NO_BOOK', 'has no entries in its field `entries`')
  const all: readonly unknown[] = isList ? entries : Object.values(entries)
  if (all.length > limits.lorebookEntries)
    return refused('TOO_LARGE', `has more than ${limits.lorebookEntries.toLocaleString('en')} entries`)
  const [first] = all
  const usual = isList ? 'CHARACTER_BOOK' : 'WORLD_INFO'
  return {
    format: isJsonObject(first) ? formatOf(first) : usual,
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
  const book = bookOf({ root })
  const changed = { ...book, ...fields, [entriesField(book)]: listed }
  return JSON.stringify(book === root ? changed : { ...root, data: changed })
}

/** A file without entries. */
export function emptyFile(format: LorebookFormat, name: string): BookFile {
  return format === 'WORLD_INFO'
    ? { format, root: { name, entries: {} }, names: [], entries: [] }
    : { format, root: { name, extensions: {}, entries: [] }, names: undefined, entries: [] }
}
