/** A formula in TeX, as a token of the parser. */
export interface Formula {
  readonly type: 'formula'
  readonly raw: string
  /** It with its delimiters, which is shown until it is typeset. */
  readonly text: string
  /** Empty for one that is not typeset, after too many others. */
  readonly tex: string
  /** Whether it has a line of its own. */
  readonly isDisplayed: boolean
}

/** A longer one is shown as its source. */
export const longestFormula = 4_000

interface Delimiters {
  readonly open: string
  readonly close: string
  readonly isDisplayed: boolean
}

const delimiters: readonly Delimiters[] = [
  { open: '\\[', close: '\\]', isDisplayed: true },
  { open: '$$', close: '$$', isDisplayed: true },
  { open: '\\(', close: '\\)', isDisplayed: false },
]

/** The formula that begins at a place of a text without blocks. */
export function formulaAt(text: string, at: number): Formula | undefined {
  const pair = delimitersAt(text, at)
  if (pair) {
    const end = closingOf(text, at, pair)
    return end === undefined ? undefined : formulaOf(text.slice(at, end), pair)
  }
  return text[at] === '$' ? dollarFormulaAt(text, at) : undefined
}

/** The delimiters with two signs that begin at a place. */
export const delimitersAt = (text: string, at: number): Delimiters | undefined =>
  delimiters.find(({ open }) => text.startsWith(open, at))

/** What can stand before a formula in its line. */
const indentation = /^ {0,3}/

/** The formula that begins a text of blocks and has its lines for itself. */
export function formulaBlockOf(src: string): Formula | undefined {
  const at = indentation.exec(src)?.[0].length ?? 0
  const pair = delimitersAt(src, at)
  if (!pair?.isDisplayed) return undefined
  const end = closingOf(src, at, pair)
  if (end === undefined) return undefined
  const rest = /^[ \t]*(?:\n|$)/.exec(src.slice(end, end + longestFormula))
  return rest ? { ...formulaOf(src.slice(at, end), pair), raw: src.slice(0, end) + rest[0] } : undefined
}

/** Where the first formula block begins after the first line of a text that ends at its first gap. */
export function formulaBlockIn(src: string): number | undefined {
  for (const { index } of src.matchAll(/\n(?= {0,3}(?:\\\[|\$\$))/g)) {
    if (formulaBlockOf(src.slice(index + 1))) return index + 1
  }
  return undefined
}

function formulaOf(text: string, { open, close, isDisplayed }: Delimiters): Formula {
  return { type: 'formula', raw: text, text, tex: text.slice(open.length, -close.length), isDisplayed }
}

/** The end of a formula: after its closing delimiter, which no gap within it precedes. */
function closingOf(text: string, at: number, { open, close }: Delimiters): number | undefined {
  const from = at + open.length
  const within = text.slice(from, from + longestFormula)
  for (let end = within.indexOf(close); end !== -1; end = within.indexOf(close, end + 1)) {
    if (isEscaped(within, end)) continue
    const tex = within.slice(0, end).trim()
    return tex === '' || /\n[ \t]*\n/.test(tex) ? undefined : from + end + close.length
  }
  return undefined
}

/** Whether a line break of TeX, or another escape, includes the sign at a place. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

const letterOrDigit = /[A-Za-z0-9]/

/** Whether a `$` can begin a formula: not that of `US$5` and of `20$`. */
export const canOpenFormula = (text: string, at: number): boolean =>
  text[at] === '$' && text[at + 1] !== undefined && !/[A-Za-z0-9$\\]/.test(text[at - 1] ?? ' ')

function dollarFormulaAt(text: string, at: number): Formula | undefined {
  if (!canOpenFormula(text, at)) return undefined
  const end = closingDollar(text, at)
  if (end === undefined) return undefined
  const tex = text.slice(at + 1, end)
  if (letterOrDigit.test(text[end + 1] ?? ' ') || !isFormula(tex)) return undefined
  const raw = text.slice(at, end + 1)
  return { type: 'formula', raw, text: raw, tex, isDisplayed: false }
}

/** The next `$` of the line that is neither escaped nor in braces, such as those of `\text{$m$}`. */
function closingDollar(text: string, at: number): number | undefined {
  let depth = 0
  for (let place = at + 1; place < text.length && place - at <= longestFormula; place += 1) {
    const sign = text[place]
    if (sign === '\n' || sign === '`') return undefined
    if (sign === '\\') place += 1
    else if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    else if (sign === '$' && depth === 0) return place
  }
  return undefined
}

const sign = /\\[A-Za-z{},;!|]|[\^_{}=]/
const price = /^\s*[\d.,]+[kKMB]?\b/
const neighbouringWords = /(?:^|[^\\A-Za-z])[A-Za-z]{2,}[ ,;]+[A-Za-z]{2,}/
const word = /(?:^|[^\\A-Za-z])[A-Za-z]{2,}/

/** Whether what stands between two `$` is TeX: not a price, a name of a variable or some words. */
function isFormula(tex: string): boolean {
  const [isLoose, isLooseAtEnd] = [/^\s/.test(tex), /\s$/.test(tex)]
  if (tex.trim() === '' || isLoose !== isLooseAtEnd) return false
  return isLoose ? sign.test(tex) || /^\s[A-Za-z]\s$/.test(tex) : !isProse(tex)
}

function isProse(tex: string): boolean {
  const words = tex.replaceAll(/\\[A-Za-z]+\{[^{}]*\}/g, ' ')
  if (sign.test(tex)) return price.test(tex) && neighbouringWords.test(words)
  return neighbouringWords.test(words) || (price.test(tex) && word.test(words)) || /[“”"：，。]/.test(tex)
}

/** Whether a text from a `$` to its end can become a formula when more follows. */
export function canBecomeFormula(tex: string): boolean {
  if (tex.length > longestFormula || /[\n`]/.test(tex)) return false
  if (/^\s/.test(tex) && !sign.test(tex)) return tex.length <= 2
  return !isProse(tex)
}
