import { decodeHTML } from 'entities'

/** In UTF-16 code units: what is cut off before anything else is done, so that a megabyte costs nothing. */
const longestInput = 20_000

/**
 * One line of plain text, of at most `limit` characters, of whatever an engine calls a text. No markup, no control, bidi or
 * zero-width characters, no line breaks and no angle brackets are left: a title can fake neither a second entry nor a marker of
 * a prompt.
 */
export function plainText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return ''
  const text = withoutTags(decodeHTML(withoutTags(value.slice(0, longestInput))))
  const line = text
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{C}+/gu, '')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/ {2,}/g, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > limit
    ? `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
    : line
}

function withoutTags(text: string): string {
  return text.replace(/<[^<>]*>/g, '')
}
