import { exactLoreText, foldedLoreText } from './lore-text.js'

/** What all books of a reply read at most, in UTF-16 code units; the newest messages come first. */
const mostLetters = 65_536
/** Of the end of one message. */
const mostLettersOfExpressions = 8_192
/** Instructions times letters of all expressions of a reply: at worst about a second, in slices. */
const mostSteps = 64_000_000

/** The messages in which the books of one reply look for keys, the newest first. Each form is made once. */
export class ScannedTexts {
  readonly #texts: readonly string[]
  readonly #exact: string[] = []
  readonly #folded: string[] = []
  #steps = 0
  /** Whether an expression was not looked for, because the others of this reply had cost too much. */
  isCut = false

  constructor(newestFirst: readonly string[]) {
    let left = mostLetters
    this.#texts = newestFirst.map((text) => {
      const read = text.slice(0, left)
      left -= read.length
      return read
    })
  }

  get count(): number {
    return this.#texts.length
  }

  /** For keys whose letters have a case. */
  exact(message: number): string {
    return (this.#exact[message] ??= exactLoreText(this.#texts[message] ?? '').slice(0, mostLetters))
  }

  folded(message: number): string {
    return (this.#folded[message] ??= foldedLoreText(this.exact(message)).slice(0, mostLetters))
  }

  /** The end of a message for an expression of so many instructions; undefined once that costs too much. */
  forExpression(message: number, size: number): string | undefined {
    const text = (this.#texts[message] ?? '').slice(-mostLettersOfExpressions)
    this.#steps += size * text.length
    if (this.#steps <= mostSteps) return text
    this.isCut = true
    return undefined
  }
}
