import { limits } from '../../limits.js'

/**
 * `NOT_PLAYED`: kept, without an effect on the character. `READ_AS`: a fault, or an older form, was read as it is meant.
 * `CHOSEN`: the file has several cards. `LEFT_OUT`: neither used nor kept.
 */
export const cardNoticeCodes = ['NOT_PLAYED', 'READ_AS', 'CHOSEN', 'LEFT_OUT'] as const
export type CardNoticeCode = (typeof cardNoticeCodes)[number]

interface Reason {
  readonly code: CardNoticeCode
  /** `detail` is the number, the name or the list of the notice. */
  readonly message: (detail: string) => string
}

const notPlayed = (message: Reason['message']): Reason => ({ code: 'NOT_PLAYED', message })
const readAs = (message: Reason['message']): Reason => ({ code: 'READ_AS', message })
const leftOut = (message: Reason['message']): Reason => ({ code: 'LEFT_OUT', message })

/** Why a card has a notice. Clients have words of their own for each. */
const reasons = {
  WITHOUT_EFFECT: notPlayed(() => 'It is kept and leaves with the card, without an effect.'),
  NO_GROUP_ROOMS: notPlayed(() => 'There are no rooms with several characters.'),
  ASSETS_NOT_SHOWN: notPlayed(() => 'The assets leave with the card, and are not shown.'),
  FIELD_TYPE: notPlayed(() => 'It is not of the type that it should have, and is not read.'),
  UNKNOWN_PLACEHOLDERS: notPlayed((names) => `Placeholders that stay as they are: ${names}.`),
  NICKNAME_REFUSED: notPlayed(() => 'It is not a text of at most 100 characters on one line.'),
  GREETINGS_REFUSED: notPlayed((count) => `Greetings that are not texts of at most 65,535 characters: ${count}.`),
  MANY_GREETINGS: notPlayed((count) => `The first 100 are played, and ${count} more are not.`),
  NOTE_REFUSED: notPlayed(() => 'It needs a text, a depth and a role: system, user or assistant.'),
  BOOK_UNREADABLE: notPlayed(
    (reason) => `The lorebook ${reason}. It is kept and leaves with the card, and is not played.`,
  ),
  ENTRIES_FAULTY: notPlayed((entries) => `Entries that break a rule are kept, and not played: ${entries}.`),
  ENTRIES_WAKE_NONE: notPlayed((count) =>
    count === '0'
      ? 'Entries do not wake each other.'
      : `Entries do not wake each other. Those that wait for others are woken by their own keys: ${count}.`,
  ),
  EXPRESSIONS_REFUSED: notPlayed(
    (count) => `Keys that are expressions which cannot be run, and are not looked for: ${count}.`,
  ),
  WITHOUT_KEY: notPlayed((count) => `Entries without a key that are not constant, and that nothing wakes: ${count}.`),
  PROBABILITY: notPlayed((count) => `Entries with a probability, which are used whenever their keys occur: ${count}.`),
  ENTRY_SETTING: notPlayed((count) => `Entries with this setting, which has no effect: ${count}.`),
  MORE: notPlayed((count) => `${count} more fields are kept without an effect, or were read as they are meant.`),
  POSITION_REPLACED: readAs(
    (count) => `Entries with a place that prompts do not have, and that stand after the character: ${count}.`,
  ),
  CHUNK_BROKEN: readAs((keyword) => `The chunk ${keyword} of the PNG cannot be read: the other card in it is used.`),
  DATA_WITHOUT_CHARACTER: readAs(() => 'The card has no object data with a character: the fields beside it are read.'),
  SPEC_MISSING: readAs(() => 'The card has no spec: it is read as one of version 2.'),
  OLDER_FORM: readAs((program) => `The file is read as a character of ${program}.`),
  FIELD_RENAMED: readAs((name) => `It is read as the field ${name} of a card.`),
  NAME_TRIMMED: readAs(() => 'Spaces and line breaks around the name are left out.'),
  TAGS_SPLIT: readAs(() => 'The tags are one text: it is read as a list with commas.'),
  SEVERAL_CARDS: {
    code: 'CHOSEN',
    message: (keyword) => `The PNG has several chunks ${keyword} that differ: the first one is used.`,
  },
  TAGS_REFUSED: leftOut((count) => `Tags that are not texts of at most 64 characters: ${count}.`),
  VALUES_REFUSED: leftOut((count) => `Values that are not texts, numbers, true or false: ${count}.`),
  MANY_TAGS: leftOut((count) => `The character has the first 64 tags, without ${count} more.`),
  PICTURE_REFUSED: leftOut((reason) => `The picture of the card cannot be used. ${reason}.`),
  PICTURE_ANIMATED: leftOut(() => 'The picture is animated: its first frame is used.'),
  OTHER_TEXTS: leftOut((names) => `Other texts of the PNG are not kept: ${names}.`),
  AFTER_END: leftOut(() => 'What follows the end of the PNG is not kept.'),
} as const satisfies Readonly<Record<string, Reason>>

export type CardNoticeReason = keyof typeof reasons

export const cardNoticeReasons = Object.keys(reasons).filter((name): name is CardNoticeReason => name in reasons)

/** The message of a reason, without its detail. */
export const describedReason = (reason: CardNoticeReason): string => reasons[reason].message('…')

/** What a person should know of an imported card. */
export interface CardNotice {
  readonly code: CardNoticeCode
  readonly reason: CardNoticeReason
  /** A field of the card, such as `extensions.depth_prompt`, or a part of its file. */
  readonly field: string
  /** The number, the name or the list that the message has; null without one. */
  readonly detail: string | null
  readonly message: string
}

/** The notices of one import. */
export class CardNotices {
  readonly #all: CardNotice[] = []

  add(reason: CardNoticeReason, field: string, detail?: string | number): void {
    const name = Array.from(field.slice(0, 2 * limits.cardNoticeFieldLength))
    const isLong = field.length > limits.cardNoticeFieldLength
    this.#all.push(
      noticeOf(reason, isLong ? `${name.slice(0, limits.cardNoticeFieldLength).join('')}…` : field, detail),
    )
  }

  /** The first ones; the last of them says how many more there are. */
  list(): readonly CardNotice[] {
    if (this.#all.length <= limits.cardNotices) return this.#all
    const first = this.#all.slice(0, limits.cardNotices - 1)
    return [...first, noticeOf('MORE', '…', this.#all.length - first.length)]
  }
}

function noticeOf(reason: CardNoticeReason, field: string, sent?: string | number): CardNotice {
  const detail = sent === undefined ? null : sent.toLocaleString('en')
  const { code, message } = reasons[reason]
  return { code, reason, field, detail, message: message(detail ?? '') }
}
