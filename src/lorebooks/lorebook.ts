import { column, type RowOf } from '@parley/statements'
import { limits } from '../limits.js'
import { line, text } from '../text-rules.js'

/** The file formats of books: SillyTavern's world info, and `character_book` of the specification of cards. */
export const lorebookFormats = ['WORLD_INFO', 'CHARACTER_BOOK'] as const
export type LorebookFormat = (typeof lorebookFormats)[number]

/** Why a part of a file is not played as its author wrote it. */
export const loreNoteReasons = [
  'NOT_PLAYED',
  'POSITION_REPLACED',
  'EXPRESSION_REFUSED',
  'TOO_MANY_EXPRESSIONS',
  'WOKEN_BY_OTHERS',
  'WITHOUT_KEY',
  'FAULTY',
] as const
export type LoreNoteReason = (typeof loreNoteReasons)[number]

/** What became of an entry whose keys were found. */
export const loreOutcomes = ['USED', 'OVER_BOOK_BUDGET', 'OVER_REPLY_BUDGET', 'OVER_CONTEXT'] as const
export type LoreOutcome = (typeof loreOutcomes)[number]

export const lorebookRules = {
  name: line(limits.lorebookNameLength),
  entryName: text(0, limits.lorebookNameLength),
  key: text(1, limits.lorebookKeyLength),
  content: text(0, limits.characterTextLength),
}

/** A lorebook as its file has it, which it is played from. Instants are epoch milliseconds. */
export const lorebookColumns = {
  id: column.id(),
  ownerId: column.ref(),
  /** The character whose card has the book, which ends with it; null for any other book. */
  characterId: column.ref({ nullable: true }),
  name: column.text(limits.lorebookNameLength),
  /** JSON of the file. */
  data: column.text(),
  /** The ids of the entries in the order of the file. */
  entryIds: column.json<readonly number[]>(),
  nextEntryId: column.count(),
  /** Whether it is used in every chat room of its owner. */
  inEveryChatRoom: column.flag({ default: false }),
  /** Grows with each change. */
  version: column.count(),
  createdAt: column.instant(),
  updatedAt: column.instant(),
}
export type Lorebook = RowOf<typeof lorebookColumns>

/** Where a book is used besides: in a room of its owner, or in all rooms with a character of its owner. */
export const lorebookUseColumns = {
  id: column.id(),
  lorebookId: column.ref(),
  roomId: column.ref({ nullable: true }),
  characterId: column.ref({ nullable: true }),
}
export type LorebookUse = RowOf<typeof lorebookUseColumns>

/** What the lorebooks of a reply have found: ids only, since their texts are those of their owners. */
export interface LoreRecord {
  readonly books: readonly {
    readonly lorebookId: number
    readonly matched: number
    readonly used: number
    readonly overBookBudget: number
    readonly overReplyBudget: number
  }[]
  /** At most 300, those in the prompt first, in the order in which budgets keep them. */
  readonly entries: readonly {
    readonly lorebookId: number
    readonly entryId: number
    readonly outcome: Exclude<LoreOutcome, 'OVER_CONTEXT'>
  }[]
  /** Whether some expressions were not looked for, because the others had cost too much. */
  readonly isCut: boolean
}
