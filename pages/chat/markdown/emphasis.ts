/** A part of a text in marks, with them. */
export interface Emphasis {
  readonly kind: 'em' | 'strong' | 'del'
  readonly end: number
}

export interface EmphasisOfText {
  /** By the place where each begins. */
  readonly spans: ReadonlyMap<number, Emphasis>
  /** The marks that can only open and that nothing closes, in their order. */
  readonly open: readonly string[]
}

interface Run {
  readonly sign: string
  readonly length: number
  readonly canOpen: boolean
  readonly canClose: boolean
  start: number
  left: number
}

/**
 * The emphasis of a text, by the rules of CommonMark 0.31.2 with two differences. Marks beside a character of Chinese,
 * Japanese or Korean need no space: these languages write none
 * (https://github.com/commonmark/commonmark-spec/issues/650). Only two tildes strike a text through: one stands between
 * numbers. Code, links and escapes are masked by other characters.
 */
export function emphasisOf(masked: string): EmphasisOfText {
  const spans = new Map<number, Emphasis>()
  const stack: Run[] = []
  for (const { 0: marks, index } of masked.matchAll(/\*+|_+|~+/g)) {
    const run = runAt(masked, index, marks)
    if (run.sign === '~' && run.length !== 2) continue
    if (run.canClose) close(run, stack, spans)
    if (run.canOpen && run.left > 0) stack.push(run)
  }
  const open = stack.filter(({ canClose, left }) => !canClose || left > 1)
  return { spans, open: open.map(({ sign, left }) => sign.repeat(left)) }
}

function close(closer: Run, stack: Run[], spans: Map<number, Emphasis>): void {
  while (closer.left > 0) {
    const place = stack.findLastIndex((opener) => canPair(opener, closer))
    const opener = stack[place]
    if (!opener) return
    const count = opener.left > 1 && closer.left > 1 ? 2 : 1
    const kind = opener.sign === '~' ? 'del' : count === 2 ? 'strong' : 'em'
    opener.left -= count
    spans.set(opener.start + opener.left, { kind, end: closer.start + count })
    closer.start += count
    closer.left -= count
    stack.length = opener.left === 0 ? place : place + 1
  }
}

/** Rules 9 and 10: two runs that can both open and close pair only when their lengths do not add up to a multiple of 3. */
function canPair(opener: Run, closer: Run): boolean {
  if (opener.sign !== closer.sign) return false
  if (!opener.canClose && !closer.canOpen) return true
  return (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0)
}

function runAt(text: string, start: number, marks: string): Run {
  const sign = marks.charAt(0)
  const [before, after] = [neighbour(lastOf(text, start)), neighbour(firstOf(text, start + marks.length))]
  const isLeft = after.kind !== 'space' && (after.kind !== 'mark' || before.kind !== 'letter')
  const isRight = before.kind !== 'space' && (before.kind !== 'mark' || after.kind !== 'letter')
  const isWord = sign === '_'
  return {
    sign,
    length: marks.length,
    canOpen: isLeft && (!isWord || !isRight || before.isPunctuation),
    canClose: isRight && (!isWord || !isLeft || after.isPunctuation),
    start,
    left: marks.length,
  }
}

/** Wide characters, their punctuation and all of Hangul. */
const cjk =
  /[\p{Script=Hangul}\u2e80-\u2fff\u3001-\ua4cf\ua960-\ua97f\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uffee\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\u{e0100}-\u{e01ef}]/u
const punctuation = /[\p{P}\p{S}]/u

function neighbour(character: string) {
  const isPunctuation = punctuation.test(character)
  if (character.trim() === '') return { kind: 'space', isPunctuation } as const
  if (cjk.test(character)) return { kind: 'cjk', isPunctuation } as const
  return { kind: isPunctuation ? 'mark' : 'letter', isPunctuation } as const
}

const firstOf = (text: string, at: number): string => {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** The character before a place. A selector of its form is a part of it. */
function lastOf(text: string, at: number): string {
  const last = [...text.slice(Math.max(0, at - 4), at)]
  const end = last.at(-1) ?? ''
  return /[\ufe00-\ufe0e]/.test(end) ? (last.at(-2) ?? '') : end
}
