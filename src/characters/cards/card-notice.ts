import { limits } from '../../limits.js'

/**
 * `NOT_PLAYED`: kept, without an effect on the character. `READ_AS`: a fault, or an older form, was read as it is meant.
 * `CHOSEN`: the file has several cards. `LEFT_OUT`: neither used nor kept.
 */
export const cardNoticeCodes = ['NOT_PLAYED', 'READ_AS', 'CHOSEN', 'LEFT_OUT'] as const
export type CardNoticeCode = (typeof cardNoticeCodes)[number]

/** What a person should know of an imported card. */
export interface CardNotice {
  readonly code: CardNoticeCode
  /** A field of the card, such as `extensions.depth_prompt`, or a part of its file. */
  readonly field: string
  readonly message: string
}

/** The notices of one import. */
export class CardNotices {
  readonly #all: CardNotice[] = []

  add(code: CardNoticeCode, field: string, message: string): void {
    const name = Array.from(field.slice(0, 2 * limits.cardNoticeFieldLength))
    const isLong = field.length > limits.cardNoticeFieldLength
    this.#all.push({
      code,
      field: isLong ? `${name.slice(0, limits.cardNoticeFieldLength).join('')}…` : field,
      message,
    })
  }

  /** The first ones; the last of them says how many more there are. */
  list(): readonly CardNotice[] {
    if (this.#all.length <= limits.cardNotices) return this.#all
    const first = this.#all.slice(0, limits.cardNotices - 1)
    const more = this.#all.length - first.length
    const message = `${more.toLocaleString('en')} more fields are kept without an effect, or were read as they are meant.`
    return [...first, { code: 'NOT_PLAYED', field: '…', message }]
  }
}
