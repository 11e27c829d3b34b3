import { Lexer, Tokenizer, type Token, type Tokens, type TokensList } from 'marked'

/** The characters that the parser may read until a text is divided into blocks: some frames. */
const maxReads = 10_000_000
/** What it tries and what is shown, as characters that it could read in the same time. */
const reads = { block: 1_000, text: 1_000, item: 5_000, code: 15_000 }
/** How many patterns read a line of a list, or of a quotation, before it is parsed as a text of its own. */
const patterns = 20
/** Characters that are copied while one is read: the lines of an item are put together one by one. */
const copies = 8
/** Lists and quotations in each other. */
const maxNesting = 20
/** A list reads its lines before it parses one of them. */
const maxLines = 6_000

/**
 * Divides a text into blocks, and throws when that needs too many reads. It counts what the parser does, and decides
 * nothing by a reading of the text of its own: where code, a list or a line ends is known to the parser only.
 */
export class BoundedLexer extends Lexer {
  readonly #budget: Budget
  #nesting = 0

  constructor() {
    const budget = new Budget()
    super({ gfm: true, breaks: true, tokenizer: new BoundedTokenizer(budget) })
    this.#budget = budget
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
}

/** How many patterns read the lines after the first one of a block. */
const patternsAhead = 2
/** They read no further, except those that consume what they have read, such as code. */
const gap = /\n *\n/

class BoundedTokenizer extends Tokenizer {
  readonly #budget: Budget

  constructor(budget: Budget) {
    super()
    this.#budget = budget
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
