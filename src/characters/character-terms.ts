import { indexKey, termsOf, termsOfBeginning, termsOfTexts, textParts } from '@parley/chat-log-store'
import type { Character } from './character.js'
import { tagKey } from './tags.js'

/** Per character, besides its tags. */
const maxTerms = 200
/** The part of a description that is searched, in code units. */
const searchedLength = 8_000

type Searched = Pick<Character, 'name' | 'description' | 'tags' | 'isPublic'>

/**
 * The search terms of a character, for its row in `character_ranks`. They have what a reader of a list sees: nothing of a
 * private character, and no macro of a description, since a comment is one.
 */
export function rankOf({ name, description, tags, isPublic }: Searched): { isPublic: boolean; terms: string } {
  if (!isPublic) return { isPublic, terms: '' }
  const shown = withoutMacros((description ?? '').slice(0, searchedLength))
  const words = termsOfTexts([name, tags.join('\n'), shown], maxTerms).map(wordKey)
  return { isPublic, terms: [...new Set([...tags.map(tagTerm), ...words])].join(' ') }
}

/** The terms of a filter: a character that is found has all of them. Undefined for a text without words. */
export function termsToFind(words: string | undefined, tags: readonly string[]): readonly string[] | undefined {
  const parts = words === undefined ? [] : [...textParts(words)]
  if (words !== undefined && parts.length === 0) return undefined
  const last = parts.at(-1)
  const terms = parts.flatMap((part) =>
    part.kind === 'word' && part === last ? termsOfBeginning(part) : termsOf(part),
  )
  return [...new Set([...tags.map(tagTerm), ...terms.map(wordKey)])]
}

const keyOf = (text: string) => indexKey(text).toString(36)
const wordKey = (term: string) => keyOf(`character\n${term}`)
const tagTerm = (tag: string) => keyOf(`tag\n${tagKey(tag)}`)

/** Without `{{...}}`, whatever is in it. One that is not closed ends the text. */
function withoutMacros(text: string): string {
  let [kept, from, depth] = ['', 0, 0]
  for (const { 0: braces, index } of text.matchAll(/\{\{|\}\}/g)) {
    if (braces === '{{') {
      if (depth === 0) kept += `${text.slice(from, index)} `
      depth += 1
    } else if (depth > 0) {
      depth -= 1
      if (depth === 0) from = index + braces.length
    }
  }
  return depth === 0 ? kept + text.slice(from) : kept
}
