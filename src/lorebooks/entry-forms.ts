import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, parsedJson } from '@parley/runtime'
import { z } from 'zod'
import { limits } from '../limits.js'
import { text } from '../text-rules.js'
import { jobLoreRoles as loreRoles } from '../ports/reply-generator/reply-generator.js'
import { besideDecorators, decorated, type Decorator, unplayedDecorators } from './decorators.js'
import {
  type EntrySetting,
  entrySettings,
  foreignNames,
  formatOf,
  nameIn,
  unknownFields,
  usualName,
  valueAt,
  withValueAt,
  writtenNames,
} from './entry-fields.js'
import { type LoreEntry, type LoreLogic, type LorePosition, newEntry, typedKeys } from './lore-entry.js'
import type { LorebookFormat } from './lorebook.js'

/** Numbers of SillyTavern, by their place. */
const logics: readonly LoreLogic[] = ['AND_ANY', 'NOT_ALL', 'NOT_ANY', 'AND_ALL']
const positions: readonly LorePosition[] = [
  ...(['BEFORE_CHARACTER', 'AFTER_CHARACTER', 'BEFORE_NOTE', 'AFTER_NOTE', 'AT_DEPTH'] as const),
  // around the examples, and where a macro asks for it
  ...(['AFTER_CHARACTER', 'AFTER_CHARACTER', 'AFTER_CHARACTER'] as const),
]
const lastPlayedPosition = 4
/** Words of files for a position; any other word is one that prompts do not have. */
const positionWords: readonly (readonly [RegExp, LorePosition])[] = [
  [/^before(?:_?(?:char|desc|def)|$)/i, 'BEFORE_CHARACTER'],
  [/^after(?:_?(?:char|desc|def)|$)/i, 'AFTER_CHARACTER'],
  [/^(?:before|top)_?(?:of_?)?(?:an$|author|note)/i, 'BEFORE_NOTE'],
  [/^(?:after|bottom)_?(?:of_?)?(?:an$|author|note)/i, 'AFTER_NOTE'],
  [/^(?:at_?)?depth$/i, 'AT_DEPTH'],
]

const number = z.preprocess(
  (value) => (isDigits(value) ? Number(value) : value),
  z.number().min(-limits.largestLoreNumber).max(limits.largestLoreNumber).transform(Math.round),
)
const depth = number.pipe(z.number().min(0))
const keys = z.preprocess(
  (value) => (typeof value === 'string' ? keysIn(value) : value),
  z.array(text(0, limits.lorebookKeyLength)).max(limits.lorebookKeys),
)
const flag = z.boolean().nullish()
/** A place in a list, by its number or its word. */
const placeIn = (list: readonly string[], numberOf: (value: unknown) => unknown) =>
  z.preprocess(
    numberOf,
    number
      .pipe(
        z
          .number()
          .min(0)
          .max(list.length - 1),
      )
      .nullish(),
  )
const name = z.preprocess((value) => {
  const all: unknown = isTexts(value) ? value.join(', ') : value
  return typeof all === 'string' ? all.slice(0, limits.lorebookNameLength).toWellFormed() : all
}, text(0).nullish())

const entryRules = z.object({
  keys: keys.nullish(),
  secondaryKeys: keys.nullish(),
  keysAreExpressions: z.unknown(),
  selective: flag,
  logic: placeIn(logics, numberIn(logics)),
  name,
  content: text(0, limits.characterTextLength),
  constant: flag,
  enabled: flag,
  disabled: flag,
  insertionOrder: number.nullish(),
  priority: number.nullish(),
  caseSensitive: flag,
  wholeWords: flag,
  position: placeIn(positions, numberOfPlace),
  depth: depth.nullish(),
  role: placeIn(loreRoles, numberIn(loreRoles)),
  scanDepth: depth.nullish(),
} satisfies Record<EntrySetting, z.ZodType>)

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
  const { data, error } = entryRules.safeParse(sentIn(raw), { reportInput: true })
  return error ? { faults: faultsOf(error, raw) } : { entry: entryOf(data, id) }
}

/** The values of the settings of an entry. */
function sentIn(raw: JsonObject): JsonObject {
  const names = entrySettings.map((setting) => [setting, nameIn(raw, setting)] as const)
  return Object.fromEntries(
    names.map(([setting, found]) => [setting, found === undefined ? undefined : valueAt(raw, found)]),
  )
}

