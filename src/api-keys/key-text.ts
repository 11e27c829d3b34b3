import { hash, randomBytes } from 'node:crypto'

/** The prefix of a key, by which people and secret scanners recognize it. */
export const keyPrefix = 'pk-parley-'

const shownCharacters = 6
const form = new RegExp(`^${keyPrefix}[A-Za-z0-9_-]{43}$`)

export function newKeyText(): { readonly text: string; readonly prefix: string; readonly keyHash: string } {
  const text = keyPrefix + randomBytes(32).toString('base64url')
  return { text, prefix: text.slice(0, keyPrefix.length + shownCharacters), keyHash: hashOf(text) }
}

/** Undefined for a text that cannot be a key. */
export function keyHashOf(text: string): string | undefined {
  return form.test(text) ? hashOf(text) : undefined
}

// 256 random bits cannot be guessed from their hash, so an unsalted hash is safe, and an index can find it
const hashOf = (text: string) => hash('sha256', text)
