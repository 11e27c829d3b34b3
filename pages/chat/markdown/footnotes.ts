import type { Token } from 'marked'

/** The text of a footnote, as a token of the parser. It is shown after the other blocks. */
export interface FootnoteText {
  readonly type: 'footnote'
  readonly raw: string
  readonly label: string
  readonly tokens: Token[]
}

/** The mark of a footnote in a text. */
export interface FootnoteMark {
  readonly type: 'footnote-mark'
  readonly raw: string
  readonly number: number
  /** False while its text can still follow. */
  readonly hasText: boolean
}

/** The footnotes of a text in the order of their marks. */
export interface FootnoteList {
  readonly type: 'footnotes'
  readonly raw: string
  readonly notes: readonly (FootnoteText & { readonly number: number })[]
}

const beginning = /^ {0,3}\[\^([^\s[\]^]{1,60})\]:[ \t]*/
const mark = /^\[\^([^\s[\]^]{1,60})\]/

/** The lines of a footnote that begins a text: the further ones are indented. */
export function footnoteLinesOf(
  src: string,
): { readonly raw: string; readonly label: string; readonly text: string } | undefined {
  const [first, label] = beginning.exec(src) ?? []
  if (first === undefined || label === undefined) return undefined
  let end = lineEnd(src, first.length)
  let text = src.slice(first.length, end)
  for (let next = end; next < src.length;) {
    const after = lineEnd(src, next)
    const line = src.slice(next, after)
    next = after
    if (line.trim() === '') continue
    if (!/^(?: {2}|\t)/.test(line)) break
    text += src.slice(end, after).replaceAll(/^(?: {1,4}|\t)/gm, '')
    end = after
  }
  return { raw: src.slice(0, end), label, text }
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

/** The footnotes whose texts a parser has read, and the numbers of their marks. */
export class Footnotes {
  readonly #texts = new Map<string, FootnoteText>()
  readonly #numbers = new Map<string, number>()

  /** `isGrowing`: a mark can precede its text. */
  constructor(readonly isGrowing: boolean) {}

  /** The first text of a label counts. */
  add(note: FootnoteText): void {
    if (!this.#texts.has(note.label)) this.#texts.set(note.label, note)
  }

  markOf(src: string): FootnoteMark | undefined {
    const [raw, label] = mark.exec(src) ?? []
    if (raw === undefined || label === undefined) return undefined
    const hasText = this.#texts.has(label)
    if (!hasText && !this.isGrowing) return undefined
    const number = this.#numbers.get(label) ?? this.#numbers.size + 1
    this.#numbers.set(label, number)
    return { type: 'footnote-mark', raw, number, hasText }
  }

  /** Those with marks, after all marks were read. */
  list(): FootnoteList | undefined {
    const notes = [...this.#numbers].flatMap(([label, number]) => {
      const note = this.#texts.get(label)
      return note ? [{ ...note, number }] : []
    })
    if (notes.length === 0) return undefined
    return { type: 'footnotes', raw: notes.map(({ raw, number }) => `${String(number)} ${raw}`).join('\n'), notes }
  }
}
