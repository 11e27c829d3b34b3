import { Field, ID, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import { jobLorePositions, jobLoreRoles } from '../../src/ports/reply-generator/reply-generator.js'
import { limits } from '../../src/limits.js'
import { type LoreEntry, loreLogics } from '../../src/lorebooks/lore-entry.js'
import {
  loreNoteReasons,
  loreOutcomes,
  type Lorebook as LorebookRow,
  lorebookFormats,
  lorebookRules,
} from '../../src/lorebooks/lorebook.js'
import type { PreviewedEntry } from '../../src/lorebooks/lorebooks.js'
import type { LoreNote as Note } from '../../src/lorebooks/read-book.js'
import type { LoreUse as Use } from '../../src/lorebooks/shown-lore.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { enumType } from '../enum-type.js'
import { type InputOf, inputType } from '../input-type.js'
import { LongText } from '../long-text.js'
import { payloadType } from '../payload-type.js'
import { keyDescription, rules } from '../rules.js'

export const LorebookFormat = enumType('LorebookFormat', lorebookFormats, {
  description: 'The format of a file with a lorebook.',
  values: {
    WORLD_INFO: 'World info of SillyTavern: `entries` with `key`, `order` and `disable`.',
    CHARACTER_BOOK: 'The `character_book` of cards: `entries` with `keys`, `insertion_order` and `enabled`.',
  },
})
export const LoreLogic = enumType('LoreLogic', loreLogics, {
  description: 'How the secondary keys of an entry decide, once one of its keys occurs.',
  values: {
    AND_ANY: 'One of them has to occur.',
    AND_ALL: 'All of them have to occur.',
    NOT_ANY: 'None of them may occur.',
    NOT_ALL: 'At least one of them must not occur.',
  },
})
export const LorePosition = enumType('LorePosition', jobLorePositions, {
  description: 'The place of an entry in the prompt.',
  values: {
    BEFORE_CHARACTER: 'Before the texts of the character.',
    AFTER_CHARACTER: 'After the texts of the character.',
    BEFORE_NOTE: 'Before the instructions of the room.',
    AFTER_NOTE: 'After the instructions of the room.',
    AT_DEPTH: 'Among the messages, with `depth` messages after it.',
  },
})
export const LoreRole = enumType('LoreRole', jobLoreRoles, { description: 'Whose message an entry at a depth is.' })
export const LoreOutcome = enumType('LoreOutcome', loreOutcomes, {
  description: 'What became of an entry whose keys occur.',
  values: {
    USED: 'It is in the prompt.',
    OVER_BOOK_BUDGET: 'The tokens of its lorebook were used up.',
    OVER_REPLY_BUDGET:
      'The token budget of all lorebooks in the prompt, or the amount of text in which a reply replaces placeholders, was used up.',
    OVER_CONTEXT: 'The context of the model had no room for it beside the newest exchanges.',
  },
})
export const LoreNoteReason = enumType('LoreNoteReason', loreNoteReasons, {
  description: 'Why a part of a lorebook is not played as its author wrote it. The file keeps it.',
  values: {
    NOT_PLAYED: 'This setting has no effect here.',
    POSITION_REPLACED: 'The position is not known here: the entry stands after the texts of the character.',
    EXPRESSION_REFUSED: 'The regular expression cannot be run.',
    TOO_MANY_EXPRESSIONS: 'The lorebook has more than 300 regular expressions.',
    WOKEN_BY_OTHERS: 'Only other entries wake it in other programs; here entries do not wake each other.',
    WITHOUT_KEY: 'The entry has no key and is not constant: nothing wakes it.',
    FAULTY: 'The entry breaks a rule and is not played.',
  },
})

@ObjectType({
  description:
    'An entry of a lorebook: a text that joins the prompt when one of its keys occurs in the newest messages. Only the owner of the lorebook reads it.',
  simpleResolvers: true,
})
export class LorebookEntry implements LoreEntry {
  @Field(() => ID, { description: 'Within its lorebook.' })
  readonly id!: number

  @LongText()
  @Field(() => String)
  readonly name!: string

  @Field(() => [String], { description: 'Words, or regular expressions of the form `/pattern/flags`.' })
  readonly keys!: readonly string[]

  @Field(() => [String])
  readonly secondaryKeys!: readonly string[]

  @Field(() => Boolean, {
    description: 'Whether all keys are regular expressions, also those without slashes: `use_regex` of its file.',
  })
  readonly keysAreExpressions!: boolean

  @Field(() => LoreLogic)
  readonly logic!: LoreEntry['logic']

  @Field(() => Boolean)
  readonly caseSensitive!: boolean

  @Field(() => Boolean, {
    description: 'In scripts with spaces between words a key is found as a word of its own alone.',
  })
  readonly wholeWords!: boolean

  @Field(() => Boolean, { description: 'Whether it needs no key.' })
  readonly constant!: boolean

  @Field(() => Boolean)
  readonly enabled!: boolean

  @Field(() => Int, {
    description: 'Entries with a higher one stand later in the prompt, and stay when a budget is used up.',
  })
  readonly insertionOrder!: number

  @Field(() => Int, { description: 'Of some files: it is compared before `insertionOrder` when a budget is used up.' })
  readonly priority!: number

  @Field(() => LorePosition)
  readonly position!: LoreEntry['position']

  @Field(() => Int, { description: 'Of AT_DEPTH: how many messages follow it.' })
  readonly depth!: number

  @Field(() => LoreRole)
  readonly role!: LoreEntry['role']

  @Field(() => Int, {
    nullable: true,
    description: 'The newest messages in which its keys are looked for; null for those of the lorebook.',
  })
  readonly scanDepth!: number | null

  @LongText()
  @Field(() => String)
  readonly content!: string
}

export const LorebookEntryConnection = connectionOf('LorebookEntry', () => LorebookEntry)

@ObjectType({ description: 'A part of a lorebook that is not played as its author wrote it.', simpleResolvers: true })
export class LorebookNote implements Note {
  @Field(() => LoreNoteReason)
  readonly reason!: Note['reason']

  @Field(() => ID, { nullable: true, description: 'Null for a note on the lorebook itself.' })
  readonly entryId!: number | null

  @LongText()
  @Field(() => String, { nullable: true })
  readonly entryName!: string | null

  @LongText()
  @Field(() => String, { description: 'The name of the field in the file.' })
  readonly field!: string

  @LongText()
  @Field(() => String, { nullable: true, description: 'The key, or what is wrong; null without either.' })
  readonly detail!: string | null
}

@ObjectType({
  description:
    'A lorebook of the caller. It is used in its rooms, with its characters, or in all chat rooms of the caller; that of a card with its character.',
})
export class Lorebook implements Omit<LorebookRow, 'data' | 'ownerId' | 'nextEntryId'> {
  @Field(() => ID)
  readonly id!: number

  @Field(() => String)
  readonly name!: string

  @Field(() => ID, {
    nullable: true,
    description: 'The character whose card has it; it is deleted with the character.',
  })
  readonly characterId!: number | null

  @Field(() => String, { nullable: true, description: 'The name of that character.' })
  readonly characterName!: string | null

  @Field(() => [ID], { description: 'The UUIDs of the rooms that use it.' })
  readonly roomIds!: readonly string[]

  @Field(() => [ID], { description: 'The characters in whose rooms it is used, without that of its card.' })
  readonly characterIds!: readonly number[]

  @Field(() => Boolean, { description: 'Whether it is used in every chat room of the caller.' })
  readonly inEveryChatRoom!: boolean

  // not on the wire: finds what a process knows of it
  readonly version!: number
  readonly entryIds!: readonly number[]

  @Field(() => DateTime)
  readonly createdAt!: number

  @Field(() => DateTime)
  readonly updatedAt!: number
}

export const LorebookConnection = connectionOf('Lorebook', () => Lorebook)

@ObjectType({ description: 'A lorebook as a file.', simpleResolvers: true })
export class LorebookFile {
  @LongText()
  @Field(() => String)
  readonly json!: string

  @Field(() => LorebookFormat)
  readonly format!: (typeof lorebookFormats)[number]

  @Field(() => String, { description: 'The name of the lorebook.' })
  readonly name!: string
}

@ObjectType({ description: 'An entry that a text would wake.', simpleResolvers: true })
export class LorePreview implements PreviewedEntry {
  @Field(() => LorebookEntry)
  readonly entry!: LoreEntry

  @LongText()
  @Field(() => [String], { description: 'The keys that occur; none for a constant entry.' })
  readonly keys!: readonly string[]

  @Field(() => LoreOutcome)
  readonly outcome!: PreviewedEntry['outcome']

  @Field(() => Int, { description: 'The estimated tokens of its text.' })
  readonly tokens!: number
}

@ObjectType({ description: 'An entry of a lorebook of the caller that a reply has found.', simpleResolvers: true })
export class LoreUseEntry {
  @Field(() => ID)
  readonly id!: number

  @LongText()
  @Field(() => String, { nullable: true, description: 'Null for an entry that was deleted since.' })
  readonly name!: string | null

  @Field(() => LoreOutcome)
  readonly outcome!: PreviewedEntry['outcome']
}

const ofOther = 'Null for a lorebook of another account, and for one that was deleted since.'

@ObjectType({ description: 'What one lorebook has given to the prompt of a reply.', simpleResolvers: true })
export class LoreUse implements Use {
  @Field(() => ID, { nullable: true, description: ofOther })
  readonly lorebookId!: number | null

  @Field(() => String, { nullable: true, description: ofOther })
  readonly lorebookName!: string | null

  @Field(() => Int, { description: 'The entries whose keys occur, and constant ones.' })
  readonly matched!: number

  @Field(() => Int, { description: 'Those in the prompt.' })
  readonly used!: number

  @Field(() => Int)
  readonly overBookBudget!: number

  @Field(() => Int)
  readonly overReplyBudget!: number

  @Field(() => Int)
  readonly overContext!: number

  @Field(() => [LoreUseEntry], { nullable: true, description: `Of all lorebooks of a reply at most 300. ${ofOther}` })
  readonly entries!: Use['entries']
}

const depth = z.int().min(0).max(limits.largestLoreNumber)
const lorebookEntry = z.object({
  id: z.string().nullish().describe('The entry to change; a new one without it.'),
  name: lorebookRules.entryName.optional().describe('At most 200 characters.'),
  keys: z
    .array(lorebookRules.key)
    .max(limits.lorebookKeys)
    .optional()
    .describe('At most 200 keys of 1 to 500 characters: words, or regular expressions of the form `/pattern/flags`.'),
  secondaryKeys: z.array(lorebookRules.key).max(limits.lorebookKeys).optional(),
  logic: z.enum(LoreLogic).optional(),
  caseSensitive: z.boolean().optional(),
  wholeWords: z.boolean().optional(),
  constant: z.boolean().optional(),
  enabled: z.boolean().optional(),
  insertionOrder: z.int().min(-limits.largestLoreNumber).max(limits.largestLoreNumber).optional(),
  position: z.enum(LorePosition).optional(),
  depth: depth.optional(),
  role: z.enum(LoreRole).optional(),
  scanDepth: z.int().min(0).max(limits.loreScanDepth).nullish().describe('0 to 100; null means that of the lorebook.'),
  content: lorebookRules.content.optional().describe('At most 65,535 characters.'),
})
const integers = { insertionOrder: () => Int, depth: () => Int, scanDepth: () => Int }

export const LorebookEntryInput = inputType('LorebookEntryInput', lorebookEntry, {
  description:
    'A change of an entry, or a new one. An absent field keeps its value; null is refused but for `scanDepth`.',
  types: { ...integers, id: () => ID },
})

export const CreateLorebookInput = inputType(
  'CreateLorebookInput',
  z.object({
    name: lorebookRules.name.describe('1 to 200 characters.'),
    idempotencyKey: rules.idempotencyKey.nullish().describe(keyDescription),
  }),
)
export type CreateLorebookInput = InputOf<typeof CreateLorebookInput>

export const ImportLorebookInput = inputType(
  'ImportLorebookInput',
  z.object({
    book: z
      .string()
      .min(1)
      .describe(
        'The JSON of the file, of world info or a `character_book`: at most 1 MiB, 32 levels and 2,000 entries.',
      ),
    name: lorebookRules.name.nullish().describe('Default: the name in the file.'),
    replacesId: z.string().nullish().describe('A lorebook of the caller whose entries are replaced.'),
    skipInvalid: z
      .boolean()
      .nullish()
      .describe('Whether entries that break a rule are left out. Otherwise they refuse the file, and are named.'),
    idempotencyKey: rules.idempotencyKey.nullish().describe(keyDescription),
  }),
  { types: { replacesId: () => ID } },
)
export type ImportLorebookInput = InputOf<typeof ImportLorebookInput>

export const UpdateLorebookInput = inputType(
  'UpdateLorebookInput',
  z.object({
    name: lorebookRules.name.optional().describe('1 to 200 characters.'),
    scanDepth: z
      .int()
      .min(0)
      .max(limits.loreScanDepth)
      .optional()
      .describe('The newest messages in which keys are looked for, 0 to 100.'),
    tokenBudget: depth.optional().describe('The estimated tokens of its entries in a prompt.'),
    inEveryChatRoom: z.boolean().optional().describe('Of at most 5 lorebooks of an account.'),
    entries: z
      .array(lorebookEntry)
      .max(limits.changedLoreEntries)
      .optional()
      .describe('At most 100 entries to add or change.'),
    removedEntryIds: z
      .array(z.string())
      .max(limits.lorebookEntries)
      .optional()
      .describe('Entries to delete, at most 2,000. Unknown ones are ignored.'),
  }),
  {
    description: 'Changes of a lorebook, in one step. An absent field keeps its value; null is refused.',
    types: {
      scanDepth: () => Int,
      tokenBudget: () => Int,
      entries: () => [LorebookEntryInput],
      removedEntryIds: () => [ID],
    },
  },
)
export type UpdateLorebookInput = InputOf<typeof UpdateLorebookInput>

export const LorebookUseInput = inputType(
  'LorebookUseInput',
  z.object({
    lorebookId: z.string(),
    roomId: z.string().nullish().describe('The UUID of a room of the caller.'),
    characterId: z.string().nullish().describe('A character of the caller: the lorebook is used in all rooms with it.'),
  }),
  {
    description: 'A use of a lorebook, with either `roomId` or `characterId`.',
    types: { lorebookId: () => ID, roomId: () => ID, characterId: () => ID },
  },
)
export type LorebookUseInput = InputOf<typeof LorebookUseInput>

export const CreateLorebookPayload = payloadType('CreateLorebookPayload', { lorebook: () => Lorebook })
export const UpdateLorebookPayload = payloadType('UpdateLorebookPayload', { lorebook: () => Lorebook })
export const ImportLorebookPayload = payloadType('ImportLorebookPayload', { lorebook: () => Lorebook })
export const DeleteLorebookPayload = payloadType('DeleteLorebookPayload', { deletedLorebookId: () => ID })
export const AttachLorebookPayload = payloadType('AttachLorebookPayload', { lorebook: () => Lorebook })
export const DetachLorebookPayload = payloadType('DetachLorebookPayload', { lorebook: () => Lorebook })
