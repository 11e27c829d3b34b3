import { Lexer, Tokenizer, type MarkedOptions, type Token, type Tokens, type TokensList } from 'marked'
import { Footnotes, footnoteLinesOf, type FootnoteText } from './footnotes.js'
import { formulaBlockIn, formulaBlockOf, type Formula } from './formulas.js'
import { InlineFrame } from './inline-frame.js'
import { withEscapedPipes } from './table-rows.js'

/** The characters that the parser may read until a text is divided into blocks: some frames. */
const maxReads = 10_000_000
/** What it tries and what is shown, as characters that it could read in the same time. */
const reads = { block: 1_000, text: 1_000, item: 5_000, code: 15_000 }
/** How many patterns read a line of a list, or of a quotation, before it is parsed as a text of its own. */
const patterns = 20
/** Characters that are copied while one is read: the lines of an item are put together one by one. */
const copies = 8
/** The characters of formulas that are typeset: some tens of frames, which only a text of formulas needs. */
const maxTex = 15_000
/** Lists and quotations in each other. */
const maxNesting = 20
/** A list reads its lines before it parses one of them. */
const maxLines = 6_000

/**
 * Divides a text into blocks, and throws when that needs too many reads. It counts what the parser does, and decides
 * nothing by a reading of the text of its own: where code, a list or a line ends is known to the parser only.
 */
export class BoundedLexer extends Lexer {
  readonly footnotes: Footnotes
  readonly #budget: Budget
  readonly #frames: InlineFrame[]
  #nesting = 0

  /** `isGrowing`: whether more text follows. */
  constructor(isGrowing = false) {
    const [budget, footnotes] = [new Budget(), new Footnotes(isGrowing)]
    const frames: InlineFrame[] = []
    const tokenizer = new BoundedTokenizer(budget, frames)
    super({ gfm: true, breaks: true, tokenizer, extensions: extensionsOf(frames, footnotes) })
    this.footnotes = footnotes
    this.#budget = budget
    this.#frames = frames
  }

