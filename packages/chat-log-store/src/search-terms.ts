import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { searchKey } from '@parley/runtime'

/** A part of a text that can be searched, with its place in UTF-16 code units. */
export interface TextPart {
  /** A run of a script without spaces between words is found by any part of it, a word or a symbol only as a whole. */
  readonly kind: 'word' | 'run'
  /** The search key of the part. */
  readonly key: string
  readonly start: number
  readonly end: number
}

/** Per entry, of which the message has at most half. */
const maxTerms = 2_000
/** Per text, in code units. */
const maxLength = 100_000
/** In code units: a longer word is indexed and searched by its beginning. */
const maxWordLength = 64

const letter = '[\\p{L}\\p{N}]'
const unspaced = '[\\p{scx=Han}\\p{scx=Hangul}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}]'
// flags are pairs of letters, and keycaps marks on a sign; those of digits are words
const symbol = '\\p{Extended_Pictographic}|\\p{Regional_Indicator}{2}|[#*]\\ufe0f?\\u20e3'
const parts = new RegExp(`((?:(?=${letter})${unspaced}\\p{M}*)+)|(?:(?!${unspaced})${letter}\\p{M}*)+|${symbol}`, 'gu')
/** The lengths of the beginnings of words that are terms too, in characters. A longer beginning is found by the next shorter one. */
const beginningLengths = [2, 3, 5, 8] as const
const spacedWord = new RegExp(`^(?!${unspaced})${letter}`, 'u')
const plainWord = /^[a-z0-9]+$/
/** The keys that were used last: a person uses most words again, and a hash costs more than all else of a short entry. */
const knownKeys = new LRUCache<string, number>({ max: 20_000 })
// more marks than a letter of any language has
const excessMarks = /(\p{M}{8})\p{M}+/gu

/** The search key of a run of Han, Hangul, Kana and Thai, or of a part of it between graphemes. */
export function runKey(text: string): string {
  return searchKey(text.replace(excessMarks, '$1'))
}

/** Words, symbols and runs of Han, Hangul, Kana and Thai of the first 100,000 code units, in their order. */
export function* textParts(text: string): Generator<TextPart, void> {
  for (const { 0: found, 1: run, index: start } of text.slice(0, maxLength).matchAll(parts)) {
    const end = start + found.length
    if (run !== undefined) yield { kind: 'run', key: runKey(run), start, end }
    else yield { kind: 'word', key: wordKey(found.slice(0, maxWordLength)), start, end }
  }
}

/** The terms that an entry must have to contain a part of a query: a word, or all pairs of characters of a run. */
export function termsOf({ kind, key }: Pick<TextPart, 'kind' | 'key'>): string[] {
  if (kind === 'word') return [key]
  const characters = Array.from(key)
  const [only = ''] = characters
  if (characters.length === 1) return [only]
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

/**
 * The terms that an entry must have to contain a word that begins as a part of a query does. A run is found by any part
 * of it anyway, and one letter only as a whole word.
 */
export function termsOfBeginning(part: Pick<TextPart, 'kind' | 'key'>): string[] {
  const longest = part.kind === 'word' ? beginningsOf(part.key).at(-1) : undefined
  return longest === undefined ? termsOf(part) : [longest]
}

/** Terms of the beginnings of a word, which no word is. */
function beginningsOf(word: string): string[] {
  if (!spacedWord.test(word)) return []
  const characters = Array.from(word.slice(0, maxWordLength))
  return beginningLengths
    .filter((length) => length <= characters.length)
    .map((length) => `${characters.slice(0, length).join('')}*`)
}

interface Scope {
  readonly userId: string
  readonly roomId: string
}

/**
 * The index keys of an entry, each once: its room, its terms and the beginnings of its words. A character of a run is a
 * term beside the pairs, so that a query of one character finds it.
 */
export function keysOfEntry(
  scope: Scope,
  { inputData, outputData }: { inputData: string; outputData: string },
): number[] {
  const ofMessage = firstTerms(inputData, maxTerms / 2)
  const terms = [...new Set([...ofMessage, ...firstTerms(outputData, maxTerms)])].slice(0, maxTerms)
  const beginnings = [...new Set(terms.flatMap(beginningsOf))].slice(0, maxTerms)
  return [roomIndexKey(scope), ...keysOfTerms(scope, [...terms, ...beginnings])]
}

/** The first `most` terms of texts, with the beginnings of their words, each once: for an index of other texts. */
export function termsOfTexts(texts: readonly string[], most: number): string[] {
  const terms = [...new Set(texts.flatMap((text) => firstTerms(text, most)))].slice(0, most)
  return [...terms, ...new Set(terms.flatMap(beginningsOf))]
}

function firstTerms(text: string, most: number): string[] {
  const terms = new Set<string>()
  for (const part of textParts(text)) {
    for (const term of termsOf(part)) terms.add(term)
    if (part.kind === 'run') for (const character of part.key) terms.add(character)
    if (terms.size >= most) break
  }
  return [...terms].slice(0, most)
}

/** The index keys of a query: every entry that is found has all of them. */
export function keysOfQuery(
  scope: { userId: string; roomId?: string | undefined },
  terms: readonly string[],
): number[] {
  const { userId, roomId } = scope
  return [...(roomId === undefined ? [] : [roomIndexKey({ userId, roomId })]), ...keysOfTerms(scope, terms)]
}

/** The index keys of rooms of a user id. */
export function keysOfRooms(userId: string, roomIds: readonly string[]): number[] {
  return roomIds.map((roomId) => roomIndexKey({ userId, roomId }))
}

/**
 * A key has 48 bits and depends on the user id, so the entries of one id never slow down a search of another. Two
 * terms can share a key: entries that are found are compared with the query.
 */
export function indexKey(text: string): number {
  const known = knownKeys.get(text)
  if (known !== undefined) return known
  const key = hash('sha1', text, 'buffer').readUIntBE(0, 6)
  knownKeys.set(text, key)
  return key
}

function keysOfTerms({ userId }: Pick<Scope, 'userId'>, terms: readonly string[]): number[] {
  return [...new Set(terms.map((term) => indexKey(`${userId}\n${term}`)))]
}

// no term has a space
function roomIndexKey({ userId, roomId }: Scope): number {
  return indexKey(`${userId}\n ${roomId}`)
}

function wordKey(word: string): string {
  return plainWord.test(word) ? word : searchKey(word)
}
