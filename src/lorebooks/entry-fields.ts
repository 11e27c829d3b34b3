import { isJsonObject, type JsonObject } from '@parley/runtime'
import type { LoreEntry } from './lore-entry.js'
import type { LorebookFormat } from './lorebook.js'

/** What an entry of a file sets; two fields can turn it off. */
export type EntrySetting = Exclude<keyof LoreEntry, 'id'> | 'disabled' | 'selective'

interface FieldNames {
  /** Those of each format. */
  readonly own: Readonly<Record<LorebookFormat, readonly string[]>>
  /** Those of other programs, such as Agnai and RisuAI. */
  readonly others?: readonly string[]
}

/**
 * The fields of an entry. `extensions.` precedes those of an object in it. Each is read under any of its names, those of its own format
 * first; a setting that an entry does not have is written under the last one of its format.
 */
const fields: Readonly<Record<EntrySetting, FieldNames>> = {
  keys: { own: { WORLD_INFO: ['key'], CHARACTER_BOOK: ['keys'] }, others: ['keywords'] },
  secondaryKeys: {
    own: { WORLD_INFO: ['keysecondary'], CHARACTER_BOOK: ['secondary_keys'] },
    others: ['secondaryKeys', 'secondkey'],
  },
  keysAreExpressions: { own: { WORLD_INFO: [], CHARACTER_BOOK: ['use_regex'] }, others: ['useRegex'] },
  selective: { own: { WORLD_INFO: ['selective'], CHARACTER_BOOK: ['selective'] } },
  logic: { own: { WORLD_INFO: ['selectiveLogic'], CHARACTER_BOOK: ['extensions.selectiveLogic'] } },
  name: { own: { WORLD_INFO: ['comment'], CHARACTER_BOOK: ['comment', 'name'] } },
  content: { own: { WORLD_INFO: ['content'], CHARACTER_BOOK: ['content'] }, others: ['entry'] },
  constant: { own: { WORLD_INFO: ['constant'], CHARACTER_BOOK: ['constant'] }, others: ['alwaysActive'] },
  enabled: { own: { WORLD_INFO: [], CHARACTER_BOOK: ['enabled'] } },
  disabled: { own: { WORLD_INFO: ['disable'], CHARACTER_BOOK: [] } },
  insertionOrder: {
    own: { WORLD_INFO: ['order'], CHARACTER_BOOK: ['insertion_order'] },
    others: ['weight', 'insertorder'],
  },
  priority: { own: { WORLD_INFO: [], CHARACTER_BOOK: ['priority'] } },
  caseSensitive: {
    own: { WORLD_INFO: ['caseSensitive'], CHARACTER_BOOK: ['extensions.case_sensitive', 'case_sensitive'] },
    others: ['extensions.risu_case_sensitive', 'extentions.risu_case_sensitive'],
  },
  wholeWords: {
    own: { WORLD_INFO: ['matchWholeWords'], CHARACTER_BOOK: ['extensions.match_whole_words'] },
    others: ['match_whole_words'],
  },
  position: { own: { WORLD_INFO: ['position'], CHARACTER_BOOK: ['extensions.position', 'position'] } },
  depth: { own: { WORLD_INFO: ['depth'], CHARACTER_BOOK: ['extensions.depth'] } },
  role: { own: { WORLD_INFO: ['role'], CHARACTER_BOOK: ['extensions.role'] } },
  scanDepth: {
    own: { WORLD_INFO: ['scanDepth'], CHARACTER_BOOK: ['extensions.scan_depth'] },
    others: ['scan_depth'],
  },
}
export const entrySettings = Object.keys(fields) as readonly EntrySetting[]

const allNames = {
  WORLD_INFO: namesFrom('WORLD_INFO', 'CHARACTER_BOOK'),
  CHARACTER_BOOK: namesFrom('CHARACTER_BOOK', 'WORLD_INFO'),
} as const
const known: ReadonlySet<string> = new Set(entrySettings.flatMap((setting) => allNames.WORLD_INFO.get(setting) ?? []))

