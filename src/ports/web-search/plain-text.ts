import { decodeHTML } from 'entities'

/** In UTF-16 code units. Longer input is cut first, so that a megabyte of text costs nothing. */
const maxInputLength = 20_000

/**
 * Converts a text of an engine into one line of plain text, of at most `limit` characters. Removes markup, control,
 * bidi and zero-width characters, line breaks and angle brackets: a title can fake neither a second entry nor a marker
 * of a prompt.
 */
export function plainText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return ''
  const text = withoutTags(decodeHTML(withoutTags(value.slice(0, maxInputLength))))
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
