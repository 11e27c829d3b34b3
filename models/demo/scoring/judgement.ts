import type { Dialogue } from '../corpus/dialogue.js'

// an asterisk begins what a character does, between what it says
const beginning = /^["'“‘(*]?[\p{Letter}\p{Number}]/u
const ending = /([.!?][)\]"'”’]*|["”’]|https?:\/\/\S+)$/u
const endsInWord = /[\p{Letter}\p{Number}]$/u
const beginsInWord = /^[\p{Letter}\p{Mark}\p{Number}]/u
/** Marks that no sentence has: one after a space, two of a kind but for an ellipsis, one after another. */
const stray = / [.,!?]|,[.,!?]|(?<!\.)\.\.(?!\.)/u
const replacement = '\uFFFD'

/**
 * At least one text of every row is in the reply, in any case of letters, and stands for itself: a name that was copied with a
 * letter too many is another name.
 */
export function isRight({ expected }: Pick<Dialogue, 'expected'>, reply: string): boolean {
  return expected.every((texts) => texts.some((text) => says(reply, text)))
}

/** A call or two words at least; begins as a sentence does, ends as one does or with a link, and has no broken character or stray mark. */
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
