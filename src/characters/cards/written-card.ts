import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, parsedJson } from '@parley/runtime'
import type { DepthNote, KeptCard } from '../character.js'
import { tagColumns } from '../tags.js'
import { CardNotices } from './card-notice.js'
import { earlierContextOf, knownSpecs, type CardCharacter, parsedCard, readCard, tagListOf } from './read-card.js'

const version2 = { spec: 'chara_card_v2', spec_version: '2.0' }
const emptyData = {
  description: '',
  personality: '',
  scenario: '',
  first_mes: '',
  mes_example: '',
  creator_notes: '',
  system_prompt: '',
  post_history_instructions: '',
  alternate_greetings: [],
  tags: [],
  creator: '',
  character_version: '',
  extensions: {},
}
const textFields = {
  nickname: 'nickname',
  greeting: 'first_mes',
  exampleDialogues: 'mes_example',
  description: 'creator_notes',
  systemPrompt: 'system_prompt',
  postHistoryInstructions: 'post_history_instructions',
} as const
const contextParts = ['personality', 'scenario']
/** What a character of an earlier version has. */
const noNotes = {
  nickname: null,
  alternateGreetings: [],
  systemPrompt: null,
  postHistoryInstructions: null,
  depthNote: null,
} as const
/** Fields at the root that programs write beside those of `data`, under another name. */
const rootNames: Readonly<Record<string, string>> = { creator_notes: 'creatorcomment' }

export type CardKept = Pick<KeptCard, 'data' | 'form' | 'hasNotes'>
/** The `character_book` of the card of a character, given that of the card as it was imported; undefined without one. */
type BookOf = (kept: unknown) => unknown

/**
 * The card of a character: as it was imported, in its version, with the fields that were changed since; of version 2 for a character
 * without one, and for cards of version 1 and older forms.
 */
export function writtenCard(character: CardCharacter, kept: CardKept | undefined, bookOf: BookOf): string {
  if (kept?.form !== undefined && kept.form !== null) return importedCard(character, kept, bookOf)
  return JSON.stringify(earlierCard(character, kept?.data, bookOf(undefined)))
}

/** For programs that read version 2 alone. */
export function asVersion2(json: string): string {
  const card = parsedJson(json)
  return JSON.stringify({ ...(isJsonObject(card) ? card : {}), ...version2 })
}

export const isVersion3 = (json: string): boolean => {
  const card = parsedJson(json)
  return isJsonObject(card) && card['spec'] === 'chara_card_v3'
}

function importedCard(character: CardCharacter, { data: json, hasNotes }: CardKept, bookOf: BookOf): string {
  const card = parsedCard(json)
  const { character: read, data, parts } = readCard(card, new CardNotices())
  const { character_book: kept } = data
  const book = bookOf(kept)
  const before = hasNotes ? read : { ...read, ...noNotes, context: earlierContextOf(parts) }
  const edits = {
    ...editsOf(character, before, { data, hasNotes }),
    ...(book === kept ? {} : { character_book: book }),
  }
  if (!isJsonObject(card['data'])) {
    const known = Object.entries(data).filter(([, value]) => value !== null)
    return JSON.stringify({
      ...specOf(card),
      data: {
        ...emptyData,
        ...Object.fromEntries(known),
        name: read.name,
        tags: tagListOf(data['tags']) ?? [],
        ...edits,
      },
    })
  }
  const hasSpec = knownSpecs.includes(card['spec'])
  if (hasSpec && Object.keys(edits).length === 0) return json
  const root = { ...withRoot(card, data, edits), data: { ...data, ...edits } }
  // the version goes first, in place of one without a spec
  return JSON.stringify(hasSpec ? root : { ...version2, ...root, ...version2 })
}

function specOf({ spec, spec_version: version }: JsonObject) {
  return knownSpecs.includes(spec) ? { spec, spec_version: version } : version2
}

/** The root of a card, whose copies of changed fields change with them. */
function withRoot(card: JsonObject, data: JsonObject, edits: JsonObject): JsonObject {
  const copies = Object.entries(edits).flatMap(([field, value]) =>
    [field, rootNames[field] ?? field]
      .filter((name) => name in card && isDeepStrictEqual(card[name], data[field]))
      .map((name) => [name, value] as const),
  )
  return { ...card, ...Object.fromEntries(copies) }
}

/** What differs between a character and its card, as fields of the card. */
function editsOf(
  character: CardCharacter,
  read: CardCharacter,
  { data, hasNotes }: { readonly data: JsonObject; readonly hasNotes: boolean },
): JsonObject {
  const edits: Record<string, unknown> = {}
  if (character.name !== read.name) edits['name'] = character.name
  // before the instructions, which were in the context once
  if ((character.context ?? '') !== (read.context ?? '')) {
    edits['description'] = character.context ?? ''
    for (const part of hasNotes ? contextParts : [...contextParts, 'system_prompt']) if (data[part]) edits[part] = ''
  }
  for (const [text, field] of Object.entries(textFields) as [keyof typeof textFields, string][])
    if ((character[text] ?? '') !== (read[text] ?? '')) edits[field] = character[text] ?? ''
  if (!isDeepStrictEqual(character.tags, tagColumns(read.tags).tags)) edits['tags'] = character.tags
  const { alternateGreetings, depthNote } = character
  if (!isDeepStrictEqual(alternateGreetings, read.alternateGreetings)) edits['alternate_greetings'] = alternateGreetings
  if (!isDeepStrictEqual(depthNote, read.depthNote)) edits['extensions'] = withDepthNote(data['extensions'], depthNote)
  return edits
}

/** The extensions of a card with a note; other fields of a note that they have stay. */
function withDepthNote(sent: unknown, note: DepthNote | null): JsonObject {
  const extensions = isJsonObject(sent) ? sent : {}
  const before = isJsonObject(extensions['depth_prompt']) ? extensions['depth_prompt'] : {}
  const written = note ? { prompt: note.text, depth: note.depth, role: note.role.toLowerCase() } : { prompt: '' }
  return { ...extensions, depth_prompt: { ...before, ...written } }
}

/**
 * Of a character whose card was imported by an earlier version, which kept the other fields of `data` alone, or without a card.
 * `book` replaces a kept one.
 */
function earlierCard(character: CardCharacter, stored: string | undefined, book: unknown) {
  const { name, greeting, context, description, exampleDialogues, tags } = character
  const kept = stored === undefined ? {} : parsedJson(stored)
  const others = isJsonObject(kept) ? kept : {}
  const parts = { description: '', personality: '', scenario: '', system_prompt: '' }
  // the parts of the imported card, unless the context was changed since
  const split = { ...parts, ...others }
  const current = earlierContextOf(split) === (context ?? '') ? split : { ...parts, description: context ?? '' }
  const { nickname, alternateGreetings, systemPrompt, postHistoryInstructions, depthNote } = character
  return {
    ...version2,
    data: {
      post_history_instructions: '',
      alternate_greetings: [],
      creator: '',
      character_version: '',
      extensions: {},
      ...others,
      ...(book === undefined ? {} : { character_book: book }),
      ...current,
      name,
      first_mes: greeting ?? '',
      mes_example: exampleDialogues ?? '',
      creator_notes: description ?? '',
      tags,
      ...(nickname !== null && { nickname }),
      ...(alternateGreetings.length > 0 && { alternate_greetings: alternateGreetings }),
      ...(systemPrompt !== null && { system_prompt: systemPrompt }),
      ...(postHistoryInstructions !== null && { post_history_instructions: postHistoryInstructions }),
      ...(depthNote !== null && { extensions: withDepthNote(others['extensions'], depthNote) }),
    },
  }
}
