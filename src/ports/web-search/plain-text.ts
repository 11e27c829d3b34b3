/** In UTF-16 code units: what is cut off before anything else is done, so that a megabyte costs nothing. */
const longestInput = 20_000

/**
 * One line of plain text, of at most `limit` characters, of whatever an engine calls a text. No markup, no control, bidi or
 * zero-width characters, no line breaks and no angle brackets are left: a title can fake neither a second entry nor a marker of
 * a prompt.
 */
export function plainText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return ''
  const text = withoutTags(decodeEntities(withoutTags(value.slice(0, longestInput))))
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

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  middot: '·',
  raquo: '»',
  laquo: '«',
}

/** The character references of HTML that engines use; any other stays as it stands. Once: what they spell is text. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
