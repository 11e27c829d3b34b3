import type { Draw, Phrasings } from './draw.js'
import type { Value } from './words/values.js'

/**
 * One thing that may be known about a person. In `says`: `{Subj}` and `{Poss}` begin a sentence, `{v}` is the value,
 * `<lives|live>` is the verb of a third person and of all others, `<is|are|am>` of a third, second and first person.
 */
export interface Attribute {
  /** As in "my favourite food". */
  readonly noun: string
  readonly value: Value
  readonly says: readonly string[]
  /** Questions to the person. */
  readonly asks: Phrasings
  /** The answers of the person. */
  readonly answers: readonly string[]
  /** Unique among all attributes: a user states each of them at most once. */
  readonly key: string
}

export interface Fact {
  readonly attribute: Attribute
  readonly value: string
}

export type Grammar = 'he' | 'she' | 'you' | 'I'

const subjects = { he: 'He', she: 'She', you: 'You', I: 'I' }
const possessives = { he: 'His', she: 'Her', you: 'Your', I: 'My' }
const verbForm = { he: 0, she: 0, you: 1, I: 2 }

/** A sentence that states a fact, without its full stop. A third person may be called by name. */
export function statement({ attribute, value }: Fact, draw: Draw, grammar: Grammar, name?: string): string {
  const subject = name ?? subjects[grammar]
  const possessive = name === undefined ? possessives[grammar] : `${name}'s`
  const sentence = draw
    .expand(draw.one(attribute.says))
    .replace(/<([^>]*)>/g, (_all, forms: string) => {
      const [third = '', second = '', first = second] = forms.split('|')
      return [third, second, first][verbForm[grammar]] ?? second
    })
    .replaceAll('{Subj}', subject)
    .replaceAll('{Poss}', possessive)
    .replaceAll('{poss}', possessives[grammar].toLowerCase())
    .replaceAll('{v}', value)
  return withArticles(sentence)
}

/** The answer of the person. */
export function answer({ attribute, value }: Fact, draw: Draw): string {
  return withArticles(draw.expand(draw.one(attribute.answers)).replaceAll('{v}', value))
}

/** "a engineer" becomes "an engineer". */
export function withArticles(text: string): string {
  return text.replace(/\ba (?=[aeiou])/g, 'an ')
}

const secondPerson = { 'are you': 'am I', 'were you': 'was I', 'you are': 'I am', 'you were': 'I was' }

/** The same words from the user's side: "Where do you live" becomes "Where do I live". */
export function asAskedByTheUser(question: string): string {
  return swap(question, { ...secondPerson, your: 'my', yours: 'mine', you: 'I' })
}

/** "I live in Velden." becomes "You live in Velden." */
export function asToldToTheUser(text: string): string {
  return swap(text, { 'I am': 'you are', 'I was': 'you were', my: 'your', I: 'you' })
}

function swap(text: string, others: Readonly<Record<string, string>>): string {
  const pattern = new RegExp(`\\b(${Object.keys(others).join('|')})\\b`, 'gi')
  const swapped = text.replace(pattern, (found) => {
    const known = Object.entries(others).find(([from]) => from.toLowerCase() === found.toLowerCase())
    return known ? known[1] : found
  })
  return swapped.charAt(0).toUpperCase() + swapped.slice(1)
}
