import { z } from 'zod'
import { isJsonObject, type JsonObject, keysOf, parsedJson, tooDeepAt } from '@parley/runtime'
import { isLongerThan, limits, patterns } from '../../limits.js'
import { text } from '../../text-rules.js'
import { type Character, type CharacterNotes, characterRules } from '../character.js'
import { notACard, refusedCard } from './card-fault.js'
import { cardFields, nameKept } from './card-fields.js'
import type { CardNotices } from './card-notice.js'
import { namePlaceholders } from './card-placeholders.js'
import { fromOlderShape, isEmpty, modern, withCardNames } from './older-shapes.js'
import { readNotes } from './read-notes.js'

/** The fields of a character that a card has. */
export type CardCharacter = Pick<
  Character,
  'name' | 'nickname' | 'greeting' | 'context' | 'description' | 'exampleDialogues' | 'tags' | keyof CharacterNotes
>

interface ReadCard {
  readonly character: CardCharacter
  /** The fields of the card as they came, under the names of version 2. */
  readonly data: JsonObject
  /** The parts of its context. */
  readonly parts: PromptParts
}

export const knownSpecs: readonly unknown[] = ['chara_card_v2', 'chara_card_v3']
/** One of these has text in every card; without `spec` that is how a card is recognized. */
const characterFields = ['description', 'personality', 'scenario', 'first_mes', 'mes_example']

const cardText = z.string().transform(modern).pipe(text(0, limits.characterTextLength)).nullish()
const cardTexts = {
  description: cardText,
  personality: cardText,
  scenario: cardText,
  system_prompt: cardText,
  first_mes: cardText,
  mes_example: cardText,
  creator_notes: cardText,
  post_history_instructions: cardText,
}
const textFields = keysOf(cardTexts)
const cardData = z.object({ name: characterRules.name, ...cardTexts })

/** The JSON of a card as an object. Throws BAD_USER_INPUT with the reason. */
export function parsedCard(json: string): JsonObject {
  if (tooDeepAt(json, limits.cardLevels + 1) !== undefined) throw tooDeep()
  const card = parsedJson(json)
  if (!isJsonObject(card)) throw notACard()
  checkValues(card)
  return card
}

/** Reads a card of version 1, 2 or 3, or of an older form. Throws BAD_USER_INPUT with the reason. */
export function readCard(card: JsonObject, notices: CardNotices): ReadCard {
  const data = dataOf(card, notices)
  const { data: read, error } = cardData.safeParse(
    { ...textsOf(data, notices), name: nameOf(data, notices) },
    { reportInput: true },
  )
  if (error) throw faultOf(error)
  const context = contextOf(read)
  if (isLongerThan(context, limits.characterTextLength))
    throw refusedCard(
      'LONG_CHARACTER',
      'has more than 65,535 characters in description, personality and scenario together',
    )
  const character = {
    name: read.name,
    greeting: filled(read.first_mes),
    context: filled(context),
    description: filled(read.creator_notes),
    exampleDialogues: filled(read.mes_example),
    systemPrompt: filled(read.system_prompt),
    postHistoryInstructions: filled(read.post_history_instructions),
    tags: tagsOf(data['tags'], notices),
    ...readNotes(data, notices),
  }
  nameKept(data, notices)
  namePlaceholders(data, notices)
  return { character, data, parts: read }
}

/** The parts of a card that the prompt of a character contains. */
interface PromptParts {
  readonly description?: string | null | undefined
  readonly personality?: string | null | undefined
  readonly scenario?: string | null | undefined
  readonly system_prompt?: string | null | undefined
}

export function contextOf({ description, personality, scenario }: PromptParts): string {
  return [description, personality && `Personality: ${personality}`, scenario && `Scenario: ${scenario}`]
    .filter(Boolean)
    .join('\n\n')
}

/** That of a card that was imported by an earlier version. */
export function earlierContextOf({ system_prompt: instructions, ...parts }: PromptParts): string {
  return [instructions?.replaceAll(/\{\{original\}\}/gi, '').trim(), contextOf(parts)].filter(Boolean).join('\n\n')
}

/** The texts of a card; one that is not a text is left out, and stays in the card. */
function textsOf(data: JsonObject, notices: CardNotices): JsonObject {
  return Object.fromEntries(
    textFields.map((field) => {
      const value = data[field]
      const isText = value === undefined || value === null || typeof value === 'string'
      if (!isText) notices.add('FIELD_TYPE', field)
      return [field, isText ? value : undefined]
    }),
  )
}

const filled = (value: string | null | undefined) => (value === '' ? null : (value ?? null))

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const hasCharacter = (card: JsonObject) => characterFields.some((field) => isText(card[field]))

function dataOf(card: JsonObject, notices: CardNotices): JsonObject {
  const { spec, data } = card
  if (spec === undefined || spec === null) return withoutSpec(card, notices)
  if (!knownSpecs.includes(spec))
    throw isLorebook(card)
      ? aLorebook()
      : refusedCard('OTHER_VERSION', 'has a spec other than chara_card_v2 and chara_card_v3')
  if (isJsonObject(data) && (hasCharacter(data) || !hasCharacter(card))) return data
  if (!hasCharacter(card)) throw refusedCard('OTHER_VERSION', 'has no object data')
  notices.add('DATA_WITHOUT_CHARACTER', 'data')
  return fieldsOf(card)
}

