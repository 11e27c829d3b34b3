import { longestFormula } from './formulas.js'
import { withoutFormulas } from './inline-frame.js'

/** The parser compares each mark of emphasis with the others of its text. */
const maxMarks = { text: 300, all: 3_000 }
/** It looks for addresses in each part of a word again, and for the end of a line in each part of a gap. */
const maxRun = 1_000
/** The characters that it may read again: some frames. */
const maxRereads = 20_000_000
/** Each reference to a character is read by itself. */
const maxReferences = 3_000

/**
 * Whether the parser needs longer than a few frames for the texts of blocks, as it has divided them: it looks from each
 * sign for the end of what can begin there.
 */
export function areCostly(texts: readonly string[]): boolean {
  let [rereads, marks, references] = [0, 0, 0]
  for (const text of texts) {
    const own = countsOf(text)
    rereads += own.openers * text.length + own.formulas * Math.min(text.length, longestFormula)
    references += own.references
    if (rereads > maxRereads || references > maxReferences || own.longestRun > maxRun) return true
    const marksOfText = own.marks > maxMarks.text / 2 ? countsOf(withoutFormulas(text)).marks : own.marks
    marks += marksOfText
    if (marksOfText > maxMarks.text || marks > maxMarks.all) return true
  }
  return false
}

function countsOf(text: string) {
  const counts = { marks: 0, openers: 0, formulas: 0, references: 0, longestRun: 0 }
  let [word, gap] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    gap = isSpace(sign) ? gap + 1 : 0
    word = sign >= '!' && sign <= '~' ? word + 1 : 0
    counts.longestRun = Math.max(counts.longestRun, word, gap)
    if ('*_~'.includes(sign)) counts.marks += 1
    if ('*_~[]<`!&'.includes(sign)) counts.openers += 1
    if (sign === '$' || (sign === '\\' && '(['.includes(text.charAt(at + 1)))) counts.formulas += 1
    if (sign === '&') counts.references += 1
  }
  return counts
}

const isSpace = (sign: string): boolean => sign <= ' ' || (sign > '~' && /\s/.test(sign))
