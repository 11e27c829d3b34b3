import type { Draw, Phrasings } from './draw.js'
import { capital, inventedWord } from './words/names.js'
import { placeQuestions } from './words/place-questions.js'
import type { Value } from './words/values.js'
import { workQuestions } from './words/work-questions.js'

/** One statement of a page; `{s}` is the subject, `{v}` the value. */
export interface Saying {
  readonly says: string
  readonly value: Value
  readonly asks: Phrasings
}

export interface SubjectKind {
  /** Begins with "the " when the name needs it. */
  readonly name: Value
  readonly sayings: readonly Saying[]
}

const moreQuestions = { ...placeQuestions, ...workQuestions }

/** "the Harlow Bridge" */
export const built =
  (kinds: readonly string[]): Value =>
  (draw: Draw) =>
    `the ${capital(inventedWord(draw))} ${draw.one(kinds)}`

export const saying = (
  says: string,
  value: Value,
  training: readonly string[],
  heldOut: readonly string[],
): Saying => ({
  says,
  value,
  asks: { training: [...training, ...(moreQuestions[says] ?? [])], heldOut },
})
