import { plainText } from '../markdown/plain-text.js'

/** Characters of private use: the bounds of a match while the marks around it are removed. */
const [matchStart, matchEnd] = ['\uE000', '\uE001']
const bounds = /[\uE000\uE001]/g

/** What stands for text that is left out. */
const gap = '…'
/** A word at a cut end that is longer stays: not every language has spaces. */
const longestCutWord = 24

export interface Excerpt {
  readonly text: string
  /** Places of the matches in `text`, in UTF-16 code units. */
  readonly highlights: readonly { readonly start: number; readonly end: number }[]
  /** The place of the excerpt in the whole text. */
  readonly offset: number
  /** Whether the whole text continues after the excerpt. */
  readonly isCut: boolean
}

interface Piece {
  readonly words: string
  readonly isMatch: boolean
}

/**
 * The words of an excerpt of Markdown without its marks, in pieces: the matches and what stands between them. Formulas in TeX
 * and words that an end cuts are left out.
 */
export function piecesOf(excerpt: Excerpt, withCharacters: (text: string) => string): readonly Piece[] {
  const prose = atWords(withoutFormulas(bounded(excerpt), excerpt), excerpt)
  const shown = plainText(withStops(withoutRows(prose)), withCharacters)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/…(?: ?…)+/g, gap)
    .trim()
  const isWhole = { start: excerpt.offset === 0 || shown.startsWith(gap), end: !excerpt.isCut || shown.endsWith(gap) }
  return `${isWhole.start ? '' : `${gap} `}${isWhole.end ? shown : `${shown.replace(/(?<!\.)\.$/, '')} ${gap}`}`
    .split(/(\uE000[^\uE001]*)\uE001?/)
    .map((piece) => ({ words: piece.replaceAll(bounds, ''), isMatch: piece.startsWith(matchStart) }))
    .filter(({ words }) => words !== '')
}

function bounded({ text, highlights }: Excerpt): string {
  const source = text.replaceAll(bounds, ' ')
  const pieces = highlights.map(({ start, end }, index) => {
    const before = source.slice(highlights[index - 1]?.end ?? 0, start)
    return before + matchStart + source.slice(start, end) + matchEnd
  })
  return pieces.join('') + source.slice(highlights.at(-1)?.end ?? 0)
}

/** Without the words that the ends of the excerpt cut, unless they are matches. */
function atWords(source: string, { offset, isCut }: Excerpt): string {
  const first = offset === 0 ? 0 : source.search(/\s/)
  const start = first < longestCutWord && !source.slice(0, first).includes(matchStart) ? Math.max(first, 0) : 0
  const last = /\s\S*$/.exec(source)?.index ?? source.length
  const isCutWord = isCut && source.length - last < longestCutWord && !source.slice(last).includes(matchStart)
  return source.slice(start, isCutWord ? last : source.length)
}

const formula =
  /\$\$([\s\S]+?)\$\$|\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)|(?<![\w$\\])\$([^\s$](?:[^$\n]*[^\s$])?)\$(?![\w$])/g
/** A short one such as `L` reads as text. */
const plainFormula = /^[^\\^_{}$]{1,24}$/
const tex = /\\[A-Za-z]|[\^_{}]/

/** Formulas become their letters where these read as text or have a match, else a gap. So do those that an end cuts. */
function withoutFormulas(source: string, { offset, isCut }: Excerpt): string {
  const read = (body: string) => {
    if (body.includes(matchStart)) return body
    return plainFormula.test(body.trim()) ? body.trim() : gap
  }
  const opened = offset > 0 ? withoutHead(source) : source
  const whole = opened.replaceAll(formula, (all: string, ...bodies: (string | undefined)[]) => {
    const [body = '', single] = [bodies.slice(0, 4).find((each) => each !== undefined), bodies[3]]
    // a price, unless it has a sign of TeX
    return single !== undefined && /\s/.test(single) && !tex.test(single) ? all : read(body)
  })
  return isCut ? withoutTail(whole) : whole
}

/** Without the end of a formula whose beginning is before the excerpt. */
function withoutHead(source: string): string {
  const end = /\$\$|\\[\])]/.exec(source)
  if (!end) return source
  const head = source.slice(0, end.index)
  const isOpenedIn = /\\[[(]/.test(head) || (end[0] === '$$' && !tex.test(head))
  return isOpenedIn || head.includes(matchStart) ? source : gap + source.slice(end.index + 2)
}

/** Without the beginning of a formula whose end is after the excerpt. */
function withoutTail(source: string): string {
  const at = source.search(/\$\$(?![\s\S]*\$\$)|\\[[(](?![\s\S]*\\[\])])/)
  return at === -1 || source.slice(at).includes(matchStart) ? source : source.slice(0, at) + gap
}

/** The cells of rows of tables, also of those whose ends are cut. */
const withoutRows = (source: string): string =>
  source
    .split('\n')
    .filter((line) => !/^[\s|:-]*\|[\s|:-]*$/.test(line))
    .map((line) => (/^\s*\||\|\s*$/.test(line) ? cellsOf(line) : line))
    .join('\n')

/** A full stop after a heading or an item of a list that more follows: their lines become one. */
const withStops = (source: string): string =>
  source.replaceAll(/^[ \t]*(?:#{1,6}|[-*+]|\d+[.)])[ \t]+\S[^\n]*(?=\n\s*\S)/gm, (line) => {
    const words = line.trimEnd()
    return /[\p{Letter}\p{Number})”’"'][*_`\uE001]*$/u.test(words) ? `${words}.` : line
  })

const cellsOf = (row: string): string =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' · ')
