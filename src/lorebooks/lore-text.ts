/** Letters of scripts with spaces between words. */
const spaced = 1
/** Letters of scripts without. */
const unspaced = 2
/** Hangul has spaces, but particles follow a word without one. */
const hangul = 3
const notInWord = 4
type LetterKind = number

const inWord = /[\p{L}\p{M}\p{N}]/u
const hangulLetter = /\p{scx=Hang}/u
const unspacedLetter =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}\p{scx=Lana}\p{scx=Tale}\p{scx=Talu}\p{scx=Tavt}\p{scx=Java}\p{scx=Bali}]/u

/** Normalization sorts the marks of a letter in time quadratic in their number; letters of languages have few. */
const longMarks = /(\p{M}{30})\p{M}+/gu
const apostrophes = /[‘’ʼ]/g
const hyphens = /[\u2010\u2011]/g
// soft hyphens, zero-width spaces and joiners of words, and the choice between forms of an emoji
const unseen = /[\u00ad\u200b\u2060\ufeff\ufe0e\ufe0f]/g
const spaces = /[^\S ]\s*| \s+/g
const ascii = /^[\0-\u007f]*$/

/** The form in which keys and texts are compared, with letters as they are. */
export function exactLoreText(text: string): string {
  if (ascii.test(text)) return text.replaceAll(spaces, ' ')
  return text
    .replaceAll(longMarks, '$1')
    .normalize('NFKC')
    .replaceAll(apostrophes, "'")
    .replaceAll(hyphens, '-')
    .replaceAll(unseen, '')
    .replaceAll(spaces, ' ')
}

/** An exact text with its letters in one case. */
export function foldedLoreText(exact: string): string {
  if (ascii.test(exact)) return exact.toLowerCase()
  // the capital I of Turkish leaves a dot behind
  return exact.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ς', 'σ')
}

/**
 * Whether a part of a text is a word of its own. Where it meets the text, a boundary is needed only between letters of scripts
 * with spaces; a Korean particle after a word is none of it.
 */
export function isWholeWord(text: string, start: number, end: number): boolean {
  return !(isJoined(before(text, start), at(text, start), hangul) || isJoined(before(text, end), at(text, end), spaced))
}

function isJoined(left: LetterKind, right: LetterKind, also: LetterKind): boolean {
  return left === right && (left === spaced || left === also)
}

function at(text: string, index: number): LetterKind {
  return index < text.length ? kindOf(text.codePointAt(index) ?? 0) : notInWord
}

function before(text: string, index: number): LetterKind {
  if (index === 0) return notInWord
  const last = text.charCodeAt(index - 1)
  const isLow = last >= 0xdc00 && last <= 0xdfff
  return kindOf(isLow ? (text.codePointAt(index - 2) ?? last) : last)
}

const notYet = 0
/** Of the letters that were looked at. */
const known = new Uint8Array(0x2_0000)

function kindOf(code: number): LetterKind {
  const kind = known[code] ?? notYet
  return kind === notYet ? remembered(code) : kind
}

function remembered(code: number): LetterKind {
  const kind = letterKind(String.fromCodePoint(code))
  known[code] = kind
  return kind
}

function letterKind(letter: string): LetterKind {
  if (!inWord.test(letter)) return notInWord
  if (hangulLetter.test(letter)) return hangul
  return unspacedLetter.test(letter) ? unspaced : spaced
}
