/** The characters of a text. A test counts how many are read. */
export type Characters = Pick<string, 'length' | 'charCodeAt'>

/** What the parser could find in a line of a text. */
export interface Line {
  /** The index after its last character. */
  readonly end: number
  readonly length: number
  /** The column of its first character after spaces. */
  readonly indent: number
  /** The quotations, bullets and numbers at its beginning. */
  readonly nesting: number
  /** The column after a bullet or a number; undefined without one. */
  readonly item: number | undefined
  /** The first character after them; empty for a blank line. */
  readonly first: string
  /** The mark of a fence, and how often it is there; `isBare` if nothing follows. */
  readonly fence: { readonly mark: string; readonly length: number; readonly isBare: boolean } | undefined
  /** Whether it can be the line below the first one of a table, and so gives the number of columns. */
  readonly isDelimiter: boolean
  readonly pipes: number
  /** Signs of emphasis, which the parser compares with each other. */
  readonly marks: number
  /** Signs at which the parser looks for the end of a link, of code or of HTML. */
  readonly openers: number
  readonly longestWord: number
  readonly longestGap: number
}

const [newLine, tab, space] = ['\n', '\t', ' ']

/** Reads each character of the line that begins at `start`, at most three times. */
export function lineAt(text: Characters, start: number): Line {
  const prefix = prefixAt(text, start)
  const counts = { pipes: 0, marks: 0, openers: 0, word: 0, gap: 0, longestWord: 0, longestGap: 0 }
  let [isDelimiter, hasDash] = [true, false]
  const rule = { sign: '', length: 0, isOnlySign: true }
  let at = start
  for (; at < text.length; at += 1) {
    const sign = signAt(text, at)
    if (sign === newLine) break
    const isGap = isSpace(sign)
    counts.gap = isGap ? counts.gap + 1 : 0
    counts.word = sign >= '!' && sign <= '~' ? counts.word + 1 : 0
    counts.longestGap = Math.max(counts.longestGap, counts.gap)
    counts.longestWord = Math.max(counts.longestWord, counts.word)
    if (isGap) continue
    rule.sign ||= sign
    rule.length += 1
    rule.isOnlySign &&= sign === rule.sign && '-*_'.includes(sign)
    isDelimiter &&= '|:->'.includes(sign)
    hasDash ||= sign === '-'
    if (sign === '|') counts.pipes += 1
    if ('*_~'.includes(sign)) counts.marks += 1
    if ('*_~[]<`!&'.includes(sign)) counts.openers += 1
  }
  const { pipes, marks, openers, longestWord, longestGap } = counts
  // three dashes or more, with spaces or without, are a rule; fewer are a list in a list
  const isRule = rule.isOnlySign && rule.length >= 3
  const { nesting, item } = isRule ? { nesting: 0, item: undefined } : prefix
  return {
    end: at,
    length: at - start,
    ...prefix,
    nesting,
    item,
    fence: prefix.nesting === 0 ? fenceAt(text, prefix.at) : undefined,
    isDelimiter: isDelimiter && hasDash,
    ...{ pipes, marks, openers, longestWord, longestGap },
  }
}

function prefixAt(text: Characters, start: number) {
  let [at, column, nesting] = [start, 0, 0]
  let [indent, item]: (number | undefined)[] = []
  for (;;) {
    for (; isSpace(signAt(text, at)); at += 1) column += signAt(text, at) === tab ? 4 - (column % 4) : 1
    indent ??= column
    const width = signAt(text, at) === '>' ? 1 : bulletAt(text, at)
    if (width === 0) break
    if (signAt(text, at) !== '>') item = column + width + 1
    at += width
    column += width
    nesting += 1
  }
  const first = signAt(text, at)
  return { at, indent, item, nesting, first: first === newLine ? '' : first }
}

/** The width of a bullet or a number with its mark; 0 without one. */
function bulletAt(text: Characters, start: number): number {
  let at = start
  if ('-*+'.includes(signAt(text, at) || 'x')) at += 1
  else {
    for (; at < start + 9 && isDigit(signAt(text, at)); at += 1);
    if (at === start || !'.)'.includes(signAt(text, at) || 'x')) return 0
    at += 1
  }
  const after = signAt(text, at)
  return after === '' || after === newLine || isSpace(after) ? at - start : 0
}

function fenceAt(text: Characters, start: number): Line['fence'] {
  const mark = signAt(text, start)
  if (mark !== '`' && mark !== '~') return undefined
  let at = start
  for (; signAt(text, at) === mark; at += 1);
  const length = at - start
  if (length < 3) return undefined
  let isBare = true
  for (let sign = signAt(text, at); sign !== '' && sign !== newLine; sign = signAt(text, at)) {
    // code in a line
    if (mark === '`' && sign === mark) return undefined
    isBare &&= isSpace(sign)
    at += 1
  }
  return { mark, length, isBare }
}

const signAt = (text: Characters, at: number): string =>
  at < text.length ? String.fromCharCode(text.charCodeAt(at)) : ''
const isSpace = (sign: string): boolean => sign === space || sign === tab || sign === '\r' || sign === '\u00a0'
const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9'