function withoutSpec(card: JsonObject, notices: CardNotices): JsonObject {
  const { data } = card
  if (isJsonObject(data) && hasCharacter(data)) {
    notices.add('SPEC_MISSING', 'spec')
    return data
  }
  const older = fromOlderShape(card, notices)
  const renamed: [field: string, name: string][] = []
  const onRenamed = (...names: [field: string, name: string]) => renamed.push(names)
  const fields = withCardNames(older?.card ?? fieldsOf(card), { notices, onRenamed })
  if (!hasCharacter(fields)) {
    if (isLorebook(card)) throw aLorebook()
    throw refusedCard('EMPTY', 'is empty: it has no description, personality, scenario, greeting or examples')
  }
  if (older) notices.add('OLDER_FORM', 'spec', older.program)
  for (const [field, name] of renamed) notices.add('FIELD_RENAMED', field, name)
  return fields
}

/** The fields of version 1 with those of an object `data` that is only a part of them, as some programs write it. */
function fieldsOf({ spec: _spec, spec_version: _version, data, ...fields }: JsonObject): JsonObject {
  if (!isJsonObject(data)) return data === undefined ? fields : { ...fields, data }
  if (!Object.keys(data).some((field) => Object.hasOwn(cardFields, field))) return { ...fields, data }
  return { ...fields, ...Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmpty(value))) }
}

function isLorebook({ spec, kind, type, entries, data }: JsonObject): boolean {
  const isBook = (value: unknown) => typeof value === 'object' && value !== null
  return (
    spec === 'lorebook_v3' ||
    kind === 'memory' ||
    (type === 'risu' && Array.isArray(data)) ||
    isBook(entries) ||
    (isJsonObject(data) && isBook(data['entries']))
  )
}

const aLorebook = () => refusedCard('LOREBOOK', 'is a lorebook, not a character')

function nameOf({ name }: JsonObject, notices: CardNotices): unknown {
  if (typeof name !== 'string' || name === name.trim()) return name
  notices.add('NAME_TRIMMED', 'name')
  return name.trim()
}

/** The tags that a character can have; the card keeps all of them. */
function tagsOf(sent: unknown, notices: CardNotices): string[] {
  if (sent === undefined || sent === null) return []
  if (typeof sent === 'string' && sent !== '') notices.add('TAGS_SPLIT', 'tags')
  const list = tagListOf(sent)
  if (!list) {
    notices.add('FIELD_TYPE', 'tags')
    return []
  }
  const tags = list.map((tag) => (typeof tag === 'string' ? tag.trim().replaceAll(/\s+/g, ' ') : tag))
  const usable = tags.flatMap((tag) => characterRules.tag.safeParse(tag).data ?? [])
  const unusable = tags.filter((tag) => tag !== '' && tag !== null).length - usable.length
  if (unusable > 0) notices.add('TAGS_REFUSED', 'tags', unusable)
  const more = usable.length - limits.tags
  if (more > 0) notices.add('MANY_TAGS', 'tags', more)
  return usable.slice(0, limits.tags)
}

/** All tags of a card; undefined for what is neither a list nor a text. */
export function tagListOf(sent: unknown): readonly unknown[] | undefined {
  if (typeof sent === 'string') return sent.split(',').flatMap((tag) => tag.trim() || [])
  return Array.isArray(sent) ? sent : undefined
}

/** Reads level by level, so that no depth exhausts the call stack. */
function checkValues(card: JsonObject): void {
  let level: unknown[] = [card]
  let values = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.cardLevels) throw tooDeep()
    values += level.length
    if (values > limits.cardValues) throw refusedCard('TOO_LARGE', 'has more than 100,000 values')
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') checkText(value)
      if (Array.isArray(value)) for (const item of value) next.push(item)
      else if (isJsonObject(value))
        for (const key of Object.keys(value)) {
          if (key === '__proto__') throw refusedCard('TEXT_REFUSED', 'has a key __proto__')
          checkText(key)
          next.push(value[key])
        }
    }
    level = next
  }
}

function tooDeep() {
  return refusedCard('TOO_LARGE', `is nested more than ${String(limits.cardLevels)} levels deep`)
}

function checkText(value: string): void {
  if (!patterns.storable.test(value)) throw refusedCard('TEXT_REFUSED', 'has a text with NUL or half a character')
}

function faultOf({ issues }: z.ZodError) {
  const [issue] = issues
  const name = issue?.path.map(String).join('.') ?? ''
  const field = `field \`${name}\``
  if (issue?.code === 'invalid_format')
    return refusedCard('FIELD_CHARACTERS', `has control or direction characters in its ${field}`, name)
  if (issue?.code === 'too_big')
    return refusedCard(
      'FIELD_TOO_LONG',
      `has a ${field} of more than ${Number(issue.maximum).toLocaleString('en')} characters`,
      name,
    )
  const isMissing = issue?.input === undefined || issue.input === null || issue.input === ''
  return refusedCard(
    'FIELD_TYPE',
    isMissing ? `needs a text in its ${field}` : `has a ${field} that is not a text`,
    name,
  )
}
