import { keysOf, mapValues } from '@parley/runtime'
import { column, type RowOf } from '@parley/statements'
import { z } from 'zod'
import { limits, patterns } from '../limits.js'
import type { JobNote } from '../ports/reply-generator/reply-generator.js'
import { line, notOneLine, text } from '../text-rules.js'

export const visibilities = ['PUBLIC', 'PRIVATE'] as const
export type Visibility = (typeof visibilities)[number]

/** The orders of a list of characters. */
export const characterOrders = ['OLDEST', 'NEWEST', 'MOST_LIKED', 'MOST_TALKED'] as const
export type CharacterOrder = (typeof characterOrders)[number]

/** A text of a character, with its meaning for readers and its form for writers. */
const characterText = (meaning: string, form = '') => ({
  column: column.text(undefined, { nullable: true }),
  rule: text(0, limits.characterTextLength),
  meaning,
  form: `At most 65,535 characters.${form}`,
})

/** The texts of a character, which may contain placeholders. Each caller that sees the character sees them. */
export const characterTexts = {
  greeting: characterText('The first message of the character.'),
  context: characterText(
    'Personality and background of the character. It is part of the prompt that the model receives.',
  ),
  description: characterText('What people read when they choose a character. It is not part of the prompt.'),
  exampleDialogues: characterText(
    'Dialogues that show how the character speaks. The prompt contains the first 50 exchanges before the conversation, or fewer when the context of the model is small.',
    ' `<START>` begins a dialogue; a line that begins with `{{user}}:` or `{{char}}:` begins a speech.',
  ),
}
export type CharacterTextName = keyof typeof characterTexts
export const characterTextNames = keysOf(characterTexts)

/** A note of the author among the messages of a conversation. `depth`: how many of them follow it. */
export type DepthNote = JobNote

export const characterRules = {
  name: line(limits.characterNameLength),
  earlyName: line(limits.earlyCharacterNameLength),
  tag: line(limits.tagLength),
  tags: z.array(line(limits.tagLength)).max(limits.tags),
  nickname: z.string().max(limits.characterNameLength).regex(patterns.oneLine, notOneLine),
  alternateGreetings: z.array(text(1, limits.characterTextLength)).max(limits.alternateGreetings),
  note: text(0, limits.characterTextLength),
  depth: z.int().min(0).max(limits.largestLoreNumber),
  filterTags: z.array(line(limits.tagLength)).max(limits.filterTags),
}

/** A persona for a model. `isPublic` is the contract's access_level. Instants are epoch milliseconds. */
export const characterColumns = {
  id: column.id(),
  name: column.text(100),
  /** Canonical form of the name, for case-insensitive search. */
  nameKey: column.text(),
  ...mapValues(characterTexts, (text) => text.column),
  /** What `{{char}}` stands for and the model reads as its name; its name when null. */
  nickname: column.text(100, { nullable: true }),
  /** Those that a room can begin with in place of the first one. */
  alternateGreetings: column.json<readonly string[]>({ default: '[]' }),
  /** The author's system text, in place of that of the service, for which `{{original}}` stands. */
  systemPrompt: column.text(undefined, { nullable: true }),
  /** Of the author, behind the last message. */
  postHistoryInstructions: column.text(undefined, { nullable: true }),
  depthNote: column.json<DepthNote>({ nullable: true }),
  tags: column.json<readonly string[]>({ default: '[]' }),
  /** Canonical forms of the tags, each between line breaks, for the filter of lists. */
  tagKeys: column.text(undefined, { default: '' }),
  /** The URL of an image elsewhere; null when `imageId` is set. */
  imageUrl: column.text(500, { nullable: true }),
  /** A stored image. */
  imageId: column.text(64, { nullable: true }),
  isPublic: column.flag({ default: true, name: 'access_level' }),
  /** Made private by an administrator, so its owner cannot make it public again. */
  hiddenByAdmin: column.flag({ default: false }),
  /** Why, for its owner and administrators; null for one that is not hidden, or was hidden without a reason. */
  hiddenReason: column.text(500, { nullable: true }),
  ownerId: column.ref({ nullable: true, name: 'user_id' }),
  createdAt: column.instant(),
  updatedAt: column.instant(),
}
export type Character = RowOf<typeof characterColumns>
/** What lists do not read. */
export type CharacterNotes = Pick<
  Character,
  'alternateGreetings' | 'systemPrompt' | 'postHistoryInstructions' | 'depthNote'
>

/** How a card came in. */
export type CardForm = 'JSON' | 'PNG' | 'WEBP' | 'CHARX'

/** The forms of a file with a card and its assets. */
export type CardFileForm = 'png' | 'charx'

/** The card from which a character was imported. */
export const keptCardColumns = {
  id: column.id(),
  characterId: column.ref(),
  /** The JSON of the card, as it came; without `form` that of the fields of its `data` that a character does not have. */
  data: column.text(),
  /** Null for a card of an earlier version. */
  form: column.text<CardForm>(10, { nullable: true }),
  /** Its assets in the file store: an archive, or the chunks of a PNG. */
  fileId: column.text(64, { nullable: true }),
  fileBytes: column.count({ default: 0 }),
  /** Whether nickname, further greetings and the notes of the author were read; not of cards of an earlier version. */
  hasNotes: column.flag({ default: false }),
}
export type KeptCard = RowOf<typeof keptCardColumns>
