import { emphasisOf, type Emphasis } from './emphasis.js'
import { formulaAt, type Formula } from './formulas.js'

/** What is known of a text without blocks before its parts are read. The parser reads it from its beginning to its end. */
export class InlineFrame {
  readonly #formulas: readonly PlacedFormula[]
  #next = 0
  #emphasis: ReadonlyMap<number, Emphasis> | undefined

  constructor(readonly text: string) {
    this.#formulas = [...formulasOf(text)]
  }

  /** The next formula at a place or after it. A later call has no earlier place. */
  formulaFrom(at: number): PlacedFormula | undefined {
    for (;;) {
      const formula = this.#formulas[this.#next]
      if (!formula || formula.at >= at) return formula
      this.#next += 1
    }
  }

  /** The emphasis that begins at a place. In `masked`, which has the length of the text, other parts are masked. */
  emphasisAt(at: number, masked: string): Emphasis | undefined {
    this.#emphasis ??= emphasisOf(withoutRanges(masked, this.#formulas)).spans
    return this.#emphasis.get(at)
  }
}

interface PlacedFormula {
  readonly at: number
  readonly formula: Formula
}

/** A text whose formulas are replaced by letters. */
export const withoutFormulas = (text: string): string => withoutRanges(text, [...formulasOf(text)])

function withoutRanges(text: string, formulas: readonly PlacedFormula[]): string {
  let [result, end] = ['', 0]
  for (const {
    at,
    formula: { raw },
  } of formulas) {
    result += text.slice(end, at) + 'a'.repeat(raw.length)
    end = at + raw.length
  }
  return result + text.slice(end)
}

function* formulasOf(text: string): Generator<PlacedFormula> {
  if (!/[\\$]/.test(text)) return
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '`') at = codeEnd(text, at) - 1
    else if (sign === '\\' || sign === '$') {
      const formula = formulaAt(text, at)
      if (formula) {
        yield { at, formula }
        at += formula.raw.length - 1
      } else if (sign === '\\') at += 1
    }
  }
}

/** The end of code in a line that begins at a place, or of its marks when nothing closes it. */
export function codeEnd(text: string, at: number): number {
  let start = at
  while (text[start] === '`') start += 1
  const marks = text.slice(at, start)
  for (let end = text.indexOf(marks, start); end !== -1; end = text.indexOf(marks, end)) {
    let after = end
    while (text[after] === '`') after += 1
    if (after - end === marks.length) return after
    end = after
  }
  return start
}
