import type { Block, MissingPart, MissingReason } from './document.js'

// except tabs and line ends
const controlCharacters = /[\0-\x08\x0B-\x1F\x7F-\x9F]/g

/** The blank line after a block is text too. */
const blankLine = 2

/** The blocks of a document and what is missing in them, up to a bound of characters. */
export class CollectedText {
  readonly blocks: Block[] = []
  readonly #missing = new Map<MissingReason, number>()

  /** `left`: the characters that still fit. */
  constructor(private left: number) {}

  get isFull(): boolean {
    return this.left === 0
  }

  /** Adds a block without the blank lines around it; text that is blank is left out. */
  add(text: string, place: Omit<Block, 'text'> = {}): void {
    const clean = text.replace(controlCharacters, '')
    this.count('control_characters', text.length - clean.length)
    const whole = withoutBlankEnds(clean)
    const kept = wholeCharacters(whole, this.left)
    this.left -= Math.min(this.left, kept.length + blankLine)
    if (kept.length < whole.length) {
      this.left = 0
      this.count('characters_beyond_limit', whole.length - kept.length)
    }
    if (kept !== '') this.blocks.push({ text: kept, ...place })
  }

  count(reason: MissingReason, count = 1): void {
    if (count > 0) this.#missing.set(reason, (this.#missing.get(reason) ?? 0) + count)
  }

  get missing(): MissingPart[] {
    return [...this.#missing].map(([reason, count]) => ({ reason, count }))
  }
}

/** A line keeps its indentation. */
function withoutBlankEnds(text: string): string {
  const start = /^(?:[^\S\n]*\n)+/.exec(text)?.[0].length ?? 0
  return text.slice(start).trimEnd()
}

/** Up to `length` code units, and not half of a character. */
function wholeCharacters(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
