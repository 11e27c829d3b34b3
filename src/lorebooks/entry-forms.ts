import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, parsedJson } from '@parley/runtime'
import { z } from 'zod'
import { limits } from '../limits.js'
import { text } from '../text-rules.js'
import { jobLoreRoles as loreRoles } from '../ports/reply-generator/reply-generator.js'
import { besideDecorators, decorated, type Decorator, unplayedDecorators } from './decorators.js'
import { type LoreEntry, type LoreLogic, type LorePosition, newEntry, typedKeys } from './lore-entry.js'

/** Numbers of SillyTavern, by their place. */
const logics: readonly LoreLogic[] = ['AND_ANY', 'NOT_ALL', 'NOT_ANY', 'AND_ALL']
const positions: readonly LorePosition[] = [
  ...(['BEFORE_CHARACTER', 'AFTER_CHARACTER', 'BEFORE_NOTE', 'AFTER_NOTE', 'AT_DEPTH'] as const),
  // around the examples, and where a macro asks for it
  ...(['AFTER_CHARACTER', 'AFTER_CHARACTER', 'AFTER_CHARACTER'] as const),
]
const lastPlayedPosition = 4

const number = z.preprocess(
  (value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
  z.number().min(-limits.largestLoreNumber).max(limits.largestLoreNumber).transform(Math.round),
)
const depth = number.pipe(z.number().min(0))
const keys = z.preprocess(
  (value) => (typeof value === 'string' ? keysIn(value) : value),
  z.array(text(0, limits.lorebookKeyLength)).max(limits.lorebookKeys),
)
const flag = z.boolean().nullish()
const placeNumber = number.pipe(
  z
    .number()
    .min(0)
    .max(positions.length - 1),
)
const numbers = z.object({
  position: placeNumber.nullish(),
  selectiveLogic: number
    .pipe(
      z
        .number()
        .min(0)
        .max(logics.length - 1),
    )
    .nullish(),
  role: number
    .pipe(
      z
        .number()
        .min(0)
        .max(loreRoles.length - 1),
    )
    .nullish(),
  depth: depth.nullish(),
})
const name = z.preprocess((value) => {
  const all: unknown = isTexts(value) ? value.join(', ') : value
  return typeof all === 'string' ? all.slice(0, limits.lorebookNameLength).toWellFormed() : all
}, text(0).nullish())
const content = text(0, limits.characterTextLength)

const worldInfo = numbers.extend({
  key: keys.nullish(),
  keysecondary: keys.nullish(),
  comment: name,
  content,
  constant: flag,
  selective: flag,
  order: number.nullish(),
  disable: flag,
  scanDepth: depth.nullish(),
  caseSensitive: flag,
  matchWholeWords: flag,
})
const extensions = numbers.extend({
  scan_depth: depth.nullish(),
  match_whole_words: flag,
  case_sensitive: flag,
})
const cardBook = z.object({
  keys: keys.nullish(),
  secondary_keys: keys.nullish(),
  name,
  comment: name,
  content,
  constant: flag,
  selective: flag,
  insertion_order: number.nullish(),
  enabled: flag,
  // of world info, which some programs write in entries of a card
  order: number.nullish(),
  disable: flag,
  priority: number.nullish(),
  case_sensitive: flag,
  position: z.preprocess(numberOfPlace, placeNumber.nullish()),
  extensions: extensions.nullish(),
})

/** A field of an entry, as its file calls it, and what is wrong with it. */
export interface FieldFault {
  readonly field: string
  readonly problem: string
}

export type ReadEntry = { readonly entry: LoreEntry } | { readonly faults: readonly FieldFault[] }

/** The fields of an entry that its writer changes. */
export type LoreEntryChange = {
  readonly [Field in Exclude<keyof LoreEntry, 'id' | 'priority'>]?: LoreEntry[Field] | undefined
}

/** Reads an entry by its fields, and by the decorators of its text. */
export function readEntry(raw: unknown, id: number): ReadEntry {
  const read = readFields(raw, id)
  return 'entry' in read ? { entry: decorated(read.entry) } : read
}

function readFields(raw: unknown, id: number): ReadEntry {
  if (!isJsonObject(raw)) return { faults: [{ field: 'entries', problem: 'is not an object' }] }
  if (isWorldInfo(raw)) {
    const { data, error } = worldInfo.safeParse(raw, { reportInput: true })
    return error ? { faults: faultsOf(error) } : { entry: ofWorldInfo(data, id) }
  }
  const { data, error } = cardBook.safeParse(raw, { reportInput: true })
  return error ? { faults: faultsOf(error) } : { entry: ofCardBook(data, id) }
}

/** The raw entry with the changed fields, under the names of its form; all others stay as they are. */
export function changedEntry(raw: JsonObject, sent: LoreEntryChange): JsonObject {
  const { content: said } = raw
  const change = typeof said === 'string' ? besideDecorators(said, sent) : sent
  const fields = isWorldInfo(raw) ? worldInfoFields(change) : cardBookFields(raw, change)
  return { ...raw, ...withoutUndefined(fields) }
}

/** The fields of a change in which an entry differs from it. */
export function editsOf(raw: JsonObject, change: LoreEntryChange): LoreEntryChange {
  const read = readEntry(raw, 0)
  if (!('entry' in read)) return change
  const before = new Map<string, unknown>(Object.entries(read.entry))
  return Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before.get(field)),
    ),
  )
}