function namesFrom(...formats: readonly LorebookFormat[]): ReadonlyMap<string, readonly string[]> {
  const namesOf = ({ own, others = [] }: FieldNames) => [
    ...new Set([...formats.flatMap((format) => own[format]), ...others]),
  ]
  return new Map(Object.entries(fields).map(([setting, names]) => [setting, namesOf(names)]))
}

const marks = {
  worldInfo: ['key', 'keysecondary', 'uid', 'disable', 'order'],
  cardBook: ['secondary_keys', 'insertion_order', 'enabled'],
}

/** The format of an entry; one without keys has that of its other fields. */
export function formatOf(raw: JsonObject): LorebookFormat {
  const has = (mark: string) => mark in raw
  if (has('keys') || has('key')) return has('keys') ? 'CHARACTER_BOOK' : 'WORLD_INFO'
  return marks.worldInfo.some(has) && !marks.cardBook.some(has) ? 'WORLD_INFO' : 'CHARACTER_BOOK'
}

/** The name under which an entry has a setting: the first one with a value, else the first one that it has. */
export function nameIn(raw: JsonObject, setting: EntrySetting): string | undefined {
  const [name] = usedNames(raw, setting)
  return name
}

/** The names of a setting that an entry uses: all that have a value, since programs read one or another of them. */
function usedNames(raw: JsonObject, setting: EntrySetting): readonly string[] {
  const names = (allNames[formatOf(raw)].get(setting) ?? []).filter((name) => valueAt(raw, name) !== undefined)
  const filled = names.filter((name) => isFilled(valueAt(raw, name)))
  return filled.length > 0 ? filled : names
}

/** The names under which a changed setting is written. An entry that says whether it is off gets no field that says the opposite. */
export function writtenNames(raw: JsonObject, setting: EntrySetting): readonly string[] {
  const used = usedNames(raw, setting)
  const opposite = opposites.get(setting)
  if (used.length > 0 || (opposite && usedNames(raw, opposite).length > 0)) return used
  return [usualName(setting, formatOf(raw))].flatMap((name) => name ?? [])
}

const opposites: ReadonlyMap<EntrySetting, EntrySetting> = new Map([
  ['enabled', 'disabled'],
  ['disabled', 'enabled'],
])

/** Undefined for a setting for which the format has no name. */
export const usualName = (setting: EntrySetting, format: LorebookFormat): string | undefined =>
  fields[setting].own[format].at(-1)

const isFilled = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

export function valueAt(raw: JsonObject, name: string): unknown {
  const [field = name, inner] = name.split('.')
  const value = raw[field]
  if (inner === undefined) return value
  return isJsonObject(value) ? value[inner] : undefined
}

export function withValueAt(raw: JsonObject, name: string, value: unknown): JsonObject {
  const [field = name, inner] = name.split('.')
  if (inner === undefined) return { ...raw, [field]: value }
  const before = raw[field]
  return { ...raw, [field]: { ...(isJsonObject(before) ? before : {}), [inner]: value } }
}

/** The names of other programs beside `extensions` that an entry has for a setting. */
export const foreignNames = (raw: JsonObject, setting: EntrySetting): readonly string[] =>
  (fields[setting].others ?? []).filter((name) => name in raw)

/** Whether an entry has a setting under a name of another program alone. */
export function isForeign(raw: unknown): boolean {
  if (!isJsonObject(raw)) return false
  const hasOwn = (setting: EntrySetting) =>
    Object.values(fields[setting].own).some((names) => names.some((name) => valueAt(raw, name) !== undefined))
  return entrySettings.some((setting) => foreignNames(raw, setting).length > 0 && !hasOwn(setting))
}

/** The fields of an entry, and those of its `extensions`, that set nothing in Parley. */
export function unknownFields(raw: JsonObject): { readonly fields: JsonObject; readonly extensions: JsonObject } {
  const { extensions, ...others } = raw
  const unknown = (all: object, prefix: string) =>
    Object.fromEntries(Object.entries(all).filter(([field]) => !known.has(prefix + field)))
  return { fields: unknown(others, ''), extensions: unknown(isJsonObject(extensions) ? extensions : {}, 'extensions.') }
}