/** The raw entry with the changed settings, under the names that it has for them; all others stay as they are. */
export function changedEntry(raw: JsonObject, sent: LoreEntryChange): JsonObject {
  const said = sentIn(raw)['content']
  const change = typeof said === 'string' ? besideDecorators(said, sent) : sent
  const { secondaryKeys, enabled } = change
  const settings: Readonly<Partial<Record<EntrySetting, unknown>>> = {
    ...change,
    selective: secondaryKeys && secondaryKeys.length > 0 ? true : undefined,
    disabled: enabled === undefined ? undefined : !enabled,
  }
  let entry = raw
  for (const setting of entrySettings) {
    const value = settings[setting]
    if (value === undefined) continue
    for (const field of [...writtenNames(raw, setting), ...besidesWord(raw, setting, value)])
      entry = withValueAt(entry, field, valueIn(raw, { field, setting, value }))
  }
  return entry
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

/** Some programs write a list as people type it, or as JSON. */
function keysIn(value: string): readonly unknown[] {
  const list = value.startsWith('[') ? parsedJson(value) : undefined
  return isTexts(list) ? list : typedKeys(value)
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const isDigits = (value: unknown) => typeof value === 'string' && /^-?\d{1,9}$/.test(value)
const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '' && !isDigits(value)

/** The number of a position that a file names with a word: `before_char` or `after_char`, or one like these. */
function numberOfPlace(place: unknown): unknown {
  if (!isWord(place)) return place === '' ? undefined : place
  const [, position] = positionWords.find(([words]) => words.test(place)) ?? []
  return position ? positions.indexOf(position) : positions.length - 1
}

/** The number of a word of a list, such as `user`. */
function numberIn(list: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    if (!isWord(value)) return value === '' ? undefined : value
    const index = list.indexOf(value.toUpperCase().replaceAll(/[ -]/g, '_'))
    return index < 0 ? value : index
  }
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

/** A new entry of a file: also with the names of another program that an entry of the file has, and with keys as that has them. */
export function blankEntry(format: LorebookFormat, id: number, like: unknown): JsonObject {
  const blank = blankEntries[format](id)
  if (!isJsonObject(like)) return blank
  const foreign = entrySettings.flatMap((setting) =>
    foreignNames(like, setting).map((field) => [field, Reflect.get(newEntry, setting) as unknown] as const),
  )
  const texts = (['keys', 'secondaryKeys'] as const).flatMap((setting) =>
    writtenNames(like, setting).filter((field) => typeof valueAt(like, field) === 'string'),
  )
  return { ...blank, ...Object.fromEntries([...foreign, ...texts.map((field) => [field, ''] as const)]) }
}

function entryOf(read: z.output<typeof entryRules>, id: number): LoreEntry {
  const { selective, enabled, disabled, logic, position, role } = read
  return {
    id,
    name: read.name ?? '',
    keys: read.keys ?? [],
    secondaryKeys: selective === false ? [] : (read.secondaryKeys ?? []),
    // any other value is that of a program without expressions
    keysAreExpressions: read.keysAreExpressions === true,
    logic: logics[logic ?? 0] ?? newEntry.logic,
    caseSensitive: read.caseSensitive ?? newEntry.caseSensitive,
    wholeWords: read.wholeWords ?? newEntry.wholeWords,
    constant: read.constant ?? false,
    enabled: enabled !== false && disabled !== true,
    insertionOrder: read.insertionOrder ?? newEntry.insertionOrder,
    priority: read.priority ?? 0,
    position: positions[position ?? 0] ?? newEntry.position,
    depth: read.depth ?? newEntry.depth,
    role: loreRoles[role ?? 0] ?? newEntry.role,
    scanDepth: read.scanDepth ?? null,
    content: read.content,
  }
}

/** A position without a word in the format of cards has a number beside the word. */
function besidesWord(raw: JsonObject, setting: EntrySetting, value: unknown): readonly string[] {
  const isUsual = value === 'BEFORE_CHARACTER' || value === 'AFTER_CHARACTER'
  if (setting !== 'position' || isUsual || formatOf(raw) === 'WORLD_INFO') return []
  return writtenNames(raw, setting).includes('extensions.position') ? [] : ['extensions.position']
}

interface SettingChange {
  readonly field: string
  readonly setting: EntrySetting
  readonly value: unknown
}

/** A value as the field of an entry has it: a list as a text, or a choice as a word or a number. */
function valueIn(raw: JsonObject, { field, setting, value }: SettingChange): unknown {
  const before = valueAt(raw, field)
  if (isTexts(value)) return typeof before === 'string' ? textOfKeys(value, before) : value
  if (setting === 'position') return placeAs(raw, { field, before, value })
  if (setting === 'logic') return isWord(before) ? value : logics.findIndex((each) => each === value)
  if (setting !== 'role') return value
  const role = loreRoles.findIndex((each) => each === value)
  return isWord(before) ? loreRoles[role]?.toLowerCase() : role
}

/** Keys as a text, unless that would be read as other ones. */
function textOfKeys(changed: readonly string[], before: string): unknown {
  const joined = before.startsWith('[') ? JSON.stringify(changed) : changed.join(', ')
  return isDeepStrictEqual(keysIn(joined), changed) ? joined : changed
}

function placeAs(
  raw: JsonObject,
  { field, before, value }: Pick<SettingChange, 'field' | 'value'> & { readonly before: unknown },
): unknown {
  const isOfCard = field === 'position' && formatOf(raw) === 'CHARACTER_BOOK'
  const place = positions.findIndex((each) => each === value)
  if (!isWord(before) && (!isOfCard || typeof before === 'number' || isDigits(before))) return place
  if (value === 'BEFORE_CHARACTER') return 'before_char'
  return value === 'AFTER_CHARACTER' || isOfCard ? 'after_char' : place
}

/** Names of other programs that differ in more than their style. */
const sameInBoth = new Set(['probability', 'useProbability', 'selectiveLogic'])

/** The settings of other programs in an entry, under the names of the other format. */
export function otherFields(raw: JsonObject): JsonObject {
  const { fields, extensions } = unknownFields(raw)
  if (formatOf(raw) === 'CHARACTER_BOOK') return renamed(extensions, camelOf)
  const { uid: _, ...others } = fields
  return { ...renamed(others, (field) => (sameInBoth.has(field) ? field : snakeOf(field))), ...extensions }
}

function renamed(fields: JsonObject, nameOf: (field: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [nameOf(field), value]))
}

const snakeOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camelOf = (field: string) => field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** What the author wrote for other programs and Parley does not play, by its name in the file. */
export function notPlayed(raw: unknown): readonly string[] {
  if (!isJsonObject(raw)) return []
  const more = isJsonObject(raw['extensions']) ? raw['extensions'] : {}
  const valuesOf = (...names: readonly string[]) => names.flatMap((each) => [raw[each], more[each]])
  const has = (...names: readonly string[]) => valuesOf(...names).some(isSet)
  const isRare = valuesOf('probability', 'activationPercent').some(
    (chance) => typeof chance === 'number' && chance < 100,
  )
  return [
    ...(isRare && !valuesOf('useProbability').includes(false) ? ['probability'] : []),
    ...(has('delayUntilRecursion', 'delay_until_recursion') ? ['delayUntilRecursion'] : []),
    ...['sticky', 'cooldown', 'delay', 'group', 'vectorized', 'automationId', 'triggers'].filter((each) => has(each)),
    ...(has('ignoreBudget', 'ignore_budget') ? ['ignoreBudget'] : []),
    ...(valuesOf('characterFilter').some(isLimited) ? ['characterFilter'] : []),
    ...(modesOfRisu.includes(raw['mode']) ? ['mode'] : []),
    ...[...new Set([...Object.keys(raw), ...Object.keys(more)])].filter(
      (each) =>
        /^match_?(?:Persona|Character|Scenario|Creator|persona|character|scenario|creator)/.test(each) &&
        valuesOf(each).includes(true),
    ),
  ]
}

/** Those of RisuAI that change when an entry is used. */
const modesOfRisu: readonly unknown[] = ['multiple', 'child', 'folder']

/** Whether an entry has a place in other programs that Parley does not have. */
export function hasOtherPosition(raw: unknown): boolean {
  return isJsonObject(raw) && Number(numberOfPlace(sentIn(raw)['position'])) > lastPlayedPosition
}

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

function isLimited(value: unknown): boolean {
  return isJsonObject(value) && (isSet(value['names']) || isSet(value['tags']))
}

function faultsOf({ issues }: z.ZodError, raw: JsonObject): FieldFault[] {
  return issues.map((issue) => {
    const [setting, ...path] = issue.path.map(String)
    const sent = entrySettings.find((each) => each === setting)
    const field = sent && (nameIn(raw, sent) ?? usualName(sent, formatOf(raw)))
    return { field: [field ?? 'entries', ...path].join('.'), problem: problemOf(issue) }
  })
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
