import type { Dialogue } from '../corpus/dialogue.js'

// an asterisk begins an action of a character between its sentences
const beginning = /^["'“‘(*]?[\p{Letter}\p{Number}]/u
const ending = /([.!?][)\]"'”’]*|["”’]|https?:\/\/\S+)$/u
const endsInWord = /[\p{Letter}\p{Number}]$/u
const beginsInWord = /^[\p{Letter}\p{Mark}\p{Number}]/u
/** Punctuation that no sentence has: after a space, doubled except for an ellipsis, or directly after another mark. */
const stray = / [.,!?]|,[.,!?]|(?<!\.)\.\.(?!\.)/u
const replacement = '\uFFFD'

/**
 * Whether at least one text of every row is in the reply as a whole word, in any case of letters: a copied name with an
 * additional letter is another name.
 */
export function isRight({ expected }: Pick<Dialogue, 'expected'>, reply: string): boolean {
  return expected.every((texts) => texts.some((text) => says(reply, text)))
}

/**
 * Whether the reply is an exclamation or at least two words, begins like a sentence, ends like one or with a link, and
 * has no broken characters or stray punctuation.
 */
export function isWhole(reply: string): boolean {
  const hasWords = reply.includes(' ') || reply.endsWith('!')
  return isWellFormed(reply) && hasWords && beginning.test(reply) && ending.test(reply) && !stray.test(reply)
}

function isWellFormed(reply: string): boolean {
  return reply.isWellFormed() && !reply.includes(replacement)
}

function says(reply: string, text: string): boolean {
  const pieces = reply.toLowerCase().split(text.toLowerCase())
  return pieces.slice(1).some((after, index) => !endsInWord.test(pieces[index] ?? '') && !beginsInWord.test(after))
}
