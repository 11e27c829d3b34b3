import { randomInt } from 'node:crypto'
import { limits, patterns } from '../limits.js'
import { username } from '../text-rules.js'

const fallback = 'user'
const nameSign = /^[\p{L}\p{M}\p{N} ._'-]$/u
const longestNumber = '-999999999'
const baseLength = limits.usernameLength - longestNumber.length

/**
 * A username from the name that a provider gives: its letters, digits and some signs, cut to the allowed length. Of an
 * e-mail address only the part before the @, because usernames are public.
 */
export function usernameFrom(name: string | undefined): string {
  const words = (name ?? '').slice(0, limits.canonicalLength).normalize('NFC').split('@').find(hasLetterOrDigit) ?? ''
  const safe = [...words].filter((sign) => nameSign.test(sign) && patterns.identifying.test(sign))
  const base = [...safe.join('').replaceAll(/ +/g, ' ').trim()].slice(0, baseLength).join('').trim()
  return hasLetterOrDigit(base) && username.safeParse(base + longestNumber).success ? base : fallback
}

/**
 * The name itself, then with small numbers, then with large ones; only large ones if `isContended`, when other calls
 * compete for a name.
 */
export function* usernamesLike(base: string, isContended: boolean): Generator<string> {
  if (!isContended) {
    yield base
    for (let number = 2; number < 10; number += 1) yield `${base}-${number}`
  }
  for (let attempt = 0; attempt < 20; attempt += 1) yield `${base}-${randomInt(10, 1_000_000_000)}`
}

function hasLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
