const letters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const korean = /\p{Script=Hangul}/u
/** So much of a text says in which letters it is. */
const beginning = 500

/** The attribute of an element with this text: lines of Chinese and Japanese break between letters, others between words. */
export function unspaced(text: string): { readonly 'data-unspaced': '' } | undefined {
  const seen = text.slice(0, beginning)
  return letters.test(seen) && !korean.test(seen) ? { 'data-unspaced': '' } : undefined
}