/** The decorators of an entry without an effect. */
export function unplayedIn(raw: unknown): readonly Decorator[] {
  const read = readFields(raw, 0)
  return 'entry' in read ? unplayedDecorators(read.entry) : []
}

const marks = {
  worldInfo: ['key', 'keysecondary', 'uid', 'disable', 'order'],
  cardBook: ['secondary_keys', 'insertion_order', 'enabled'],
}

/** Whether an entry is one of world info; one without keys is what its other fields are. */
export function isWorldInfo(raw: JsonObject): boolean {
  const has = (mark: string) => mark in raw
  if (has('keys') || has('key')) return !has('keys')
  return marks.worldInfo.some(has) && !marks.cardBook.some(has)
}

/** Some programs write a list as people type it, or as JSON. */
function keysIn(value: string): readonly unknown[] {
  const list = value.startsWith('[') ? parsedJson(value) : undefined
  return isTexts(list) ? list : typedKeys(value)
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** The number of a place that an entry of a card names with a word: `before_char` or `after_char`, or one like these. */
function numberOfPlace(place: unknown): unknown {
  if (typeof place !== 'string' || /^\d+$/.test(place)) return place
  if (place === '') return undefined
  if (place.startsWith('before')) return positions.indexOf('BEFORE_CHARACTER')
  return place.startsWith('after') ? positions.indexOf('AFTER_CHARACTER') : positions.length - 1
}

/** An entry of each form before its writer changes it, with the fields that other programs expect. */
export const blankEntries = {
  WORLD_INFO: (uid: number): JsonObject => ({
    ...{ uid, key: [], keysecondary: [], comment: '', content: '', constant: false, vectorized: false },
    ...{ selective: true, selectiveLogic: 0, addMemo: true, order: newEntry.insertionOrder, position: 0 },
    ...{ disable: false, probability: 100, useProbability: true, depth: newEntry.depth, role: 0 },
    ...{ scanDepth: null, caseSensitive: null, matchWholeWords: null },
  }),
  CHARACTER_BOOK: (id: number): JsonObject => ({
    ...{ id, keys: [], secondary_keys: [], comment: '', content: '', constant: false, selective: true },
    ...{ insertion_order: newEntry.insertionOrder, enabled: true, position: 'before_char', extensions: {} },
  }),
} as const

function ofWorldInfo(raw: z.output<typeof worldInfo>, id: number): LoreEntry {
  const { selective, disable, caseSensitive, matchWholeWords } = raw
  return {
    id,
    ...placeOf(raw),
    name: raw.comment ?? '',
    keys: raw.key ?? [],
    secondaryKeys: selective === false ? [] : (raw.keysecondary ?? []),
    caseSensitive: caseSensitive ?? newEntry.caseSensitive,
    wholeWords: matchWholeWords ?? newEntry.wholeWords,
    constant: raw.constant ?? false,
    enabled: disable !== true,
    insertionOrder: raw.order ?? newEntry.insertionOrder,
    priority: 0,
    position: positions[raw.position ?? 0] ?? newEntry.position,
    scanDepth: raw.scanDepth ?? null,
    content: raw.content,
  }
}

function ofCardBook(raw: z.output<typeof cardBook>, id: number): LoreEntry {
  const more = raw.extensions ?? {}
  const { selective, enabled, disable, secondary_keys: secondary, case_sensitive: caseSensitive } = raw
  return {
    id,
    ...placeOf(more),
    name: filled(raw.comment) ?? raw.name ?? '',
    keys: raw.keys ?? [],
    secondaryKeys: selective === true || (selective !== false && secondary) ? (secondary ?? []) : [],
    caseSensitive: more.case_sensitive ?? caseSensitive ?? newEntry.caseSensitive,
    wholeWords: more.match_whole_words ?? newEntry.wholeWords,
    constant: raw.constant ?? false,
    enabled: enabled !== false && disable !== true,
    insertionOrder: raw.insertion_order ?? raw.order ?? newEntry.insertionOrder,
    priority: raw.priority ?? 0,
    position: positions[more.position ?? raw.position ?? 0] ?? newEntry.position,
    scanDepth: more.scan_depth ?? null,
    content: raw.content,
  }
}

const filled = (value: string | null | undefined) => (value === '' ? undefined : value)

function placeOf({ selectiveLogic, depth: sent, role }: z.output<typeof numbers>) {
  return {
    logic: logics[selectiveLogic ?? 0] ?? newEntry.logic,
    depth: sent ?? newEntry.depth,
    role: loreRoles[role ?? 0] ?? newEntry.role,
  }
}

function worldInfoFields(change: LoreEntryChange): JsonObject {
  const { name: comment, keys: key, secondaryKeys, caseSensitive, wholeWords, constant } = change
  const { enabled, insertionOrder: order, scanDepth, content: said } = change
  return {
    ...{ comment, key, keysecondary: secondaryKeys, caseSensitive, matchWholeWords: wholeWords, constant, order },
    ...{ scanDepth, content: said, ...numbersOf(change) },
    selective: secondaryKeys && secondaryKeys.length > 0 ? true : undefined,
    disable: enabled === undefined ? undefined : !enabled,
  }
}

function cardBookFields(raw: JsonObject, change: LoreEntryChange): JsonObject {
  const { keys: changed, secondaryKeys, caseSensitive, wholeWords, position, constant, enabled } = change
  const before = isJsonObject(raw['extensions']) ? raw['extensions'] : {}
  const { position: number, ...places } = numbersOf(change)
  const isUsual = position === 'BEFORE_CHARACTER' || position === 'AFTER_CHARACTER'
  const more = withoutUndefined({
    ...places,
    // the usual ones have a field of their own
    position: isUsual && !('position' in before) ? undefined : number,
    scan_depth: change.scanDepth,
    match_whole_words: wholeWords,
    case_sensitive: 'case_sensitive' in before ? caseSensitive : undefined,
  })
  const word = position === 'BEFORE_CHARACTER' ? 'before_char' : 'after_char'
  const place = typeof raw['position'] === 'number' ? number : word
  return {
    ...{ keys: changed, secondary_keys: secondaryKeys, constant, case_sensitive: caseSensitive },
    ...inEither(raw, ['enabled', enabled], ['disable', enabled === undefined ? undefined : !enabled]),
    ...inEither(raw, ['insertion_order', change.insertionOrder], ['order', change.insertionOrder]),
    content: change.content,
    [raw['comment'] ? 'comment' : 'name']: change.name,
    selective: secondaryKeys && secondaryKeys.length > 0 ? true : undefined,
    position: position === undefined ? undefined : place,
    extensions: Object.keys(more).length === 0 ? undefined : { ...before, ...more },
  }
}

/** A field under its name and that of the other form, where the entry has that: the entry gets no second one. */
function inEither(raw: JsonObject, ...[own, other]: readonly [[string, unknown], [string, unknown]]): JsonObject {
  const hasOther = other[0] in raw
  return Object.fromEntries([...(own[0] in raw || !hasOther ? [own] : []), ...(hasOther ? [other] : [])])
}

function numbersOf({ logic, position, role, depth: changed }: LoreEntryChange) {
  return {
    selectiveLogic: logic === undefined ? undefined : logics.indexOf(logic),
    position: position === undefined ? undefined : positions.indexOf(position),
    role: role === undefined ? undefined : loreRoles.indexOf(role),
    depth: changed,
  }
}

function withoutUndefined(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Names of other programs that differ in more than their style. */
const sameInBoth = new Set(['probability', 'useProbability', 'selectiveLogic'])

/** The settings of other programs in an entry, under the names of the other format. */
export function otherFields(raw: JsonObject): JsonObject {
  if (isWorldInfo(raw)) {
    const { uid: _, ...fields } = raw
    const others = Object.entries(fields).filter(([field]) => !(field in worldInfo.shape))
    return Object.fromEntries(others.map(([field, value]) => [sameInBoth.has(field) ? field : snakeOf(field), value]))
  }
  const more = isJsonObject(raw['extensions']) ? raw['extensions'] : {}
  const others = Object.entries(more).filter(([field]) => !(field in extensions.shape))
  return Object.fromEntries(others.map(([field, value]) => [camelOf(field), value]))
}

const snakeOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camelOf = (field: string) => field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** What the author wrote for other programs and Parley does not play, by its name in the file. */
export function notPlayed(raw: unknown): readonly string[] {
  if (!isJsonObject(raw)) return []
  const more = !isWorldInfo(raw) && isJsonObject(raw['extensions']) ? raw['extensions'] : raw
  const has = (...names: readonly string[]) => names.map((each) => more[each] ?? raw[each]).find((value) => value)
  const chance = more['probability']
  const isRare = typeof chance === 'number' && chance < 100 && more['useProbability'] !== false
  return [
    ...(isRare ? ['probability'] : []),
    ...(has('delayUntilRecursion', 'delay_until_recursion') ? ['delayUntilRecursion'] : []),
    ...['sticky', 'cooldown', 'delay', 'group', 'vectorized', 'automationId', 'triggers'].filter((each) =>
      isSet(has(each)),
    ),
    ...(has('ignoreBudget', 'ignore_budget') ? ['ignoreBudget'] : []),
    ...(isLimited(has('characterFilter')) ? ['characterFilter'] : []),
    ...Object.keys(more).filter(
      (each) =>
        /^match_?(?:Persona|Character|Scenario|Creator|persona|character|scenario|creator)/.test(each) &&
        more[each] === true,
    ),
  ]
}

/** Whether an entry has a place in other programs that Parley does not have. */
export function hasOtherPosition(raw: unknown): boolean {
  if (!isJsonObject(raw)) return false
  const more = !isWorldInfo(raw) && isJsonObject(raw['extensions']) ? raw['extensions'] : raw
  return Number(more['position'] ?? numberOfPlace(raw['position'])) > lastPlayedPosition
}

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

function isLimited(value: unknown): boolean {
  return isJsonObject(value) && (isSet(value['names']) || isSet(value['tags']))
}

function faultsOf({ issues }: z.ZodError): FieldFault[] {
  return issues.map((issue) => ({ field: issue.path.map(String).join('.'), problem: problemOf(issue) }))
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_format') return 'has NUL or half a character'
  if (issue.code === 'too_big')
    return `is more than ${Number(issue.maximum).toLocaleString('en')}${unitOf(issue.origin)}`
  if (issue.code === 'too_small') return `is less than ${Number(issue.minimum)}`
  if (issue.code === 'invalid_value')
    return `is none of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
  if (issue.code !== 'invalid_type') return 'cannot be read'
  return issue.input === undefined ? 'is missing' : `is not ${kinds[issue.expected] ?? `a ${issue.expected}`}`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  boolean: 'true or false',
  object: 'an object',
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' items' : ''
}