  /** Each text that has blocks: the whole one, an item of a list, a quotation. */
  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    const lines = src.split('\n').length
    if (lines > maxLines || this.#nesting > maxNesting) throw new TooManyReads()
    if (this.#nesting > 0) this.#budget.spend(reads.item + src.length * patterns + (lines * src.length) / copies)
    this.#nesting += 1
    const result = super.blockTokens(src, tokens, lastParagraphClipped)
    this.#nesting -= 1
    return result
  }

  /** Each text that has no blocks, such as a paragraph or a cell of a table. */
  override inline(src: string, tokens?: Token[]): Token[] {
    this.#budget.spend(reads.text)
    return super.inline(src, tokens)
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    this.#frames.push(new InlineFrame(src))
    const result = super.inlineTokens(src, tokens)
    this.#frames.pop()
    return result
  }
}

/** Formulas and footnotes. */
function extensionsOf(frames: readonly InlineFrame[], footnotes: Footnotes): NonNullable<MarkedOptions['extensions']> {
  const formulaFrom = (src: string) => {
    const frame = frames.at(-1)
    if (!frame) return undefined
    const at = frame.text.length - src.length
    const found = frame.formulaFrom(at)
    return found && { distance: found.at - at, formula: found.formula }
  }
  let left = maxTex
  const counted = (formula: Formula | undefined): Formula | undefined => {
    left -= formula?.tex.length ?? 0
    return formula && left < 0 ? { ...formula, tex: '' } : formula
  }
  return {
    renderers: {},
    childTokens: {},
    block: [
      (src) => counted(formulaBlockOf(src)),
      function (src) {
        const lines = footnoteLinesOf(src)
        if (!lines) return undefined
        const { raw, label, text } = lines
        // as in an item of a list, its first text is not a paragraph
        this.lexer.state.top = false
        const note: FootnoteText = { type: 'footnote', raw, label, tokens: this.lexer.blockTokens(text, []) }
        footnotes.add(note)
        return note
      },
    ],
    startBlock: [(src) => paragraphEnd(src)],
    inline: [
      (src) => {
        const { distance, formula } = formulaFrom(src) ?? {}
        return distance === 0 ? counted(formula) : undefined
      },
      (src) => footnotes.markOf(src),
    ],
    startInline: [(src) => formulaFrom(src)?.distance],
  }
}

/** How many patterns read the lines after the first one of a block. */
const patternsAhead = 3
/** They read no further, except those that consume what they have read, such as code. */
const gap = /\n *\n/

/** Where a formula or a footnote ends the paragraph that begins a text. */
function paragraphEnd(src: string): number | undefined {
  const end = src.search(gap)
  const lines = end === -1 ? src : src.slice(0, end)
  const note = lines.search(/\n {0,3}\[\^[^\s[\]^]{1,60}\]:/)
  const formula = /\\\[|\$\$/.test(lines) ? formulaBlockIn(end === -1 ? src : src.slice(0, end + 1)) : undefined
  if (note === -1) return formula
  return formula === undefined ? note + 1 : Math.min(note + 1, formula)
}

class BoundedTokenizer extends Tokenizer {
  readonly #budget: Budget
  readonly #frames: readonly InlineFrame[]

  constructor(budget: Budget, frames: readonly InlineFrame[]) {
    super()
    this.#budget = budget
    this.#frames = frames
  }

  /** The first pattern that is tried where a block begins; the others follow. */
  override space(src: string): Tokens.Space | undefined {
    const end = src.search(gap)
    this.#budget.spend(reads.block + patternsAhead * (end === -1 ? src.length : end))
    return super.space(src)
  }

  override code(src: string): Tokens.Code | undefined {
    return this.#shown(super.code(src))
  }

  override fences(src: string): Tokens.Code | undefined {
    return this.#shown(super.fences(src))
  }

  /** A line of `=` in a formula does not make a heading of the lines before it. */
  override lheading(src: string): Tokens.Heading | undefined {
    const queued = this.lexer.inlineQueue.length
    const heading = super.lheading(src)
    if (!heading) return undefined
    const end = paragraphEnd(src)
    if (end === undefined || end >= heading.raw.length) return heading
    this.lexer.inlineQueue.length = queued
    return undefined
  }

  /** A break that stands alone in its line is a part of a paragraph. */
  override html(src: string): Tokens.HTML | undefined {
    return /^ {0,3}<br *\/?>/i.test(src) ? undefined : super.html(src)
  }

  /** A `|` in code and in a formula divides no cells where the row would have too many. */
  override table(src: string): Tokens.Table | undefined {
    const queued = this.lexer.inlineQueue.length
    const table = super.table(src)
    if (!table) return undefined
    const escaped = withEscapedPipes(table.raw, table.header.length)
    if (escaped === table.raw) return table
    this.lexer.inlineQueue.length = queued
    const read = super.table(escaped)
    return read && { ...read, raw: table.raw }
  }

  override emStrong(src: string, maskedSrc: string): Tokens.Em | Tokens.Strong | undefined {
    const found = this.#emphasisOf(src, maskedSrc)
    if (!found || found.kind === 'del') return undefined
    const { kind, raw } = found
    const text = kind === 'em' ? raw.slice(1, -1) : raw.slice(2, -2)
    return { type: kind, raw, text, tokens: this.lexer.inlineTokens(text) }
  }

  override del(src: string, maskedSrc: string): Tokens.Del | undefined {
    const found = this.#emphasisOf(src, maskedSrc)
    if (found?.kind !== 'del') return undefined
    const text = found.raw.slice(2, -2)
    return { type: 'del', raw: found.raw, text, tokens: this.lexer.inlineTokens(text) }
  }

  #emphasisOf(src: string, maskedSrc: string) {
    if (!'*_~'.includes(src.charAt(0))) return undefined
    const at = maskedSrc.length - src.length
    const emphasis = this.#frames.at(-1)?.emphasisAt(at, maskedSrc)
    return emphasis && { kind: emphasis.kind, raw: src.slice(0, emphasis.end - at) }
  }

  /** Each block of code has a frame with a button. */
  #shown(code: Tokens.Code | undefined): Tokens.Code | undefined {
    if (code) this.#budget.spend(reads.code)
    return code
  }
}

class Budget {
  #left = maxReads

  spend(count: number): void {
    this.#left -= count
    if (this.#left < 0) throw new TooManyReads()
  }
}

class TooManyReads extends Error {}
